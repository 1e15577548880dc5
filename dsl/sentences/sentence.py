"""Reads the sentences of the language: text to syntax, or to the diagnostic that says what is wrong with it."""

from __future__ import annotations

from functools import cache, lru_cache

from custumal.dsl.base import cache_files
from custumal.dsl.diagnostics.catalogue.sentences import empty_sentence, nothing_to_yaml, sentence_too_long
from custumal.dsl.diagnostics.diagnostic import Report, RuleFileError, Span
from custumal.dsl.sentences import parsing
from custumal.dsl.sentences.build import BuildError
from custumal.dsl.sentences.build_sentences import build
from custumal.dsl.sentences.syntax import Expression, Sentence
from custumal.dsl.yaml.tree import Scalar

LONGEST = 4_000
"""Characters in a sentence."""


def parse(start: str, scalar: Scalar, report: Report) -> Sentence | None:
    """The sentence in `scalar`, read as what `start` (one of `grammar.STARTS`) says, with spans in the file.

    Numbers and truths of YAML are read by their text. None, and one error in `report`, where it can't be read.
    """
    text = _text_of(scalar)
    if scalar.value is None or not text.strip():
        _report_empty(scalar, report)
        return None
    if len(text) > LONGEST:
        report.tell(scalar.span, sentence_too_long(len(text), LONGEST))
        return None
    return _read(start, text, scalar, report)


def parse_expression(scalar: Scalar, report: Report) -> Expression | None:
    """The expression in `scalar`, as `parse` gives it."""
    found = parse("expression", scalar, report)
    return found if isinstance(found, Expression) else None


def _text_of(scalar: Scalar) -> str:
    return scalar.text.lower() if isinstance(scalar.value, bool) else scalar.text


def can_be_read(start: str, text: str) -> bool:
    """Whether a text is a sentence."""
    return len(text) <= LONGEST and _tree(start, text) is not None


def is_sentence(start: str, scalar: Scalar) -> bool:
    """Whether the grammar takes what stands there; to ask that costs less than `parse`, which looks for the mistake."""
    return scalar.value is not None and can_be_read(start, _text_of(scalar))


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
        from custumal.dsl.sentences.hints import report_mistake  # noqa: PLC0415  # its many patterns take time, and good sentences need none

        report_mistake(start, text, parsing.first_mistake(tables(), start, text), scalar, report)
        return None
    try:
        return build(tree, scalar)
    except BuildError as error:
        report.tell(scalar.span_of(error.start, error.end), error.problem)
    return None


@lru_cache(maxsize=4096)
def _tree(start: str, text: str) -> parsing.Branch | None:
    """What a text is made of, wherever it stands: rules and scenarios say the same things again and again."""
    return parsing.read(tables(), start, text)


@cache
def tables() -> parsing.Tables:
    """The tables of the grammar: out of the user's cache, else made of it, which takes a third of a second."""
    key = cache_files.key_for(cache_files.code_stamp(("dsl/sentences",)))
    known = cache_files.load(key, "grammar")
    if known is not None:
        return parsing.Tables.restored(known)
    from custumal.dsl.sentences.grammar import grammar  # noqa: PLC0415  # brings lark with it, and is asked only once

    made = parsing.tables_from(grammar())
    cache_files.save(key, "grammar", made.stored())
    return made


# ---------------------------------------------------------------- problems


def _report_empty(scalar: Scalar, report: Report) -> None:
    if scalar.text.strip():
        report.tell(scalar.span, nothing_to_yaml(scalar.text))
    else:
        report.tell(scalar.span, empty_sentence())


def _loose_scalar(text: str, name: str) -> Scalar:
    places: list[tuple[int, int]] = []
    line, column = 1, 1
    for character in text:
        places.append((line, column))
        line, column = (line + 1, 1) if character == "\n" else (line, column + 1)
    places.append((line, column))
    return Scalar(text, text, Span(name, 1, 1, line, column), tuple(places), "literal")
