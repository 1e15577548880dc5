"""A section under the header of another one is told once, at the header; one wrong entry is told where it stands."""

from itertools import permutations
from pathlib import Path

import pytest

from custumal.dsl.diagnostics.diagnostic import Diagnostic
from tests.support.game_frames import check_text

FERRY = """
custumal: 1
game: ferry
title: Ferry
players: 2
lists:
  shore: [near, far]
  load: [goat, wolf, cabbage]
resources:
  coin: {start: 3}
kept:
  side(load): {is: shore, start: near}
  crossings: 0 to 90
  waiting: truth
values:
  fare: 1
  longest: 9
setup:
  ready: set waiting to true
play:
  trip: {rounds: seats, until: crossings is longest, offer: trip}
actions:
  cross:
    offered: trip
    choose: {taken: {from: all(load)}}
    cost: {coin: fare}
    do:
      - set side(taken) to far
      - raise crossings by 1
  rest: {offered: trip, do: set waiting to false}
end:
  over: {after: play.trip, if: crossings > 8, do: stop trip}
scoring:
  coins: my coin
  across: if waiting then 1 else 0
ranking: {saved: {most: my total}}
"""


def said(folder: Path, old: str, new: str) -> list[Diagnostic]:
    assert FERRY.count(old) == 1
    return check_text(FERRY.replace(old, new), folder).diagnostics


def line(text: str) -> int:
    return FERRY[: FERRY.index(text)].count("\n") + 1


def test_the_game_itself_is_sound(tmp_path: Path) -> None:
    assert check_text(FERRY, tmp_path).diagnostics == []


SWAPPED = [
    ("lists", "tables"),
    ("lists", "zones"),
    ("kept", "zones"),
    ("kept", "options"),
    ("kept", "define"),  # read as definitions all of them could stand there
    ("values", "kinds"),
    ("actions", "house-seats"),
    ("actions", "teams"),
    ("scoring", "components"),
    ("scoring", "options"),
]


@pytest.mark.parametrize(("header", "other"), SWAPPED)
def test_it_is_told_once_at_the_header(header: str, other: str, tmp_path: Path) -> None:
    (only,) = said(tmp_path, f"\n{header}:\n", f"\n{other}:\n")
    assert only.span.line == line(f"{header}:\n")
    assert f"`{header}`" in only.message


def test_the_header_that_was_meant_is_suggested(tmp_path: Path) -> None:
    (only,) = said(tmp_path, "\nlists:\n", "\nzones:\n")
    assert only.suggestion == "lists"


def test_of_two_entries_one_may_fit_by_chance(tmp_path: Path) -> None:
    """Then it is the header if all is well under another one, else the entry."""
    text = FERRY.replace(
        "setup:\n  ready: set waiting to true", "procedures:\n  ready: set waiting to true\n  back(load): set side(load) to near"
    )
    text = text.replace("do: set waiting to false", "do: [set waiting to false, ready, back(goat)]")
    assert check_text(text, tmp_path).diagnostics == []
    (only,) = check_text(text.replace("procedures:", "setup:"), tmp_path).diagnostics
    assert (only.span.line, only.suggestion) == (line("setup:"), "procedures")
    (other,) = check_text(
        FERRY.replace("  ready: set waiting to true", "  ready: set waiting to true\n  back(load): raise crossings by 1"), tmp_path
    ).diagnostics
    assert (other.span.line, other.suggestion) == (line("  ready:") + 1, "back")


def test_a_header_that_is_missing_between_two_sections_is_told(tmp_path: Path) -> None:
    end = FERRY.index("scoring:")
    text = f"{FERRY[:end]}scoring:\n  across: if waiting then my coin else 0\nranking:\n  saved: {{most: my total}}\n"
    assert check_text(text, tmp_path).diagnostics == []
    found = check_text(text.replace("ranking:\n", ""), tmp_path).diagnostics
    assert ["`ranking:`" in one.message for one in found] == [True]


def test_what_else_can_not_be_read_is_told_beside_it(tmp_path: Path) -> None:
    text = FERRY.replace("\nactions:\n", "\nzones:\n").replace("coin: {start: 3}", "coin: {strat: 3}")
    found = check_text(text, tmp_path).diagnostics
    assert [one.span.line for one in found] == [line("coin: {start"), line("actions:\n")]


SECTIONS = ["lists", "resources", "kept", "values", "setup", "play", "actions", "end", "scoring"]


@pytest.mark.parametrize(("header", "other"), [*permutations(SECTIONS, 2)])
def test_a_header_that_is_there_twice_is_told_once(header: str, other: str, tmp_path: Path) -> None:
    """At one of the two, whatever comes of it."""
    (only,) = said(tmp_path, f"\n{header}:\n", f"\n{other}:\n")
    assert only.span.line in (line(f"{header}:\n"), line(f"{other}:\n"))


ONE_ENTRY = [
    ("coin: {start: 3}", "coin: {is: truth}"),
    ("fare: 1", "fare: {rounds: seats}"),
    ("ready: set waiting to true", "ready: waiting is true"),
    ("side(load): {is: shore, start: near}", "side(load): {holds: load}"),
    ("rest: {offered: trip, do: set waiting to false}", "rest: {while: waiting, waive: cross}"),
    ("across: if waiting then 1 else 0", "across: {en: Across, fr: Traversées}"),
    ("over: {after: play.trip, if: crossings > 8, do: stop trip}", "over: crossings > 8"),
]


@pytest.mark.parametrize(("right", "wrong"), ONE_ENTRY)
def test_one_wrong_entry_is_told_where_it_stands(right: str, wrong: str, tmp_path: Path) -> None:
    found = said(tmp_path, right, wrong)
    assert found
    assert all("header" not in one.message for one in found)


def test_what_can_not_be_read_under_any_header_is_told_where_it_stands(tmp_path: Path) -> None:
    """Fractions in two values, which fit under `define` just as well."""
    text = FERRY.replace("fare: 1", "fare: {is: 1, rule: 1.2}\n  toll: {is: 2, rule: 1.10}")
    found = [one for one in check_text(text, tmp_path).diagnostics if one.is_error]
    assert [one.code for one in found] == ["fraction", "fraction"]
