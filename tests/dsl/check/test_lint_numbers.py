"""From which number on a number means something, and from how many steps on a sentence is too costly: as docs/diagnostics.md says."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.game_frames import check_text, framed

TWICE = """
define:
  is-rich(s seat): coin of s > {number}
actions:
  rest: {{offered: turn, require: {{poor: {{that: my coin < {number}, because: Too rich.}}}}, do: set guest of me to none}}
"""
SETS = """
define:
  is-rich(s seat): {phrases} coin of s > 2
"""


def said(piece: str, code: str, folder: Path) -> list[str]:
    """How severe each diagnostic of a code is in the lines of the piece."""
    whole = framed(piece)
    found = check_text(whole.text, folder).diagnostics
    return [diagnostic.severity.value for diagnostic in found if diagnostic.code == code and diagnostic.span.line in whole.own]


@pytest.mark.parametrize("number", range(6))
def test_a_number_above_two_is_told_if_it_stands_in_two_rules(number: int, tmp_path: Path) -> None:
    assert said(TWICE.format(number=number), "written-twice", tmp_path) == ["warning"] * (number > 2)


RELATED = {
    "the same coins, more and less": "define:\n  is-rich(s seat): coin of s > 5\n  is-poor(s seat): coin of s + 5 < 9",
    "the cards of one hand": "define:\n  full(s seat): count(hand of s) >= 3\n  thin(s seat): count(hand of s where price > 1) < 3",
    "what is defined": "define:\n  wealth(s seat): coin of s * 2\n  is-rich(s seat): wealth(s) > 9\n  is-poor(s seat): 9 > wealth(s)",
    "set and compared": "kept:\n  pot: {is: 0 to 9, until: end}\ndefine:\n  full(s seat): pot is 7 or s is starter\n"
    "actions:\n  fill: {offered: turn, do: set pot to 7}",
}
UNRELATED = {
    "coins and rounds": "define:\n  is-rich(s seat): coin of s > 5\n  is-late(s seat): passes(round) > 5 and coin of s > 1",
    "a size of the board": "define:\n  far(c cell of board): row of c is 3\n  wide(c cell of board): column of c is 3 and row of c is 3",
    "lines": "define:\n  a(c cell of board): some l in lines-through(c, 3) where every x in l has x is filled\n"
    "  b(c cell of board): count(lines-through(c, 3)) > 2",
    "what is printed": "define:\n  dear(card): price of card > 3\n  cheap(card): price of card < 3",
    "pips": "kept:\n  face(stone): {is: 1 to 6, until: end}\ndefine:\n  pips(stone): face of stone\n  high(stone): face of stone is 5\n"
    "  low(stone): pips(stone) < 5\nsetup:\n  throw: {do: roll face of all(stone)}",
    "how many play": "define:\n  few(s seat): players is 3 and coin of s > 1\n  more(s seat): players > 3 and coin of s > 1",
    "amounts that are drawn": "setup:\n  a: {do: draw 3 from deck to hand of first(seats)}\n"
    "  b: {do: draw 3 from deck to hand of last(seats)}",
}


@pytest.mark.parametrize("piece", RELATED.values(), ids=RELATED)
def test_a_number_is_told_if_two_rules_speak_of_the_same_thing(piece: str, tmp_path: Path) -> None:
    assert said(piece, "written-twice", tmp_path) == ["warning"]


@pytest.mark.parametrize("piece", UNRELATED.values(), ids=UNRELATED)
def test_nothing_is_told_of_numbers_that_only_look_alike(piece: str, tmp_path: Path) -> None:
    assert said(piece, "written-twice", tmp_path) == []


@pytest.mark.parametrize(
    ("sizes", "severities"),
    [
        ((100, 1_000, 1_000), []),  # 10^8 members to look at, each in a few steps
        ((1_000, 1_000, 1_001), ["warning"]),  # more than 10^9
        ((1_000, 1_000, 1_000, 1_000), ["warning"]),
        ((1_000, 1_000, 1_000, 1_001, 10), ["error"]),  # more than 10^13
    ],
)
def test_what_a_sentence_goes_through_multiplies(sizes: tuple[int, ...], severities: list[str], tmp_path: Path) -> None:
    phrases = " ".join(f"some k{at} in 1 to {size} where" for at, size in enumerate(sizes))
    assert said(SETS.format(phrases=phrases), "costly", tmp_path) == severities
