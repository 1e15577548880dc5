"""States: copies, JSON, digests, and that things are never lost, doubled or in two places."""

from __future__ import annotations

import json
import random

import pytest

from custumal.dsl.base.types import BUNDLE, SEAT, Cell, Column, Maybe, Number, Pose, Set, Thing
from custumal.dsl.model import Build, Draw, Move, Swap, Trade, Write
from custumal.interpreter.position.mutation import discard_thing, move_thing, place_thing, swap_things
from custumal.interpreter.position.state import Position
from custumal.interpreter.reference.effects import apply
from custumal.interpreter.setup.errors import PlayError
from custumal.interpreter.setup.instance import Instance
from custumal.interpreter.setup.layout import BOX, MASKS, PLACEMENTS, PLACES
from tests.support.model_games import CARD, SPAN, at, card_game, const, cube_game, evaluator_of, number, op, opened, place, seat, things


def locations(w: Instance, zone: str) -> range:
    found = w.zones[zone]
    return range(found.base, found.base + found.size)


def assert_consistent(w: Instance, state: Position) -> None:
    """Every thing is where its place says, and nowhere else; masks agree with contents."""
    found: dict[int, set[int]] = {thing: set() for thing in range(w.layout.things)}
    for zone in w.zones.values():
        for local in range(zone.size):
            lying = [state.c[zone.content][local]] if zone.content >= 0 else state.piles[zone.piles + local]
            for thing in lying:
                if thing is not None:
                    found[thing].add(zone.base + local)
            if zone.masks >= 0:
                filled = bool(state.c[MASKS][zone.masks + local // zone.cells] >> local % zone.cells & 1)
                assert filled == (state.c[zone.content][local] is not None)
    for thing, where in found.items():
        place_ = state.c[PLACES][thing]
        assert (place_ == BOX) == (not where)
        assert place_ == BOX or place_ == min(where)
        if len(where) > 1:
            assert state.c[PLACEMENTS][thing] is not None


def test_opening_puts_things_where_the_table_says() -> None:
    w, state = opened(card_game())
    assert [thing.row for thing in w.things] == [0, 0, 1, 1, 2, 2]
    assert w.attr["card"]["colour"] == (0, 1, 0, 1, 0, 0)
    assert state.piles[w.zones["deck"].piles] == (0, 1, 2, 3)
    assert state.piles[w.zones["bag"].piles] == (4, 5)
    assert evaluator_of(w).kept("coin", (1,), state) == 3
    assert evaluator_of(w).kept("round", (), state) == 1
    assert_consistent(w, state)


def test_a_copy_is_equal_and_independent() -> None:
    w, state = opened(card_game())
    before = state.to_json()
    copy = state.copy()
    assert copy == state
    move_thing(w.layout, copy, 3, locations(w, "hand")[0])
    copy.c[1][0] = 5
    assert copy != state
    assert state.to_json() == before


def test_json_is_exact() -> None:
    w, state = opened(card_game())
    state.frame = [None, (1, (2, None)), True, 7]
    state.stack = [3, 4]
    state.rng = 2**64 - 1
    move_thing(w.layout, state, 5, locations(w, "row")[2])
    again = Position.from_json(json.loads(json.dumps(state.to_json())))
    assert again == state
    assert again.digest() == state.digest()
    assert again.frame == [None, (1, (2, None)), True, 7]


def test_the_digest_tells_states_apart_and_forgets_the_way() -> None:
    w, state = opened(card_game())
    one, other = state.copy(), state.copy()
    hand = locations(w, "hand")[0]
    for thing in (0, 1):
        move_thing(w.layout, one, thing, hand)
    for thing in (1, 0):
        move_thing(w.layout, other, thing, hand)
    assert one.digest() == other.digest() != state.digest()


def test_a_pile_gives_its_top_and_takes_below() -> None:
    w, state = opened(card_game())
    apply(evaluator_of(w), Draw(None, SPAN, number(2), place("deck"), place("hand", seat(1))), state, {})
    assert state.piles[w.zones["hand"].piles + 1] == (2, 3)
    apply(evaluator_of(w), Move(None, SPAN, things("hand", "card", seat(1)), place("deck"), bottom=True), state, {})
    assert state.piles[w.zones["deck"].piles] == (3, 2, 0, 1)
    apply(evaluator_of(w), Draw(None, SPAN, number(9), place("deck"), place("hand", seat(0))), state, {})
    assert state.piles[w.zones["hand"].piles] == (0, 1, 2, 3)


def test_a_moved_pile_keeps_its_order() -> None:
    w, state = opened(card_game())
    deck = locations(w, "deck")[0]
    move_thing(w.layout, state, 4, deck)
    order = state.piles[w.zones["deck"].piles]
    apply(evaluator_of(w), Move(None, SPAN, things("deck", "card"), place("deck")), state, {})
    assert state.piles[w.zones["deck"].piles] == order


def test_what_lies_on_a_thing_goes_along_and_leaves_with_it() -> None:
    w, state = opened(card_game())
    under = locations(w, "under")
    move_thing(w.layout, state, 1, under[0])
    move_thing(w.layout, state, 2, under[1])
    move_thing(w.layout, state, 0, locations(w, "row")[0])
    assert state.c[PLACES][1] == under[0]
    discard_thing(w.layout, state, 0)
    assert [state.c[PLACES][thing] for thing in (0, 1, 2)] == [BOX, BOX, BOX]
    assert_consistent(w, state)


def test_a_full_place_takes_nothing_more() -> None:
    w, state = opened(card_game())
    slot = locations(w, "row")[0]
    move_thing(w.layout, state, 0, slot)
    with pytest.raises(PlayError) as refused:
        apply(evaluator_of(w), Move(None, SPAN, const(CARD, 1), const(Cell("row"), 0)), state.copy(), {})
    assert (refused.value.code, refused.value.span) == ("place-full", SPAN)
    for thing in (1, 2):
        move_thing(w.layout, state, thing, locations(w, "under")[0])
    with pytest.raises(PlayError, match="no room in under"):
        move_thing(w.layout, state.copy(), 3, locations(w, "under")[0])
    apply(evaluator_of(w), Move(None, SPAN, const(CARD, 3), const(Cell("row"), 0)), state, {}, displace=True)
    assert state.c[PLACES][0] == BOX
    assert state.c[PLACES][3] == slot


def test_moves_accept_nothing() -> None:
    w, state = opened(card_game())
    before = state.copy()
    apply(evaluator_of(w), Move(None, SPAN, const(Maybe(CARD), None), place("deck")), state, {})
    apply(evaluator_of(w), Move(None, SPAN, const(CARD, 0), const(Maybe(Cell("row")), None)), state, {})
    apply(evaluator_of(w), Move(None, SPAN, const(Set(CARD), ()), None), state, {})
    assert state == before


def test_things_change_places() -> None:
    w, state = opened(card_game())
    move_thing(w.layout, state, 4, locations(w, "row")[1])
    swap_things(w.layout, state, 1, 4)
    assert state.piles[w.zones["deck"].piles] == (0, 4, 2, 3)
    assert state.c[PLACES][1] == locations(w, "row")[1]
    swap_things(w.layout, state, 0, 3)
    assert state.piles[w.zones["deck"].piles] == (3, 4, 2, 0)
    apply(evaluator_of(w), Swap(None, SPAN, const(CARD, 5), const(Maybe(CARD), None)), state, {})
    assert_consistent(w, state)


def test_numbers_stop_at_their_bounds() -> None:
    w, state = opened(card_game())

    def write(mode: str, value: int | None, name: str = "round") -> object:
        amount = None if value is None else number(value)
        arguments = () if name == "round" else (const(Set(SEAT), (0, 1)),)
        apply(evaluator_of(w), Write(None, SPAN, name, arguments, mode, amount), state, {})
        return evaluator_of(w).kept(name, () if name == "round" else (1,), state)

    assert [write("raise", 3), write("raise", 99), write("lower", 99), write("set", 5), write("reset", None)] == [4, 7, 1, 5, 1]
    assert [write("raise", 2, "secret"), write("raise", 9, "secret"), write("reset", None, "secret")] == [2, 5, 0]


def test_a_condition_guards_an_effect() -> None:
    w, state = opened(card_game())
    before = state.copy()
    never = const(Number(), value=False)
    apply(evaluator_of(w), Move(never, SPAN, const(CARD, 0), None), state, {})
    assert state == before


def test_gains_stop_at_the_supply_and_losses_at_what_there_is() -> None:
    w, state = opened(card_game())

    def trade(mode: str, amount: int | None, who: int) -> tuple[int, int]:
        bundle = const(Maybe(BUNDLE), None if amount is None else (amount,))
        apply(evaluator_of(w), Trade(None, SPAN, mode, bundle, seat(who)), state, {})
        return evaluator_of(w).kept("coin", (0,), state), evaluator_of(w).kept("coin", (1,), state)

    assert trade("gain", 2, 0) == (5, 3)
    assert trade("gain", 9, 1) == (5, 5)
    assert trade("lose", 9, 0) == (0, 5)
    assert trade("gain", None, 0) == (0, 5)


def test_a_polycube_covers_its_cells_and_uncovers_them() -> None:
    w, state = opened(cube_game())
    box = w.zones["box"]
    assert box.placements is not None
    # 18 places for a bar along each of the three axes; a corner has 12 looks, each in 2 x 2 x 3 places.
    assert len(box.placements.of_thing(0)) == 3 * 18
    assert len(box.placements.of_thing(2)) == 12 * 12
    standing = next(pose for pose in box.placements.of_thing(0) if box.placements.cells(pose) == (0, 9))
    place_thing(w.layout, state, 0, box, box.placements.count + standing)
    assert [state.c[box.content][27 + cell] for cell in (0, 9, 18)] == [0, 0, None]
    assert state.c[MASKS] == [0, 1 | 1 << 9]
    assert_consistent(w, state)
    with pytest.raises(PlayError, match="no room"):
        place_thing(w.layout, state.copy(), 1, box, box.placements.count + standing)
    apply(evaluator_of(w), Move(None, SPAN, const(Thing("stone"), 0), const(Pose("box"), standing)), state, {})
    assert state.c[MASKS] == [1 | 1 << 9, 0]
    discard_thing(w.layout, state, 0)
    assert state.c[MASKS] == [0, 0]
    assert_consistent(w, state)


def test_a_scenario_builds_up_to_heights() -> None:
    w, state = opened(cube_game())
    apply(evaluator_of(w), Build(None, SPAN, place("box", seat(1)), (2, 0, 0, 1, 0, 0, 0, 0, 0)), state, {})
    assert state.c[MASKS][1] == 1 | 1 << 9 | 1 << 3
    heights = [evaluator_of(w).value(op(Number(), "height", const(Column("box"), 9 + column)), state, {}) for column in range(9)]
    assert heights == [2, 0, 0, 1, 0, 0, 0, 0, 0]
    apply(evaluator_of(w), Build(None, SPAN, place("box", seat(1)), (0,) * 9), state, {})
    assert state.c[MASKS] == [0, 0]


@pytest.mark.parametrize("seed", range(8))
def test_nothing_is_lost_in_any_order_of_moves(seed: int) -> None:
    w, state = opened(card_game(), players=3)
    chance = random.Random(seed)
    everywhere = range(len(w.layout.zone_at))
    refused: set[str] = set()
    for _ in range(200):
        thing, target = chance.randrange(w.layout.things), chance.choice([*everywhere, BOX])
        trial = state.copy()
        try:
            if chance.random() < 0.2:
                swap_things(w.layout, trial, thing, chance.randrange(w.layout.things))
            else:
                move_thing(w.layout, trial, thing, target, chance.random() < 0.3)
        except PlayError as error:
            refused.add(error.code)
            continue
        state = trial
        assert_consistent(w, state)
        assert Position.from_json(state.to_json()) == state
    assert refused <= {"place-full"}


def test_a_slot_named_by_position() -> None:
    w, state = opened(card_game())
    apply(evaluator_of(w), Move(None, SPAN, const(CARD, 0), at("row", place("row"), 2)), state, {})
    assert state.c[PLACES][0] == locations(w, "row")[1]
    apply(evaluator_of(w), Move(None, SPAN, const(Set(CARD), (1, 2)), place("row")), state, {})
    assert [state.c[PLACES][thing] for thing in (1, 2)] == [locations(w, "row")[0], locations(w, "row")[2]]
