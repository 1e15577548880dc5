"""Two variants at one deed: at odds where both can come to pass and nothing says which does, whatever sort of rule or edit it is."""

from itertools import combinations_with_replacement, product
from pathlib import Path

import pytest

from tests.support.variant_frames import check

HEADS = ("instead", "before", "after")
DEEDS = {"actions.trade": "coin of me > 3", "play.day.turn": "coin of me > 3", "gain": "resource is coin"}
EXCLUDING = {"coin of me > 3": "not coin of me > 3", "resource is coin": "resource is grain"}
STEPS = ("play.day", "play.day.morning", "play.day.turn", "play.day.evening")


def said(folder: Path, small: str, tall: str) -> list[str]:
    """What is said of two variants of which none comes after the other."""
    checked, _ = check(folder, {"small": small, "tall": tall})
    assert not {d.code for d in checked.diagnostics} - {"overlay-conflict", "order-undeclared", "not-reworded"}, checked.diagnostics
    return [d.code for d in checked.diagnostics if d.code != "not-reworded"]


def rule(name: str, head: str, deed: str, condition: str = "") -> str:
    return f"standing: {{{name}: {{{head}: {deed}, {condition and f'if: {condition}, '}do: set starter to first(seats)}}}}\n"


@pytest.mark.parametrize("deed", DEEDS)
@pytest.mark.parametrize("heads", [*combinations_with_replacement(HEADS, 2)], ids=" and ".join)
def test_rules_that_exclude_each_other_are_never_at_odds(deed: str, heads: tuple[str, str], tmp_path: Path) -> None:
    first, second = heads
    if_so = DEEDS[deed]
    both = "overlay-conflict" if "instead" in heads else "order-undeclared"
    expected = [both] if first == second or "instead" in heads else []
    assert said(tmp_path, rule("one", first, deed, if_so), rule("two", second, deed, if_so)) == expected
    assert said(tmp_path, rule("one", first, deed), rule("two", second, deed, if_so)) == expected
    assert said(tmp_path, rule("one", first, deed, if_so), rule("two", second, deed, EXCLUDING[if_so])) == []


@pytest.mark.parametrize(("outer", "inner", "head"), [*product(STEPS, STEPS, HEADS)])
def test_what_happens_inside_of_a_replaced_step(outer: str, inner: str, head: str, tmp_path: Path) -> None:
    """Whichever of the two has the earlier name."""
    rules = rule("one", "instead", outer), rule("two", head, inner)
    is_touched = inner == outer or inner.startswith(f"{outer}.") or (head == "instead" and outer.startswith(f"{inner}."))
    assert said(tmp_path, *rules) == said(tmp_path, *rules[::-1]) == (["overlay-conflict"] if is_touched else [])


MORNING, TURN = "morning: {players: seats from starter, do: gain 1 coin}", "turn: {players: seats, offer: market, pass: gain 1 grain}"
OTHERS = {
    "end: {poor: {after: play.day.turn, if: coin of me is 0, do: stop day}}\n": {"play.day"},
    "standing: {late: {waive: play.day.evening, while: long}}\n": {"play.day"},
    "standing: {rich: {restrict: actions.trade, that: coin of me > 1, because: Too poor.}}\n": set[str](),
}


@pytest.mark.parametrize("replaced", STEPS)
@pytest.mark.parametrize("other", OTHERS)
def test_ends_and_waived_steps_inside_of_a_replaced_step(other: str, replaced: str, tmp_path: Path) -> None:
    assert said(tmp_path, rule("one", "instead", replaced), other) == (["overlay-conflict"] if replaced in OTHERS[other] else [])


EDITS = {
    "set play.day.evening": ("set: play.day.evening, to: set starter to first(seats)", {"play.day", "play.day.evening"}),
    "replace around": (
        f"replace: play.day, with: {{repeat: length, do: {{{MORNING}, {TURN}, evening: set starter to first(seats)}}}}",
        set(STEPS),
    ),
    "add inside": ("add: play.day.night, with: gain 1 coin for starter", {"play.day"}),
    "the seats": ("set: play.day.morning.players, to: seats", {"play.day"}),
    "how often": ("set: play.day.repeat, to: 2 * length", set[str]()),
    "passing": ("set: play.day.turn.pass, to: gain 2 grain", {"play.day"}),
}


@pytest.mark.parametrize("replaced", STEPS)
@pytest.mark.parametrize("edit", EDITS)
def test_what_is_edited_at_a_replaced_step(edit: str, replaced: str, tmp_path: Path) -> None:
    text, at_odds = EDITS[edit]
    both = f"edits: {{more: {{{text}}}}}\n", rule("one", "instead", replaced)
    assert said(tmp_path, *both) == said(tmp_path, *both[::-1]) == (["overlay-conflict"] if replaced in at_odds else [])


def test_all_passes_together_are_another_deed_than_each(tmp_path: Path) -> None:
    whole = "standing: {two: {after: play.day.turn, whole: true, do: set starter to first(seats)}}\n"
    assert said(tmp_path, rule("one", "instead", "play.day.turn"), whole) == []
    assert said(tmp_path, rule("one", "after", "play.day.turn"), whole) == []
    assert said(tmp_path, rule("one", "instead", "play.day"), whole) == ["overlay-conflict"]


def ability(row: str, name: str, served: str, condition: str) -> str:
    given = f"{{{name}: {{instead: actions.trade, for: {served}, if: {condition}, do: gain 1 grain}}}}"
    return f"edits: {{more: {{add: components.cards.{row}.abilities, with: {given}}}}}\n"


@pytest.mark.parametrize(
    ("served", "conditions", "at_odds"),
    [
        ("everyone", ("me is owner", "not me is owner"), True),
        ("everyone", ("me is next of owner", "me is owner"), True),
        ("everyone", ("coin of me > 3", "not coin of me > 3"), False),
        ("owner", ("coin of owner > 3", "not coin of owner > 3"), False),
        ("owner", ("copies is 1", "copies is 2"), True),
        ("owner", ("this is well", "not this is well"), True),
    ],
)
def test_the_owners_of_two_cards_are_two_seats(served: str, conditions: tuple[str, str], at_odds: bool, tmp_path: Path) -> None:
    one, two = (ability(row, "own", served, condition) for row, condition in zip(("well", "mill"), conditions, strict=True))
    assert said(tmp_path, one, two) == (["overlay-conflict"] if at_odds else [])


NEVER_BOTH = (
    ("long", "not long"),
    ("players is 2", "players is 3"),
    ("players is 2", "players > 2"),
    ("players < 3", "not players < 3"),
    ("long and players is 2", "coin of me > 3 and not long"),
)
PERHAPS_BOTH = (
    ("coin of me > 3", "not coin of me > 3"),
    ("players < 3", "players < 4"),
    ("players is 3", "players >= 3"),
    ("long", "coin of me > 3"),
    ("long or players is 2", "not long"),
)
INNER = {
    "a rule": "standing: {{two: {{after: play.day.turn, if: {}, do: set starter to first(seats)}}}}\n",
    "another deed": "standing: {{two: {{instead: play.day.turn, if: {}, do: set starter to first(seats)}}}}\n",
    "an end": "end: {{poor: {{after: play.day.turn, if: {}, do: stop day}}}}\n",
}


@pytest.mark.parametrize("inner", INNER)
@pytest.mark.parametrize(("conditions", "at_odds"), [*((pair, False) for pair in NEVER_BOTH), *((pair, True) for pair in PERHAPS_BOTH)])
def test_inside_of_what_is_replaced_only_what_never_changes_keeps_two_apart(
    conditions: tuple[str, str], at_odds: bool, inner: str, tmp_path: Path
) -> None:
    """What somebody has may be another when the inner step begins, and so may be who acts."""
    for outer, inside in (conditions, conditions[::-1]):
        around = "first(seats)" if "me" in outer else ""
        replacing = rule("one", "instead", "play.day", outer.replace("of me", f"of {around}"))
        assert said(tmp_path, replacing, INNER[inner].format(inside)) == (["overlay-conflict"] if at_odds else [])


@pytest.mark.parametrize(("condition", "verb"), [("", "replaces"), ("long", "may replace")])
def test_what_is_replaced_only_at_times_is_told_so(condition: str, verb: str, tmp_path: Path) -> None:
    pair = {"small": rule("one", "instead", "play.day", condition), "tall": rule("two", "after", "play.day.turn")}
    checked, _ = check(tmp_path, pair)
    (conflict,) = (one for one in checked.diagnostics if one.code == "overlay-conflict")
    assert f"one {verb} that in which `play.day.turn` stands" in conflict.message
