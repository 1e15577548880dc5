"""Reads the sentences of the language: text to syntax, or to the diagnostic that says what is wrong with it."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

from custumal.dsl import parsing
from custumal.dsl.build import BuildError
from custumal.dsl.build_sentences import build
from custumal.dsl.cache_folder import cache_folder
from custumal.dsl.diagnostic import Related, Report, RuleFileError, Span
from custumal.dsl.grammar_tables import grammar_text, tables
from custumal.dsl.hints import Mistake, explain
from custumal.dsl.syntax import Expression, Sentence
from custumal.dsl.tree import Scalar
from custumal.dsl.words import END, Word

if TYPE_CHECKING:
    from lark import Lark

STARTS = ("expression", "choices", "loop", "effect", "signature", "type", "contents", "limit", "pick", "path", "choice")

LONGEST = 4_000
"""Characters in a sentence."""


def parse(start: str, scalar: Scalar, report: Report) -> Sentence | None:
    """The sentence in `scalar`, read as what `start` (one of `STARTS`) says, with spans in the file.

    Numbers and truths of YAML are read by their text. None, and one error in `report`, where it can't be read.
    """
    text = scalar.text.lower() if isinstance(scalar.value, bool) else scalar.text
    if scalar.value is None or not text.strip():
        _report_empty(scalar, report)
        return None
    if len(text) > LONGEST:
        message = f"this sentence has {len(text)} characters, more than {LONGEST}; give parts of it names of their own"
        report.error("sentence-too-long", scalar.span, message)
        return None
    return _read(start, text, scalar, report)


def parse_expression(scalar: Scalar, report: Report) -> Expression | None:
    """The expression in `scalar`, as `parse` gives it."""
    found = parse("expression", scalar, report)
    return found if isinstance(found, Expression) else None


def parse_text(start: str, text: str, name: str = "<text>") -> Sentence:
    """The sentence in a text that stands in no rule file; spans are those of a file `name` with just this text.

    Raises `RuleFileError` where it can't be read.
    """
    report = Report()
    sentence = parse(start, _loose_scalar(text, name), report)
    if sentence is None:
        raise RuleFileError(report.sorted())
    return sentence


def _read(start: str, text: str, scalar: Scalar, report: Report) -> Sentence | None:
    tree = _tree(start, text)
    if tree is None:
        return _read_slowly(start, text, scalar, report)
    try:
        return build(tree, scalar)
    except BuildError as problem:
        report.error(problem.code, scalar.span_of(problem.start, problem.end), problem.message, problem.suggestion)
    return None


def _read_slowly(start: str, text: str, scalar: Scalar, report: Report) -> Sentence | None:
    """Ask the parser itself, which knows what is wrong with a text."""
    from lark.exceptions import UnexpectedInput  # noqa: PLC0415  # lark is slow to import, and is asked only about mistakes

    grammar = _grammar()
    try:
        return build(grammar.parse(text, start=start), scalar)
    except UnexpectedInput as error:
        _report_mistake(_mistake(grammar, start, text, error), scalar, report)
    except BuildError as problem:
        report.error(problem.code, scalar.span_of(problem.start, problem.end), problem.message, problem.suggestion)
    return None


@lru_cache(maxsize=4096)
def _tree(start: str, text: str) -> Any:
    """What a text is made of, wherever it stands: rules and scenarios say the same things again and again."""
    return parsing.read(_tables(), start, text)


@cache
def _tables() -> parsing.Tables:
    return tables(lambda: parsing.tables_from(_grammar()))


@cache
def _grammar() -> Lark:
    """The parser, built once for each grammar and kept in the cache folder, which saves most of a start."""
    from lark import Lark  # noqa: PLC0415  # likewise

    folder = cache_folder()
    return Lark(
        grammar_text(),
        parser="lalr",
        lexer="basic",  # the other one reads a word of the language as a name where the word can't stand
        start=list(STARTS),
        propagate_positions=True,
        cache=str(folder / "sentences.lark") if folder else False,
    )


# ---------------------------------------------------------------- problems


def _report_empty(scalar: Scalar, report: Report) -> None:
    if scalar.text.strip():
        report.error("empty-sentence", scalar.span, f"found `{scalar.text}`, which is nothing to YAML; write `none`", "none")
    else:
        report.error("empty-sentence", scalar.span, "there is no sentence here")


def _mistake(grammar: Lark, start: str, text: str, error: Any) -> Mistake:
    from lark.exceptions import UnexpectedToken  # noqa: PLC0415  # likewise

    if not isinstance(error, UnexpectedToken):  # a character that begins no word
        at = error.pos_in_stream
        found = Word("", text[at], at, at + 1)
    elif error.token.type == END:  # it borrows the place of the last word
        end = len(text.rstrip())
        found = Word(END, "", end, end)
    else:
        found = _word(error.token)
    # Read again up to the mistake: the parser that met it may already have closed what is open before it.
    reading: Any = grammar.parse_interactive(text[: found.start], start=start)
    before = []
    for token in reading.lexer_thread.lex(reading.parser_state):
        reading.feed_token(token)
        before.append(_word(token))
    return Mistake(start, text, found, frozenset(reading.accepts()), tuple(before))


def _word(token: Any) -> Word:
    return Word(token.type, str(token), token.start_pos, token.end_pos)


def _report_mistake(mistake: Mistake, scalar: Scalar, report: Report) -> None:
    mend = explain(mistake)
    related = tuple(Related(scalar.span_of(start, end), message) for start, end, message in mend.related)
    report.error(mend.code, scalar.span_of(mend.start, mend.end), mend.message, mend.suggestion, related)


def _loose_scalar(text: str, name: str) -> Scalar:
    places: list[tuple[int, int]] = []
    line, column = 1, 1
    for character in text:
        places.append((line, column))
        line, column = (line + 1, 1) if character == "\n" else (line, column + 1)
    places.append((line, column))
    return Scalar(text, text, Span(name, 1, 1, line, column), tuple(places), "literal")
