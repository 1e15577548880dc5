"""Whether the choices of a decision may be more than can be listed, as far as the sizes of its types tell."""

from __future__ import annotations

from custumal.dsl.base.limits import MOST_WAYS
from custumal.dsl.base.types import Set, Thing, Type, bare
from custumal.interpreter.program import Choosing, Pick, Point, Split
from custumal.interpreter.setup.errors import PlayError
from custumal.interpreter.setup.instance import Instance

_ENDLESS = MOST_WAYS + 1
_LARGEST_SET = 64
"""So many members have more sub-sets than can be listed."""


def may_be_too_many(instance: Instance, point: Point) -> bool:
    """False if there can't be more than `MOST_WAYS` choices, wherever things lie and whatever is forbidden."""
    return sum(_choices(instance, choosing) for choosing in point.choosings) > MOST_WAYS


def _choices(instance: Instance, choosing: Choosing) -> int:
    """At the most; not counted where parts make one choice, a rule offers it once for each thing, or it is paid in several ways."""
    if choosing.inside is not None or choosing.offered_by is not None or any(isinstance(part, Split) for part in choosing.plan):
        return _ENDLESS
    found = 1
    for pick in choosing.picks:
        found = min(found * _ways(instance, pick), _ENDLESS)
    return found


def _ways(instance: Instance, pick: Pick) -> int:
    """In how many ways an entry can be chosen at the most."""
    of = bare(pick.among.type)
    members = _members(instance, of.inner if isinstance(of, Set) else of)
    if pick.form in ("one", "maybe"):
        return members + 1
    return 1 << min(members, _LARGEST_SET)


def _members(instance: Instance, of: Type) -> int:
    of = bare(of)
    if isinstance(of, Thing):
        return len(instance.things_of(of.kind))
    try:
        return instance.domain(of).size
    except PlayError:
        return _ENDLESS
