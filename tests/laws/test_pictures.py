"""Every position of every game can be drawn as SVG: well-formed, with names that keys know, and nothing in it that a seat may not know."""

from __future__ import annotations

import random
from collections.abc import Iterator
from xml.etree.ElementTree import Element, fromstring

import pytest

from custumal import load_game
from custumal.dsl.base.types import Cell, Column, Place, Seat, Set, Symbol, Thing, Type, bare
from custumal.interpreter.engine import Engine
from custumal.interpreter.keys.names import place_name, seat_name
from custumal.interpreter.keys.reader import NO_VALUE
from custumal.interpreter.keys.syntax import Items, Node, Word, canonical, read_key
from custumal.interpreter.library import shipped
from custumal.interpreter.position.state import DECISION, Position
from custumal.interpreter.program import PASS, ChoiceTuple, Point
from custumal.ui.scene.describe import slots_of
from custumal.ui.scene.display_hints import hints_of
from custumal.ui.scene.look import Look
from custumal.ui.scene.shown import seat_of, shown_zones
from custumal.ui.svg.shapes.boards import board_of
from custumal.ui.svg.table import table_svg
from tests.support.scale import FULL, LARGE
from tests.support.twins import twin, walk

SHIPPED = [name for name, _ in shipped()]
POSITIONS = 40 if FULL else 3
SVG = "{http://www.w3.org/2000/svg}"


def looked_at(engine: Engine, state: Position, seat: int | None, language: str = "en") -> Look:
    return Look(engine, hints_of(engine.instance.game.display), state, seat, language)


def positions(name: str, count: int) -> Iterator[tuple[Engine, Position, int, random.Random]]:
    """Positions from random games, each with a seat that looks."""
    game, chance, found = load_game(name), random.Random(name), 0
    for seed in range(count):
        players = chance.choice(game.players)
        for session in walk(game, players, seed, chance):
            if chance.random() < 0.1:
                yield session.engine, session.position, chance.randrange(players), chance
                found += 1
            if found >= count:
                return


def named(root: Element) -> Iterator[tuple[str, str]]:
    """The class and the name of each group that has one."""
    for group in root.iter(f"{SVG}g"):
        name = group.get("data-name")
        if name is not None:
            yield str(group.get("class")).split()[1], name


def types_of(engine: Engine, kind: str) -> Iterator[Type]:
    if kind == "seat":
        yield Seat()
    elif kind == "thing":
        yield from map(Thing, engine.instance.game.kinds)
    elif kind == "symbol":
        yield from map(Symbol, engine.instance.game.lists)
    else:
        for zone in engine.instance.zones.values():
            if kind == "place" or zone.board is not None:
                yield {"cell": Cell, "column": Column, "place": Place}[kind](zone.name)


@pytest.mark.parametrize("name", SHIPPED)
def test_a_picture_is_well_formed_and_its_names_are_those_of_keys(name: str) -> None:
    for engine, state, seat, chance in positions(name, 1 if name in LARGE and not FULL else POSITIONS):
        viewer, language = chance.choice([seat, None]), chance.choice(["en", "fr"])
        text = table_svg(looked_at(engine, state, viewer, language), width=chance.choice([390, 1000]))
        root = fromstring(text)  # noqa: S314  # our own text
        assert root.tag == f"{SVG}svg"
        assert not any(element.get("style") for element in root.iter()) and not list(root.iter(f"{SVG}script"))
        for kind, key in dict.fromkeys(named(root)):
            node = read_key(key)
            assert node is not None, key
            assert any(engine.reader.read_value(of, node) is not NO_VALUE for of in types_of(engine, kind)), (kind, key)


@pytest.mark.parametrize("name", SHIPPED)
def test_a_narrow_picture_names_what_a_wide_one_does_and_the_own_seat_behind_one_board_at_most(name: str) -> None:
    for engine, state, seat, _ in positions(name, 1 if name in LARGE and not FULL else POSITIONS):
        look = looked_at(engine, state, seat)
        narrow, wide = ([key for _, key in named(fromstring(table_svg(look, width=width)))] for width in (380, 1000))  # noqa: S314  # our own text
        assert {*narrow} == {*wide}
        own, zones = narrow.index(seat_name(engine.instance, seat)), shown_zones(look)
        shared = {place_name(engine.instance, zone, 0): board_of(zone) for zone in zones if not zone.zone.parameters}
        if any(shared.values()):
            before, behind = ([key for key in part if key in shared] for part in (narrow[:own], narrow[own:]))
            assert len(before) <= 1 or not behind


def chosen(point: Point, choice: ChoiceTuple, key: str) -> Iterator[Node]:
    """What the arguments of a key name that can be drawn, be it alone or as one of several."""
    node = read_key(key)
    assert isinstance(node, Word)
    for slot, argument in zip(slots_of(point.choosings[choice[0]]), node.arguments, strict=False):
        of = None if slot.type is None else bare(slot.type)
        inner = bare(of.inner) if isinstance(of, Set) else of
        if isinstance(inner, Thing | Cell | Column | Place | Seat | Symbol):
            for one in argument.members if isinstance(argument, Items) else (argument,):
                if one != Word("none"):
                    yield canonical(one)


@pytest.mark.parametrize("name", SHIPPED)
def test_whatever_can_be_chosen_is_drawn_with_its_name(name: str) -> None:
    for engine, state, _, _ in positions(name, 2 if name in LARGE and not FULL else POSITIONS):
        point = engine.reference.point(state) if state.kind == DECISION else None
        if point is not None:
            root = fromstring(table_svg(looked_at(engine, state, state.seat)))  # noqa: S314  # our own text
            drawn = {canonical(node) for _, key in named(root) if (node := read_key(key)) is not None}
            for choice in [one for one in engine.choices(state)[:200] if one != PASS]:
                key = engine.key(state, choice)
                assert not set(chosen(point, choice, key)) - drawn, key


@pytest.mark.parametrize("name", SHIPPED)
def test_what_a_seat_has_and_sees_is_drawn(name: str) -> None:
    """Also where the display names a place only in the lines of the other seats."""
    for engine, state, seat, _ in positions(name, 2 if name in LARGE and not FULL else POSITIONS):
        look = looked_at(engine, state, seat)
        drawn = {key for _, key in named(fromstring(table_svg(look)))}  # noqa: S314  # our own text
        places = [(zone, instance) for zone in shown_zones(look) for instance in range(zone.instances) if seat_of(zone, instance) == seat]
        for zone, instance in places:
            if look.things(zone, instance)[0]:
                assert place_name(engine.instance, zone, instance) in drawn


@pytest.mark.parametrize("name", SHIPPED)
def test_a_picture_shows_nothing_that_a_seat_may_not_know(name: str) -> None:
    for engine, state, seat, chance in positions(name, 2 if name in LARGE and not FULL else POSITIONS):
        other = twin(engine, state, seat, chance) if engine.eyes.has_secrets else None
        if other is not None:
            one, two = (table_svg(looked_at(engine, each, seat)) for each in (state, other))
            assert one == two
