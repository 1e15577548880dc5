"""What is tried out is counted by what it takes, not by what it could take at the worst."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from custumal import load_game
from custumal.interpreter.engine import Engine
from custumal.interpreter.position.state import OVER

pytestmark = pytest.mark.slow

VARIANT = """custumal: 1
variant: tried-for-nothing
of: monastery
title: Tried for nothing
kept: {never-so: {is: truth, until: end}}
procedures: {make-it-so: {do: set never-so to true}}
standing: {so: {after: actions.walk, if: never-so, do: make-it-so}}
edits:
  tried: {add: actions.walk.ensure.always-so, with: {that: passes(STEP) >= 0 or not never-so, because: It is always so.}}
"""


def test_a_walk_that_is_tried_out_is_no_longer_than_another(tmp_path: Path) -> None:
    """Behind each walk it is asked whether anything can be chosen then, which takes another round of trials."""
    game = load_game("monastery")
    file = tmp_path / "tried-for-nothing.yaml"
    file.write_text(VARIANT.replace("STEP", game.model.play[0].source.address), encoding="utf-8")
    changed = load_game("monastery", variants=[str(file)])
    assert _played(game.engine(2), 60) == _played(changed.engine(2), 60)


def _played(engine: Engine, most: int) -> list[list[str]]:
    """The keys of the choices at each stop of the beginning of a random game."""
    random, found = Random(1).random, list[list[str]]()
    position = engine.settled(engine.start(1))
    while position.kind != OVER and len(found) < most:
        choices = engine.choices(position)
        found.append([engine.key(position, choice) for choice in choices])
        engine.apply(position, choices[int(random() * len(choices))])
        engine.settled(position)
    return found
