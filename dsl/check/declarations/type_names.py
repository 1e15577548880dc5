"""Types as written to types as meant."""

from __future__ import annotations

from custumal.dsl.base.types import (
    ANYTHING,
    BUNDLE,
    NUMBER,
    SEAT,
    TRUTH,
    Anything,
    Border,
    Cell,
    Column,
    Corner,
    Half,
    Line,
    Number,
    Polycube,
    Pose,
    Row,
    Set,
    Symbol,
    Table,
    Thing,
    Type,
    maybe,
)
from custumal.dsl.check.entries.context import Context
from custumal.dsl.check.typing.intervals import bounds
from custumal.dsl.check.typing.scope import Scope
from custumal.dsl.diagnostics.catalogue.keys import parameters_twice
from custumal.dsl.diagnostics.catalogue.names import no_type, no_type_of, no_zone
from custumal.dsl.diagnostics.catalogue.types import set_of_sets
from custumal.dsl.diagnostics.catalogue.values import bounds_reversed
from custumal.dsl.diagnostics.diagnostic import Span
from custumal.dsl.diagnostics.suggest import nearest
from custumal.dsl.model import Expr, Local
from custumal.dsl.sentences import syntax as sx

_PLAIN: dict[str, Type] = {
    "number": NUMBER,
    "truth": TRUTH,
    "seat": SEAT,
    "bundle": BUNDLE,
    "polycube": Polycube(),
    "resource": Symbol("resource"),
}
_OF_ZONE: dict[str, type[Cell | Column | Line | Pose | Border | Corner | Half]] = {
    "cell": Cell,
    "column": Column,
    "line": Line,
    "pose": Pose,
    "border": Border,
    "corner": Corner,
    "half": Half,
}


def type_of(cx: Context, word: sx.TypeWord) -> Type:
    """The type that a type word means; Anything after a report."""
    match word.form:
        case "maybe" if word.inner is not None:
            return maybe(type_of(cx, word.inner))
        case "of" if word.word is not None and word.inner is not None:
            return _of(cx, word.word, word.inner)
        case "per" if word.key is not None:
            value = type_of(cx, word.inner) if word.inner is not None else _simple(cx, word.word, word.span)
            return Table(type_of(cx, word.key), value)
        case "interval":
            return _interval(cx, word)
    return _simple(cx, word.word, word.span)


def _simple(cx: Context, name: sx.Name | None, span: Span) -> Type:
    word = name.text if name is not None else ""
    if word in _PLAIN:
        return _PLAIN[word]
    if word in cx.declared.lists:
        cx.ex.note_use(word)
        return Symbol(word)
    if word in cx.declared.kinds:
        cx.ex.note_use(word)
        return Thing(word)
    guess = nearest(word, [*_PLAIN, *cx.declared.lists, *cx.declared.kinds]) or nearest(word, [*_OF_ZONE, "type", "set", "row", "maybe"])
    cx.report.tell(span, no_type(word, guess))
    return ANYTHING


def _of(cx: Context, outer: sx.Name, inner: sx.TypeWord) -> Type:
    word, name = outer.text, inner.word.text if inner.word is not None else ""
    if word in _OF_ZONE:
        if name in cx.declared.zone_names:
            cx.ex.note_use(name)
            return ANYTHING if name in cx.declared.lost else _OF_ZONE[word](name)
        guess = nearest(name, cx.declared.zone_names)
        cx.report.tell(inner.span, no_zone(name, guess))
        return ANYTHING
    if word == "type":
        kind = _simple(cx, inner.word, inner.span)
        return Row(kind.kind) if isinstance(kind, Thing) else ANYTHING
    if word in ("set", "row"):
        element = type_of(cx, inner)
        if isinstance(element, Set):
            cx.report.tell(inner.span, set_of_sets())
        return Set(element)
    cx.report.tell(outer.span, no_type_of(word, nearest(word, [*_OF_ZONE, "type", "set", "row"])))
    return ANYTHING


def _interval(cx: Context, word: sx.TypeWord) -> Type:
    low, high = interval_bounds(cx, word)
    if any(bound is not None and isinstance(bound.type, Anything) for bound in (low, high)):
        return ANYTHING  # what it is could not be read, which has been reported
    if isinstance(word.low, sx.Number) and isinstance(word.high, sx.Number) and word.low.value > word.high.value:
        cx.report.tell(word.span, bounds_reversed(word.low.value, word.high.value))
        return ANYTHING
    return Number(None if low is None else bounds(low.type)[0], None if high is None else bounds(high.type)[1])


def interval_bounds(cx: Context, word: sx.TypeWord | None) -> tuple[Expr | None, Expr | None]:
    """The bounds of an interval type as expressions (numbers, options, values); (None, None) for other types."""
    while word is not None and word.form == "maybe":
        word = word.inner
    if word is None or word.form != "interval":
        return None, None
    scope = Scope(no_actor=True)
    low, high = (None if bound is None else cx.ex.number(bound, scope) for bound in (word.low, word.high))
    return low, high


def parameters(cx: Context, signature: sx.Signature | None) -> tuple[Local, ...]:
    """The parameters of a signature as locals; a bare type names its parameter."""
    if signature is None:
        return ()
    found: list[Local] = []
    for parameter in signature.parameters:
        name = parameter.name or parameter.type.word
        of = type_of(cx, parameter.type)
        if name is None:
            continue
        if any(p.name == name.text for p in found):
            cx.report.tell(name.span, parameters_twice(name.text))
        found.append(cx.ex.locals.new(name.text, of, name.span))
    return tuple(found)


def is_finite(of: Type) -> bool:
    """Can a kept value or zone be a function of this type?"""
    if isinstance(of, Number):
        return of.low is not None and of.high is not None
    return isinstance(of, Symbol | Thing | Row | Cell | Column) or of in (SEAT, ANYTHING)
