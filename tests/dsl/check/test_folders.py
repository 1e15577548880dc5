"""What a folder stands for: games with all that belongs to them, and rule files that lie beside them and belong to nothing."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from custumal.dsl.check.paths import check_paths

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
