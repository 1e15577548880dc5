"""Things, and cells, are interchangeable exactly if a position stays the same when two of them change their parts in it.

Two are left apart all the same: things on which something lies, and cells in which something lies.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

import pytest

from custumal.dsl.base.types import Cell, Set, Thing, Type, bare
from custumal.interpreter.position.equivalence import Equivalence
from custumal.interpreter.position.mutation import discard_thing, lying_at, move_thing, reveal_things
from custumal.interpreter.position.state import Position
from custumal.interpreter.reference.machine import Machine
from custumal.interpreter.setup.layout import BOX, PLACES
from custumal.interpreter.setup.values import Value
from tests.support.small_games import machine_for

GAME = """
    kinds: {box: {owned: true}, chip: {}}
    components:
      boxes: {kind: box, in: heap, for-each: {owner: seat}, provenance: public, rows: {a: {copies: 3}, b: {}}}
      chips: {kind: chip, in: bank, provenance: public, rows: {c: {copies: 2}}}
    zones:
      heap: box
      bank: chip
      pile: {holds: box, shape: pile}
      hand(seat): {holds: box, seen-by: owner}
      upon(box): chip
      row(seat): {holds: one chip, shape: {slots: 3}}
    kept:
      mark(box): {is: 0 to 1, until: end}
      seen(seat, box): {is: truth, until: end}
      favourite: {is: maybe box, until: end}
      wanted(seat): {is: maybe box, until: end}
      some-boxes: {is: set of box, until: end}
      flag(cell of row): {is: 0 to 1, until: end}
      lit(cell of row, seat): {is: truth, until: end}
      aim: {is: maybe cell of row, until: end}
    play:
      turn: {seat: first(seats), offer: acts}
    actions:
      show: {offered: acts, choose: {x: heap}, do: reveal x}
    """
BOXES, CHIPS, CELLS = range(8), range(8, 10), range(6)
Renaming = Callable[[Type, Value], Value]


@pytest.fixture(scope="module")
def machine() -> Machine:
    return machine_for(GAME)


def positions(machine: Machine, number: int) -> Iterator[tuple[Position, list[Value]]]:
    """Positions in which little is different between things, with the values of two watched names."""
    decide, layout, zones = random.Random(1), machine.instance.layout, machine.instance.zones
    some = [zones["heap"].base, zones["pile"].base, zones["hand"].base, zones["hand"].base + 1, BOX]
    for _ in range(number):
        state = machine.start(1)
        for box in BOXES:
            if decide.random() < 0.3:
                move_thing(layout, state, box, decide.choice(some))
        for chip in CHIPS:
            box, cell = decide.choice(BOXES), zones["row"].base + decide.choice(CELLS)
            if decide.random() < 0.3 and state.c[PLACES][box] != BOX:
                move_thing(layout, state, chip, zones["upon"].base + box)
            elif decide.random() < 0.5 and not lying_at(layout, state, cell):
                move_thing(layout, state, chip, cell)
        for name, kept in decide.sample(list(machine.instance.kept.items()), 3):
            state.c[kept.column][kept.base + decide.randrange(kept.size)] = _any(decide, bare(machine.instance.game.kept[name].type))
        if decide.random() < 0.3:
            reveal_things(state, [decide.choice(BOXES)], [decide.randrange(2)])
        yield state, [decide.choice((None, decide.choice(BOXES))), decide.choice(((), (decide.choice(BOXES),)))]


def _any(decide: random.Random, of: Type) -> Value:
    match of:
        case Thing():
            return decide.choice((None, decide.choice(BOXES)))
        case Cell():
            return decide.choice((None, decide.choice(CELLS)))
        case Set():
            return tuple(decide.sample(BOXES, decide.randrange(2)))
    return decide.randrange(2)


def facts(machine: Machine, state: Position, watched: Sequence[Value], called: Renaming) -> set[object]:
    """All that is so in a position, with things and cells by the names that `called` gives them."""
    instance, box = machine.instance, Thing("box")
    found: set[object] = {("watched", position, _renamed(called, box, value)) for position, value in enumerate(watched)}
    for number, thing in enumerate(instance.things):
        name = called(Thing(thing.kind), number)
        found.add(("is", name, thing.row, thing.each))
        location = state.c[PLACES][number]
        if location != BOX:
            zone = instance.layout.zone_at[location]
            place, cell = divmod(location - zone.base, zone.cells)
            arguments = tuple(called(of, one) for of, one in zip(zone.zone.parameters, zone.arguments(place), strict=True))
            where = called(Cell("row"), location - zone.base) if zone.name == "row" else cell
            depth = state.piles[zone.piles].index(number) if zone.ordered else 0
            found.add(("lies", name, zone.name, arguments, where, depth))
    for word, kept in instance.kept.items():
        of = instance.game.kept[word]
        for entry in range(kept.base, kept.base + kept.size):
            arguments = tuple(called(one, value) for one, value in zip(of.parameters, kept.arguments(entry), strict=True))
            found.add((word, arguments, _renamed(called, of.type, state.c[kept.column][entry])))
    return found


def _renamed(called: Renaming, of: Type, value: Value) -> Value:
    if isinstance(value, tuple):
        inner = bare(of)
        return frozenset(called(inner.inner if isinstance(inner, Set) else inner, member) for member in value)
    return called(bare(of), value)


def exchanged(of: Type, a: int, b: int) -> Renaming:
    """Names after two of one type have changed theirs."""
    return lambda other, value: {a: b, b: a}.get(value, value) if other == of and value is not None else value


def same(machine: Machine, state: Position, watched: Sequence[Value], of: Type, a: int, b: int) -> bool:
    plain = facts(machine, state, watched, lambda _, value: value)
    return facts(machine, state, watched, exchanged(of, a, b)) == plain


def firsts_of(members: Sequence[int], keys: Sequence[object]) -> list[int]:
    representatives: dict[object, int] = {}
    for member in members:
        representatives.setdefault(keys[member], member)
    return list(representatives.values())


def test_things_are_alike_exactly_if_they_could_be_exchanged(machine: Machine) -> None:
    found, layout, interchangeable_ones = Equivalence(machine.instance), machine.instance.layout, 0
    for state, watched in positions(machine, 80):
        carrying = {box for box in BOXES if any(lying_at(layout, state, location) for location in layout.carried[box])}
        keys = [found.class_of_thing(box, state, watched) for box in BOXES]
        for a, b in combinations(BOXES, 2):
            wanted = not carrying & {a, b} and same(machine, state, watched, Thing("box"), a, b)
            assert (keys[a] == keys[b]) is wanted, (a, b, state.to_json(), watched)
            interchangeable_ones += wanted
        turned = random.Random(1).sample(BOXES, len(BOXES))
        assert list(found.representatives(turned, state, watched)) == firsts_of(turned, keys)
    assert interchangeable_ones > 100


def test_where_order_does_not_count_things_of_one_pile_are_alike(machine: Machine) -> None:
    found, layout, pile = Equivalence(machine.instance), machine.instance.layout, machine.instance.zones["pile"].base
    state = machine.start(1)
    for box in BOXES[:3]:
        move_thing(layout, state, box, pile)
    assert len({found.class_of_thing(box, state, ()) for box in BOXES[:3]}) == 3
    assert len({found.class_of_thing(box, state, (), ordered=False) for box in BOXES[:3]}) == 1
    discard_thing(layout, state, 0)
    assert len({found.class_of_thing(box, state, (), ordered=False) for box in BOXES[:3]}) == 2


def test_cells_are_alike_exactly_if_they_are_empty_and_could_be_exchanged(machine: Machine) -> None:
    found, layout, row, interchangeable_ones = Equivalence(machine.instance), machine.instance.layout, machine.instance.zones["row"], 0
    for state, _ in positions(machine, 80):
        for watched in ([], [4], [(0, 1)]):
            filled = {cell for cell in CELLS if lying_at(layout, state, row.base + cell)}
            pointed = {cell for value in watched for cell in (value if isinstance(value, tuple) else (value,))}
            keys = [found.class_of_cell(cell, "row", state, watched) for cell in CELLS]
            for a, b in combinations(CELLS, 2):
                in_one_row = a // 3 == b // 3
                wanted = in_one_row and not (filled | pointed) & {a, b} and same(machine, state, [], Cell("row"), a, b)
                assert (keys[a] == keys[b]) is wanted, (a, b, state.to_json(), watched)
                interchangeable_ones += wanted
            turned = random.Random(1).sample(CELLS, len(CELLS))
            assert list(found.representative_cells(turned, "row", state, watched)) == firsts_of(turned, keys)
    assert interchangeable_ones > 100


def test_groups_have_their_first_and_their_size(machine: Machine) -> None:
    assert Equivalence(machine.instance).groups([4, 7, 1, 2], ["x", "y", "x", "x"]) == [(4, 3), (7, 1)]
