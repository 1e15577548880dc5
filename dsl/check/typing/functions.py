"""The built-in functions, with the types of their results."""

from __future__ import annotations

from collections.abc import Callable

from custumal.dsl.base.types import (
    BUNDLE,
    NUMBER,
    SEAT,
    TRUTH,
    Anything,
    Bundle,
    Cell,
    Line,
    Number,
    Place,
    Row,
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
from custumal.dsl.check.typing.builtins import COUNT, builtin_member
from custumal.dsl.check.typing.expressions import Expressions
from custumal.dsl.check.typing.intervals import beyond
from custumal.dsl.check.typing.placements import pose_at, poses
from custumal.dsl.check.typing.scope import Scope
from custumal.dsl.diagnostics.catalogue.names import all_of_nothing, all_takes_kinds, function_takes_a_step, no_ranking_key
from custumal.dsl.diagnostics.catalogue.things import no_such_position
from custumal.dsl.diagnostics.catalogue.turns import remembers_nothing
from custumal.dsl.diagnostics.catalogue.types import asked_of_shapes, at_looks_into, has_no_positions, no_symmetries, zone_has_no_positions
from custumal.dsl.diagnostics.catalogue.values import at_takes, position_has_numbers
from custumal.dsl.diagnostics.diagnostic import Span
from custumal.dsl.diagnostics.suggest import nearest
from custumal.dsl.model import Const, Expr, Op
from custumal.dsl.sentences import syntax as sx


def _all(ex: Expressions, node: sx.Apply, _: Scope) -> Expr:
    if not ex.takes(node, 1):
        return ex.unknown(node.span)
    what = node.arguments[0]
    if isinstance(what, sx.Apply) and what.word.text == "type" and isinstance(what.arguments[0], sx.Name):
        kind = what.arguments[0].text
        if ex.words.kind_called(kind) is not None:
            ex.note_use(kind)
            return Op(Set(Row(kind), filled=True, at_most=len(ex.words.rows(kind))), node.span, "all-rows", (), kind)
    if isinstance(what, sx.Name):
        found = _everything(ex, what.text, node.span)
        if found is not None:
            ex.note_use(what.text)
            return found
        known = [*ex.words.kind_names(), *ex.words.list_names(), "seat", "resource"]
        return ex.error(what.span, all_of_nothing(what.text, nearest(what.text, known)))
    return ex.error(what.span, all_takes_kinds())


def _everything(ex: Expressions, word: str, span: Span) -> Expr | None:
    if ex.words.kind_called(word) is not None:
        return Op(Set(Thing(word), at_most=ex.words.most_things(word)), span, "all-things", (), word)
    listing = ex.words.list_called(word)
    if listing is not None:
        size = len(listing.members) if listing.among is not None else len(listing.symbols)
        return Op(Set(Symbol(word), filled=size > 0, at_most=size), span, "all-symbols", (), word)
    if word == "resource":
        size = len(ex.words.resources())
        return Op(Set(Symbol("resource"), filled=size > 0, at_most=size), span, "all-symbols", (), "resource")
    if word == "seat":
        return Op(Set(SEAT, filled=True, at_most=ex.words.players()[1]), span, "seats", ())
    return None


def _at(ex: Expressions, node: sx.Apply, scope: Scope) -> Expr:
    if len(node.arguments) < 2:  # at(what, where)
        return ex.error(node.span, at_takes())
    first = ex.check(node.arguments[0], scope)
    inner = bare(first.type)
    if coercion.holds_one_unshaped(ex.words, first.type):
        return ex.misfit(first.span, has_no_positions(first.type))
    if isinstance(inner, Table | Bundle) and not ex.takes(node, 2):  # at(what, key)
        return ex.unknown(node.span)
    match inner:
        case Table(key, value):
            wanted = ex.check(node.arguments[1], scope, key)
            return Op(ex.lift(value, (first,)), node.span, "at-table", (first, wanted))
        case Bundle():
            return Op(COUNT, node.span, "b-get", (first, ex.check(node.arguments[1], scope, Symbol("resource"))))
        case Place(zone):
            return _cell_at(ex, node, first, ex.words.zone(zone), scope)
        case Anything():
            return ex.unknown(node.span)
    return ex.misfit(first.span, at_looks_into(first.type))


_COORDINATES = {"ring": 1, "track": 1, "slots": 1, "grid": 2, "cubes": 3, "graph": 1}


def _cell_at(ex: Expressions, node: sx.Apply, place: Expr, zone: ZoneInfo, scope: Scope) -> Expr:
    needed = _COORDINATES.get(zone.form)
    given = node.arguments[1:]
    if needed is None:
        return ex.error(place.span, zone_has_no_positions(zone.name))
    if len(given) != needed:
        return ex.error(node.span, position_has_numbers(zone.name, needed, len(given)))
    key = Symbol(zone.list) if zone.list is not None and zone.form in ("slots", "graph") else NUMBER
    coordinates = tuple(ex.check(g, scope, key) for g in given)
    sizes = ex.words.zone_sizes(zone.name)
    total = key != NUMBER or (bool(sizes) and all(_inside(c, s) for c, s in zip(coordinates, sizes, strict=False)))
    for c, s in zip(coordinates, sizes, strict=False):
        wrong = beyond(c.type, s)
        if wrong is not None:
            return ex.error(c.span, no_such_position(zone.name, wrong))
    literal = all(isinstance(c, Const) for c in coordinates)
    of: Type = Cell(zone.name) if total or literal else maybe(Cell(zone.name))
    return Op(ex.lift(of, (place,)), node.span, "at", (place, *coordinates))


def _inside(coordinate: Expr, limit: Type) -> bool:
    number = coordinate.type
    if isinstance(number, Anything) or isinstance(limit, Anything):
        return True
    if not isinstance(number, Number) or not isinstance(limit, Number):
        return False
    return number.low is not None and number.low >= 1 and number.high is not None and limit.low is not None and number.high <= limit.low


def _simple(name: str, parameters: tuple[Type, ...], result: Type) -> Callable[[Expressions, sx.Apply, Scope], Expr]:
    def build(ex: Expressions, node: sx.Apply, scope: Scope) -> Expr:
        if not ex.takes(node, len(parameters)):
            return ex.unknown(node.span)
        arguments = tuple(ex.check(a_, scope, p) for a_, p in zip(node.arguments, parameters, strict=True))
        return Op(result, node.span, name, arguments)

    return build


def _step_word(name: str, result: Type) -> Callable[[Expressions, sx.Apply, Scope], Expr]:
    def build(ex: Expressions, node: sx.Apply, scope: Scope) -> Expr:
        if len(node.arguments) > 1:
            ex.takes(node, 1)
            return ex.unknown(node.span)
        word = node.arguments[0] if node.arguments else None
        text = dotted(word)
        if text is None or word is None:
            return ex.error(node.span, function_takes_a_step(node.word.text))
        address = ex.step(text, word.span, around=scope.step)
        if address is None:
            return ex.unknown(node.span)
        if name == "staying":
            ex.findings.rounds.append((address, word.span))
        return Op(result, node.span, name, (), address)

    return build


def _occurrences(ex: Expressions, node: sx.Apply, scope: Scope) -> Expr:
    """`occurrences(STEP)`, `occurrences(STEP, seat)`: how many passes began with what the step remembers as it stands now."""
    if len(node.arguments) not in (1, 2):
        ex.takes(node, 1)
        return ex.unknown(node.span)
    text, word = dotted(node.arguments[0]), node.arguments[0]
    if text is None:
        return ex.error(node.span, function_takes_a_step(node.word.text))
    seats = tuple(ex.check(argument, scope, SEAT) for argument in node.arguments[1:])
    address = ex.step(text, word.span, around=scope.step)
    if address is None:
        return ex.unknown(node.span)
    names = ex.words.remembered(address)
    return Op(COUNT, node.span, "occurrences", seats, (address, *names)) if names else ex.error(word.span, remembers_nothing(text))


def _decided_by(ex: Expressions, node: sx.Apply, _: Scope) -> Expr:
    """`decided-by(KEY)`: whether this key of the ranking tells the first place from the next."""
    if not ex.takes(node, 1):
        return ex.unknown(node.span)
    word, keys = node.arguments[0], ex.words.ranking_keys()
    text = dotted(word)
    if text is not None and text in keys:
        return Op(TRUTH, node.span, "decided-by", (), text)
    return ex.error(word.span, no_ranking_key(text, None if text is None else nearest(text, keys)))


def _turns(ex: Expressions, node: sx.Apply, scope: Scope) -> Expr:
    """`turns(STEP)`, `turns(STEP, seat)`: how many passes have begun in all, and of a seat."""
    if len(node.arguments) not in (1, 2):
        ex.takes(node, 1)
        return ex.unknown(node.span)
    text = dotted(node.arguments[0])
    if text is None:
        return ex.error(node.span, function_takes_a_step(node.word.text))
    seats = tuple(ex.check(argument, scope, SEAT) for argument in node.arguments[1:])
    address = ex.step(text, node.arguments[0].span, around=scope.step)
    return ex.unknown(node.span) if address is None else Op(COUNT, node.span, "turns", seats, address)


def dotted(node: sx.Expression | None) -> str | None:
    """`a.b` as the address it is here."""
    if isinstance(node, sx.Name):
        return node.text
    if isinstance(node, sx.Apply) and node.style == "dot" and len(node.arguments) == 1:
        inner = dotted(node.arguments[0])
        return None if inner is None else f"{inner}.{node.word.text}"
    return None


def _on_zone(
    word: str, extra: tuple[Type, ...], result: Callable[[ZoneInfo], Type], on: type[Place | Cell], forms: tuple[str, ...]
) -> Callable[[Expressions, sx.Apply, Scope], Expr]:
    """A function whose first argument is a place (or cell) of a zone of one of these shapes."""

    def build(ex: Expressions, node: sx.Apply, scope: Scope) -> Expr:
        if not ex.takes(node, 1 + len(extra)):
            return ex.unknown(node.span)
        first = ex.check(node.arguments[0], scope)
        inner = bare(first.type)
        if isinstance(inner, Anything):
            return ex.unknown(node.span)
        if not isinstance(inner, on) or ex.words.zone(inner.zone).form not in forms:
            kind = "board" if on is Place else "cell of a board"
            return ex.misfit(first.span, asked_of_shapes(word, kind, forms, first.type))
        rest = tuple(ex.check(n, scope, t) for n, t in zip(node.arguments[1:], extra, strict=True))
        return Op(ex.lift(result(ex.words.zone(inner.zone)), (first,)), node.span, word, (first, *rest))

    return build


def _table_or_set(ex: Expressions, node: sx.Apply, scope: Scope) -> Expr:
    """`symmetries(M)` in its call form."""
    if not ex.takes(node, 1):
        return ex.unknown(node.span)
    first = ex.check(node.arguments[0], scope)
    found = builtin_member(ex, "symmetries", first, node.span)
    return found or ex.misfit(first.span, no_symmetries(first.type))


def step_table(ex: Expressions, node: sx.Apply, scope: Scope, rows: tuple[tuple[int, int], ...]) -> Expr:
    if not ex.takes(node, 1):
        return ex.unknown(node.span)
    argument = ex.number(node.arguments[0], scope)
    low = argument.type.low if isinstance(argument.type, Number) else None
    of: Type = Number(min(v for _, v in rows), max(v for _, v in rows))
    sure = isinstance(argument.type, Anything) or (low is not None and low >= rows[0][0])
    return Op(of if sure else maybe(of), node.span, "step-table", (argument,), node.word.text)


FUNCTIONS: dict[str, Callable[[Expressions, sx.Apply, Scope], Expr]] = {
    "all": _all,
    "at": _at,
    "amount": _simple("amount", (SEAT, Symbol("resource")), COUNT),
    "parts": _simple("b-parts", (BUNDLE,), Set(BUNDLE, filled=True)),
    "supply": _simple("supply", (Symbol("resource"),), COUNT),
    "passes": _step_word("passes", COUNT),
    "running": _step_word("running", TRUTH),
    "staying": _step_word("staying", Set(SEAT)),
    "occurrences": _occurrences,
    "turns": _turns,
    "decided-by": _decided_by,
    "poses": poses,
    "pose-at": pose_at,
    "symmetries": _table_or_set,
    "lines": _on_zone("lines", (NUMBER,), lambda z: Set(Line(z.name)), Place, ("grid", "graph")),
    "lines-through": _on_zone("lines-through", (NUMBER,), lambda z: Set(Line(z.name)), Cell, ("grid", "graph")),
    "wall": _on_zone("wall", (Symbol("side"),), lambda z: Set(Cell(z.name), filled=True), Place, ("cubes",)),
    "toward": _on_zone("toward", (Symbol("direction"),), lambda z: Set(Cell(z.name)), Cell, ("grid",)),
}
