"""Printed columns: the values of a row's plain data, by the types of the columns."""

from __future__ import annotations

from custumal.dsl.base.types import Anything, Bundle, Column, Maybe, Number, Polycube, Row, Seat, Set, Symbol, Table, Truth, Type
from custumal.dsl.check.entries.context import Context
from custumal.dsl.check.symbols.vocabulary import SIDES, seat_number
from custumal.dsl.check.typing.names import resource
from custumal.dsl.diagnostics.catalogue.keys import cube_of_shape, cubes_of_shape, rows_of_map, side_of_cells, values_missing
from custumal.dsl.diagnostics.catalogue.names import no_row, no_seat, no_word_in
from custumal.dsl.diagnostics.catalogue.types import expected, map_for_words
from custumal.dsl.diagnostics.catalogue.values import how_much, not_within
from custumal.dsl.diagnostics.diagnostic import Span
from custumal.dsl.diagnostics.suggest import nearest
from custumal.dsl.yaml.scalar_values import is_refused
from custumal.dsl.yaml.tree import Mapping, Node, Scalar, Sequence

MAX_CUBES = 64
AROUND = (Symbol("side"), Symbol("half"))
"""The words along the sides of a thing, which have several values each on a thing of several cells."""


def printed(cx: Context, of: Type, node: Node) -> object:
    """A printed column's value from plain data, by the column's type."""
    if isinstance(node, Scalar) and is_refused(node):
        return None
    match of:
        case Maybe(inner):
            return None if isinstance(node, Scalar) and node.text in ("none", "") else printed(cx, inner, node)
        case Number():
            return _number(cx, of, node)
        case Truth() if isinstance(node, Scalar) and isinstance(node.value, bool):
            return node.value
        case Symbol(list_) if isinstance(node, Scalar):
            return _symbol(cx, list_, node)
        case Row(kind) if isinstance(node, Scalar):
            return _row(cx, kind, node)
        case Seat() if isinstance(node, Scalar):
            return _seat(cx, node)
        case Set(inner) if isinstance(node, Sequence):
            return tuple(printed(cx, inner, item) for item in node)
        case Bundle() if isinstance(node, Mapping):
            return _bundle_of(cx, node)
        case Polycube() if isinstance(node, Sequence):
            return _polycube(cx, node)
        case Table(key, value):
            return _table(cx, key, value, node)
        case Anything():
            return None
    return _wrong(cx, node, of)


def _wrong(cx: Context, node: Node, of: Type) -> object:
    cx.report.tell(node.span, expected(of, _lists_with(cx, node)))
    return None


def _lists_with(cx: Context, node: Node) -> tuple[str, ...]:
    """The lists of which a value is a word."""
    text = node.text if isinstance(node, Scalar) else ""
    return tuple(name for name, listing in cx.declared.lists.items() if listing.among is None and text in listing.symbols)


def _number(cx: Context, of: Number, node: Node) -> object:
    if isinstance(node, Scalar) and isinstance(node.value, int) and not isinstance(node.value, bool):
        if (of.low is not None and node.value < of.low) or (of.high is not None and node.value > of.high):
            cx.report.tell(node.span, not_within(node.value, of.low, of.high))
        return node.value
    return _wrong(cx, node, of)


def _symbol(cx: Context, list_: str, node: Scalar) -> object:
    listing = cx.declared.lists.get(list_)
    words = cx.declared.resources if list_ == "resource" else listing.symbols if listing is not None else ()
    if node.text not in words:
        cx.report.tell(node.span, no_word_in(list_, node.text, nearest(node.text, words)))
        return None
    index = words.index(node.text)
    cx.ex.note_use(list_)
    return listing.members[index] if listing is not None and listing.among is not None else index


def _seat(cx: Context, node: Scalar) -> object:
    most, number = cx.declared.players[1], seat_number(node.text)
    if number is None or number >= most:
        cx.report.tell(node.span, no_seat(node.text, most))
        return None
    return number


def _row(cx: Context, kind: str, node: Scalar) -> object:
    index = cx.declared.row_numbers.get(kind, {}).get(node.text)
    if index is None:
        names = [row.name for row in cx.declared.rows.get(kind, ())]
        cx.report.tell(node.span, no_row(kind, node.text, nearest(node.text, names)))
    return index


def _bundle_of(cx: Context, node: Mapping) -> tuple[int, ...]:
    amounts = [0] * len(cx.declared.resources)
    for key, value in node:
        number = resource(cx.ex, key.text, key.span)
        if number is None:
            continue
        if isinstance(value, Scalar) and isinstance(value.value, int):
            amounts[number] = value.value
        else:
            cx.report.tell(value.span, how_much(key.text))
    return tuple(amounts)


def _polycube(cx: Context, node: Sequence) -> object:
    cubes: list[tuple[int, int, int]] = []
    for item in node:
        numbers = [n.value for n in item if isinstance(n, Scalar)] if isinstance(item, Sequence) else []
        if len(numbers) != 3 or not all(isinstance(n, int) for n in numbers):  # x, y, z
            cx.report.tell(item.span, cube_of_shape())
            return None
        cubes.append((int(numbers[0] or 0), int(numbers[1] or 0), int(numbers[2] or 0)))
    if not cubes or len(cubes) > MAX_CUBES or len(set(cubes)) != len(cubes):
        cx.report.tell(node.span, cubes_of_shape(MAX_CUBES))
        return None
    shape = tuple(cubes)
    if shape not in cx.declared.shapes:
        cx.declared.shapes.append(shape)
    return cx.declared.shapes.index(shape)


def _table(cx: Context, key: Type, value: Type, node: Node) -> object:
    if isinstance(key, Column) and isinstance(node, Sequence):
        return _by_columns(cx, value, node)
    if isinstance(node, Mapping):
        entries = _by_words(cx, key, value, node)
        return _clockwise(entries, key) if key in AROUND else entries
    words = cx.symbols_of(key)
    if not words:
        return _wrong(cx, node, Table(key, value))
    cx.report.tell(node.span, map_for_words(words))
    return None


def _by_columns(cx: Context, value: Type, node: Sequence) -> tuple[object, ...]:
    """A value for every column of a board, written as its rows."""
    rows = [list(row) if isinstance(row, Sequence) else [row] for row in node]
    if len({len(row) for row in rows}) > 1:
        cx.report.tell(node.span, rows_of_map())
    return tuple(printed(cx, value, cell) for row in rows for cell in row)


def _by_words(cx: Context, key: Type, value: Type, node: Mapping) -> tuple[object, ...]:
    """A value for every word of a list."""
    words = cx.symbols_of(key)
    for word, _ in node:
        if word.text not in words:
            cx.report.tell(word.span, no_word_in(str(key), word.text, nearest(word.text, words)))
    missing = [word for word in words if word not in node]
    if missing:
        cx.report.tell(node.span, values_missing(missing))
    return tuple(_entry(cx, value, found) for word in words if (found := node.get(word)) is not None)


def _clockwise(entries: tuple[object, ...], key: Type) -> tuple[object, ...]:
    """What stands along the sides of a thing of several cells, clockwise around it; people write from left to right and downwards."""
    first_of_south = 2 * _per_side(key)
    return tuple(tuple(reversed(one)) if n >= first_of_south and isinstance(one, tuple) else one for n, one in enumerate(entries))


def _per_side(key: Type) -> int:
    return 1 if key == Symbol("side") else 2


def check_sides(cx: Context, span: Span, size: object, key: Type, found_there: object) -> None:
    """Refuse a value per side, or half of one, that does not fit a thing of this size: a list of as many values as the side has cells, else
    one value."""
    if not isinstance(found_there, tuple):
        return
    width, height = size if isinstance(size, tuple) and len(size) == 2 else (1, 1)  # columns and rows
    for n, found in enumerate(found_there):
        name = SIDES[n // _per_side(key)]
        expected = height if n // _per_side(key) % 2 else width
        count = len(found) if isinstance(found, tuple) else 1
        if count != expected or (isinstance(found, tuple)) != ((width, height) != (1, 1)):
            cx.report.tell(span, side_of_cells(name, width, height, expected, count))
            return


def _entry(cx: Context, value: Type, node: Node) -> object:
    """One entry of a table; for a thing that covers several cells a side has a list of values."""
    if isinstance(node, Sequence) and not isinstance(value, Set):
        return tuple(printed(cx, value, item) for item in node)
    return printed(cx, value, node)
