"""What a seat may believe: redrawn positions come as often as they should, by counts that are made by hand."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Hashable
from pathlib import Path

import pytest

from custumal import Game, State, load_game
from custumal.interpreter.position.mutation import lying_at
from custumal.interpreter.setup.layout import BOX, PLACES
from tests.support.dealt_games import BOTTOM, BOXED, HANDING, PEEPING
from tests.support.secret_games import PEDLARS

pytestmark = pytest.mark.slow

MANY = 1_200


def game(text: str, folder: Path) -> Game:
    path = folder / "own.yaml"
    path.write_text(text, encoding="utf-8")
    return load_game(str(path))


def ranks(state: State, zone: str, place: int = 0, attribute: str = "rank") -> tuple[int, ...]:
    """What is printed on the things at a place, the bottom of a pile first."""
    instance = state._engine.instance
    found = instance.zones[zone]
    lying = lying_at(instance.layout, state.position, found.base + place * found.cells)
    return tuple(printed(state, thing, attribute) for thing in lying)


def printed(state: State, thing: int, attribute: str) -> int:
    instance = state._engine.instance
    kind = instance.things[thing].kind
    return int(instance.attr[kind][attribute][thing - instance.first[kind]])


def drawn(state: State, seat: int, what: object, times: int = MANY) -> Counter[Hashable]:
    """How often redraws are so."""
    assert callable(what)
    chance = random.Random(1)
    return Counter(what(state.determine(seat, chance)) for _ in range(times))


def expect(found: Counter[Hashable], shares: dict[Hashable, float]) -> None:
    """Each comes about as often as it should: within four and a half standard deviations."""
    total = sum(found.values())
    assert set(found) == set(shares)
    for one, share in shares.items():
        deviation = (share * (1 - share) * total) ** 0.5
        assert abs(found[one] - share * total) <= 4.5 * deviation, (one, found[one], share * total)


def evenly(many: object) -> dict[Hashable, float]:
    assert isinstance(many, (list, tuple, set, range))
    return {one: 1 / len(many) for one in many}


def test_kuhn_poker_the_other_holds_either_of_the_two_cards_left() -> None:
    state = load_game("kuhn-poker").start(seed=1)
    own = ranks(state, "hand", 0)
    others = {11, 12, 13} - {*own}
    expect(drawn(state, 1, lambda one: (ranks(one, "hand", 0), ranks(one, "hand", 1))), evenly({(own, (other,)) for other in others}))
    nobody = drawn(state.play("check"), 2, lambda one: ranks(one, "hand", 0))
    expect(nobody, evenly({(other,) for other in {11, 12, 13} - {*ranks(state, "hand", 1)}}))


def test_goofspiel_a_sealed_bid_is_any_that_could_be_made() -> None:
    state = load_game("goofspiel", options={"ranks": 5}).start(seed=3)
    bid = state.choices()[2]
    sealed = state.play(bid)
    assert sealed.seat == 2
    first = [one.key for one in sealed.choices()]

    def after(one: State) -> Hashable:
        """What the first seat holds once both bids are carried out."""
        return tuple(sorted(ranks(one.play(first[0]), "hand", 0, "value")))

    left = [tuple(value for value in range(1, 6) if value != gone) for gone in range(1, 6)]
    expect(drawn(sealed, 2, after), evenly(left))
    assert {after(sealed.determine(1, random.Random(seed))) for seed in range(30)} == {after(sealed)}


def test_what_was_shown_and_put_below_the_pile_is_known_there(tmp_path: Path) -> None:
    state = game(BOTTOM, tmp_path).start(seed=2)
    top = ranks(state, "pile")[-1]
    buried = state.play("bury")
    rest = {1, 2, 3, 4, 5, 6} - {top}
    for seat in (1, 2):
        expect(drawn(buried, seat, lambda one: ranks(one, "pile")[0]), {top: 1.0})
        expect(drawn(buried, seat, lambda one: ranks(one, "pile")[-1]), evenly(rest))
        expect(drawn(buried, seat, lambda one: ranks(one, "pile")[2]), evenly(rest))


def test_what_others_have_looked_at_is_in_no_redraw(tmp_path: Path) -> None:
    """The second seat is shown the lowest of a pile, or the highest, or nothing: nothing in what is redrawn for the first tells that."""
    state = game(PEEPING, tmp_path).start(seed=2)
    looked = [state.play(choice) for choice in ("low", "high", "rest")]
    assert len({json.dumps(one.view(2).data, sort_keys=True) for one in looked}) > 1
    assert len({json.dumps(one.view(1).data, sort_keys=True) for one in looked}) == 1
    for seed in range(20):
        found = [one.determine(1, random.Random(seed)) for one in looked]
        assert len({json.dumps([one.view(seat).data for seat in (1, 2)], sort_keys=True) for one in found}) == 1


def test_what_lies_on_one_of_several_that_went_on_a_pile_lies_on_any_of_them(tmp_path: Path) -> None:
    """The first seat seals one of its three wares, and lays all three on the empty well: which of them is sealed, and how deep it lies, is
    seen by nobody else, so every redraw is the same whichever it is, and the seal is on each as often."""
    before = game(PEDLARS, tmp_path).start(players=2, seed=3)
    sealed = [before.play(one.key).play("haul").play("drown") for one in before.choices() if one.action == "put-seal"]
    assert len(sealed) == 3
    for seed in range(60):
        found = [one.determine(2, random.Random(seed)) for one in sealed]
        assert len({(ranks(one, "well", attribute="worth"), seal_in_well(one)) for one in found}) == 1
    for state in sealed:
        expect(drawn(state, 2, seal_in_well), evenly({0, 1, 2}))


def seal_in_well(state: State) -> int:
    """How deep the sealed ware lies in the well of the pedlars, from its bottom."""
    layout, on = state._engine.instance.layout, state._engine.instance.zones["on"]
    well = lying_at(layout, state.position, state._engine.instance.zones["well"].base)
    (depth,) = (depth for depth, ware in enumerate(well) if lying_at(layout, state.position, on.base + ware))
    return depth


def test_what_went_openly_into_a_hand_is_there(tmp_path: Path) -> None:
    state = game(HANDING, tmp_path).start(seed=5)
    (shown,) = ranks(state, "table")
    taken = state.play(state.choices()[0].key)
    hand = {shown, *ranks(state, "hand", 1)}
    unknown = {1, 2, 3, 4, 5, 6} - hand
    expect(drawn(taken, 2, lambda one: tuple(sorted(ranks(one, "hand", 0)))), evenly({tuple(sorted((shown, other))) for other in unknown}))


def test_of_two_in_a_hand_either_may_be_the_one_that_went_back(tmp_path: Path) -> None:
    """The first seat takes the open card X beside its own, and puts one of both into the bag. The third seat has seen X lie open, and
    knows its own card: so X is in the hand in half of all cases, and else it is any of the four others."""
    state = game(HANDING, tmp_path).start(seed=5)
    (shown,), (third,) = ranks(state, "table"), ranks(state, "hand", 2)
    taken = state.play(state.choices()[0].key)
    passed = taken.play("rest").play("rest")
    stowed = passed.play(next(one for one in passed.choices() if one.action == "stow"))
    unknown = {1, 2, 3, 4, 5, 6} - {shown, third}
    expect(drawn(stowed, 3, lambda one: ranks(one, "hand", 0)), {(shown,): 0.5, **{(other,): 0.5 / len(unknown) for other in unknown}})


def test_what_is_drawn_later_was_not_elsewhere_before(tmp_path: Path) -> None:
    """As above, and the third seat then draws a card from the bag. If that is X, X went back; else X is in the hand with the chance
    (1/2) / (1/2 + 1/2 * 2/3) = 3/5, since of the three in the bag it would have been drawn in one of three cases."""
    for seed in range(1, 40):
        state = game(HANDING, tmp_path).start(seed=seed)
        (shown,) = ranks(state, "table")
        taken = state.play(state.choices()[0].key).play("rest").play("rest")
        stowed = taken.play(next(one for one in taken.choices() if one.action == "stow"))
        groped = stowed.play("rest").play("grope")
        seen = set(ranks(groped, "hand", 2))
        found = drawn(groped, 3, lambda one, wanted=shown: ranks(one, "hand", 0) == (wanted,))
        if shown in seen:
            expect(found, {False: 1.0})
        else:
            expect(found, {True: 0.6, False: 0.4})
            return
    pytest.fail("no seed brings another card")


def test_who_looked_on_knows_of_the_box_what_the_rules_say(tmp_path: Path) -> None:
    state = game(BOXED, tmp_path).start(seed=4)

    def pile(one: State) -> Hashable:
        return tuple(sorted(ranks(one, "pile", attribute="sort")))

    def boxed(one: State) -> Hashable:
        places = one.position.c[PLACES]
        return tuple(sorted(printed(one, thing, "sort") for thing, place in enumerate(places) if place == BOX))

    expect(drawn(state, 1, lambda one: (pile(one), len(boxed(one)))), evenly({((1, 1, 2), 8), ((1, 1, 3), 8)}))  # type: ignore[arg-type]
    top = ranks(state, "pile", attribute="sort")[-1]
    shown = state.play("show")
    left = {(1, 2): 0.5, (1, 3): 0.5} if top == 1 else {(1, 1): 1.0}
    expect(drawn(shown, 2, pile), left)  # type: ignore[arg-type]


def test_liars_dice_show_any_number_to_others_and_their_own_to_their_owner() -> None:
    state = load_game("liars-dice", options={"dice": 1}).start(players=2, seed=6)
    layout = state._engine.instance.kept["shows"]

    def shows(one: State) -> Hashable:
        return one.position.c[layout.column][layout.base], one.position.c[layout.column][layout.base + 1]

    own = shows(state)
    assert isinstance(own, tuple)
    expect(drawn(state, 1, shows), evenly({(own[0], other) for other in range(1, 7)}))


def test_of_a_position_that_was_read_only_what_it_shows_is_known(tmp_path: Path) -> None:
    own = game(BOTTOM, tmp_path)
    state = own.start(seed=2)
    read = own.state(state.play("take").to_json())
    mine = ranks(read, "hand", 0)
    rest = {1, 2, 3, 4, 5, 6} - {*mine}
    expect(drawn(read, 1, lambda one: ranks(one, "pile")[0]), evenly(rest))
    expect(drawn(read, 2, lambda one: ranks(one, "hand", 0)), evenly({(other,) for other in range(1, 7)}))
    later = read.play("bury")
    expect(drawn(later, 2, lambda one: ranks(one, "pile")[0]), evenly({ranks(later, "pile")[0]}))


def test_a_seat_that_there_is_not_is_refused() -> None:
    state = load_game("kuhn-poker").start(seed=1)
    with pytest.raises(ValueError, match="no seat 3"):
        state.determine(3, random.Random(1))


def test_the_position_stays_as_it_is_and_the_same_seed_draws_the_same() -> None:
    state = load_game("kuhn-poker").start(seed=1)
    before = state.to_json()
    one, other = (state.determine(1, random.Random(9)) for _ in range(2))
    assert one.to_json() == other.to_json()
    assert state.to_json() == before
    assert state.determine(2, random.Random(9)).view(2) == state.view(2)
