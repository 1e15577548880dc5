"""What the `if` of a standing rule has shown holds in what the rule does: for every kind of rule, in both machines."""

from __future__ import annotations

import random

from custumal.interpreter.keys.keys import Keys
from custumal.interpreter.position.state import OVER
from tests.support.compiled_twins import TwinMachine
from tests.support.small_games import machine_for

GAME = """
    kept:
      fav: {is: maybe 1 to 5, until: end}
      n: {is: 0 to 50, until: end}
    resources: {coin: {start: 3}, hay: {start: 3}}
    values: {pace: 1}
    play: {turn: {rounds: seats, until: turns(turn) > 20, offer: turn}}
    actions:
      grow: {offered: turn, choose: {much: 1 to 3}, cost: 1 coin, do: raise n by much + pace}
      pick: {offered: turn, choose: {what: 1 to 5}, do: set fav to what}
      drop: {offered: turn, do: reset fav}
    standing:
      after: {after: actions.grow, if: fav is not none, do: [raise n by fav, gain 1 coin]}
      modify: {modify: values.pace, if: fav is not none, add: fav}
      restrict: {restrict: actions.grow, if: fav is not none, that: much <= fav + 1, because: No.}
      accept: {accept: hay, as: coin, if: fav is not none, up-to: fav}
      offer: {offer: actions.grow, offered: turn, if: fav is not none, choose: {extra: 1 to fav}, cost: none, then: raise n by extra}
      action: {offered: turn, if: fav is not none, choose: {more: 1 to fav}, do: raise n by more}
    ranking: {most: {most: n}}
    """


def test_both_machines_play_it_alike() -> None:
    plain = machine_for(GAME)
    machine = TwinMachine(plain.instance, plain.program)
    keys, chosen = Keys(machine), set()
    for seed in range(20):
        chooser = random.Random(seed)
        state = machine.start(seed)
        while state.kind != OVER:
            choice = chooser.choice(machine.choices(state))
            chosen.add(keys.at_stop(state, choice).partition("(")[0])
            machine.apply(state, choice)
    assert chosen == {"grow", "pick", "drop", "offer", "action"}
