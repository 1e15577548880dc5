"""The lines and tables in which the display arranges what there is to tell of a position."""

from __future__ import annotations

from collections.abc import Sequence

from custumal.dsl.base.types import Cell, Number, Seat, Symbol, Truth, Type, bare
from custumal.interpreter.setup.boards import Grid
from custumal.interpreter.setup.layout import ZoneLayout
from custumal.interpreter.setup.values import Value
from custumal.ui.scene.arrangement import Item, Rows, TableHint
from custumal.ui.scene.look import EMPTY, Look
from custumal.ui.scene.thing_text import defined, tokens
from custumal.ui.text.style import Line, Piece, joined, line, listed
from custumal.ui.text.tabular import tabulated

_NOTHING = line(Piece("-", "dim"))
Arguments = tuple[tuple[Type, int], ...]


def described(look: Look, name: str, arguments: Arguments) -> list[Line] | None:
    """What there is of a kept value, place or definition with these arguments; None if there is none of that name for them."""
    kept, zone = look.instance.game.kept.get(name), look.instance.zones.get(name)
    types = tuple(bare(of) for of, _ in arguments)
    values = tuple(value for _, value in arguments)
    if kept is not None and kept.parameters == types:
        return _value(look, name, look.kept(name, values), kept.type)
    if zone is not None and zone.zone.parameters == types:
        if isinstance(zone.board, Grid):
            return [_columns_of(look, zone, zone.instance(values))]
        things, unseen = look.things(zone, zone.instance(values))
        if zone.zone.shape.form == "bag":
            return [line(f"{len(things) + unseen}")] if things or unseen else []
        return tokens(look, things, unseen, shared=not any(isinstance(of, Seat) for of in types))
    found = defined(look, name, values)
    return None if found is None else _value(look, name, *found)


def _value(look: Look, name: str, value: Value, of: Type) -> list[Line]:
    words = look.hints.arrangement.tracks.get(name)
    if words and isinstance(bare(of), Number) and isinstance(value, int):
        return [_track(words, value - (getattr(bare(of), "low", None) or 0))]
    if value is None or value is False or isinstance(bare(of), Cell):
        return []
    if isinstance(bare(of), Truth):
        return [line(look.name(name))]
    if value == 0 and isinstance(bare(of), Number):
        return [line(Piece("0", "dim"))]
    return [line(look.value(value, of))]


def _columns_of(look: Look, zone: ZoneLayout, instance: int) -> Line:
    """A flat board in a line: its columns one after the other, the first row in front."""
    board = zone.board
    assert isinstance(board, Grid)
    start = instance * zone.cells
    signs = [EMPTY if (thing := look.content(zone, start + cell)) is None else look.letter(thing) for cell in range(board.size)]
    return joined((tuple(signs[x :: board.width]) for x in range(board.width)), " ")


def _track(words: Sequence[str], at: int) -> Line:
    """The words of a track, the present one in brackets."""
    return joined((line(Piece(f"[{word}]", "bold") if n == at else Piece(word, "dim")) for n, word in enumerate(words)), " ")


def _is_nothing(found: list[Line]) -> bool:
    return not found or (len(found) == 1 and "".join(piece.text for piece in found[0]) == "0")


# ---------------------------------------------------------------- lines


def lines_of(look: Look, rows: Rows, arguments: Arguments, columns: int) -> list[Line]:
    """The lines of an arrangement, each broken where it does not fit."""
    found: list[Line] = []
    for row in rows:
        items = [part for item in row for part in _parts(look, item, arguments)]
        found += listed("", items, columns) if items else []
    return found


def _parts(look: Look, item: Item, arguments: Arguments) -> list[Line]:
    """An item with its name; a place of a list word by word."""
    known = described(look, item.name, arguments)
    if known is not None:
        if item.optional and _is_nothing(known):
            return []
        label = Piece(f"{look.name(item.name)} ", "dim")
        whole = known == [line(look.name(item.name))]
        return known if whole else [(label, *joined(known or [_NOTHING], " "))]
    if arguments:
        return []
    of = _list_of(look, item.name)
    if of is None:
        return []
    parts = [part for value in _members(look, of) for part in _member(look, item, of, value)]
    return [(Piece(f"{look.name(item.name)} ", "dim"), *joined(parts, " "))] if parts else []


def _member(look: Look, item: Item, of: Symbol, value: int) -> list[Line]:
    found = described(look, item.name, ((of, value),)) or []
    if item.optional and _is_nothing(found):
        return []
    return [(Piece(f"{look.value(value, of)}:", "dim"), *joined(found or [_NOTHING], " "))]


def _list_of(look: Look, name: str) -> Symbol | None:
    """The list by whose words a kept value, place or definition goes, if it goes by one alone."""
    game = look.instance.game
    kept, zone, definition = game.kept.get(name), game.zones.get(name), game.definitions.get(name)
    parameters = (
        kept.parameters if kept else zone.parameters if zone else tuple(p.type for p in definition.parameters) if definition else ()
    )
    return found if len(parameters) == 1 and isinstance(found := bare(parameters[0]), Symbol) else None


def _members(look: Look, of: Symbol) -> tuple[int, ...]:
    return look.instance.members(of.list)


# ---------------------------------------------------------------- tables


def table_of(look: Look, hint: TableHint, columns: int) -> list[Line]:
    """A table with the names of its columns above."""
    of: Type = Seat() if hint.rows == "seat" else Symbol(hint.rows)
    if isinstance(of, Symbol) and hint.rows not in look.instance.game.lists:
        return []
    rows = list(_members(look, of)) if isinstance(of, Symbol) else list(look.instance.seats)
    shown = [column for column in hint.columns if not column.optional or any(_cell(look, column, of, row) != _NOTHING for row in rows)]
    cells = [[line(Piece(look.value(row, of), look.style(row, of)))] + [_cell(look, column, of, row) for column in shown] for row in rows]
    heads = [Piece(look.name(hint.name), "underline"), *(Piece(look.name(column.name), "dim") for column in shown)]
    return tabulated(heads, cells, columns)


def _cell(look: Look, column: Item, of: Type, row: int) -> Line:
    found = described(look, column.name, ((of, row),)) or []
    return _NOTHING if _is_nothing(found) else joined(found, " ")
