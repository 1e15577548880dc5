"""Whether some member of a set always fulfils a condition, whatever the members are: of cards that nobody sees one can surely be played
where one has to follow suit with a card of that suit, and with any if there is none.

All that is asked of a single member is a question with the answer yes or no, and so is what hangs on no member but isn't known. A set is
then as good as the sets of answers that its members give, and all of those there could be are gone through.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, combinations
from typing import TypeVar

from custumal.dsl.base.frozen import dataclass
from custumal.dsl.model import Expr, Fold, Local, Op
from custumal.dsl.model.node_walk import nodes

MOST_OF_MEMBERS, MOST_OTHERS = 3, 2
"""So many questions are gone through: of a member (with 3 there are 255 sets), and others."""
_LEFT_OUT = frozenset(["span", "type"])
_MEMBER = "a member"
Member = TypeVar("Member", bound=Hashable)


class Unprovable(Exception):
    """The condition has a form of which it is not found out."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question: of a member, or (not `of_member`) of anything else that isn't known."""

    key: Hashable
    of_member: bool


@dataclass(frozen=True, slots=True)
class Joined:
    """`and`, `or` or `not` of parts; `some`: whether a member is there of which the part holds."""

    how: str
    parts: tuple[Condition, ...]


Condition = bool | Asked | Joined
Answers = frozenset[Hashable]
"""The questions that are answered with yes."""


@lru_cache(1_000)
def is_some_always(condition: Condition) -> bool:
    """Whether of every set that is not empty a member fulfils a condition."""
    asked = [*dict.fromkeys(_asked(condition))]
    of_members, others = [one.key for one in asked if one.of_member], [one.key for one in asked if not one.of_member]
    if len(of_members) > MOST_OF_MEMBERS or len(others) > MOST_OTHERS:
        return False
    members = [*_subsets(of_members)]
    sets = [found for found in _subsets(members) if found]
    return all(
        any(_holds(condition, member, answers, among) for member in among) for answers in _subsets(others) for among in sets
    )  # fmt: skip


def _subsets(members: Sequence[Member]) -> list[frozenset[Member]]:
    return [frozenset(found) for found in chain.from_iterable(combinations(members, size) for size in range(len(members) + 1))]


def _asked(condition: Condition) -> Iterator[Asked]:
    if isinstance(condition, Asked):
        yield condition
    elif isinstance(condition, Joined):
        for part in condition.parts:
            yield from _asked(part)


def _holds(condition: Condition, member: Answers, others: Answers, among: frozenset[Answers]) -> bool:
    """Whether a condition holds of a member of a set."""
    match condition:
        case Asked(key=key, of_member=of_member):
            return key in (member if of_member else others)
        case Joined(how="and", parts=parts):
            return all(_holds(part, member, others, among) for part in parts)
        case Joined(how="or", parts=parts):
            return any(_holds(part, member, others, among) for part in parts)
        case Joined(how="not", parts=(part,)):
            return not _holds(part, member, others, among)
        case Joined(how="some", parts=(part,)):
            return any(_holds(part, other, others, among) for other in among)
    assert isinstance(condition, bool)
    return condition


class Conditions:
    """Reads conditions on the members of one set.

    Args:
        among: the set.
        known: what is known to hold, or not to; None where that isn't known.
    """

    def __init__(self, among: Expr, known: Callable[[Expr], bool | None]) -> None:
        self.among = _key(among, "")
        self.known = known

    def read(self, expr: Expr, member: str, outer: frozenset[str] = frozenset()) -> Condition:
        """What an expression says of a member, which is called so there. `outer`: other names that stand for members.

        Raises:
            Unprovable: it compares members with each other.
        """
        names = {node.id for node in nodes(expr) if isinstance(node, Local)}
        if member not in names and names.isdisjoint(outer) and (found := self.known(expr)) is not None:
            return found
        if isinstance(expr, Op) and expr.name in ("and", "or", "not"):
            return Joined(expr.name, tuple(self.read(one, member, outer) for one in expr.arguments))
        if isinstance(expr, Fold) and expr.kind in ("some", "no", "every") and _key(expr.source, "") == self.among:
            return self._read_fold(expr, outer | {member})
        if not names.isdisjoint(outer):
            raise Unprovable
        return Asked(_key(expr, member), member in names)

    def _read_fold(self, fold: Fold, outer: frozenset[str]) -> Condition:
        parts = [] if fold.where is None else [self.read(fold.where, fold.var.id, outer)]
        if fold.kind == "every":
            assert fold.value is not None
            parts.append(Joined("not", (self.read(fold.value, fold.var.id, outer),)))
        some = Joined("some", (Joined("and", tuple(parts)),))
        return some if fold.kind == "some" else Joined("not", (some,))


def _key(node: object, member: str) -> Hashable:
    """The same for expressions that say the same, wherever they stand and however they call the member."""
    if isinstance(node, tuple):
        return tuple(_key(one, member) for one in node)
    if isinstance(node, Local):
        return _MEMBER if node.id == member else node.id
    if isinstance(node, Expr):
        names: tuple[str, ...] = getattr(type(node), "__match_args__", ())
        return type(node).__name__, *(_key(getattr(node, name), member) for name in names if name not in _LEFT_OUT)
    assert isinstance(node, Hashable)
    return node
