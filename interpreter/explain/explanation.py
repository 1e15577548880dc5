"""What an explanation is made of: is a choice legal, what stands in its way, and the facts that decided."""

from __future__ import annotations

from custumal.dsl.base.frozen import dataclass
from custumal.dsl.base.types import Type
from custumal.dsl.model import Expr
from custumal.interpreter.setup.values import Env, Value

CANDIDATES = "candidates"
"""The fact that tells what could be chosen instead."""
OFFERED = "offered in"
"""The fact that tells which step offers something."""


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """What a fact was made from, so that it can be told to players in other words: the expression, if it is the value of one, the
    type, the value, and the names that are bound."""

    expr: Expr | None
    type: Type
    value: Value
    env: Env


@dataclass(frozen=True, slots=True)
class Fact:
    """A part of a sentence with its value in the position, both in words of the rule file; and what they were made from, which takes no
    part in comparing."""

    what: str
    value: str
    evidence: Evidence | None = None

    def __eq__(self, other: object) -> bool:
        return (self.what, self.value) == (other.what, other.value) if isinstance(other, Fact) else NotImplemented

    def __hash__(self) -> int:
        return hash((self.what, self.value))

    def __repr__(self) -> str:
        return f"Fact(what={self.what!r}, value={self.value!r})"


@dataclass(frozen=True, slots=True)
class Reason:
    """One thing that stands in the way, or that was asked and does not: its address, the numbered rules behind it, the sentence
    for the player, the facts, and the variants that have added or changed it."""

    address: str
    rules: tuple[str, ...]
    text: str
    facts: tuple[Fact, ...] = ()
    variants: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Explanation:
    """Is a choice legal, and if not, why not; None if whoever asks may not know. `passed` are the restrictions that a whole legal
    choice has met, as far as it may be known.

    Of a value: what it is, in words, with what makes it so as the reasons, in order.
    """

    legal: bool | None
    reasons: tuple[Reason, ...] = ()
    passed: tuple[Reason, ...] = ()
    value: str | None = None
