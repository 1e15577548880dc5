"""The built-in members of each type and the built-in functions, with the types of their results."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from custumal.dsl import syntax as sx
from custumal.dsl.check import coerce
from custumal.dsl.check.scope import Scope
from custumal.dsl.diagnostic import Span
from custumal.dsl.model import Const, Expr, Op, Zone
from custumal.dsl.suggest import nearest
from custumal.dsl.types import (
    ANYTHING,
    BUNDLE,
    NUMBER,
    SEAT,
    TRUTH,
    Anything,
    Border,
    Bundle,
    Cell,
    Column,
    Line,
    Maybe,
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

if TYPE_CHECKING:
    from custumal.dsl.check.expressions import Expressions

COUNT = Number(0, None)
INDEX = Number(1, None)


def builtin_member(ex: Expressions, word: str, first: Expr, span: Span) -> Expr | None:
    """The built-in member of a value, or None."""
    inner = bare(first.type)
    match inner:
        case Seat():
            return _of_seat(word, first, span)
        case Cell(zone):
            return _of_cell(ex, word, first, ex.words.zones[zone], span)
        case Place(zone):
            return _of_place(ex, word, first, ex.words.zones[zone], span)
        case Thing(kind):
            return _of_thing(ex, word, first, kind, span)
        case Column(zone):
            return _from_table(_COLUMN, word, first, zone, span)
        case Pose(zone):
            return _of_pose(ex, word, first, ex.words.zones[zone], span)
        case Border(zone):
            return _of_border(ex, word, first, ex.words.zones[zone], span)
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
            return ["next", "previous", "total", "stock", "winner"]
        case Cell(zone):
            info = ex.words.zones[zone]
            own = [info.holds] if info.holds else []
            return [*_CELL_NUMBERS, *_CELL_MAYBE, *_CELL_SETS, "filled", "empty", "holder", *own]
        case Place(zone):
            info = ex.words.zones[zone]
            return ["cells", "free", "things", "top", "bottom", "columns", "middle", "rim", "holder", *([info.holds] if info.holds else [])]
        case Thing():
            return ["owner", "type", "cell", "holder", "turn", "neighbours", "borders"]
        case Column():
            return list(_COLUMN)
        case Pose():
            return ["cells", "neighbours", "borders"]
        case Border():
            return ["side", "mine", "theirs", "beyond"]
    return []


# ---------------------------------------------------------------- seats and cells

_CELL_NUMBERS = ("index", "column", "row", "level")
_CELL_MAYBE = {"next": "next-cell", "previous": "previous-cell", "under": "under", "above": "above"}
_CELL_SETS = ("neighbours", "around", "onward")
_COLUMN: dict[str, tuple[str, Callable[[str], Type]]] = {
    "height": ("height", lambda _: COUNT),
    "index": ("index", lambda _: INDEX),
    "cells": ("column-cells", lambda zone: Set(Cell(zone), filled=True)),
    "neighbours": ("column-neighbours", lambda zone: Set(Column(zone))),
}


def _from_table(table: dict[str, tuple[str, Callable[[str], Type]]], word: str, first: Expr, zone: str, span: Span) -> Expr | None:
    if word not in table:
        return None
    name, of = table[word]
    return Op(of(zone), span, name, (first,))


def _of_seat(word: str, first: Expr, span: Span) -> Expr | None:
    match word:
        case "next" | "previous":
            return Op(SEAT, span, f"{word}-seat", (first,))
        case "total":
            return Op(NUMBER, span, "total", (first,))
        case "stock":
            return Op(BUNDLE, span, "stock", (first,))
        case "winner":
            return Op(TRUTH, span, "is-winner", (first,))
    return None


def _of_cell(ex: Expressions, word: str, first: Expr, zone: Zone, span: Span) -> Expr | None:
    cell, form = Cell(zone.name), zone.shape.form
    if word in ("filled", "empty") and zone.holds is not None:
        return Op(TRUTH, span, word, (first,))
    if word == zone.holds:
        return coerce.content_of(ex.words, first) if zone.one else Op(Set(Thing(zone.holds)), span, "cell-things", (first,))
    if word == "free" and zone.room is not None:
        return Op(COUNT, span, "free", (first,))
    if form == "cubes" and word == "column":
        return Op(Column(zone.name), span, "column-of", (first,))
    if word in _CELL_NUMBERS and (word == "index" or form in ("grid", "cubes")):
        return Op(INDEX, span, word, (first,))
    if word in _CELL_MAYBE and (form in ("ring", "track") or (form == "cubes" and word in ("under", "above"))):
        of: Type = cell if form == "ring" else maybe(cell)
        return Op(of, span, _CELL_MAYBE[word], (first,))
    if word in _CELL_SETS and (form in ("grid", "cubes", "graph") if word != "onward" else form in ("ring", "track")):
        return Op(Set(cell), span, word, (first,))
    if form == "slots" and _slot_word(zone) == word:
        return Op(_slot_type(zone), span, "key-of", (first,))
    if form == "graph" and word == zone.shape.list:
        return Op(Symbol(zone.shape.list), span, "key-of", (first,))
    return _holder(word, first, zone, span)


def _slot_word(zone: Zone) -> str | None:
    if zone.shape.column is not None:
        return "number"
    return zone.shape.list


def _slot_type(zone: Zone) -> Type:
    return NUMBER if zone.shape.list is None else Symbol(zone.shape.list)


def _holder(word: str, first: Expr, zone: Zone, span: Span) -> Expr | None:
    """Whose cell or place this is: the argument of the zone, by the name of its type or as `holder`."""
    for i, of in enumerate(zone.parameters):
        if word == str(of) or (word == "holder" and i == 0):
            return Op(of, span, "holder", (first,), i)
    return None


def _of_place(ex: Expressions, word: str, first: Expr, zone: Zone, span: Span) -> Expr | None:
    shaped = zone.shape.form not in ("heap", "pile", "bag")
    if word == "things" and zone.holds is not None:
        return coerce.as_set(ex.words, first)
    if word == zone.holds and not shaped and zone.one:
        return coerce.content_of(ex.words, first)
    if word == "free":
        return Op(COUNT, span, "free", (first,))
    if word in ("top", "bottom") and zone.shape.form == "pile" and zone.holds is not None:
        return Op(maybe(Thing(zone.holds)), span, word, (first,))
    if shaped and word == "cells":
        return Op(Set(Cell(zone.name), filled=True, at_most=_size(zone)), span, "cells", (first,))
    if zone.shape.form == "cubes" and word == "columns":
        return Op(Set(Column(zone.name), filled=True), span, "columns", (first,))
    if zone.shape.form == "grid" and word == "middle":
        return Op(Cell(zone.name), span, "middle", (first,))
    if zone.shape.is_open and word == "rim":
        return Op(Set(Cell(zone.name), filled=True), span, "rim", (first,))
    return _holder(word, first, zone, span)


def _size(zone: Zone) -> int | None:
    total = 1
    for size in zone.shape.sizes:
        high = size.type.high if isinstance(size.type, Number) else None
        if high is None:
            return None
        total *= high
    return total


# ---------------------------------------------------------------- things, poses, borders


def _of_thing(ex: Expressions, word: str, first: Expr, kind: str, span: Span) -> Expr | None:
    if word == "type" and "|" not in kind:
        return Op(Row(kind), span, "row-of", (first,))
    zones = [z for z in ex.words.zones.values() if z.holds is not None and z.holds in kind.split("|")]
    holders = {str(of): of for z in zones for of in z.parameters[:1]}
    if word in holders:
        names = tuple(z.name for z in zones if z.parameters and str(z.parameters[0]) == word)
        return Op(maybe(holders[word]), span, "holder-of", (first,), names)
    if word == "holder" and holders:
        of = next((t for t in holders.values() if isinstance(t, Seat)), next(iter(holders.values())))
        names = tuple(z.name for z in zones if z.parameters and z.parameters[0] == of)
        return Op(maybe(of), span, "holder-of", (first,), names)
    shaped = [z for z in zones if z.shape.form not in ("heap", "pile", "bag")]
    if word == "cell" and len(shaped) == 1:
        return Op(maybe(Cell(shaped[0].name)), span, "cell-of", (first,), shaped[0].name)
    tiles = [z for z in shaped if z.shape.is_open]
    if tiles and word == "neighbours":
        return Op(Set(Thing(kind)), span, "neighbours-of-thing", (first,), tiles[0].name)
    if tiles and word == "borders":
        return Op(Set(Border(tiles[0].name)), span, "borders-of-thing", (first,), tiles[0].name)
    if tiles and word == "turn":
        return Op(Number(0, 3), span, "turn-of", (first,), tiles[0].name)
    return None


def _of_pose(ex: Expressions, word: str, first: Expr, zone: Zone, span: Span) -> Expr | None:
    if word == "cells":
        return Op(Set(Cell(zone.name), filled=True), span, "pose-cells", (first,))
    if word == "neighbours":
        of: Type = Thing(zone.holds) if zone.shape.is_open and zone.holds is not None else Cell(zone.name)
        return Op(Set(of), span, "pose-neighbours", (first,))
    if word == "borders" and zone.shape.is_open:
        return Op(Set(Border(zone.name)), span, "pose-borders", (first,))
    del ex
    return None


def _of_border(ex: Expressions, word: str, first: Expr, zone: Zone, span: Span) -> Expr | None:
    kind = ex.words.kinds.get(zone.holds or "")
    printed = None if kind is None or zone.shape.edges is None else kind.printed.get(zone.shape.edges)
    edge = printed.value if isinstance(printed, Table) else ANYTHING
    edge = edge.inner if isinstance(edge, Set) else edge
    match word:
        case "side":
            return Op(Symbol("side"), span, "border-side", (first,))
        case "mine" | "theirs":
            return Op(edge, span, f"border-{word}", (first,))
        case "beyond" if zone.holds is not None:
            return Op(Thing(zone.holds), span, "border-beyond", (first,))
    return None


# ---------------------------------------------------------------- functions


def _arity(ex: Expressions, node: sx.Apply, least: int, most: int | None = None) -> bool:
    n, upper = len(node.arguments), least if most is None else most
    if least <= n <= upper:
        return True
    wanted = str(least) if least == upper else f"{least} to {upper}"
    ex.error("arity", node.span, f"`{node.word.text}` takes {wanted} {'argument' if wanted == '1' else 'arguments'}, not {n}.")
    return False


def _all(ex: Expressions, node: sx.Apply, _: Scope) -> Expr:
    if not _arity(ex, node, 1):
        return ex.unknown(node.span)
    what = node.arguments[0]
    if isinstance(what, sx.Apply) and what.word.text == "type" and isinstance(what.arguments[0], sx.Name):
        kind = what.arguments[0].text
        if kind in ex.words.kinds:
            ex.note_use(kind)
            return Op(Set(Row(kind), filled=True, at_most=len(ex.words.kinds[kind].rows)), node.span, "all-rows", (), kind)
    if isinstance(what, sx.Name):
        found = _everything(ex, what.text, node.span)
        if found is not None:
            ex.note_use(what.text)
            return found
        known = [*ex.words.kinds, *ex.words.lists, "seat", "resource"]
        return ex.error(
            "unknown-type", what.span, f"`all(…)` takes a kind or a list, and none is called `{what.text}`.", nearest(what.text, known)
        )
    return ex.error("unknown-type", what.span, "`all(…)` takes a kind or a list.")


def _everything(ex: Expressions, word: str, span: Span) -> Expr | None:
    if word in ex.words.kinds:
        return Op(Set(Thing(word)), span, "all-things", (), word)
    if word in ex.words.lists:
        listing = ex.words.lists[word]
        size = len(listing.members) if listing.among is not None else len(listing.symbols)
        return Op(Set(Symbol(word), filled=size > 0, at_most=size), span, "all-symbols", (), word)
    if word == "resource":
        return Op(
            Set(Symbol("resource"), filled=bool(ex.words.resources), at_most=len(ex.words.resources)), span, "all-symbols", (), "resource"
        )
    if word == "seat":
        return Op(Set(SEAT, filled=True, at_most=ex.words.players[1]), span, "seats", ())
    return None


def _at(ex: Expressions, node: sx.Apply, scope: Scope) -> Expr:
    if len(node.arguments) < 2:  # at(what, where)
        return ex.error("arity", node.span, "`at` takes a board and a position, a table and an entry, or a bundle and a resource.")
    first = ex.check(node.arguments[0], scope)
    inner = bare(first.type)
    if coerce.holds_one_unshaped(ex.words, first.type):
        return ex.error("type-mismatch", first.span, f"{_a(first.type).capitalize()} has no positions.")
    match inner:
        case Table(key, value):
            wanted = ex.check(node.arguments[1], scope, key)
            return Op(ex.lift(value, (first,)), node.span, "at-table", (first, wanted))
        case Bundle():
            return Op(COUNT, node.span, "b-get", (first, ex.check(node.arguments[1], scope, Symbol("resource"))))
        case Place(zone):
            return _cell_at(ex, node, first, ex.words.zones[zone], scope)
        case Anything():
            return ex.unknown(node.span)
    return ex.error("type-mismatch", first.span, f"`at` looks into a board, a table or a bundle, but this is {_a(first.type)}.")


_COORDINATES = {"ring": 1, "track": 1, "slots": 1, "grid": 2, "cubes": 3, "graph": 1}


def _cell_at(ex: Expressions, node: sx.Apply, place: Expr, zone: Zone, scope: Scope) -> Expr:
    needed = _COORDINATES.get(zone.shape.form)
    given = node.arguments[1:]
    if needed is None:
        return ex.error("type-mismatch", place.span, f"`{zone.name}` has no positions.")
    if len(given) != needed:
        return ex.error("arity", node.span, f"A position of `{zone.name}` is {needed} number(s), not {len(given)}.")
    key = Symbol(zone.shape.list) if zone.shape.list is not None and zone.shape.form in ("slots", "graph") else NUMBER
    coordinates = tuple(ex.check(g, scope, key) for g in given)
    total = key != NUMBER or (bool(zone.shape.sizes) and all(_inside(c, s) for c, s in zip(coordinates, zone.shape.sizes, strict=False)))
    for c, s in zip(coordinates, zone.shape.sizes, strict=False):
        if isinstance(c, Const) and isinstance(c.value, int) and _outside(c.value, s):
            return ex.error("no-such-position", c.span, f"`{zone.name}` has no position {c.value} in this direction.")
    literal = all(isinstance(c, Const) for c in coordinates)
    of: Type = Cell(zone.name) if total or literal else maybe(Cell(zone.name))
    return Op(ex.lift(of, (place,)), node.span, "at", (place, *coordinates))


def _inside(coordinate: Expr, size: Expr) -> bool:
    number, limit = coordinate.type, size.type
    if not isinstance(number, Number) or not isinstance(limit, Number):
        return False
    return number.low is not None and number.low >= 1 and number.high is not None and limit.low is not None and number.high <= limit.low


def _outside(value: int, size: Expr) -> bool:
    high = size.type.high if isinstance(size.type, Number) else None
    return value < 1 or (high is not None and value > high)


def _simple(name: str, parameters: tuple[Type, ...], result: Type) -> Callable[[Expressions, sx.Apply, Scope], Expr]:
    def build(ex: Expressions, node: sx.Apply, scope: Scope) -> Expr:
        if not _arity(ex, node, len(parameters)):
            return ex.unknown(node.span)
        arguments = tuple(ex.check(a_, scope, p) for a_, p in zip(node.arguments, parameters, strict=True))
        return Op(result, node.span, name, arguments)

    return build


def _step_word(name: str, result: Type) -> Callable[[Expressions, sx.Apply, Scope], Expr]:
    def build(ex: Expressions, node: sx.Apply, _: Scope) -> Expr:
        word = node.arguments[0] if node.arguments else None
        text = dotted(word)
        if text is None or word is None:
            return ex.error("unknown-step", node.span, f"`{node.word.text}(…)` takes the name of a step.")
        address = ex.step(text, word.span)
        return ex.unknown(node.span) if address is None else Op(result, node.span, name, (), address)

    return build


def dotted(node: sx.Expression | None) -> str | None:
    """`a.b` as the address it is here."""
    if isinstance(node, sx.Name):
        return node.text
    if isinstance(node, sx.Apply) and node.style == "dot" and len(node.arguments) == 1:
        inner = dotted(node.arguments[0])
        return None if inner is None else f"{inner}.{node.word.text}"
    return None


def _on_zone(
    word: str, extra: tuple[Type, ...], result: Callable[[Zone], Type], on: type[Place | Cell], forms: tuple[str, ...]
) -> Callable[[Expressions, sx.Apply, Scope], Expr]:
    """A function whose first argument is a place (or cell) of a zone of one of these shapes."""

    def build(ex: Expressions, node: sx.Apply, scope: Scope) -> Expr:
        if not _arity(ex, node, 1 + len(extra)):
            return ex.unknown(node.span)
        first = ex.check(node.arguments[0], scope)
        inner = bare(first.type)
        if isinstance(inner, Anything):
            return ex.unknown(node.span)
        if not isinstance(inner, on) or ex.words.zones[inner.zone].shape.form not in forms:
            kind = "board" if on is Place else "cell of a board"
            return ex.error(
                "type-mismatch", first.span, f"`{word}` is asked of a {kind} shaped as {' or '.join(forms)}, but this is {_a(first.type)}."
            )
        rest = tuple(ex.check(n, scope, t) for n, t in zip(node.arguments[1:], extra, strict=True))
        return Op(ex.lift(result(ex.words.zones[inner.zone]), (first,)), node.span, word, (first, *rest))

    return build


def _poses(ex: Expressions, node: sx.Apply, scope: Scope) -> Expr:
    if not _arity(ex, node, 2):
        return ex.unknown(node.span)
    thing, where = ex.check(node.arguments[0], scope), ex.check(node.arguments[1], scope)
    if coerce.holds_one_unshaped(ex.words, thing.type):
        thing = coerce.content_of(ex.words, thing)
    if isinstance(thing.type, Maybe):
        thing = ex.require(thing, bare(thing.type))
    inner = bare(where.type)
    if isinstance(inner, Place):
        zone = inner.zone
    elif isinstance(inner, Set) and isinstance(inner.inner, Cell):
        zone = inner.inner.zone
    elif isinstance(inner, Cell):
        zone, where = inner.zone, Op(Set(inner), where.span, "list", (where,))
    else:
        return ex.error("type-mismatch", where.span, f"`poses(thing, where)` needs a board or cells of one, but this is {_a(where.type)}.")
    holds = ex.words.zones[zone].holds
    if not isinstance(thing.type, Thing | Anything) or (isinstance(thing.type, Thing) and thing.type.kind != holds):
        return ex.error("type-mismatch", thing.span, f"`{zone}` holds {holds}, but this is {_a(thing.type)}.")
    return Op(Set(Pose(zone)), node.span, "poses", (thing, where))


def _pose_at(ex: Expressions, node: sx.Apply, scope: Scope) -> Expr:
    """`pose-at(place, row, [[x, y, level], …])`: the pose that covers just these cells."""
    if not _arity(ex, node, 3):
        return ex.unknown(node.span)
    place = ex.check(node.arguments[0], scope)
    zone = ex.words.zones.get(getattr(place.type, "zone", ""))
    if zone is None or zone.holds is None or zone.shape.form != "cubes":
        return ex.error("type-mismatch", place.span, f"`pose-at` needs a board of cubes, but this is {_a(place.type)}.")
    row = ex.check(node.arguments[1], scope, Row(zone.holds))
    cells = node.arguments[2]
    items = cells.items if isinstance(cells, sx.ListOf) else ()
    cubes = tuple(tuple(n.value for n in i.items if isinstance(n, sx.Number)) for i in items if isinstance(i, sx.ListOf))
    if not cubes or any(len(c) != 3 for c in cubes):  # noqa: PLR2004  # column, row, level
        return ex.error("wrong-shape", cells.span, "The cells of a pose are written [[column, row, level], …].")
    return Op(Pose(zone.name), node.span, "pose-at", (place, row), cubes)


def _table_or_set(ex: Expressions, node: sx.Apply, scope: Scope) -> Expr:
    """`symmetries(M)` in its call form."""
    if not _arity(ex, node, 1):
        return ex.unknown(node.span)
    first = ex.check(node.arguments[0], scope)
    found = builtin_member(ex, "symmetries", first, node.span)
    return found or ex.error("type-mismatch", first.span, f"Only a square table has symmetries, but this is {_a(first.type)}.")


def step_table(ex: Expressions, node: sx.Apply, scope: Scope, name: str) -> Expr:
    if not _arity(ex, node, 1):
        return ex.unknown(node.span)
    rows = ex.words.tables[name].rows
    argument = ex.number(node.arguments[0], scope)
    low = argument.type.low if isinstance(argument.type, Number) else None
    of: Type = Number(min(v for _, v in rows), max(v for _, v in rows))
    sure = low is not None and low >= rows[0][0]
    return Op(of if sure else maybe(of), node.span, "step-table", (argument,), name)


FUNCTIONS: dict[str, Callable[[Expressions, sx.Apply, Scope], Expr]] = {
    "all": _all,
    "at": _at,
    "amount": _simple("amount", (SEAT, Symbol("resource")), COUNT),
    "without": _simple("b-without", (BUNDLE, Symbol("resource")), BUNDLE),
    "kinds-in": _simple("b-kinds", (BUNDLE,), Set(Symbol("resource"))),
    "parts": _simple("b-parts", (BUNDLE,), Set(BUNDLE, filled=True)),
    "supply": _simple("supply", (Symbol("resource"),), COUNT),
    "pass": _step_word("passes", COUNT),
    "running": _step_word("running", TRUTH),
    "left": _step_word("left", Set(SEAT)),
    "poses": _poses,
    "pose-at": _pose_at,
    "symmetries": _table_or_set,
    "lines": _on_zone("lines", (NUMBER,), lambda z: Set(Line(z.name)), Place, ("grid", "graph")),
    "lines-through": _on_zone("lines-through", (NUMBER,), lambda z: Set(Line(z.name)), Cell, ("grid", "graph")),
    "wall": _on_zone("wall", (Symbol("side"),), lambda z: Set(Cell(z.name), filled=True), Place, ("cubes",)),
    "toward": _on_zone("toward", (Symbol("direction"),), lambda z: Set(Cell(z.name)), Cell, ("grid",)),
}


def _a(of: Type) -> str:
    from custumal.dsl.check.expressions import a  # noqa: PLC0415  # expressions imports this module

    return a(of)
