"""Where one type may stand for another: places and cells for what lies there, lines and poses for their cells."""

from __future__ import annotations

from custumal.dsl.base.frozen import replace
from custumal.dsl.base.types import (
    ANYTHING,
    EMPTY,
    Anything,
    Bundle,
    Cell,
    Column,
    Empty,
    Line,
    Maybe,
    Number,
    Place,
    Pose,
    Set,
    Symbol,
    Thing,
    Type,
    bare,
    kind_of,
    maybe,
)
from custumal.dsl.check.symbols.vocabulary import Vocabulary
from custumal.dsl.model import Const, Expr, Op


def element_type(words: Vocabulary, of: Type) -> Type | None:
    """What the members of a value of this type are, where it may stand for a set; None where it can't."""
    match bare(of):
        case Set(inner):
            return inner
        case Place(zone) | Cell(zone):
            info = words.zone(zone)
            return Thing(info.holds) if info.holds is not None else ANYTHING if info.holds_unknown else None
        case Line(zone) | Pose(zone) | Column(zone):
            return Cell(zone)
        case Anything():
            return bare(of)
    return None


def as_set(words: Vocabulary, expr: Expr) -> Expr | None:
    """The expression as a set of what it stands for, or None."""
    inner = bare(expr.type)
    if isinstance(inner, Set | Anything):
        return expr
    element = element_type(words, inner)
    if element is None:
        return None
    of = Set(element, at_most=_content_at_most(words, inner))
    match inner:
        case Place(zone):
            info = words.zone(zone)
            if info.one and info.form == "heap":
                return Op(of, expr.span, "singleton-or-empty", (content_of(words, expr),))
            return Op(of, expr.span, "things", (expr,))
        case Cell(zone):
            if words.zone(zone).one:
                return Op(of, expr.span, "singleton-or-empty", (content_of(words, expr),))
            return Op(of, expr.span, "cell-things", (expr,))
        case Pose():
            return Op(Set(element, filled=True), expr.span, "pose-cells", (expr,))
        case Column():
            return Op(Set(element, filled=True), expr.span, "column-cells", (expr,))
        case Line():
            return Op(Set(element, filled=True), expr.span, "line-cells", (expr,))
    return None


def just(expr: Expr) -> Expr:
    """The set of one value."""
    return Op(Set(expr.type, filled=True, at_most=1), expr.span, "list", (expr,))


def _content_at_most(words: Vocabulary, of: Type) -> int | None:
    """How many things lie in a place or cell at most."""
    if not isinstance(of, Place | Cell):
        return None
    zone = words.zone(of.zone)
    if zone.one and (isinstance(of, Cell) or zone.form == "heap"):
        return 1
    return None if zone.holds is None else words.most_things(zone.holds)


def content_of(words: Vocabulary, place: Expr) -> Expr:
    """The one thing in a cell or unshaped place that holds one (maybe)."""
    inner = bare(place.type)
    assert isinstance(inner, Place | Cell)
    of = element_type(words, inner)
    assert of is not None
    return Op(maybe(of), place.span, "content", (place,))


def holds_one_unshaped(words: Vocabulary, of: Type) -> bool:
    """Is this a place that reads as its content?"""
    inner = bare(of)
    if not isinstance(inner, Place):
        return False
    zone = words.zone(inner.zone)
    return zone.one and zone.holds is not None and zone.form == "heap"


def same_kind(words: Vocabulary, a: Type, b: Type) -> bool:
    """Can values of the two types be equal at all (apart from nothing)?"""
    a, b = kind_of(bare(a)), kind_of(bare(b))
    if isinstance(a, Anything | Empty) or isinstance(b, Anything | Empty):
        return True
    if isinstance(a, Symbol) and isinstance(b, Symbol):
        return words.root(a.list) == words.root(b.list)
    if isinstance(a, Set) and isinstance(b, Set):
        return same_kind(words, a.inner, b.inner)
    if isinstance(a, Bundle):
        return is_bundle(words, b)
    return a == b


def is_bundle(words: Vocabulary, of: Type) -> bool:
    """A bundle, or a resource, which is a bundle of one."""
    return isinstance(of, Bundle) or (isinstance(of, Symbol) and words.root(of.list) == "resource")


def fits(words: Vocabulary, wanted: Type, expr: Expr) -> Expr | None:
    """The expression as a value of the wanted type, coerced where that is allowed; None where it can't be."""
    found = expr.type
    if isinstance(wanted, Anything) or isinstance(bare(found), Anything):
        return expr
    if isinstance(wanted, Maybe):
        if isinstance(found, Empty):
            return replace(expr, type=wanted)
        if holds_one_unshaped(words, found) and not isinstance(wanted.inner, Place):
            return fits(words, wanted, content_of(words, expr))
        inner = fits(words, wanted.inner, replace(expr, type=bare(found)) if isinstance(found, Maybe) else expr)
        return None if inner is None else replace(inner, type=maybe(inner.type)) if isinstance(found, Maybe) else inner
    if isinstance(found, Maybe | Empty) and not isinstance(wanted, Set):
        return None
    return _fits_plain(words, wanted, expr)


def _fits_plain(words: Vocabulary, wanted: Type, expr: Expr) -> Expr | None:
    found = expr.type
    match wanted:
        case Set(inner):
            if isinstance(found, Empty):
                return Const(wanted, expr.span, ())
            collected = as_set(words, expr)
            if collected is None:
                return None
            element = element_type(words, collected.type)
            return collected if element is not None and (element == EMPTY or narrower(words, element, inner)) else None
        case Bundle() if isinstance(found, Symbol) and is_bundle(words, found):
            return Op(wanted, expr.span, "b-unit", (expr, Const(Number(1, 1), expr.span, 1)))
        case Thing():
            if holds_one_unshaped(words, found):
                return None
        case Symbol(part) if isinstance(expr, Const) and isinstance(found, Symbol) and words.root(found.list) == words.root(part):
            listing = words.list_called(part)
            if listing is not None and expr.value in listing.members:
                return replace(expr, type=wanted)
    return expr if narrower(words, found, wanted) else None


def narrower(words: Vocabulary, found: Type, wanted: Type) -> bool:
    """Is every value of `found` one of `wanted` (bounds of numbers aside)?"""
    if isinstance(found, Anything) or isinstance(wanted, Anything):
        return True
    if isinstance(found, Symbol) and isinstance(wanted, Symbol):
        return found.list == wanted.list or _is_part(words, found.list, wanted.list)
    if isinstance(found, Set) and isinstance(wanted, Set):
        return narrower(words, found.inner, wanted.inner)
    return kind_of(found) == kind_of(wanted)


def _is_part(words: Vocabulary, part: str, whole: str) -> bool:
    """Whether every word of a list is one of another list, both being parts of one."""
    one, other = words.list_called(part), words.list_called(whole)
    if one is None or other is None or words.root(part) != words.root(whole):
        return False
    return set(one.members) <= set(other.members)


def join(words: Vocabulary, a: Type, b: Type) -> Type | None:
    """The type of a value that is either; None where they don't go together."""
    if isinstance(a, Empty):
        return maybe(b)
    if isinstance(b, Empty):
        return maybe(a)
    inner = _join_plain(words, bare(a), bare(b))
    if inner is None:
        return None
    return maybe(inner) if isinstance(a, Maybe) or isinstance(b, Maybe) else inner


def _join_plain(words: Vocabulary, a: Type, b: Type) -> Type | None:
    if isinstance(a, Anything) or isinstance(b, Anything):
        return a if isinstance(b, Anything) else b
    if isinstance(a, Number) and isinstance(b, Number):
        return Number(_least(a.low, b.low), _greatest(a.high, b.high))
    if isinstance(a, Set) and isinstance(b, Set):
        inner = join(words, a.inner, b.inner)
        more = None if a.at_most is None or b.at_most is None else max(a.at_most, b.at_most)
        return None if inner is None else Set(inner, a.filled and b.filled, more)
    if isinstance(a, Symbol) and isinstance(b, Symbol) and words.root(a.list) == words.root(b.list):
        return a if a == b else Symbol(words.root(a.list))
    return a if a == b else None


def _least(a: int | None, b: int | None) -> int | None:
    return None if a is None or b is None else min(a, b)


def _greatest(a: int | None, b: int | None) -> int | None:
    return None if a is None or b is None else max(a, b)
