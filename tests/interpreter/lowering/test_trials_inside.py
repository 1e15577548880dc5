"""What has to hold after a choice in the middle of a deed: of a card that is played, and of a rule at it."""

from __future__ import annotations

import random

from custumal.interpreter.keys.keys import Keys
from custumal.interpreter.position.state import OVER, Position
from tests.support.compiled_twins import TwinMachine
from tests.support.small_games import machine_for

GAME = """
    players: 2
    kinds:
      stone: {owned: true}
      card: {owned: true, printed: {n: 1 to 9}}
    components:
      stones: {kind: stone, in: "at(board, 1, position(owner, seats))", for-each: {owner: seat}}
      cards:
        kind: card
        in: hand of owner
        for-each: {owner: seat}
        copies: 6
        rows: {glide: {n: 1}, jump: {n: 2}}
    zones:
      board: {holds: one stone, shape: {grid: [3, 2]}}
      hand(seat): card
    kept:
      jumps: {is: 0 to 99}
    actions:
      play-card:
        offered: turn
        choose: {card: my hand}
        do: [discard card, resolve(card)]
    procedures:
      resolve(card):
        do:
          glide:
            if: card is glide
            choose: {spot: cells of board where empty}
            ensure: {new: {that: occurrences(turn) is 0, because: It has stood like this before.}}
            do: move first(all(stone) where owner is me) to spot
          jump: {if: card is jump, do: raise jumps by 1}
    standing:
      push:
        after: procedures.resolve
        if: card is jump
        choose: {spot: cells of board where empty}
        ensure: {new: {that: occurrences(turn) is 0, because: It has stood like this before.}}
        do: move first(all(stone) where owner is not me) to spot
    play:
      turn: {rounds: seats, until: no (hand of first(seats)) and no (hand of last(seats)), remember: board, offer: turn}
    """


def test_a_card_never_brings_a_position_again() -> None:
    """Offered is each spot after which the board stands as never at the beginning of a turn, and no other."""
    plain = machine_for(GAME)
    machine, keys = TwinMachine(plain.instance, plain.program), Keys(plain)
    asked = 0
    for seed in range(4):
        chooser, state, seen = random.Random(seed), machine.start(seed), set[tuple[int | None, ...]]()
        while state.kind != OVER:
            choices = machine.choices(state)
            offered = [keys.at_stop(state, choice) for choice in choices]
            board = _board(machine, state)
            if offered[0].startswith("play-card"):
                seen.add(board)
            else:
                asked += 1
                mover = state.seat if offered[0].startswith("glide") else 1 - (state.seat or 0)
                assert [_spot(key) for key in offered] == [
                    spot for spot in range(6) if board[spot] is None and _after(board, mover, spot) not in seen
                ]
            machine.apply(state, chooser.choice(choices))
    assert asked > 20


def _board(machine: TwinMachine, state: Position) -> tuple[int | None, ...]:
    return tuple(state.c[machine.instance.zones["board"].content])


def _spot(key: str) -> int:
    column, row = (int(sign) for sign in key if sign.isdigit())
    return (row - 1) * 3 + column - 1


def _after(board: tuple[int | None, ...], stone: int | None, spot: int) -> tuple[int | None, ...]:
    return tuple(stone if cell == spot else None if found == stone else found for cell, found in enumerate(board))
