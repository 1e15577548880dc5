"""How often a loop went round, how many turns there were in all, and how many a seat had."""

from __future__ import annotations

import pytest

from custumal.interpreter.engine import Engine
from custumal.interpreter.position.state import OVER
from tests.support.small_games import machine_for

GAME = """
    players: 2 to 4
    kept:
      gone(seat): {is: 0 to 99, until: end}
      rounds-gone(seat): {is: 0 to 99, until: end}
      all-gone(seat): {is: 0 to 99, until: end}
    play:
      game:
        repeat: 3
        do:
          turn:
            LOOP: seats where it is not last(seats) or passes(game) is not 2
            until: turns(turn) >= 11
            do:
              own: set gone of me to turns(turn, me)
              all: set all-gone of me to turns(turn)
              laps: set rounds-gone of me to passes(turn)
              act: {offer: turn}
    actions: {go: {offered: turn}}
    """


@pytest.mark.parametrize("loop", ["players", "rounds"])
@pytest.mark.parametrize("players", [2, 3])
def test_turns_are_counted_for_each_seat_and_in_all(loop: str, players: int) -> None:
    """What the rules count is what a bystander counts who watches whose turn it is; both machines agree."""
    machine = machine_for(GAME.replace("LOOP", loop), players)
    engines = [Engine(machine.instance), Engine(machine.instance, compiled=False)]
    states = [engine.start(1) for engine in engines]
    turns: list[int] = []
    while states[0].kind != OVER:
        assert states[0] == states[1]
        seat = states[0].seat
        assert seat is not None
        turns.append(seat)
        own, every, rounds = (
            states[0].c[layout.column][layout.base + seat]
            for layout in map(machine.instance.kept.__getitem__, ("gone", "all-gone", "rounds-gone"))
        )
        assert (own, every) == (turns.count(seat), len(turns))
        assert own <= rounds <= len(turns)
        choice = engines[0].choices(states[0])[0]
        states = [engine.after(state, choice) for engine, state in zip(engines, states, strict=True)]
    assert len(turns) == (11 if loop == "rounds" else 3 * players - 1)
