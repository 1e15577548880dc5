"""A key names one choice: no part of a key is one, unless it is a key itself."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest

from custumal import IllegalChoice, State, load_game
from custumal.interpreter.library import shipped
from custumal.interpreter.runs.scenarios import run_scenarios
from tests.support.scale import FULL
from tests.support.small_games import machine_for, meant

GAMES = [name for name, _ in shipped()]
STOPS, CHOICES, MOST = (60, 6, 400) if FULL else (8, 2, 300)
"""Stops of a game, keys at a stop, and choices at a stop at which all that is listed is looked at."""
COPY = re.compile(r", \d+\)")


def parts(key: str) -> Iterator[str]:
    """Texts that leave out something of a key: ends, words, values, numbers."""
    yield from (key[:end] for end in range(1, len(key)))
    yield from re.findall(r"[\w-]+", key)
    yield from re.findall(r"\w+", key)
    yield from (key[: found.start()] + ")" + key[found.end() :] for found in COPY.finditer(key))
    yield key.partition("(")[2]


def stops(name: str) -> Iterator[tuple[State, list[str]]]:
    """Stops of a random game, chance included, with the keys of all that can be chosen or come there."""
    chooser = random.Random(11)
    game = load_game(name)
    state = game.start(players=game.players[1], seed=11, auto_chance=False)
    for _ in range(STOPS):
        if state.is_over:
            return
        choices = state.choices() or tuple(outcome for _, outcome in state.outcomes())
        if len(choices) <= MOST:
            yield state, [choice.key for choice in choices]
        state = state.play(chooser.choice(choices))


@pytest.mark.parametrize("name", GAMES)
def test_a_part_of_a_key_is_refused_and_every_key_is_played(name: str) -> None:
    chooser = random.Random(12)
    refused = 0
    for state, keys in stops(name):
        legal = set(keys)
        for key in chooser.sample(keys, min(CHOICES, len(keys))):
            assert state.play(key) is not None
            left = sorted({part.strip() for part in parts(key)} - legal - {""})
            for part in left if FULL else chooser.sample(left, min(12, len(left))):
                with pytest.raises(IllegalChoice):
                    state.play(part)
                refused += 1
    assert refused


BEGINNINGS = """
    kept: {a: {is: 0 to 9}, b: {is: 0 to 9}}
    kinds: {die: {}}
    components: {dice: {kind: die, in: table, copies: 2}}
    zones: {table: die, shelf: die}
    setup: {shown: {do: move first(table) to shelf}}
    play: {turn: {players: seats, offer: turn}}
    actions:
      lay: {offered: turn, require: {never: {that: a is 9, because: Only at nine.}}, do: raise a by 1}
      lay-down: {offered: turn, do: raise b by 1}
      pick: {offered: turn, choose: {which: all(die)}, do: raise b by 1}
    scenarios:
      played: {when: [KEY], then: {one: b is 1}}
      allowed: {then: {it: {allowed: KEY}}}
      forbidden: {then: {it: {forbidden: KEY}}}
"""


def held(key: str) -> dict[str, str]:
    """What fails of the scenarios of the game with this key in them; empty texts for what holds."""
    game = machine_for(BEGINNINGS.replace("KEY", f'"{key}"')).instance.game
    return {result.scenario.source.id: "; ".join(failure.message for failure in result.failures) for result in run_scenarios(game)}


def test_in_scenarios_a_key_is_whole() -> None:
    assert held("lay-down") == {"played": "", "allowed": "", "forbidden": "`lay-down` is allowed."}
    begun = held("lay")
    assert begun["forbidden"] == ""
    assert "Only at nine." in begun["played"]
    assert "Only at nine." in begun["allowed"]


def test_only_a_scenario_may_leave_out_which_copy() -> None:
    assert held("pick(dice)") == {"played": "", "allowed": "", "forbidden": "`pick(dice)` is allowed."}
    machine = machine_for(BEGINNINGS.replace("KEY", "lay-down"))
    state = machine.start(1)
    assert meant(machine, state, "pick(dice(1))") is not None
    assert meant(machine, state, "pick(dice)") is None
