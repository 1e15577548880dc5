"""Monolyth against a referee of its own: in whole games, what can be chosen and what follows are as the rulebook says."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from random import Random
from typing import Any

import pytest

from custumal import State, load_game
from tests.games.monolyth.referee import WORDS, Cube, Option, Referee, option_of, ring_of, stone_of
from tests.support.scale import FULL

pytestmark = pytest.mark.slow


def seen(state: State) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(state.view(1).to_json())
    return found


def values(zone: dict[str, Any]) -> list[int]:
    """The values of the tokens in a zone."""
    return sorted(WORDS[entry["thing"].partition("-")[2]] for entry in zone["things"])


def cubes(zone: dict[str, Any]) -> dict[tuple[int, ...], str]:
    return {tuple(cell): stone_of(entry["thing"])[1] for entry in zone["things"] for cell in entry["cells"]}


def agrees(referee: Referee, view: dict[str, Any]) -> None:
    """All that lies on the table is where the referee has it."""
    zones = view["zones"]
    assert ring_of(view) == referee.ring
    assert view["kept"]["crystal"] == f"at(ring, {referee.crystal})"
    assert Counter(stone_of(entry["thing"]) for entry in zones["lid"]["things"]) == +referee.lid
    assert Counter(stone_of(entry["thing"])[1] for entry in zones["reserve"]["things"]) == +referee.reserve
    for name, tokens in referee.supply.items():
        assert values(zones[f"{name}-supply"]) == sorted(tokens)
    for seat, builder in enumerate(referee.builders):
        mine = {name: zones[name][f"p{seat + 1}"] for name in ("monolith", "notches", "levels", "structure")}
        assert cubes(mine["monolith"]) == builder.cubes
        sides = ("north", "east", "south", "west")
        assert {sides[e["cells"][0][0] - 1]: WORDS[e["thing"].partition("-")[2]] for e in mine["notches"]["things"]} == builder.notches
        assert values(mine["levels"]) == sorted(builder.levels)
        assert values(mine["structure"]) == builder.structure


def pick(options: list[Option], manner: str, dice: Random, referee: Referee) -> Option:
    """Builders follow the card and then fill layer by layer; wasters swap what they can, so that the reserve runs out."""
    placed = [option for option in options if option[0] == "place"]
    if manner == "random" or not placed or dice.random() < 0.06:
        return dice.choice(options)
    if manner == "wasteful" and (swaps := [option for option in placed if option[2] == "swap"]):
        return dice.choice(swaps)
    me = referee.builders[referee.turn]

    def badness(option: Option) -> tuple[float, ...]:
        cubes: frozenset[Cube] = option[3]  # type: ignore[assignment]  # of a placed stone
        to_card = 0 if me.structure else me.far_from(referee.card, cubes)
        return (to_card, sum(z for _, _, z in cubes) / len(cubes), option[2] == "swap", -len(cubes))

    return min(placed, key=badness)


@pytest.mark.parametrize("manner", ["building", "wasteful", "random"])
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_referee_agrees(players: int, manner: str) -> None:
    games_agree(players, manner, range(4) if FULL else [players], either=False)


@pytest.mark.parametrize("players", [1, 3])
def test_the_referee_agrees_where_either_condition_discards(players: int) -> None:
    games_agree(players, "wasteful", range(3) if FULL else [players], either=True)


def games_agree(players: int, manner: str, seeds: Iterable[int], *, either: bool) -> None:
    game = load_game("monolyth", options={"either-condition-discards": either})
    for seed in seeds:
        dice = Random(f"{seed}")
        state = game.start(players=players, seed=seed)
        referee = Referee(seen(state), players, either=either)
        agrees(referee, seen(state))
        while not state.is_over:
            assert not referee.over
            assert state.seat == referee.turn + 1
            keys = {option_of(choice.key): choice for choice in state.choices()}
            assert set(keys) == referee.options()
            option = pick(sorted(keys, key=repr), manner, dice, referee)
            state = state.play(keys[option])
            referee.carry_out(option)
            referee.drawn(ring_of(seen(state)))
            agrees(referee, seen(state))
        assert referee.over
        assert list(state.scores) == [builder.total() for builder in referee.builders]
        assert state.winners == (referee.winner() + 1,)
