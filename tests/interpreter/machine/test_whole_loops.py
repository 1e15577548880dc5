"""Hooks on a step with a loop: at each pass, or once around all of them; both machines alike."""

from __future__ import annotations

import pytest

from custumal.interpreter.engine import Engine
from custumal.interpreter.position.state import OVER
from tests.support.compiled_twins import TwinMachine
from tests.support.small_games import machine_for

GAME = """
    kept:
      at-first: {is: 0 to 999, until: end}
      at-last: {is: 0 to 999, until: end}
      passed: {is: 0 to 999, until: end}
      done: {is: 0 to 999, until: end}
    play:
      night:
        repeat: 2
        do:
          shift:
            LOOP
            do:
              - raise done by 1
              - STOP
          rest: {seat: first(seats), offer: night}
    actions: {sleep: {offered: night, do: []}}
    standing:
      before: {before: shift, whole: true, do: raise at-first by 1 + 10 * done}
      after: {after: shift, whole: true, do: raise at-last by 1 + 10 * done}
      pass: {after: shift, do: raise passed by 1}
    """


def told(loop: str, stop: str) -> tuple[int, ...]:
    """Of one game: what was done, how often a pass was hooked, what the hooks around the loop saw done before and after."""
    plain = machine_for(GAME.replace("LOOP", loop).replace("STOP", stop), 2)
    machine = TwinMachine(plain.instance, plain.program)
    state = machine.start(1)
    while state.kind != OVER:
        machine.apply(state, machine.choices(state)[0])
    layouts = (machine.instance.kept[name] for name in ("done", "passed", "at-first", "at-last"))
    return tuple(state.c[layout.column][layout.base] for layout in layouts)


@pytest.mark.parametrize(
    ("loop", "stop", "done"),
    [
        ("repeat: 3", "raise done by 0", 3),
        ("each: s in seats", "raise done by 0", 2),
        ("players: seats", "raise done by 0", 2),
        ("until: done mod 4 is 3", "raise done by 0", None),
        ("repeat: 0", "raise done by 0", 0),
        ("repeat: endless", "stop shift if done mod 3 is 0", None),
        ("rounds: seats", "leave shift", 2),
        ("repeat: 5", "finish shift if done mod 2 is 0", 2),
    ],
)
def test_once_around_and_once_a_pass(loop: str, stop: str, done: int | None) -> None:
    first = {"until: done mod 4 is 3": 3, "repeat: endless": 3}.get(loop, done)
    second = {"until: done mod 4 is 3": 0}.get(loop, first)
    assert first is not None and second is not None
    hooked = {"stop shift if done mod 3 is 0": first + second - 2}.get(stop, first + second)  # a pass that is stopped has no end
    assert told(loop, stop) == (first + second, hooked, 1 + 1 + 10 * first, 1 + 1 + 10 * first + 10 * (first + second))


@pytest.mark.parametrize(("players", "runs"), [(2, 2), (3, 0)])
def test_not_where_the_loop_does_not_begin(players: int, runs: int) -> None:
    machine = machine_for(GAME.replace("LOOP", "if: players is 2\n            repeat: 1").replace("STOP", "raise done by 0"), players)
    engine = Engine(machine.instance)
    state = engine.start(1)
    while state.kind != OVER:
        engine.apply(state, engine.choices(state)[0])
    found = [state.c[machine.instance.kept[name].column][machine.instance.kept[name].base] for name in ("done", "at-first", "at-last")]
    assert found == ([2, 12, 32] if runs else [0, 0, 0])
