"""A border knows the tile whose it is, lying or only to be laid, as the tile on its other side knows it too; both machines alike."""

from __future__ import annotations

import random

from custumal.interpreter.position.state import OVER
from tests.support.compiled_twins import TwinMachine
from tests.support.small_games import machine_for

GAME = """
    lists: {edge: [grass, path]}
    kinds: {field: {printed: {edges: edge per side}}}
    components:
      fields:
        kind: field
        in: heap
        rows:
          bend: {edges: {north: path, east: path, south: grass, west: grass}, copies: 5}
      first-field:
        kind: field
        in: middle of meadow
        rows:
          gate: {edges: {north: grass, east: path, south: grass, west: grass}}
    zones:
      heap: field
      meadow: {holds: one field, shape: {grid: open, edges: edge, turns: quarter}}
    kept:
      own: {is: 0 to 99}
      both: {is: 0 to 99}
      others: {is: 0 to 99}
    define:
      seen-from-there(b border of meadow): some c in borders of beyond of b where beyond of c is field of b and field of c is beyond of b
    play:
      turn:
        repeat: 5
        do:
          lay: {seat: first(seats), offer: laying}
          look:
            do:
              - set own to sum(count(b in borders of t where field of b is t) for t in meadow)
              - set both to sum(count(b in borders of t where seen-from-there(b)) for t in meadow)
              - set others to sum(count(b in borders of t where field of b is not t) for t in meadow)
    actions:
      lay:
        offered: laying
        choose: {field: heap, pose: "poses(field, rim of meadow)"}
        require:
          near: {that: every b in borders of pose has field of b is field and beyond of b is not field, because: Of another.}
        do: move field to pose
    """


def test_a_border_knows_its_tile() -> None:
    plain = machine_for(GAME)
    machine = TwinMachine(plain.instance, plain.program)
    for seed in range(4):
        chooser, state = random.Random(seed), machine.start(seed)
        laid = 0
        while state.kind != OVER:
            machine.apply(state, chooser.choice(machine.choices(state)))
            laid += 1
            layouts = [machine.instance.kept[name] for name in ("own", "both", "others")]
            own, both, others = (state.c[layout.column][layout.base] for layout in layouts)
            assert own == both >= 2 * laid and others == 0  # each tile has been laid beside another: a border on both sides
        assert laid == 5
