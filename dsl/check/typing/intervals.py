"""What is known of numbers: their bounds, and those of what is computed with them."""

from __future__ import annotations

from custumal.dsl.base.limits import GREATEST_INTEGER, LEAST_INTEGER
from custumal.dsl.base.types import NUMBER, Number, Set, Type, bare


def bounds(of: Type) -> tuple[int | None, int | None]:
    inner = bare(of)
    return (inner.low, inner.high) if isinstance(inner, Number) else (None, None)


def interval(name: str, left: Type, right: Type) -> Number:
    """The bounds of a result from those of the operands."""
    (a1, a2), (b1, b2) = bounds(left), bounds(right)
    if name == "add":
        return Number(_sum(a1, b1), _sum(a2, b2))
    if name == "sub":
        return Number(_sum(a1, None if b2 is None else -b2), _sum(a2, None if b1 is None else -b1))
    if name == "mod":
        return _remainder(b1, b2)
    if a1 is None or a2 is None or b1 is None or b2 is None:
        never_negative = a1 is not None and a1 >= 0 and b1 is not None and b1 >= 0
        return Number(0, None) if never_negative else NUMBER
    if name == "div" and b1 <= 0 <= b2:
        return NUMBER
    corners = [x // y if name == "div" else x * y for x in (a1, a2) for y in (b1, b2)]
    return Number(min(corners), max(corners))


COMPARISONS = ("lt", "le", "gt", "ge", "eq")


def compared(name: str, a: Type, b: Type) -> bool | None:
    """What a comparison of numbers always gives, by their bounds; None where it may give both, compares something else, or is never made
    since there is no number within them."""
    if not isinstance(a, Number) or not isinstance(b, Number) or fits_nowhere(a) or fits_nowhere(b) or is_empty(a) or is_empty(b):
        return None
    if name in ("gt", "ge"):
        return compared({"gt": "lt", "ge": "le"}[name], b, a)
    if name == "eq":
        if a.low is not None and (a.low, a.high) == (b.low, b.high) and a.low == a.high:
            return True
        return False if compared("lt", a, b) or compared("lt", b, a) else None
    strict = 1 if name == "lt" else 0
    if a.high is not None and b.low is not None and a.high + strict <= b.low:
        return True
    return False if a.low is not None and b.high is not None and a.low + strict > b.high else None


def is_empty(of: Number) -> bool:
    """Whether no number is of this type, as none is within 5 to 3."""
    return of.low is not None and of.high is not None and of.low > of.high


def fits_nowhere(of: Type) -> bool:
    """Whether no number of a type fits into 64 bits, which is reported where it is computed."""
    low, high = bounds(of)
    return (low is not None and low > GREATEST_INTEGER) or (high is not None and high < LEAST_INTEGER)


def beyond(coordinate: Type, size: Type) -> int | None:
    """The number nearest to a board of this size where a coordinate is never on it; None where it may be."""
    low, high = bounds(coordinate)
    most = bounds(size)[1]
    if most is not None and most < 1:  # that has been reported
        return None
    if high is not None and high < 1:
        return high
    return low if low is not None and most is not None and low > most else None


def _remainder(low: int | None, high: int | None) -> Number:
    """What is left by a divisor within these bounds: it has the sign of the divisor and is nearer to 0."""
    if low is not None and low > 0:
        return Number(0, None if high is None else high - 1)
    if high is not None and high < 0:
        return Number(None if low is None else low + 1, 0)
    return NUMBER


def _sum(x: int | None, y: int | None) -> int | None:
    return None if x is None or y is None else x + y


def element_of(of: Type | None) -> Type | None:
    """The type of the members of a set type, else the type itself without maybe."""
    if of is None:
        return None
    inner = bare(of)
    return bare(inner.inner) if isinstance(inner, Set) else inner
