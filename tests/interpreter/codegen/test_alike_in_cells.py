"""Things that look alike are one candidate where they lie in one place; in the cells of a board they are several."""

from __future__ import annotations

from tests.support.compiled_twins import TwinMachine
from tests.support.small_games import Play

GAME = """\
custumal: 1
kinds: {plot: {printed: {wells: number}}}
components: {plots: {kind: plot, in: bag, rows: {dry: {wells: 0, copies: 4}}}}
zones: {bag: plot, market: {holds: one plot, shape: {slots: 3}}, garden(seat): plot}
setup: {fill: {each: c in cells of market, do: move first(bag) to c}}
play: {turn: {players: seats, offer: buying}}
actions: {take: {offered: buying, choose: {plot: market}, do: move plot to my garden}}
scoring: {plots: count(my garden)}
"""


def test_in_slots_each_is_a_choice_of_its_own() -> None:
    play = Play(GAME)
    play.machine = TwinMachine(play.machine.instance, play.machine.program)
    play.state = play.machine.start(1)
    assert len(play.machine.choices(play.state)) == 3
    assert len(set(play.keys)) == 3
    heap = Play(
        GAME.replace("market: {holds: one plot, shape: {slots: 3}}", "market: plot")
        .replace("c in cells of market", "n in 1 to 3")
        .replace("to c}", "to market}")
    )
    heap.machine = TwinMachine(heap.machine.instance, heap.machine.program)
    heap.state = heap.machine.start(1)
    assert len(heap.machine.choices(heap.state)) == 1
