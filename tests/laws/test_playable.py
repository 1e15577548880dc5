"""What is accepted can be played: with whatever numbers changed, a game that passes the check plays random games to their ends, for every
number of players, and nothing but a decision or chance ever stops it."""

from __future__ import annotations

import random
import re
import shutil
from pathlib import Path

import pytest

from custumal.dsl.check.game import check_game
from custumal.dsl.model import GameModel
from custumal.interpreter.api import Game
from custumal.interpreter.cache.tried_setup import try_setup
from custumal.interpreter.engine import Engine
from custumal.interpreter.library import shipped
from custumal.interpreter.position.state import CHANCE, OVER
from custumal.interpreter.setup.errors import PlayError
from tests.support.scale import FULL

CLASSICS = {name: path for name, path in shipped() if path.parent.parent.name == "classics"}
EDITS = 20 if FULL else 2
GENERATED = 1_000 if FULL else 40
CHOICES = 80
"""So many choices of a game are made at most: with other numbers it may go on for ever."""
PLAYED = {"place-full", "no-progress", "costly"}
"""What the text can't show: whether a place is full, and whether anybody can still choose, hangs on what has been chosen."""
_NUMBER = re.compile(r"(?<![\w.#-])\d+(?![\w.-])")


SMALL = """
custumal: 1
game: small
title: Small
players: 1 to 4
options: {size: {is: 1 to 5, default: 2}}
kinds: {chip: {printed: {worth: number}}}
components: {chips: {kind: chip, in: sack, for-each: {worth: 1 to #}, copies: #}}
zones:
  sack: {holds: chip, shape: pile}
  shelf: {holds: chip, room: # + 1}
  cup(seat): {holds: chip, room: # + 2}
  board: {holds: one chip, shape: {grid: [# + 1, size]}}
kept:
  clock: {is: # to 12, start: #, until: end}
  tally(seat): {is: 0 to #, until: end}
setup:
  mix: shuffle sack
  deal: {each: s in seats, do: draw # from sack to cup of s}
  lay:
    if: count(sack) > #
    do:
      - move top of sack to at(board, # + 1, 1)
      - draw # from sack to shelf
play:
  round:
    repeat: #
    do:
      turn: {players: seats, offer: turn}
      tick: raise clock by #
actions:
  put:
    offered: turn
    choose: {chip: my cup, cell: cells of board}
    require: {free: {that: cell is empty or tally of me > #, because: Taken.}}
    do:
      - move chip to cell if cell is empty
      - raise tally of me by worth of chip
  pick: {offered: turn, choose: {n: "# to #", cell: "up to # among cells of board"}, do: set tally of me to n * # - count(cell)}
  rest: {offered: turn, limit: "# per round", do: "set clock to max(clock - #, tally of me div (# + 1))"}
end:
  enough: {after: turn, if: tally of me > # or (no c in cells of board where row of c is #), do: stop round}
scoring: {chips: "count(my cup) * # + tally of me"}
ranking: {most: {most: my total}, late: {least: tally of me}}
"""


def generated(rng: random.Random) -> str:
    """A small game with other numbers everywhere."""
    return re.sub("#", lambda _: str(rng.choice((0, 1, 1, 2, 2, 3, 4, 5, 12))), SMALL)


def edited(text: str, rng: random.Random) -> str:
    """The text with one or two numbers of its rules changed; scenarios would only fail."""
    rules = text.partition("\nscenarios:")[0]
    head = rules.index("\n", rules.index("custumal:"))
    for _ in range(rng.choice((1, 1, 2))):
        found = rng.choice(list(_NUMBER.finditer(rules, head)))
        was = int(found.group())
        now = rng.choice((0, 1, 2, was + 1, max(was - 1, 0), was * 2, 9, 99, was * 7 + 3))
        rules = f"{rules[: found.start()]}{now}{rules[found.end() :]}"
    return f"{rules}\n"


def accepted(path: Path) -> GameModel | None:
    checked = check_game(path, "game.yaml", trial=try_setup)
    return checked.game


def play(engine: Engine, rng: random.Random) -> None:
    state = engine.start(rng.randrange(1000))
    for _ in range(CHOICES):
        if state.kind == OVER:
            break
        choices = [engine.draw(state)] if state.kind == CHANCE else engine.choices(state)
        engine.apply(state, rng.choice(choices))


def refusals(game: GameModel, rng: random.Random) -> list[str]:
    """What stops random games."""
    found = []
    for players in range(game.players[0], min(game.players[1], game.players[0] + 3) + 1):
        try:
            play(Game(game, {}).engine(players, compiled=rng.random() < 0.3), rng)
        except PlayError as error:
            found += [f"{players} players: {error.code}: {error.message}"] if error.code not in PLAYED else []
    return found


@pytest.mark.parametrize("name", CLASSICS)
def test_what_is_accepted_with_other_numbers_can_be_played(name: str, tmp_path: Path) -> None:
    shutil.copytree(CLASSICS[name].parent, tmp_path / "game", ignore=shutil.ignore_patterns("variants", "scenarios"))
    path, rng = tmp_path / "game" / "game.yaml", random.Random(f"{name} {EDITS}")
    original = path.read_text(encoding="utf-8")
    for _ in range(EDITS):
        path.write_text(edited(original, rng), encoding="utf-8")
        game = accepted(path)
        if game is not None:
            assert refusals(game, rng) == [], path.read_text(encoding="utf-8")


@pytest.mark.slow
def test_generated_games_that_are_accepted_can_be_played(tmp_path: Path) -> None:
    path, rng, played = tmp_path / "game.yaml", random.Random(f"small {GENERATED}"), 0
    for _ in range(GENERATED):
        path.write_text(generated(rng), encoding="utf-8")
        game = accepted(path)
        if game is not None:
            assert refusals(game, rng) == [], path.read_text(encoding="utf-8")
            played += 1
    assert played > GENERATED // 20
