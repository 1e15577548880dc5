"""Positions and what must be so in them."""

from __future__ import annotations

from custumal.dsl.base.frozen import dataclass
from custumal.dsl.model.effects import Effect
from custumal.dsl.model.expressions import Expr, Local
from custumal.dsl.model.memo import Memoised
from custumal.dsl.model.texts import Source


@dataclass(frozen=True, slots=True)
class Forbidden:
    """`then: {forbidden: CHOICE, because: ADDRESS}`: refused, this address among the reasons. `allowed`: the opposite."""

    key: str
    allowed: bool
    because: str | None


@dataclass(frozen=True, slots=True)
class Expectation:
    """`text` is the sentence as the file has it, "" for what is none. `sees` and `unseen_by` are sets of seats that know the truth
    by what they see, and that can't know it."""

    source: Source
    that: Expr | Forbidden
    text: str = ""
    sees: Expr | None = None
    unseen_by: Expr | None = None


@dataclass(frozen=True, slots=True)
class Accepted:
    """Where a variant says what is so with it in a scenario of its game: this one has to fail, and of its `then` the lines with these
    addresses."""

    source: Source
    lines: tuple[Source, ...]


@dataclass(frozen=True, slots=True)
class Scenario(Memoised):
    """See language reference: setup, given effects, when keys, then expectations. `start` is the step to begin with or None;
    with `after` these choices are made first, and `given` changes the position to which they lead. `origin`: whose example it is."""

    source: Source
    players: int | None
    options: tuple[tuple[str, object], ...]
    seed: int
    setup: bool
    start: str | None
    given: tuple[Effect, ...]
    when: tuple[str, ...]
    then: tuple[Expectation, ...]
    actor: Local | None = None
    after: tuple[str, ...] = ()
    origin: str = "ours"
