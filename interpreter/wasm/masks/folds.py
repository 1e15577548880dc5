"""Folds over sets that are masks."""

from __future__ import annotations

from collections.abc import Callable

from custumal.dsl.base.types import Set, bare
from custumal.dsl.model import Fold
from custumal.interpreter.wasm.expressions.core import all_of, by_masks, known_value, value
from custumal.interpreter.wasm.expressions.unit import Bound, Writer
from custumal.interpreter.wasm.masks.mask import Mask, bits_of, both, domain_for, is_any, named, rows_of, size_of, without
from custumal.interpreter.wasm.masks.sets import holding, mask_of
from custumal.interpreter.wasm.memory.plan import words
from custumal.interpreter.wasm.memory.shapes import ENTRY, NUMBER
from custumal.interpreter.wasm.text.branchless import is_straight
from custumal.interpreter.wasm.text.nodes import UNREACHABLE, Node, get, i32, load, no, op, put, scaled, valued
from custumal.interpreter.wasm.unsupported import OnlyMask

MOST_ASKED = 24
"""So many words of sets are asked about one after the other at most."""


def _members(w: Writer, expr: Fold) -> Mask | None:
    """Those for which `where` holds."""
    domain = domain_for(w, expr.source.type)
    source = None if domain is None else mask_of(w, expr.source)
    if source is None or domain is None or expr.where is None:
        return source
    return both(w, source, holding(w, expr.where, frozenset([expr.var.id]), domain))


def _failing(w: Writer, expr: Fold) -> Mask | None:
    """Those for which the value does not hold."""
    domain, members = domain_for(w, expr.source.type), _members(w, expr)
    if domain is None or members is None or expr.value is None:
        return None
    return both(w, members, without(w, holding(w, expr.value, frozenset([expr.var.id]), domain)))


@by_masks(Fold)
def _fold(w: Writer, expr: Fold) -> Node | None:
    rows = _over_rows(w, expr)
    if rows is not None:
        return rows
    kind = _KINDS.get(expr.kind)
    if kind is None or known_value(w, expr):
        return None
    of, answer, result = kind
    mask = of(w, expr)
    return None if mask is None else valued(mask.before, answer(mask), result)


# ---------------------------------------------------------------- sets of sets


def _over_rows(w: Writer, expr: Fold) -> Node | None:
    """Whether something holds of some, or of all, of a few sets that hang on nothing but names: asked of each, without a branch. Where
    there are fewer, the first one is asked again."""
    of = bare(expr.source.type)
    domain = domain_for(w, of.inner) if isinstance(of, Set) else None
    if domain is None or expr.kind not in ("some", "no", "every") or known_value(w, expr.source):
        return None
    found = rows_of(w, expr.source, lambda given: [bits_of(domain, one) for one in w.unit.static.value(expr.source, given)])
    if found is None or found.index is None or not all(found.rows):
        return None
    most, size = max(map(len, found.rows)), words(domain.size)
    if most * size > MOST_ASKED:
        return None
    filled = [[*row, *[row[0]] * (most - len(row))] for row in found.rows]
    at, row = w.unit.pool.table([word for one in filled for bits in one for word in bits]), w.fn.local("row", "i32")
    done, answer = [put(row, scaled(found.index, ENTRY * size * most))], i32(0)
    for number in range(most):
        place = at + ENTRY * size * number
        one = named(w, [load(place + ENTRY * word, get(row)) for word in range(size)], domain.offset)
        try:
            test = _asked(w, expr, one)
        except OnlyMask:
            return None
        if not is_straight(test):
            return None
        answer = op("i32.or", answer, valued(one.before, test, "i32")) if number else valued(one.before, test, "i32")
    return valued(done, answer if expr.kind == "some" else no(answer), "i32")


def _asked(w: Writer, expr: Fold, one: Mask) -> Node:
    """Whether a set is such that it decides: `where` holds, and, if all are to have a value, that does not."""
    here = w.binding({expr.var.id: Bound(UNREACHABLE, NUMBER, mask=Mask((), one.words, one.offset, rising=False))})
    tests = [*([] if expr.where is None else [value(here, expr.where)])]
    if expr.kind == "every" and expr.value is not None:
        tests.append(no(value(here, expr.value)))
    return all_of(tests) or i32(1)


_KINDS: dict[str, tuple[Callable[[Writer, Fold], Mask | None], Callable[[Mask], Node], str]] = {
    "some": (_members, is_any, "i32"),
    "no": (_members, lambda mask: no(is_any(mask)), "i32"),
    "every": (_failing, lambda mask: no(is_any(mask)), "i32"),
    "count": (_members, size_of, "i64"),
}
