"""`restrict` on whatever a seat chooses: an action, an action that a rule offers or has of its own, a step, a procedure, a hook."""

from __future__ import annotations

import random

import pytest

from custumal.interpreter.engine import Engine
from custumal.interpreter.keys.keys import Keys
from custumal.interpreter.position.state import OVER, Position
from tests.support.compiled_twins import TwinMachine
from tests.support.small_games import machine_for

GAME = """
kept:
  n(seat): {is: 0 to 50, until: end}
resources: {coin: {start: 30}}
kinds: {card: {active: this is in shelf of owner}}
components:
  cards:
    kind: card
    in: shelf of first(seats)
    rows:
      well: {abilities: {dip: {offered: turn, choose: {deep: 1 to 3}, do: raise n of me by deep}}}
zones: {shelf(seat): card}
actions:
  grow: {offered: turn, choose: {much: 1 to 3}, cost: much * coin, do: raise n of me by much}
play:
  round:
    repeat: 4
    do:
      turn:
        players: seats
        do:
          act: {offer: turn}
          gift:
            let: {far: next of next of me}
            choose: {target: seats where it is not me, gain: 1 to 2}
            do: raise n of target by gain
procedures:
  pay(s seat): {seat: s, choose: {part: 1 to 3}, do: lose part * coin}
standing:
  free: {offer: actions.grow, offered: turn, choose: {extra: 1 to 2}, cost: none, then: raise n of me by extra}
  own: {offered: turn, choose: {more: 1 to 3}, do: pay(me)}
  again: {after: actions.grow, choose: {twice: 1 to 3}, do: raise n of me by twice}
RULES
"""
RULES = {
    "": "",
    "gift": "  r: {restrict: gift, that: target is not far, because: Too far.}",
    "free": "  r: {restrict: standing.free, that: extra + much < 5, because: Too much.}",
    "own": "  r: {restrict: standing.own, if: me is not first(seats), that: more < 3, because: Less.}",
    "dip": "  r: {restrict: components.cards.well.abilities.dip, that: deep is 2, because: Two.}",
    "pay": "  r: {restrict: procedures.pay, that: part < 3 and s is me, because: Less.}",
    "again": "  r: {restrict: standing.again, that: twice > 1 or much is 1, because: More.}",
}


def seen(rule: str) -> set[str]:
    """All keys that are listed in some random games, each with the seat that was asked, by both machines."""
    plain = machine_for(GAME.replace("RULES", RULES[rule]), 3)
    machine = TwinMachine(plain.instance, plain.program)
    keys, found = Keys(machine), set()
    for seed in range(6):
        chooser, state = random.Random(seed), machine.start(seed)
        while state.kind != OVER:
            choices = machine.choices(state)
            found |= {f"p{(state.seat or 0) + 1} {keys.at_stop(state, choice)}" for choice in choices}
            machine.apply(state, chooser.choice(choices))
    return found


@pytest.fixture(scope="module")
def free() -> set[str]:
    return seen("")


@pytest.mark.parametrize(
    ("rule", "gone"),
    [
        ("gift", {"p1 gift(p3, 1)", "p1 gift(p3, 2)", "p2 gift(p1, 1)", "p2 gift(p1, 2)", "p3 gift(p2, 1)", "p3 gift(p2, 2)"}),
        ("free", {f"p{seat} free(3, 2)" for seat in (1, 2, 3)}),
        ("own", {"p2 own(3)", "p3 own(3)"}),
        ("dip", {"p1 dip(well, 1)", "p1 dip(well, 3)"}),
        ("pay", {f"p{seat} pay(3)" for seat in (1, 2, 3)}),
    ],
)
def test_only_what_it_forbids_is_gone(rule: str, gone: set[str], free: set[str]) -> None:
    """Everything else can still be chosen."""
    assert gone < free
    assert seen(rule) == free - gone


def test_a_hook_sees_what_it_hooks() -> None:
    engine = Engine(machine_for(GAME.replace("RULES", RULES["again"]), 3).instance)
    for much, listed in ((1, {"again(1)", "again(2)", "again(3)"}), (2, {"again(2)", "again(3)"})):
        state = engine.start(1)
        choice = engine.find(state, f"grow({much})")
        assert choice is not None
        engine.apply(state, choice)
        assert keys_at(engine, state) == listed


def test_the_reason_is_told() -> None:
    engine = Engine(machine_for(GAME.replace("RULES", RULES["gift"]), 3).instance)
    state = engine.start(1)
    choice = engine.find(state, "grow(1)")
    assert choice is not None
    engine.apply(state, choice)
    first = engine.find(state, "again(1)")
    assert first is not None
    engine.apply(state, first)
    assert [(reason.address, reason.text) for reason in engine.why_not(state, "gift(p3, 1)")] == [("standing.r", "Too far.")]


def keys_at(engine: Engine, state: Position) -> set[str]:
    keys = Keys(engine.reference)
    return {keys.at_stop(state, choice) for choice in engine.choices(state)}
