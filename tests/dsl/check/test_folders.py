"""What a folder stands for: games with all that belongs to them, and rule files that lie beside them and belong to nothing."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from custumal.dsl.check.paths import check_paths
from custumal.dsl.diagnostics.diagnostic import Severity

GAME = """
custumal: 1
game: ferry
title: Ferry
players: 2
kept: {n: {is: 0 to 9, until: end}}
play: {turn: {rounds: seats, until: passes(turn) > 2, offer: turn}}
actions: {row: {offered: turn, do: raise n by 1}}
scoring: {p: n}
ranking: {p: {most: my total}}
"""
HOUSE = "custumal: 1\nvariant: house\nof: ferry\ntitle: House\nedits: {x: {set: actions.row.do, to: raise n by 2}}\n"
BROKEN = {
    "faster.yaml": ("custumal: 1\nvariant: faster\nof: ferry\nedits: {x: {set: values.speed, to: 2}}\n", "edit-misses"),
    "old/faster.yaml": ("custumal: 1\nvariant: faster\nof: ferry\nedits: {x: {set: values.speed, to: 2}}\n", "edit-misses"),
    "trip.yaml": ("custumal: 1\nof: ferry\nscenarios: {a: {then: {n: speed is 1}}}\n", "unknown-name"),
    "other.yaml": ("custumal: 1\ngame: other\nplayers: two\n", "wrong-shape"),
    "faster.accepted.yaml": ("custumal: 1\n", "variant-of"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_rule_file_that_lies_beside_a_game_is_judged(name: str, tmp_path: Path) -> None:
    text, code = BROKEN[name]
    (tmp_path / "game.yaml").write_text(GAME, encoding="utf-8")
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_text(text, encoding="utf-8")
    alone, found = check_paths([tmp_path / name]), check_paths([tmp_path])
    assert (str(tmp_path / name), code) in {(d.span.file, d.code) for d in found.diagnostics}
    assert {(d.span, d.code) for d in alone.diagnostics} == {(d.span, d.code) for d in found.diagnostics}, (
        "the same as when its path is given"
    )


def test_what_is_no_rule_file_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(GAME, encoding="utf-8")
    (tmp_path / "settings.yaml").write_text("name: ferry\non: [push]\n", encoding="utf-8")
    assert check_paths([tmp_path]).diagnostics == []


def test_a_pipe_beside_a_game_is_told(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(GAME, encoding="utf-8")
    os.mkfifo(tmp_path / "pipe.yaml")
    assert [d.code for d in check_paths([tmp_path]).diagnostics] == ["unreadable-file"]


def _link_to_nothing(path: Path) -> None:
    path.symlink_to("nowhere")


def _link_in_a_circle(path: Path) -> None:
    path.symlink_to(path.name)


def _link_out(path: Path) -> None:
    path.symlink_to(Path(__file__))


NO_FILES: dict[str, Callable[[Path], None]] = {
    "a pipe": os.mkfifo, "a folder": os.mkdir, "a link to nothing": _link_to_nothing, "a link in a circle": _link_in_a_circle,
    "a link out of the folder": _link_out,
}  # fmt: skip
PLACES = (
    "game.yaml", "rulebook.yaml", "scenarios", "variants", "scenarios/odd.yaml", "variants/odd.yaml", "variants/house.accepted.yaml",
    "part.yaml", "rows.csv",
)  # fmt: skip
NAMING = {
    "part.yaml": "includes: [part.yaml]\n",
    "rows.csv": "kinds: {coin: {}}\ncomponents: {coins: {kind: coin, in: purse, file: rows.csv}}\nzones: {purse: coin}\n",
}


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("what", NO_FILES)
def test_what_is_no_file_where_a_game_has_one_is_told(what: str, place: str, tmp_path: Path) -> None:
    if what == "a folder" and "." not in place:
        return  # as it should be
    game = tmp_path / "game"
    (game / "variants").mkdir(parents=True)
    (game / "scenarios").mkdir()
    if place != "game.yaml":
        (game / "game.yaml").write_text(GAME + NAMING.get(place, ""), encoding="utf-8")
    if place == "variants/house.accepted.yaml":
        (game / "variants/house.yaml").write_text(HOUSE, encoding="utf-8")
    if "." not in place:
        (game / place).rmdir()
    NO_FILES[what](game / place)
    errors = [d for d in check_paths([game]).diagnostics if d.severity is Severity.ERROR]
    where = {str(game / place), *([str(game / "game.yaml")] if place in NAMING else [])}
    assert errors
    assert {d.span.file for d in errors} <= where
    assert {d.code for d in errors} <= {"unreadable-file", "include-outside", "missing-include"}
    if place not in NAMING:
        assert len(errors) == 1


@pytest.mark.parametrize("folder", ["", "scenarios", "variants"])
def test_the_lock_of_an_editor_is_no_rule_file(folder: str, tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(GAME, encoding="utf-8")
    (tmp_path / folder).mkdir(exist_ok=True)
    (tmp_path / folder / ".#game.yaml").symlink_to("somebody@here.1234:5678")
    assert check_paths([tmp_path]).diagnostics == []


@pytest.mark.parametrize("place", ["scenarios", "variants", "elsewhere"])
def test_a_folder_that_can_not_be_looked_into_is_told_once(place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "game.yaml").write_text(GAME, encoding="utf-8")
    (tmp_path / place).mkdir()
    looked = os.scandir

    def refused(path: str | Path = ".") -> object:
        if Path(path) == tmp_path / place:
            raise PermissionError(13, "Permission denied", str(path))
        return looked(path)

    monkeypatch.setattr(os, "scandir", refused)
    told = [(d.code, d.span.file) for d in check_paths([tmp_path]).diagnostics]
    assert told == [("unreadable-file", str(tmp_path / place))]
