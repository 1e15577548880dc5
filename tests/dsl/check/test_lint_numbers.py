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


def steps(sizes: tuple[int, ...], negations: int) -> int:
    """What `SETS` takes with these ranges inside each other: a step for each part of a sentence, and inside of a range one for each of its
    members with what is done about it."""
    inside = 4  # the comparison, the coins, their owner, the number
    for size in reversed(sizes):
        inside = 3 + size * (1 + inside)  # a range has two ends
    return inside + negations


@pytest.mark.parametrize(
    ("sizes", "negations", "bound", "told"),
    [((2_251, 397, 223), 0, 10**9, ([], ["warning"])), ((933, 774, 712, 3_889), 1, 10**13, (["warning"], ["error"]))],
)
def test_a_sentence_may_take_as_many_steps_as_the_bound_and_no_more(
    sizes: tuple[int, ...], negations: int, bound: int, told: tuple[list[str], list[str]], tmp_path: Path
) -> None:
    ranges = " ".join(f"some k{at} in 1 to {size} where" for at, size in enumerate(sizes))
    for more, severities in enumerate(told):
        assert steps(sizes, negations + more) == bound + more
        assert said(SETS.format(phrases=f"{'not ' * (negations + more)}{ranges}"), "costly", tmp_path) == severities


@pytest.mark.parametrize(("depth", "severities"), [(4, []), (5, ["warning"])])
def test_a_set_of_unknown_size_counts_as_dozens(depth: int, severities: list[str], tmp_path: Path) -> None:
    """How many slots a card has is printed on it: dozens in dozens, four deep, are far below 10^9, five deep above."""
    phrases = " ".join(f"some x{at} in cells of purse(card) where" for at in range(depth))
    piece = (
        f"zones:\n  purse(card): {{holds: stone, shape: {{slots: price of card}}}}\ndefine:\n  rich(card, s seat): {phrases} coin of s > 2"
    )
    assert said(piece, "costly", tmp_path) == severities
