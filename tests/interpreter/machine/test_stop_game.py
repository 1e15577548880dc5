"""`stop game` ends the game at once, from wherever it is said; both machines alike."""

from __future__ import annotations

import pytest

from custumal.interpreter.position.state import OVER
from tests.support.compiled_twins import TwinMachine
from tests.support.small_games import machine_for

GAME = """
    kept:
      done: {is: 0 to 99}
      mark(seat): {is: 0 to 9, until: turn}
    play:
      round:
        repeat: 3
        do:
          turn:
            players: seats
            do:
              begin: set mark of me to 5
              act: {offer: turn}
              count: raise done by 1
          next: raise done by 10
      last: raise done by 50
    actions:
      go: {offered: turn, do: []}
      leave-off: {offered: turn, do: DO}
    procedures: {close: {do: {one: {each: s in seats, do: stop game}}}}
    ENDS
    """
END = "end: {marked: {after: turn, if: done is 3, do: stop game}}"


@pytest.mark.parametrize(
    ("deed", "ends", "done"),
    [
        ("[]", "", 3 * (2 + 10) + 50),
        ("stop game", "", 2 + 10 + 1),
        ("close", "", 2 + 10 + 1),
        ("stop game if done > 99", "", 3 * (2 + 10) + 50),
        ("[]", "standing: {first: {before: actions.leave-off, do: stop game}}", 2 + 10 + 1),
        ("[]", END.replace("done is 3", "done is 13"), 13),
    ],
)
def test_nothing_happens_any_more(deed: str, ends: str, done: int) -> None:
    """The fourth choice is `leave-off`; what lived for a turn is put back where that turn is under way."""
    plain = machine_for(GAME.replace("DO", deed).replace("ENDS", ends), 2)
    machine = TwinMachine(plain.instance, plain.program)
    state = machine.start(1)
    for number in range(99):
        if state.kind == OVER:
            break
        machine.apply(state, machine.choices(state)[int(number == 3)])
    kept = {name: machine.instance.kept[name] for name in ("done", "mark")}
    assert state.kind == OVER
    assert state.c[kept["done"].column][kept["done"].base] == done
    assert state.c[kept["mark"].column][kept["mark"].base : kept["mark"].base + 2] == [0, 0]
