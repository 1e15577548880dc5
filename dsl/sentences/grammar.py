"""The parser that is made of the grammar: slow, but it knows what is wrong with a sentence."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from lark import Lark
from lark.exceptions import UnexpectedInput, UnexpectedToken

from custumal.dsl.base.cache_folder import cache_folder
from custumal.dsl.diagnostics.diagnostic import Report
from custumal.dsl.sentences.hints import Mistake, explain
from custumal.dsl.sentences.words import END, Word
from custumal.dsl.yaml.tree import Scalar

STARTS = ("expression", "choices", "loop", "effect", "signature", "type", "contents", "limit", "pick", "path", "choice")
"""As what a text can be read: the start rules of the grammar."""


@cache
def grammar() -> Lark:
    """The parser, built once for each grammar and kept in the cache folder, which saves most of a start."""
    folder = cache_folder()
    return Lark(
        (Path(__file__).parent / "grammar.lark").read_text(encoding="utf-8"),
        parser="lalr",
        lexer="basic",  # the other one reads a word of the language as a name where the word can't stand
        start=list(STARTS),
        cache=str(folder / "sentences.lark") if folder else False,
    )


def report_mistake(start: str, text: str, scalar: Scalar, report: Report) -> None:
    """Say what is wrong with a text that can't be read."""
    parser = grammar()
    try:
        parser.parse(text, start=start)
    except UnexpectedInput as error:
        _report(_mistake(parser, start, text, error), scalar, report)
        return
    raise AssertionError(f"the parser reads what its tables do not: {text}")


def _mistake(parser: Lark, start: str, text: str, error: Any) -> Mistake:
    if not isinstance(error, UnexpectedToken):  # a character that begins no word
        at = error.pos_in_stream
        found = Word("", text[at], at, at + 1)
    elif error.token.type == END:  # it borrows the place of the last word
        end = len(text.rstrip())
        found = Word(END, "", end, end)
    else:
        found = _word(error.token)
    # Read again up to the mistake: the parser that met it may already have closed what is open before it.
    reading: Any = parser.parse_interactive(text[: found.start], start=start)
    before = tuple(_word(token) for token in reading.iter_parse())
    return Mistake(start, text, found, frozenset(reading.accepts()), before)


def _word(token: Any) -> Word:
    return Word(token.type, str(token), token.start_pos, token.end_pos)


def _report(mistake: Mistake, scalar: Scalar, report: Report) -> None:
    mend = explain(mistake)
    problem = mend.problem
    if mend.note is not None:
        start, end, note = mend.note
        problem = problem.beside(scalar.span_of(start, end), note)
    report.tell(scalar.span_of(mend.start, mend.end), problem)
