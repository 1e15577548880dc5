"""Variants with thousands of changes: as quickly as they are many, and every change at its place."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from custumal.dsl.check.variants import _Check, check_variants
from custumal.dsl.diagnostics.diagnostic import Span
from custumal.dsl.overlay import blame
from custumal.dsl.overlay.insertions import Insertion, insert_all
from custumal.dsl.overlay.touched import Touched
from custumal.dsl.yaml.tree import Scalar

HEAD = """custumal: 1
game: many
title: Many
players: 2
kept:
  n: {is: number, until: end}
actions:
  go: {offered: turn, do: raise n by 1}
play:
  turn: {rounds: seats, until: n > 5, offer: turn}
ranking: {most: my total}
"""
SPAN = Span("x", 1, 1, 1, 2)
CHANGES = {
    "set": lambda i, _: f"{{set: values.v{i}, was: {i}, to: {i + 1}}}",
    "add behind": lambda i, _: f"{{add: scoring.t{i}, with: v{i}, after: s{i}}}",
    "add in a chain": lambda i, n: f"{{add: scoring.t{i}, with: v{i}, before: {'s0' if i == n - 1 else f't{i + 1}'}}}",
    "move": lambda i, n: f"{{move: scoring.s{i}, after: s{(i * 7 + 1) % n}}}",
    "new section": lambda i, _: f"{{add: tables.t{i}, with: {{0: 1}}}}",
}


def _many(folder: Path, number: int, change: Callable[[int, int], str]) -> tuple[Path, Path]:
    """A game with as many values, each in a line of the score, and a variant with as many changes."""
    numbers = range(number)
    values = "".join(f"  v{i}: {i}\n" for i in numbers)
    lines = "".join(f"  s{i}: v{i}\n" for i in numbers)
    edits = "".join(f"  e{i}: {change(i, number)}\n" for i in numbers)
    game, variant = folder / "game.yaml", folder / "variants" / "big.yaml"
    variant.parent.mkdir(parents=True)
    game.write_text(f"{HEAD}values:\n{values}scoring:\n{lines}", encoding="utf-8")
    variant.write_text(f"custumal: 1\nvariant: big\nof: many\ntitle: Big\nedits:\n{edits}", encoding="utf-8")
    return game, variant


@contextmanager
def _calls() -> Iterator[list[int]]:
    """How many functions are called: what a clock would say, on every machine the same."""
    found = [0]

    def count(_frame: FrameType, _event: str, _what: object) -> None:
        found[0] += 1

    sys.setprofile(count)
    try:
        yield found
    finally:
        sys.setprofile(None)


@pytest.mark.slow
@pytest.mark.parametrize("change", CHANGES)
def test_twice_as_many_changes_take_about_twice_as_long(tmp_path: Path, change: str) -> None:
    taken = []
    for number in (150, 300):
        game, variant = _many(tmp_path / str(number), number, CHANGES[change])
        with _calls() as found:
            check_variants(game, "game.yaml", [variant])
        taken.append(found[0])
    assert taken[1] < 2.6 * taken[0]


def test_who_is_to_blame_is_looked_for_only_so_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What each of many changes breaks is found by leaving it out, which can't be done with all of thousands."""
    game, variant = _many(tmp_path, 40, lambda i, _: f"{{remove: values.v{i}}}")
    asked = []
    trial = _Check._trial

    def counted(check: _Check, wanted: Any) -> Any:
        asked.append(wanted)
        return trial(check, wanted)

    monkeypatch.setattr(_Check, "_trial", counted)
    checked, combined = check_variants(game, "game.yaml", [variant])
    entries = len(combined.document.addresses)
    assert {(d.code, d.span.line) for d in checked.diagnostics if d.is_error} == {("edit-dangles", line) for line in range(6, 46)}
    monkeypatch.setattr(blame, "MOST_CHECKED", 4 * entries)
    asked.clear()
    checked, _ = check_variants(game, "game.yaml", [variant])
    assert len(asked) <= 5  # the game alone among them
    assert sum(d.is_error for d in checked.diagnostics) == 40


def test_more_problems_than_are_told_are_not_looked_for(tmp_path: Path) -> None:
    game, variant = _many(tmp_path, 600, lambda i, _: f"{{set: values.w{i}, to: 1}}")
    checked, _ = check_variants(game, "game.yaml", [variant])
    assert checked.game is None
    assert {d.code for d in checked.diagnostics} == {"edit-misses", "too-many-problems"}


def test_changes_stand_where_they_were_put(tmp_path: Path) -> None:
    game, variant = _many(tmp_path, 4, CHANGES["add in a chain"])
    checked, _ = check_variants(game, "game.yaml", [variant])
    assert checked.game is not None
    assert [line.source.id for line in checked.game.scoring] == ["t0", "t1", "t2", "t3", "s0", "s1", "s2", "s3"]


def _put(old: str, *new: tuple[str, str | None, str | None]) -> str:
    def pair(name: str) -> tuple[Scalar, Scalar]:
        return Scalar(name, name, SPAN), Scalar(1, "1", SPAN)

    found = insert_all(map(pair, old), [Insertion(pair(name), before, after) for name, before, after in new])
    return "".join(key.text for key, _ in found)


@pytest.mark.parametrize(
    ("new", "found"),
    [
        ([("x", None, None), ("y", None, None)], "abxy"),
        ([("x", None, "a"), ("y", None, "a")], "axyb"),
        ([("x", "b", None), ("y", "b", None)], "axyb"),
        ([("y", None, "x"), ("x", "a", None)], "xyab"),
        ([("x", None, "a"), ("y", None, "x"), ("z", None, "a")], "axyzb"),
        ([("x", "y", None), ("y", "x", None), ("z", None, None)], "abzyx"),
        ([("x", None, "gone"), ("y", "x", None)], "abyx"),
    ],
)
def test_new_pairs_stand_beside_what_they_name(new: list[tuple[str, str | None, str | None]], found: str) -> None:
    assert _put("ab", *new) == found


@pytest.mark.parametrize(
    ("written", "address", "clash"),
    [
        (["a.b"], "a.b", "a.b"),
        (["a.b"], "a", "a.b"),
        (["a.b"], "a.b.c", "a.b"),
        (["a", "a.b"], "a.b.c", "a.b"),
        (["a.b"], "a.bc", None),
        (["a.b", "a.c"], "a.d", None),
    ],
)
def test_addresses_overlap_that_are_the_same_or_one_inside_the_other(written: list[str], address: str, clash: str | None) -> None:
    assert Touched.of(dict.fromkeys(written, SPAN)).clash(address) == clash
