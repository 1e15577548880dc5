"""What happens: steps, actions, procedures, and the decisions in them."""

from __future__ import annotations

from custumal.dsl.base.frozen import dataclass
from custumal.dsl.model.effects import Effect
from custumal.dsl.model.expressions import Expr, Local
from custumal.dsl.model.memo import Memoised
from custumal.dsl.model.texts import Source


@dataclass(frozen=True, slots=True)
class ChoiceEntry:
    """One entry of `choose`. `form`: one, maybe, up-to, exactly, any (chosen) or let (a name for `among`'s value).
    `local` is what later parts read: a value, or a set for the forms that take several."""

    local: Local
    form: str
    amount: Expr | None
    among: Expr
    source: Source


@dataclass(frozen=True, slots=True)
class Require:
    """A restriction: `that` must hold unless `unless` does. `reads` are the entries (local ids) that it needs, so it is tested
    as soon as these are chosen."""

    that: Expr
    unless: Expr | None
    source: Source
    reads: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Limit:
    """At most `count` times (None: once) per pass of `step`, for each combination of the `each` locals."""

    count: Expr | None
    step: str
    each: tuple[Local, ...]
    source: Source


@dataclass(frozen=True, slots=True)
class Offer:
    """A menu. `window` is the window's name, or None for only free actions. `pick`: one, any, up-to, fixed (with `amount`)."""

    window: str | None
    pick: str
    amount: Expr | None


@dataclass(frozen=True, slots=True)
class LoopHead:
    """`kind`: each, players, rounds, together (over `source`, each pass binding `local`; for the last three it is `me`),
    repeat (`count`), endless. `select` order and `where` are inside `source`, except `where`, asked when the turn comes."""

    kind: str
    local: Local | None
    source: Expr | None
    where: Expr | None


@dataclass(frozen=True, slots=True)
class Decision(Memoised):
    """What a step or action asks for: entries in order, restrictions, cost, limit, consent."""

    entries: tuple[ChoiceEntry, ...] = ()
    require: tuple[Require, ...] = ()
    ensure: tuple[Require, ...] = ()
    cost: Expr | None = None
    limit: Limit | None = None
    consent: Expr | None = None


NO_DECISION = Decision()


@dataclass(frozen=True, slots=True)
class Step(Memoised):
    """A step with the keys in the order in which they act: loop; per pass until, lets, condition, seat, decision, body or offer.
    With a loop `condition` is asked once, before it. `actor` is the local `me` inside the step. `seat` None: the actor so far;
    `chance`: chance makes the choice. `body`, `other`, `passing` are sequences of steps and effects.
    `remembers`: kept values and zones, by name, of which it is noted how they stand as each pass begins.
    `unnamed`: it has no name, so that `source` has the address of what it stands in."""

    source: Source
    loop: LoopHead | None = None
    until: Expr | None = None
    lets: tuple[tuple[Local, Expr], ...] = ()
    condition: Expr | None = None
    seat: Expr | None = None
    chance: bool = False
    actor: Local | None = None
    decision: Decision | None = None
    offer: Offer | None = None
    body: tuple[Step | Effect, ...] = ()
    other: tuple[Step | Effect, ...] = ()
    passing: tuple[Step | Effect, ...] = ()
    remembers: tuple[str, ...] = ()
    unnamed: bool = False

    @property
    def known_as(self) -> str:
        """The address by which rules know it, "" where it has no name: its passes are none of the step in which it stands."""
        return "" if self.unnamed else self.source.address


@dataclass(frozen=True, slots=True)
class Preference:
    """Of all ways to carry out an action only those count after which `value` is the greatest (the least: not `is_most`)."""

    value: Expr
    is_most: bool
    source: Source


@dataclass(frozen=True, slots=True)
class Action(Memoised):
    """What a seat may choose. `actor` is `me`. `any_time`: step during which it is free. `as_one`: what is chosen in the body is one
    choice with it, and `prefer` tells which of these count."""

    source: Source
    actor: Local
    windows: tuple[str, ...]
    any_time: str | None
    decision: Decision
    body: tuple[Step | Effect, ...]
    as_one: bool = False
    prefer: tuple[Preference, ...] = ()


@dataclass(frozen=True, slots=True)
class Procedure(Memoised):
    """`actor`: the `me` of whoever carries it out (may be unset when nobody acts)."""

    source: Source
    actor: Local
    parameters: tuple[Local, ...]
    body: tuple[Step | Effect, ...]

    @property
    def is_step(self) -> bool:
        """Whether it has keys of a step, such as `if`, a limit or a loop: then its passes are what rules hook."""
        return any(isinstance(each, Step) and each.known_as == self.source.address for each in self.body)

    @property
    def known_as(self) -> str:
        """The address by which rules hook it when it is called, "" where they hook the step that it is."""
        return "" if self.is_step else self.source.address
