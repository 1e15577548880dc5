"""The built-in members of each type, with the types of their results."""

from __future__ import annotations

from collections.abc import Callable

from custumal.dsl.base.types import (
    ANYTHING,
    BUNDLE,
    NUMBER,
    SEAT,
    TRUTH,
    Border,
    Cell,
    Column,
    Corner,
    Half,
    Line,
    Number,
    Place,
    Pose,
    Row,
    Seat,
    Set,
    Symbol,
    Table,
    Thing,
    Type,
    bare,
    maybe,
)
from custumal.dsl.check.symbols.signatures import ZoneInfo
from custumal.dsl.check.typing import coercion
from custumal.dsl.check.typing.expressions import Expressions
from custumal.dsl.check.typing.intervals import bounds
from custumal.dsl.diagnostics.diagnostic import Span
from custumal.dsl.model import Expr, Op

COUNT = Number(0, None)
INDEX = Number(1, None)


def builtin_member(ex: Expressions, word: str, first: Expr, span: Span) -> Expr | None:
    """The built-in member of a value, or None."""
    inner = bare(first.type)
    match inner:
        case Seat():
            return _of_seat(ex, word, first, span)
        case Cell(zone):
            return _of_cell(ex, word, first, ex.words.zone(zone), span)
        case Place(zone):
            return _of_place(ex, word, first, ex.words.zone(zone), span)
        case Thing(kind):
            return _of_thing(ex, word, first, kind, span)
        case Column(zone):
            return _from_table(_COLUMN, word, first, zone, span)
        case Pose(zone):
            return _of_pose(word, first, ex.words.zone(zone), span)
        case Border(zone):
            return _of_border(ex, word, first, ex.words.zone(zone), span)
        case Corner(zone):
            return _of_corner(ex, word, first, ex.words.zone(zone), span)
        case Half(zone):
            return _of_half(ex, word, first, ex.words.zone(zone), span)
        case Line(zone) if word == "cells":
            return Op(Set(Cell(zone), filled=True), span, "line-cells", (first,))
        case Table() if word == "symmetries":
            return Op(Set(inner, filled=True, at_most=8), span, "symmetries", (first,))
    return None


def builtin_words(ex: Expressions, of: Type) -> list[str]:
    """The words that `builtin_member` may know for a type; for suggestions."""
    inner = bare(of)
    match inner:
        case Seat():
            return ["next", "previous", "total", "stock", "winner", "place"]
        case Cell(zone):
            info = ex.words.zone(zone)
            key = _slot_word(info) if info.form == "slots" else info.list if info.form == "graph" else None
            own = [word for word in (info.holds, key) if word]
            return [*_CELL_NUMBERS, *_CELL_MAYBE, *_CELL_SETS, "filled", "empty", "holder", *own]
        case Place(zone):
            info = ex.words.zone(zone)
            return ["cells", "free", "things", "top", "bottom", "columns", "middle", "rim", "holder", *([info.holds] if info.holds else [])]
        case Thing():
            return ["owner", "type", "cell", "holder", "turn", "neighbours", "borders", "corners", "halves"]
        case Column():
            return list(_COLUMN)
        case Pose():
            return ["cells", "neighbours", "borders", "corners", "halves"]
        case Border(zone):
            holds = ex.words.zone(zone).holds
            return ["side", "mine", "theirs", "beyond", *([holds] if holds else [])]
        case Corner(zone):
            holds = ex.words.zone(zone).holds
            return ["corner", "mine", "meeting", *([holds] if holds else [])]
        case Half(zone):
            holds = ex.words.zone(zone).holds
            return ["half", "side", "mine", "across", *([holds] if holds else [])]
    return []


# ---------------------------------------------------------------- seats and cells

_SHAPES = ("slots", "ring", "track", "grid", "cubes", "graph")
_CELL_NUMBERS = {"index": _SHAPES, "column": ("grid",), "row": ("grid",), "x": ("cubes",), "y": ("cubes",), "level": ("cubes",)}
_DIRECTION = {"column": 0, "row": 1, "x": 0, "y": 1, "level": 2}
"""The place of a coordinate among the sizes of its board."""
_CELL_MAYBE = {"next": "next-cell", "previous": "previous-cell", "under": "under", "above": "above"}
_CELL_SETS = ("neighbours", "around", "onward")
_COLUMN: dict[str, tuple[str, Callable[[str], Type]]] = {
    "height": ("height", lambda _: COUNT),
    "index": ("index", lambda _: INDEX),
    "x": ("x", lambda _: INDEX),
    "y": ("y", lambda _: INDEX),
    "cells": ("column-cells", lambda zone: Set(Cell(zone), filled=True)),
    "neighbours": ("column-neighbours", lambda zone: Set(Column(zone))),
}


def _from_table(table: dict[str, tuple[str, Callable[[str], Type]]], word: str, first: Expr, zone: str, span: Span) -> Expr | None:
    if word not in table:
        return None
    name, of = table[word]
    return Op(of(zone), span, name, (first,))


def _of_seat(ex: Expressions, word: str, first: Expr, span: Span) -> Expr | None:
    match word:
        case "next" | "previous":
            return Op(SEAT, span, f"{word}-seat", (first,))
        case "total":
            return Op(NUMBER, span, "total", (first,))
        case "stock":
            return Op(BUNDLE, span, "stock", (first,))
        case "winner":
            return Op(TRUTH, span, "is-winner", (first,))
        case "place":
            among = Number(1, ex.words.players()[1])
            return Op(maybe(among) if ex.words.house_seats() else among, span, "seat-place", (first,))
    return None


def _of_cell(ex: Expressions, word: str, first: Expr, zone: ZoneInfo, span: Span) -> Expr | None:
    cell, form = Cell(zone.name), zone.form
    if word in ("filled", "empty") and zone.holds is not None:
        return Op(TRUTH, span, word, (first,))
    if word == zone.holds:
        return coercion.content_of(ex.words, first) if zone.one else Op(Set(Thing(zone.holds)), span, "cell-things", (first,))
    if word == "free" and zone.has_room:
        return Op(COUNT, span, "free", (first,))
    if form == "cubes" and word == "column":
        return Op(Column(zone.name), span, "column-of", (first,))
    if word in _CELL_NUMBERS and form in _CELL_NUMBERS[word]:
        return Op(_place_on(ex, zone, word), span, word, (first,))
    if word in _CELL_MAYBE and (form in ("ring", "track") or (form == "cubes" and word in ("under", "above"))):
        of: Type = cell if form == "ring" else maybe(cell)
        return Op(of, span, _CELL_MAYBE[word], (first,))
    if word in _CELL_SETS and (form in ("grid", "cubes", "graph") if word != "onward" else form in ("ring", "track")):
        return Op(Set(cell), span, word, (first,))
    if form == "slots" and _slot_word(zone) == word:
        return Op(_slot_type(zone), span, "key-of", (first,))
    if form == "graph" and word == zone.list:
        return Op(Symbol(zone.list), span, "key-of", (first,))
    return _holder(word, first, zone, span)


def _place_on(ex: Expressions, zone: ZoneInfo, word: str) -> Type:
    """What a coordinate can be: of a board that has borders, at most what its size is."""
    sizes = () if word == "index" else ex.words.zone_sizes(zone.name)
    if len(sizes) < 2:
        return INDEX
    return Number(1, bounds(sizes[_DIRECTION[word]])[1])


def _slot_word(zone: ZoneInfo) -> str | None:
    if zone.column is not None:
        return "number"
    return zone.list


def _slot_type(zone: ZoneInfo) -> Type:
    return NUMBER if zone.list is None else Symbol(zone.list)


def _holder(word: str, first: Expr, zone: ZoneInfo, span: Span) -> Expr | None:
    """Whose cell or place this is: the argument of the zone, by the name of its type or as `holder`."""
    for i, of in enumerate(zone.parameters):
        if word == str(of) or (word == "holder" and i == 0):
            return Op(of, span, "holder", (first,), i)
    return None


def _of_place(ex: Expressions, word: str, first: Expr, zone: ZoneInfo, span: Span) -> Expr | None:
    shaped = zone.form not in ("heap", "pile", "bag")
    if word == "things" and zone.holds is not None:
        return coercion.as_set(ex.words, first)
    if word == zone.holds and not shaped and zone.one:
        return coercion.content_of(ex.words, first)
    if word == "free":
        return Op(COUNT, span, "free", (first,))
    if word in ("top", "bottom") and zone.form == "pile" and zone.holds is not None:
        return Op(maybe(Thing(zone.holds)), span, word, (first,))
    if shaped and word == "cells":
        return Op(Set(Cell(zone.name), filled=True, at_most=_size(ex.words.zone_sizes(zone.name))), span, "cells", (first,))
    if zone.form == "cubes" and word == "columns":
        return Op(Set(Column(zone.name), filled=True), span, "columns", (first,))
    if zone.form == "grid" and word == "middle":
        return Op(Cell(zone.name), span, "middle", (first,))
    if zone.is_open and word == "rim":
        return Op(Set(Cell(zone.name), filled=True), span, "rim", (first,))
    return _holder(word, first, zone, span)


def _size(sizes: tuple[Type, ...]) -> int | None:
    total = 1
    if not sizes:  # slots that are named by what each thing has printed on it
        return None
    for size in sizes:
        high = size.high if isinstance(size, Number) else None
        if high is None:
            return None
        total *= high
    return total


# ---------------------------------------------------------------- things, poses, borders


def _of_thing(ex: Expressions, word: str, first: Expr, kind: str, span: Span) -> Expr | None:
    if word == "type" and "|" not in kind:
        return Op(Row(kind), span, "row-of", (first,))
    zones = ex.words.zones_holding(kind)
    holders = {str(of): of for z in zones for of in z.parameters[:1]}
    if word in holders:
        names = tuple(z.name for z in zones if z.parameters and str(z.parameters[0]) == word)
        return Op(maybe(holders[word]), span, "holder-of", (first,), names)
    if word == "holder" and holders:
        of = next((t for t in holders.values() if isinstance(t, Seat)), next(iter(holders.values())))
        names = tuple(z.name for z in zones if z.parameters and z.parameters[0] == of)
        return Op(maybe(of), span, "holder-of", (first,), names)
    shaped = [z for z in zones if z.form not in ("heap", "pile", "bag")]
    if word == "cell" and len(shaped) == 1:
        return Op(maybe(Cell(shaped[0].name)), span, "cell-of", (first,), shaped[0].name)
    tiles = next((z for z in shaped if z.is_open), next((z for z in shaped if z.is_tiled), None))
    return None if tiles is None else _of_tile(word, first, tiles, kind, span)


def _of_tile(word: str, first: Expr, zone: ZoneInfo, kind: str, span: Span) -> Expr | None:
    """What a thing knows by lying among others."""
    if word == "neighbours" and zone.is_open:
        return Op(Set(Thing(kind)), span, "neighbours-of-thing", (first,), zone.name)
    if word == "turn":
        return Op(Number(0, 3), span, "turn-of", (first,), zone.name)
    around = _around(word, zone)
    return None if around is None else Op(Set(around), span, f"{word}-of-thing", (first,), zone.name)


def _around(word: str, zone: ZoneInfo) -> Type | None:
    """What is around a tile: borders where others lie, and corners and halves of edges where something is printed there."""
    match word:
        case "borders":
            return Border(zone.name)
        case "corners" if zone.corners is not None:
            return Corner(zone.name)
        case "halves" if zone.halves is not None:
            return Half(zone.name)
    return None


def _of_pose(word: str, first: Expr, zone: ZoneInfo, span: Span) -> Expr | None:
    if word == "cells":
        return Op(Set(Cell(zone.name), filled=True), span, "pose-cells", (first,))
    if word == "neighbours":
        of: Type = Thing(zone.holds) if zone.is_open and zone.holds is not None else Cell(zone.name)
        return Op(Set(of), span, "pose-neighbours", (first,))
    around = _around(word, zone) if zone.is_tiled else None
    return None if around is None else Op(Set(around, filled=word != "borders"), span, f"pose-{word}", (first,))


def _printed_around(ex: Expressions, zone: ZoneInfo, column: str | None) -> Type:
    """What a printed column of the tiles of a zone says at each place around them."""
    kind = ex.words.kind_called(zone.holds or "")
    printed = None if kind is None or column is None else kind.printed.get(column)
    found = printed.value if isinstance(printed, Table) else ANYTHING
    return found.inner if isinstance(found, Set) else found


def _of_corner(ex: Expressions, word: str, first: Expr, zone: ZoneInfo, span: Span) -> Expr | None:
    match word:
        case "corner":
            return Op(Symbol("corner"), span, "corner-word", (first,))
        case "mine":
            return Op(_printed_around(ex, zone, zone.corners), span, "corner-mine", (first,))
        case "meeting":
            return Op(Set(Corner(zone.name), at_most=3), span, "corner-meeting", (first,))
        case zone.holds if word:
            return Op(Thing(word), span, "corner-tile", (first,))
    return None


def _of_half(ex: Expressions, word: str, first: Expr, zone: ZoneInfo, span: Span) -> Expr | None:
    match word:
        case "half" | "side":
            return Op(Symbol(word), span, f"half-{word}" if word == "side" else "half-word", (first,))
        case "mine":
            return Op(_printed_around(ex, zone, zone.halves), span, "half-mine", (first,))
        case "across":
            return Op(maybe(Half(zone.name)), span, "half-across", (first,))
        case zone.holds if word:
            return Op(Thing(word), span, "half-tile", (first,))
    return None


def _of_border(ex: Expressions, word: str, first: Expr, zone: ZoneInfo, span: Span) -> Expr | None:
    edge = _printed_around(ex, zone, zone.edges)
    match word:
        case "side":
            return Op(Symbol("side"), span, "border-side", (first,))
        case "mine" | "theirs":
            return Op(edge, span, f"border-{word}", (first,))
        case "beyond" if zone.holds is not None:
            return Op(Thing(zone.holds), span, "border-beyond", (first,))
        case zone.holds if word:
            return Op(Thing(word), span, "border-tile", (first,))
    return None
