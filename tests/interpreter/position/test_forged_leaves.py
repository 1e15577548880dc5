"""Each value of a saved position changed, one after the other, with a digest that fits: it is refused in one sentence, or it is a position
like any other, which can be looked at, played on and saved again."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path as FilePath
from typing import Any

import pytest

from custumal import Game, State, load_game
from custumal.interpreter.setup.errors import PlayError
from tests.support.forged import Path, changed, forged, places
from tests.support.scale import FULL, NOT_QUICK
from tests.support.secret_games import SMUGGLERS

DIGGING = """\
custumal: 1
game: digging
title: Digging
players: 1 to 2
resources: {coin: {start: 9}}
kept: {spent(seat): {is: 0 to 99, until: end}}
actions:
  dig:
    offered: work
    choose: {k: 1 to 2, who: any among seats, depth: {let: my spent}}
    limit: 3 per turn
    cost: 1 coin
    do:
      - raise my spent by k
      - {offer: work, pick: any}
      - raise my spent by depth
play:
  turn: {rounds: seats, offer: work, pick: any}
end: {over: {after: turn, if: my spent > 30, do: stop game}}
"""
"""An action that is called again from within itself, so that calls save something."""
WRITTEN = {"smugglers": SMUGGLERS, "digging": DIGGING}
MARKET = str(FilePath(__file__).parents[2] / "cases" / "market" / "game.yaml")
GAMES = ("kuhn-poker", "pig", "goofspiel", "go", "liars-dice", "monolyth", "monastery", "kings-abbey", MARKET, *WRITTEN)
WRONG: tuple[Any, ...] = (None, "x", -1, 0, 1, 7, 2**63 - 1, 10**30, 0.5, True, [], {}, [[]], [None], [-1])
LONGER: tuple[Any, ...] = (None, 0, "x", [])
POSITIONS, LEAVES, MOVES = (6, 400, 20) if FULL else (2, 24, 5)


@pytest.fixture(scope="module", params=GAMES, ids=lambda name: FilePath(name).parent.name if "/" in name else name)
def game(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Game:
    if request.param not in WRITTEN:
        return load_game(request.param)
    file = tmp_path_factory.mktemp("written") / f"{request.param}.yaml"
    file.write_text(WRITTEN[request.param], encoding="utf-8")
    return load_game(str(file))


def reached(game: Game, chooser: random.Random) -> list[State]:
    """Some positions of a game at random."""
    found: list[State] = []
    state = game.start(seed=chooser.randrange(99), auto_chance=False)
    while len(found) < 60 and not state.is_over:
        state = state.play(chooser.choice(possible(state)))
        found.append(state)
    return chooser.sample(found, min(POSITIONS, len(found)))


def possible(state: State) -> list[Any]:
    """What can be chosen, or can come."""
    return [*state.choices(), *(outcome for _, outcome in state.outcomes())]


def leaves(state: State, chooser: random.Random) -> list[Path]:
    """Values and lists of a position, three of four of them in what is remembered of the course of play as far as it can matter."""
    data, engine = json.loads(state.to_json()), state.game.engine(state.players)
    live = engine.liveness.at(data["state"]["pc"], data["state"]["stack"])
    within = [path for path in places(data["state"], ("state",)) if len(path) > 2]
    most = LEAVES if FULL or state.game.id not in NOT_QUICK else LEAVES // 6
    frame = [path for path in within if path[1] == "frame" and live >> int(path[2]) & 1]
    others = [path for path in within if path[1] != "frame"] + [("state", part) for part in data["state"]]
    return chooser.sample(frame, min(len(frame), most)) + chooser.sample(others, min(len(others), most // 3))


def forgeries(data: dict[str, Any], path: Path) -> Iterator[dict[str, Any]]:
    """The position with something else in one place."""
    now: Any = data
    for step in path:
        now = now[step]
    others = [value for value in WRONG if (value, type(value)) != (now, type(now))]
    if isinstance(now, list):
        others += [now[:-1], now + now[-1:], now[::-1], *([*now, value] for value in LONGER)]
    for value in others:
        yield changed(data, path, lambda node, step, value=value: node.__setitem__(step, value))  # type: ignore[misc]
    yield changed(data, path, lambda node, step: node.__delitem__(step))


def play_on(state: State, chooser: random.Random) -> None:
    """Look at a position, go on from it, and save it at every step; rules may ask for what is impossible there."""
    for seat in range(1, state.players + 1):
        state.determine(seat, chooser)
    for choice in possible(state)[:3]:
        assert choice.label()
    for _ in range(MOVES):
        for seat in range(1, state.players + 1):
            state.view(seat)
            state.scores_seen_by(seat)
        text = state.to_json()
        again = state.game.state(text, auto_chance=False)
        assert again == state
        assert again.to_json() == text
        if state.is_over:
            return
        state = state.play(chooser.choice(possible(state)))


def refusal(game: Game, wrong: dict[str, Any]) -> str | None:
    """Why a forged position is none, and else None: it can be played."""
    try:
        game.state(forged(wrong), auto_chance=False)
    except ValueError as error:
        return str(error)
    return None


@pytest.mark.slow
def test_a_forged_value_is_refused_or_makes_no_difference_in_kind(game: Game) -> None:
    chooser = random.Random(9)
    refused = taken = 0
    for state in reached(game, chooser):
        data = json.loads(state.to_json())
        for path in leaves(state, chooser):
            for wrong in forgeries(data, path):
                sentence = refusal(game, wrong)
                if sentence is None:
                    taken += 1
                    with suppress(PlayError):
                        play_on(game.state(forged(wrong), auto_chance=False), chooser)
                else:
                    refused += 1
                    assert re.fullmatch(r"This is no position of (?![^\n]*\. )[^\n]*\.", sentence), (path, sentence)
    assert refused > taken
