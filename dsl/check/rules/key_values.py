"""Values in choice keys: does each fit what is chosen there, as it stands, whatever the position?"""

from __future__ import annotations

from custumal.dsl.base.limits import LARGEST_OPEN_GRID
from custumal.dsl.base.types import (
    SEAT,
    Anything,
    Border,
    Bundle,
    Cell,
    Column,
    Corner,
    Empty,
    Half,
    Line,
    Maybe,
    Number,
    Pose,
    Set,
    Table,
    Thing,
    Type,
    bare,
)
from custumal.dsl.check.entries.context import Context
from custumal.dsl.check.rules.key_spelling import HEADS, spelling, written
from custumal.dsl.check.symbols.questions import Size
from custumal.dsl.check.symbols.signatures import ZoneInfo
from custumal.dsl.check.symbols.vocabulary import seat_number
from custumal.dsl.check.typing.intervals import beyond, is_empty
from custumal.dsl.check.typing.names import resource
from custumal.dsl.check.typing.scope import Scope
from custumal.dsl.diagnostics.catalogue.names import nothing_called, unknown_row
from custumal.dsl.diagnostics.catalogue.things import no_such_position
from custumal.dsl.diagnostics.catalogue.types import not_a_row, thing_by_its_row
from custumal.dsl.diagnostics.catalogue.values import (
    chooses_so_many,
    chosen_already,
    listed_in_brackets,
    not_within,
    pose_of_another,
    pose_without_turns,
    thing_named_as,
    tile_of_one_cell,
    written_otherwise,
)
from custumal.dsl.diagnostics.suggest import nearest
from custumal.dsl.model import Const, Expr, Op, SeatNumber, TheThing
from custumal.dsl.sentences import syntax as sx

PLAIN = ("place", "at", "pose-at")
"""What names a place or something in it."""
POSE = ("place", "row", "cells")
"""What a pose says before the turns."""
SCOPE = Scope(seats_by_number=True, no_actor=True)


def check_value(cx: Context, node: sx.Expression, wanted: Type) -> None:
    """One value of a key against the type of the entry."""
    of = bare(wanted)
    if isinstance(node, sx.Nothing) and (isinstance(wanted, Maybe) or isinstance(of, Empty)):
        return
    match of:
        case Thing(kind):
            _thing(cx, node, kind.split("|"))
        case Set() | Table():
            _listed(cx, node, of)
        case Line(zone) if isinstance(node, sx.ListOf):
            for item in node.items:
                check_value(cx, item, Cell(zone))
        case Bundle():
            _bundle(cx, node)
        case Anything() | Column() | Line() | Border() | Corner() | Half():
            check_names(cx, node)
        case Number(low, high) if isinstance(node, sx.Number):
            # a range without numbers is told where it stands, and that the choice is none where the scenario is run
            if not is_empty(of) and ((low is not None and node.value < low) or (high is not None and node.value > high)):
                cx.report.tell(node.span, not_within(node.value, low, high))
        case _:
            _checked(cx, node, of)


def _listed(cx: Context, node: sx.Expression, of: Set | Table) -> None:
    """Several values, in brackets; in a set each stands once."""
    if not isinstance(node, sx.ListOf):
        cx.report.tell(node.span, listed_in_brackets())
        return
    inner = of.inner if isinstance(of, Set) else of.value
    for item in node.items:
        check_value(cx, item, inner)
    if isinstance(of, Set):
        _repeated(cx, node, inner)


def _bundle(cx: Context, node: sx.Expression) -> None:
    if isinstance(node, sx.Units | sx.Arithmetic | sx.Nothing):
        check_names(cx, node)
    else:
        is_resource = isinstance(node, sx.Name) and node.text in cx.words.resources()
        cx.report.tell(node.span, written_otherwise(f"1 {node.text}" if is_resource and isinstance(node, sx.Name) else None))


def _checked(cx: Context, node: sx.Expression, of: Type) -> None:
    """A value that is the same in every position."""
    found = cx.ex.check(node, SCOPE, of)
    if _is_worked_out(found) and spelling(cx, node) == written(node):
        cx.report.tell(node.span, written_otherwise(None))
    elif isinstance(of, Pose):
        _turned(cx, node, of)


def _is_worked_out(value: Expr) -> bool:
    """Whether a value can be another one in another position or another game, as none that stands in a key."""
    if isinstance(value, Op):
        return value.name not in PLAIN or any(map(_is_worked_out, value.arguments))
    return not isinstance(value, Const | SeatNumber | TheThing)


def _turned(cx: Context, node: sx.Expression, of: Pose) -> None:
    """A tile lies turned in some way, which the key of its pose says."""
    zone = cx.words.zone_called(of.zone)
    if zone is not None and zone.form != "cubes" and isinstance(node, sx.Apply) and len(node.arguments) == len(POSE):
        whole = spelling(cx, node)
        cx.report.tell(node.span, pose_without_turns(None if whole is None else f"{whole[:-1]}, 0)"))


def check_pose(cx: Context, node: sx.Expression, thing: sx.Expression | None, of: Pose) -> None:
    """A tile lies on cells that it can cover, and its pose names the row of the very tile that is chosen with it."""
    zone = cx.words.zone_called(of.zone)
    if zone is None or zone.form == "cubes" or not isinstance(node, sx.Apply) or len(node.arguments) <= len(POSE):
        return
    row, word = node.arguments[1], thing.word if isinstance(thing, sx.Apply) else thing
    if isinstance(row, sx.Name) and isinstance(word, sx.Name) and row.text != word.text:
        cx.report.tell(row.span, pose_of_another(word.text, row.text))
    elif isinstance(node.arguments[2], sx.ListOf):
        _covered(cx, node.arguments[2], zone)


def _covered(cx: Context, cells: sx.ListOf, zone: ZoneInfo) -> None:
    """As many cells as a tile covers, of the board."""
    if zone.holds is not None and "size" not in cx.words.kind(zone.holds).printed and len(cells.items) > 1:
        cx.report.tell(cells.span, tile_of_one_cell(len(cells.items)))
        return
    for cell in cells.items:
        _on_board(cx, cell, zone)


def _on_board(cx: Context, cell: sx.Expression, zone: ZoneInfo) -> None:
    """Is a cell one of the board, as far as it is known how large that is?"""
    open_size = (Number(high=LARGEST_OPEN_GRID),) * 2 if zone.is_open else ()
    sizes = cx.words.zone_sizes(zone.name) or open_size
    for number, size in zip(cell.items if isinstance(cell, sx.ListOf) else (), sizes, strict=False):
        wrong = beyond(Number(number.value, number.value), size) if isinstance(number, sx.Number) else None
        if wrong is not None:
            cx.report.tell(number.span, no_such_position(zone.name, wrong))
            return


def check_size(cx: Context, node: sx.Expression, size: Size | None) -> None:
    """As many as can be chosen."""
    low, high = size or (None, None)
    given = len(node.items) if isinstance(node, sx.ListOf) else 0
    if isinstance(node, sx.ListOf) and ((low is not None and given < low) or (high is not None and given > high)):
        cx.report.tell(node.span, chooses_so_many(low or 0, high, given))


def _repeated(cx: Context, node: sx.ListOf, inner: Type) -> None:
    """Everything is chosen once; of copies that are alike as many as there are."""
    texts = [written(item) for item in node.items]
    for number, (item, text) in enumerate(zip(node.items, texts, strict=True)):
        before = texts[:number].count(text)
        if before and text is not None and before >= (_alike(cx, item, bare(inner)) or before + 1):
            cx.report.tell(item.span, chosen_already(text, before))
            return


def _alike(cx: Context, item: sx.Expression, of: Type) -> int | None:
    """How many things one text can mean; None where that is not known."""
    if not isinstance(of, Thing):
        return None if isinstance(of, Anything) else 1
    word = item.word if isinstance(item, sx.Apply) else item
    found = [] if not isinstance(word, sx.Name) else [one for one in cx.words.rows_named(word.text) if one[0] in of.kind.split("|")]
    if not found:
        return None
    row = cx.words.rows(found[0][0])[found[0][1]]
    given = len(item.arguments) if isinstance(item, sx.Apply) else 0
    return 1 if row.for_each is not None and given > len(row.for_each) else cx.words.copies(row.address)


def _thing(cx: Context, node: sx.Expression, kinds: list[str]) -> None:
    """`row`, `row(for-each values)`, `row(for-each values, copy)`."""
    word = node if isinstance(node, sx.Name) else node.word if isinstance(node, sx.Apply) and node.style == "call" else None
    if word is None:
        meant = spelling(cx, node) if isinstance(node, sx.Apply) and cx.words.rows_named(node.word.text) else None
        cx.report.tell(node.span, thing_by_its_row(kinds) if meant is None else written_otherwise(meant))
        return
    found = [(kind, index) for kind, index in cx.words.rows_named(word.text) if kind in kinds]
    if not found and not cx.words.is_lost(word.text):
        rows = [row.name for kind in kinds for row in cx.words.rows(kind)]
        guess = nearest(word.text, rows)
        no_such_row = not_a_row if cx.words.has_word(word.text) else unknown_row
        cx.report.tell(word.span, no_such_row(word.text, kinds, guess))
    if not found:
        return
    _copies(cx, node, *found[0])


def _copies(cx: Context, node: sx.Expression, kind: str, index: int) -> None:
    """The values that tell the things of one row apart, and perhaps the number of the copy."""
    given = node.arguments if isinstance(node, sx.Apply) else ()
    row = cx.words.rows(kind)[index]
    columns = row.for_each
    if columns is None:
        return
    if not len(columns) <= len(given) <= len(columns) + 1:
        shape = f"{row.name}({', '.join([*columns, 'copy'])})"
        cx.report.tell(node.span, thing_named_as(shape, len(given)))
        return
    printed = cx.words.kind(kind).printed
    types = [SEAT if name == "owner" else printed.get(name, Anything()) for name in columns]
    for value, of in zip(given, types, strict=False):
        check_value(cx, value, of)
    if len(given) > len(types):
        check_value(cx, given[-1], Number(1, cx.words.copies(row.address)))


def check_names(cx: Context, node: sx.Expression) -> None:
    """Only the names inside a value: seats, words, rows, zones, resources."""
    if isinstance(node, sx.Name):
        if seat_number(node.text) is None and node.text != "none" and not cx.words.has_word(node.text):
            guess = nearest(node.text, {*cx.words.words(), "none"})
            cx.report.tell(node.span, nothing_called(node.text, guess))
    elif isinstance(node, sx.Apply):
        if node.word.text not in HEADS and not cx.words.has_word(node.word.text):
            guess = nearest(node.word.text, {*cx.words.words(), *HEADS})
            cx.report.tell(node.word.span, nothing_called(node.word.text, guess))
        for argument in node.arguments:
            check_names(cx, argument)
    elif isinstance(node, sx.ListOf):
        for item in node.items:
            check_names(cx, item)
    elif isinstance(node, sx.Units):
        resource(cx.ex, node.name.text, node.name.span)
    elif isinstance(node, sx.Arithmetic):  # `2 wood + 1 stone`
        check_names(cx, node.left)
        check_names(cx, node.right)
