"""One place, thing or player in full: what the overview of a position has no room for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from custumal.dsl.base.types import Column, Polycube, Seat, Table, Thing, Type, bare
from custumal.interpreter.setup.boards import Cubes
from custumal.interpreter.setup.layout import BOX, PLACES, ZoneLayout
from custumal.interpreter.setup.values import Value
from custumal.ui.draw.boards import drawing_of
from custumal.ui.scene.look import Look
from custumal.ui.scene.thing_text import token
from custumal.ui.text.match import comparable
from custumal.ui.text.phrases import phrase
from custumal.ui.text.style import Line, Piece, folded, line, paint

_COLUMNS = 100
"""As wide as a board may be when it is asked for by its name."""


def detail(look: Look, text: str) -> list[Line]:
    """Everything that is called like this; nothing if nothing is."""
    wanted = comparable(text)
    seats = [seat for seat in look.instance.seats if wanted in (f"p{seat + 1}", str(seat + 1), comparable(look.value(seat, Seat())))]
    found = [one for zone in look.instance.zones.values() for one in _zone(look, zone, wanted, seats)]
    return found or [one for thing in _things_called(look, wanted) for one in _thing(look, thing)]


def names(look: Look) -> list[str]:
    """What can be asked for."""
    return [look.name(zone) for zone in look.instance.zones] + [look.value(seat, Seat()) for seat in look.instance.seats]


def _zone(look: Look, zone: ZoneLayout, wanted: str, seats: list[int]) -> Iterator[Line]:
    """The places of a zone, if it is the one that is wanted; those of a seat, if that is. Places on things that the seat does not know come
    last, those in which something lies, in an order that tells nothing."""
    called = wanted in (comparable(zone.name), comparable(look.name(zone.name)))
    is_known = False
    on_unseen: list[tuple[Line, ...]] = []
    for instance in range(zone.instances):
        mine = any(isinstance(of, Seat) and value in seats for of, value in _arguments(zone, instance))
        if not (called or mine):
            continue
        if look.knows_holder(zone, instance):
            is_known = True
            yield line(Piece(_title(look, zone, instance), "underline"))
            yield from _place(look, zone, instance)
        elif look.things(zone, instance) != ([], 0):
            on_unseen.append((line(Piece(_title_on_unseen(look, zone, instance), "underline")), *_lying(look, zone, instance)))
    for rows in sorted(on_unseen, key=lambda rows: "\n".join(paint(row, color=False) for row in rows)):
        yield from rows
    if called and not (is_known or on_unseen):
        yield from (line(Piece(look.name(zone.name), "underline")), line(Piece("  -", "dim")))


def _arguments(zone: ZoneLayout, instance: int) -> Iterator[tuple[Type, int]]:
    return zip(zone.zone.parameters, zone.arguments(instance), strict=True)


def _title(look: Look, zone: ZoneLayout, instance: int) -> str:
    """The name of a place with what it belongs to; a thing that the seat does not know is called by its kind."""
    words = [
        look.value(value, of) if not isinstance(bare(of), Thing) or look.knows(value) else _unseen(look, value)
        for of, value in _arguments(zone, instance)
    ]
    return " - ".join([look.name(zone.name), *words])


def _unseen(look: Look, thing: int) -> str:
    return phrase("hidden-thing", look.language, kind=look.name(look.instance.things[thing].kind))


def _title_on_unseen(look: Look, zone: ZoneLayout, instance: int) -> str:
    """The same, with where the thing lies on which the place is: `on - an unseen card (hand - player 1)`."""
    holders = [value for of, value in _arguments(zone, instance) if isinstance(bare(of), Thing) and not look.knows(value)]
    locations = [look.state.c[PLACES][thing] for thing in holders]
    places = [(look.instance.layout.zone_at[location], location) for location in locations if location != BOX]
    where = [_title(look, under, (location - under.base) // under.cells) for under, location in places]
    return f"{_title(look, zone, instance)} ({', '.join(where)})" if where else _title(look, zone, instance)


def _place(look: Look, zone: ZoneLayout, instance: int) -> Iterator[Line]:
    draw = drawing_of(zone)
    if draw is not None:
        yield from draw(look, zone, instance, _COLUMNS)
    elif look.things(zone, instance) == ([], 0):
        yield line(Piece("  -", "dim"))
    else:
        yield from _lying(look, zone, instance)


def _lying(look: Look, zone: ZoneLayout, instance: int) -> Iterator[Line]:
    """What lies in a place; a cell is named unless that would tell on which thing the place is."""
    things, unseen = look.things(zone, instance)
    told = look.knows_holder(zone, instance)
    for thing in things:
        yield from _thing(look, thing, _cell_of(look, zone, thing) if told else "")
    if unseen:
        yield line(Piece(f"  ({unseen})", "dim"))


def _cell_of(look: Look, zone: ZoneLayout, thing: int) -> str:
    if zone.board is None:
        return ""
    cell = look.state.c[PLACES][thing] - zone.base
    return look.labels.cell(zone.name, cell, look.language) + phrase("colon", look.language) + " "


def _things_called(look: Look, wanted: str) -> list[int]:
    """One thing of each sort with this name, be it in play or not: what is printed on things is no secret."""
    found: dict[Line, int] = {}
    for thing, component in enumerate(look.instance.things):
        row = look.instance.game.kinds[component.kind].rows[component.row].name
        sign = "".join(piece.text for piece in token(look, thing))
        if wanted in (comparable(row), comparable(look.name(row)), comparable(look.labels.thing(thing, look.language)), comparable(sign)):
            found.setdefault(line(look.labels.thing(thing, look.language)), thing)
    return list(found.values())


def _thing(look: Look, thing: int, before: str = "") -> Iterator[Line]:
    """The name of a thing, what is printed on it, and below it the text and the tables on it."""
    label = look.labels.thing(thing, look.language)
    printed = look.printed(thing)
    plain_values = [
        f"{look.name(name)} {look.value(value, of)}" for name, of, value in printed if not isinstance(of, Table) and _is_short(of, value)
    ]
    yield line(f"  {before}", Piece(label, "bold"), f"  ({', '.join(plain_values)})" if plain_values else "")
    yield from (line(f"    {row}") for row in folded(look.printed_text(thing), _COLUMNS))
    for name, of, value in printed:
        if isinstance(of, Table) and value is not None:
            yield from _table(look, name, of, value)
        elif isinstance(of, Polycube) and isinstance(value, int):
            yield from _shape(look.instance.game.shapes[value])


def _is_short(of: Type, value: Value) -> bool:
    return value is not None and not isinstance(of, Polycube)


def _shape(cubes: Sequence[tuple[int, int, int]]) -> Iterator[Line]:
    """A body of cubes seen from above: `#` for one, a number for more that stand on one another."""
    stacks = Counter((x, y) for x, y, _ in cubes)
    across, down = (range(min(places), max(places) + 1) for places in zip(*stacks, strict=True))
    for y in down:
        yield line("    ", "".join("#" if stacks[x, y] == 1 else str(stacks[x, y] or " ") for x in across))


def _table(look: Look, name: str, of: Table, values: tuple[Value, ...]) -> Iterator[Line]:
    """A printed table: laid out like the board whose columns it speaks of, else in one line."""
    across = _width_of_board(look, of.key)
    texts = [look.value(value, of.value) for value in values]
    head = f"    {look.name(name)}{phrase('colon', look.language)}"
    if not across:
        keys = look.keys(of.key, len(values))
        yield line(f"{head} ", ", ".join(f"{key} {text}" for key, text in zip(keys, texts, strict=True)))
        return
    wide = max(map(len, texts))
    yield line(head)
    for start in range(0, len(texts), across):
        yield line("      ", "  ".join(f"{text:<{wide}}" for text in texts[start : start + across]))


def _width_of_board(look: Look, key: Type) -> int:
    if not isinstance(key, Column):
        return 0
    board = look.instance.zones[key.zone].board
    return board.box[0] if isinstance(board, Cubes) else 0
