"""The short loop over the parser's tables gives the parser's own trees."""

from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lark import Lark, Token
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from custumal.dsl.diagnostics.diagnostic import Report
from custumal.dsl.documents.rule_files import _last_of, read_game
from custumal.dsl.sentences import sentence
from custumal.dsl.sentences.grammar import STARTS, grammar
from custumal.dsl.sentences.parsing import Branch, Leaf, Tables, first_mistake, read, tables_from
from custumal.dsl.sentences.words import END, RESERVED_WORDS, SIGNS

ROOT = Path(__file__).parents[3]
GAMES = sorted([*(ROOT / "games").rglob("game.yaml"), *(ROOT / "tests" / "cases" / "hard").rglob("game.yaml")])
GRAMMAR = files("custumal.dsl.sentences").joinpath("grammar.lark").read_text(encoding="utf-8")


@cache
def parser() -> Lark:
    return Lark(GRAMMAR, parser="lalr", lexer="basic", start=list(STARTS), propagate_positions=True)


@cache
def tables() -> Tables:
    return tables_from(grammar())


WORDS = sorted({*RESERVED_WORDS, *SIGNS.values(), "x", "top-row", "3", "12"})


def plain(tree: Any) -> Any:
    """A tree of either kind as tuples, with all offsets."""
    match tree:
        case None:
            return None
        case Leaf() | Token():
            return (str(tree), tree.start_pos, tree.end_pos)
    place = tree if isinstance(tree, Branch) else tree.meta
    return (str(tree.data), place.start_pos, place.end_pos, tuple(plain(child) for child in tree.children))


def slow(start: str, text: str) -> Any:
    try:
        return plain(parser().parse(text, start=start))
    except UnexpectedInput:
        return None


def mistake(start: str, text: str) -> Any:
    """What Lark says of a text that it can't read: how many words stand before, the first that can't stand there, those that could."""
    try:
        parser().parse(text, start=start)
    except UnexpectedToken as error:
        end = len(text.rstrip())
        found = (END, end, end) if error.token.type == END else (error.token.type, error.token.start_pos, error.token.end_pos)
    except UnexpectedCharacters as error:
        at: Any = error.pos_in_stream
        found = ("", at, at + 1)
    else:
        return None
    # Read again up to the mistake: the parser that met it may already have closed what is open before it.
    reading: Any = parser().parse_interactive(text[: found[1]], start=start)
    return len(list(reading.iter_parse())), found, frozenset(reading.accepts())


def check(start: str, text: str) -> None:
    tree = read(tables(), start, text)
    assert plain(tree) == slow(start, text)
    if tree is None:
        stop = first_mistake(tables(), start, text)
        assert (len(stop.before), (stop.found.kind, stop.found.start, stop.found.end), stop.accepts) == mistake(start, text)


@pytest.mark.parametrize("path", GAMES, ids=lambda p: p.parent.name)
def test_every_sentence_of_every_game(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[str, str]] = []

    def noting(start: str, text: str) -> Any:
        seen.append((start, text))
        return read(tables(), start, text)

    monkeypatch.setattr(sentence, "_tree", noting)
    _last_of.cache_clear()
    read_game(path, Report())
    assert len(seen) > 20
    for start, text in seen:
        assert plain(read(tables(), start, text)) == slow(start, text)


@given(st.sampled_from(STARTS), st.lists(st.sampled_from(WORDS), min_size=1, max_size=8).map(" ".join))
def test_any_words(start: str, text: str) -> None:
    check(start, text)


@pytest.mark.parametrize("text", ["", " ", "x ", " x", "x y", "x#", "#", "3x", "x-1", "x - 1", "x-y", "é", "x\ny", "x\t+ 1", "(", "[]"])
def test_blanks_and_signs(text: str) -> None:
    for start in STARTS:
        check(start, text)


@given(st.sampled_from(STARTS), st.text(st.sampled_from("ab é\u0301牌٣²ª_-0 \t\u00a0\u2028.,()[]<=>+*!\x00"), max_size=12))
def test_any_signs(start: str, text: str) -> None:
    check(start, text)
