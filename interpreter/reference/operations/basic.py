"""Operations on numbers, truths, sets and bundles: they need no state, only their arguments."""

from __future__ import annotations

from itertools import product

from custumal.dsl.base.types import Set, Type, bare
from custumal.dsl.diagnostics.catalogue.play import too_many_divisions, too_many_numbers
from custumal.dsl.diagnostics.catalogue.values import divided_by_zero
from custumal.dsl.model import Op
from custumal.interpreter.position.state import Position
from custumal.interpreter.reference.operations import Strict
from custumal.interpreter.setup.errors import PlayError
from custumal.interpreter.setup.instance import Instance
from custumal.interpreter.setup.values import Numbers, Value, bounded, distinct

LARGEST_SET = 1 << 16
"""The most members that a set may have."""


# ---------------------------------------------------------------- numbers


def _add(_w: Instance, _s: Position, _op: Op, a: int, b: int) -> int:
    return bounded(a + b)


def _sub(_w: Instance, _s: Position, _op: Op, a: int, b: int) -> int:
    return bounded(a - b)


def _mul(_w: Instance, _s: Position, _op: Op, a: int, b: int) -> int:
    return bounded(a * b)


def _neg(_w: Instance, _s: Position, _op: Op, a: int) -> int:
    return bounded(-a)


def _div(_w: Instance, _s: Position, _op: Op, a: int, b: int) -> int:
    return bounded(a // divisor(b))


def _mod(_w: Instance, _s: Position, _op: Op, a: int, b: int) -> int:
    return a % divisor(b)


def divisor(b: int) -> int:
    """The divisor itself.

    Raises:
        PlayError: `division-by-zero`.
    """
    if b == 0:
        raise PlayError(divided_by_zero())
    return b


def _greatest(_w: Instance, _s: Position, _op: Op, *numbers: int) -> int:
    return max(numbers)


def _least(_w: Instance, _s: Position, _op: Op, *numbers: int) -> int:
    return min(numbers)


# ---------------------------------------------------------------- comparisons


def _lt(_w: Instance, _s: Position, _op: Op, a: int, b: int) -> bool:
    return a < b


def _le(_w: Instance, _s: Position, _op: Op, a: int, b: int) -> bool:
    return a <= b


def _gt(_w: Instance, _s: Position, _op: Op, a: int, b: int) -> bool:
    return a > b


def _ge(_w: Instance, _s: Position, _op: Op, a: int, b: int) -> bool:
    return a >= b


def same(a: Value, b: Value, of: Type) -> bool:
    """Whether two values of this type are the same; sets are if they have the same members."""
    if isinstance(bare(of), Set) and a is not None and b is not None:
        return set(a) == set(b)
    return bool(a == b)


def _eq(_w: Instance, _s: Position, op: Op, a: Value, b: Value) -> bool:
    return same(a, b, op.arguments[0].type)


def _ne(_w: Instance, _s: Position, op: Op, a: Value, b: Value) -> bool:
    return not same(a, b, op.arguments[0].type)


def _subset(_w: Instance, _s: Position, _op: Op, a: Numbers, b: Numbers) -> bool:
    return set(a) <= set(b)


def _negated(_w: Instance, _s: Position, _op: Op, a: Value) -> bool:
    return not a


def _some_value(_w: Instance, _s: Position, _op: Op, a: Value) -> bool:
    return a is not None


# ---------------------------------------------------------------- sets


def _join(_w: Instance, _s: Position, _op: Op, a: Numbers, b: Numbers) -> Numbers:
    return tuple(dict.fromkeys((*a, *b)))


def _minus(_w: Instance, _s: Position, _op: Op, a: Numbers, b: Numbers) -> Numbers:
    taken = set(b)
    return tuple(value for value in a if value not in taken)


def _listed(_w: Instance, _s: Position, _op: Op, *items: Value) -> tuple[Value, ...]:
    return distinct([item for item in items if item is not None])


def numbers_between(low: int, high: int) -> Numbers:
    if high - low >= LARGEST_SET:
        raise PlayError(too_many_numbers(low, high, LARGEST_SET))
    return tuple(range(low, high + 1))


def _number_range(_w: Instance, _s: Position, _op: Op, low: int, high: int) -> Numbers:
    return numbers_between(low, high)


def _singleton(_w: Instance, _s: Position, _op: Op, a: Value) -> tuple[Value, ...]:
    return () if a is None else (a,)


def _position(_w: Instance, _s: Position, _op: Op, a: Value, among: tuple[Value, ...]) -> int | None:
    return among.index(a) + 1 if a in among else None


def _leading(_w: Instance, _s: Position, _op: Op, count: int, among: tuple[Value, ...]) -> tuple[Value, ...]:
    return among[: max(count, 0)]


# ---------------------------------------------------------------- bundles


def _bundle_add(_w: Instance, _s: Position, _op: Op, a: Numbers, b: Numbers) -> Numbers:
    return tuple(bounded(x + y) for x, y in zip(a, b, strict=True))


def _bundle_sub(_w: Instance, _s: Position, _op: Op, a: Numbers, b: Numbers) -> Numbers:
    return tuple(bounded(x - y) for x, y in zip(a, b, strict=True))


def _bundle_scale(_w: Instance, _s: Position, _op: Op, number: int, bundle: Numbers) -> Numbers:
    return tuple(bounded(number * x) for x in bundle)


def _bundle_unit(w: Instance, _s: Position, _op: Op, resource: int, number: int) -> Numbers:
    return tuple(number if other == resource else 0 for other in range(len(w.game.resources)))


def _bundle_get(_w: Instance, _s: Position, _op: Op, bundle: Numbers, resource: int) -> int:
    return bundle[resource]


def _bundle_without(_w: Instance, _s: Position, _op: Op, bundle: Numbers, resource: int) -> Numbers:
    return tuple(0 if other == resource else number for other, number in enumerate(bundle))


def _bundle_parts(_w: Instance, _s: Position, _op: Op, bundle: Numbers) -> tuple[Numbers, ...]:
    size = 1
    for number in bundle:
        size *= max(number, 0) + 1
    if size > LARGEST_SET:
        raise PlayError(too_many_divisions(size, LARGEST_SET))
    return tuple(product(*(range(max(number, 0) + 1) for number in bundle)))


def _bundle_le(_w: Instance, _s: Position, _op: Op, a: Numbers, b: Numbers) -> bool:
    return all(x <= y for x, y in zip(a, b, strict=True))


BASIC: dict[str, Strict] = {
    "add": _add,
    "sub": _sub,
    "mul": _mul,
    "neg": _neg,
    "div": _div,
    "mod": _mod,
    "max": _greatest,
    "min": _least,
    "lt": _lt,
    "le": _le,
    "gt": _gt,
    "ge": _ge,
    "subset": _subset,
    "join": _join,
    "minus": _minus,
    "range": _number_range,
    "leading": _leading,
    "b-add": _bundle_add,
    "b-sub": _bundle_sub,
    "b-scale": _bundle_scale,
    "b-unit": _bundle_unit,
    "b-get": _bundle_get,
    "b-without": _bundle_without,
    "b-parts": _bundle_parts,
    "b-le": _bundle_le,
}
"""Operations that are lifted over nothing."""

ABOUT_NOTHING: dict[str, Strict] = {
    "eq": _eq,
    "ne": _ne,
    "not": _negated,
    "some-value": _some_value,
    "list": _listed,
    "singleton-or-empty": _singleton,
    "position": _position,
}
"""Operations for which nothing is a value like others."""
