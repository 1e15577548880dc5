"""Earlier positions: what a step remembers, how often it stood so, and that nothing may come again."""

from __future__ import annotations

from random import Random

import pytest

from custumal.interpreter.engine import Engine
from custumal.interpreter.position.state import OVER, Position
from custumal.interpreter.reference.machine import Machine
from custumal.interpreter.setup.values import Value
from tests.support.scale import FULL
from tests.support.small_games import Play, machine_for

CAPTURE = """
    options: {size: {is: 2 to 5, default: 3}, again: {is: truth, default: false}}
    zones: {board: {shape: {grid: [size, size]}}}
    kept:
      mark(cell of board): {is: maybe seat, until: end}
      passed: {is: 0 to 2, until: end}
    define:
      group(cell of board, s seat): reach(c in [cell] through (d in neighbours of c where mark of d is s))
      alive(cell of board, s seat): some c in group(cell, s) where (some d in neighbours of c where mark of d is none)
    play:
      turn: {rounds: seats, remember: mark, offer: turn}
    actions:
      place:
        offered: turn
        choose: {cell: cells of board}
        require: {empty: {that: mark of cell is none, because: Taken.}}
        ensure:
          living: {that: "alive(cell, me)", because: No liberty.}
          new: {that: occurrences(turn) is 0, unless: again, because: It stood so before.}
        do:
          laid: set mark of cell to me
          taken:
            each: c in neighbours of cell where mark of c is next of me
            do: {dead: {if: "not alive(c, next of me)", do: "set mark of group(c, next of me) to none"}}
          moved: reset passed
      rest: {offered: turn, do: raise passed by 1}
    end: {both: {after: turn, if: passed is 2, do: stop turn}}
    """
"""Groups without liberties are taken: what stood once may not come again."""

WALK = """
    kinds: {man: {owned: true}}
    components: {men: {kind: man, in: "at(path, 1)", for-each: {owner: seat}, copies: 2}}
    zones: {path: {holds: man, shape: {ring: 3}}}
    kept: {tired(man): {is: truth, until: end}}
    play:
      turn: {rounds: seats, remember: [path, tired], until: occurrences(turn) > 999, offer: turn}
    actions:
      step: {offered: turn, choose: {man: all(man) where owner is me}, do: move man to next of cell of man}
      rest: {offered: turn, choose: {man: all(man) where owner is me}, do: set tired of man to not tired of man}
    """


@pytest.mark.parametrize("position", ["remember: mark", "remember: everything, regardless-of: passed"])
@pytest.mark.parametrize("size", [2, 3])
def test_what_may_not_come_again_is_what_stood_before(size: int, position: str) -> None:
    machine = machine_for(CAPTURE.replace("remember: mark", position), 2, {"size": size, "again": False})
    engines = [Engine(machine.instance), Engine(machine.instance, compiled=False)]
    for seed in range(60 if FULL else 6):
        play_beside(engines, Random(seed))


def play_beside(engines: list[Engine], dice: Random) -> None:
    """Plays a random game and compares what is legal with the boards that stood before, noted here."""
    board = engines[0].instance.kept["mark"]
    states = [engine.start(1) for engine in engines]
    stood: list[list[Value]] = []
    while states[0].kind != OVER:
        stood.append(states[0].c[board.column][board.entries])
        listed = [engine.choices(state) for engine, state in zip(engines, states, strict=True)]
        assert listed[0] == listed[1]
        for choice in listed[0]:
            after = engines[0].after(states[0], choice).c[board.column][board.entries]
            assert after == stood[-1] or after not in stood
        choice = dice.choice(listed[0])
        states = [engine.after(state, choice) for engine, state in zip(engines, states, strict=True)]
        assert states[0] == states[1]


@pytest.mark.parametrize(("size", "count"), [(2, 57), (3, 12_675)])
def test_as_many_positions_can_be_reached_as_are_legal(size: int, count: int) -> None:
    """The published numbers of legal positions of Go (J. Tromp, G. Farnebäck, Combinatorics of Go)."""
    if size > 2 and not FULL:
        pytest.skip("only in a full run: twelve thousand positions")
    machine = machine_for(CAPTURE, 2, {"size": size, "again": True})
    engine, board = Engine(machine.instance), machine.instance.kept["mark"]
    seen: set[tuple[Value, ...]] = set()
    waiting = [engine.start(1)]
    while waiting:
        state = waiting.pop()
        marks = (state.seat, *state.c[board.column][board.entries])
        if marks in seen or state.kind == OVER:
            continue
        seen.add(marks)
        waiting += [engine.after(without_passes(engine, state), choice) for choice in engine.choices(state)]
    assert len({marks[1:] for marks in seen}) == count


def without_passes(engine: Engine, state: Position) -> Position:
    """The same position with nobody having passed, so that the game goes on."""
    passed = engine.instance.kept["passed"]
    found = state.copy()
    found.c[passed.column][passed.base] = 0
    return found


@pytest.mark.parametrize("seed", range(40 if FULL else 4))
def test_positions_are_the_same_where_nobody_could_tell_them_apart(seed: int) -> None:
    """Men of one seat walk round a ring and get tired: which of them it is does not count, but where a tired one stands does."""
    machine = machine_for(WALK)
    slot, dice, state = machine.program.slots["@positions play.turn"], Random(seed), machine.start(1)
    looks: dict[int, list[list[tuple[int | None, Value]]]] = {}
    for _ in range(300):
        (_, digest), look = state.frame[slot][-1], as_told(machine, state)
        assert looks.setdefault(digest, look) == look
        assert [other for other, told in looks.items() if told == look] == [digest]
        machine.apply(state, dice.choice(machine.choices(state)))
    assert len(looks) > 30


def as_told(machine: Machine, state: Position) -> list[list[tuple[int | None, Value]]]:
    """For each cell whose men stand there, and which of them are tired."""
    tired, path = machine.instance.kept["tired"], machine.instance.zones["path"]
    men = (state.piles[path.piles + cell] for cell in range(path.cells))
    return [sorted((machine.instance.owner(man), state.c[tired.column][tired.index((man,))]) for man in cell) for cell in men]


def test_each_loop_begins_with_nothing_remembered() -> None:
    game = Play(
        CAPTURE.replace("turn: {rounds:", "match: {repeat: 2, do: {turn: {rounds:").replace(
            "offer: turn}\n    actions", "offer: turn}}}\n    actions"
        )
    )
    slot = game.machine.program.slots["@positions play.match.turn"]
    game.do("rest", "rest")
    assert len(game.state.frame[slot]) == 1


VEILED = """
custumal: 1
kinds: {coin: {printed: {worth: 1 to 2}}}
components:
  coins: {kind: coin, in: heap, for-each: {worth: 1 to 2}, copies: 2}
zones: {heap: coin, bag: {holds: coin, shape: bag}}
kept:
  WHAT
play:
  turn: {players: seats, offer: deed}
  back: draw 1 from bag to heap
actions:
  mark: {offered: deed, choose: {coin: heap}, do: [EFFECT, move coin to bag]}
scoring: {none: 0}
ranking: {most: {most: my total}}
"""


@pytest.mark.parametrize(
    ("kept", "effect"),
    [
        ("forged(coin): {is: truth, seen-by: nobody, until: end}", "set forged of coin to true"),
        ("wish(seat): {is: maybe coin, seen-by: owner, until: end}", "set wish of me to coin"),
    ],
)
def test_things_of_which_something_hidden_is_kept_are_never_alike(kept: str, effect: str) -> None:
    """Whoever sees one key for two of them knew that nothing is kept of either."""
    play = Play(VEILED.replace("WHAT", kept).replace("EFFECT", effect), 2)
    assert play.keys == [f"mark(coins({worth}, {copy}))" for worth in (1, 2) for copy in (1, 2)]
    play.do("mark(coins(1, 2))", "mark(coins(1))")
    assert play.chance
    assert len(play.keys) == 2
