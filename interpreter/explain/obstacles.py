"""Finds every restriction that stands in the way of a choice, with the facts that decided."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress

from custumal.dsl.base.frozen import dataclass, field
from custumal.dsl.base.types import Number, Set, bare
from custumal.dsl.model import Call, Expr, Fold, Op, Reach, Read, Select, Source
from custumal.dsl.model.node_walk import locals_in
from custumal.interpreter.explain.explanation import Evidence, Fact
from custumal.interpreter.keys.names import value_name
from custumal.interpreter.keys.wording import SILENT, describe
from custumal.interpreter.position.state import Position
from custumal.interpreter.position.unseen import Unseen, is_unseen
from custumal.interpreter.program import HALT, Affordable, Allowed, Bind, Choosing, Forbid, Part, Pick, Split, Test
from custumal.interpreter.reference.evaluate import Evaluator, if_seen
from custumal.interpreter.reference.listing import ChoiceListing
from custumal.interpreter.reference.restrictions import Restrictions, counter_index
from custumal.interpreter.setup.instance import Instance
from custumal.interpreter.setup.layout import COUNTERS
from custumal.interpreter.setup.values import Env, Value

MOST_VALUES = 12
MOST_MEMBERS = 8
"""Of larger sets only the first members are named."""


Finding = tuple[Source, Env, tuple[Fact, ...]]
"""Something that forbids a choice, or that it has met: where it stands, the names that it sees, the facts."""


@dataclass(frozen=True, slots=True)
class Sample:
    """What was found for some choices of one position: whether a part holds for the values that it reads, and what has been told."""

    held: dict[tuple[object, ...], bool] = field(default_factory=dict)
    reported: set[str] = field(default_factory=set)


class Explainer:
    """Explains choices of one game with the plain evaluator; slow and complete.

    Args:
        instance: the game.
        listing: the reference listing of the same program.
    """

    def __init__(self, instance: Instance, listing: ChoiceListing) -> None:
        self.instance = instance
        self.listing = listing
        # Both by the identity of a node, which is kept with it.
        self._facts: dict[int, tuple[Expr, Value, Env]] = {}
        self._names: dict[int, tuple[object, frozenset[str]]] = {}
        self.recording = Evaluator(instance, listing.evaluator.slots, self._record, listing.can)
        self.restrictions = Restrictions(self.recording)
        self.plain = Restrictions(listing.evaluator)

    def parts(
        self, choosing: Choosing, state: Position, seat: int | None, given: Mapping[str, Value],
        met: list[Finding] | None = None, sample: Sample | None = None, unseen: list[Finding] | None = None,
    ) -> list[Finding]:  # fmt: skip
        """Everything that forbids the choice with these values (by entry name, all of them given), in the order of the rules. `met`
        takes up the restrictions that it meets, `unseen` those of which that can't be said by what is seen. With a `sample` this is
        one choice of several, and each reason has its facts once."""
        found: list[Finding] = []
        unseen = [] if unseen is None else unseen
        env = self.start(choosing, state, seat)
        for part in choosing.plan:
            match part:
                case Pick(local=local):
                    value = given[local.name]
                    with _noting(unseen, part.source, env):
                        if not self._is_candidate(part, value, state, env):
                            found.append((part.source, dict(env), ()))
                    env = {**env, local.id: value}
                case Split():
                    continue
                case Bind(local=local, value=expr):
                    env = {**env, local.id: if_seen(self.listing.evaluator, expr, state, env)}
                case _:
                    with _noting(unseen, source_of(part), env):
                        facts = self._failing_of(sample, part, state, env, seat)
                        if facts is not None:
                            found.append((source_of(part), dict(env), facts))
                        elif met is not None:
                            met.append((source_of(part), dict(env), (*self._known(), *self._counted(part, state, env))))
        # What has to hold afterwards is tried only with a choice that nothing else forbids.
        return found or self._afterwards(choosing, state, seat, env, unseen)

    def start(self, choosing: Choosing, state: Position, seat: int | None) -> Env:
        """The names with which a choosing begins."""
        env: Env = {} if choosing.actor is None else {choosing.actor.id: seat}
        try:
            return next(iter(self.listing.offered(choosing, state, seat)), env)
        except Unseen:
            return env

    def _afterwards(self, choosing: Choosing, state: Position, seat: int | None, env: Env, unseen: list[Finding]) -> list[Finding]:
        """What does not hold in the position to which the choice leads."""
        found: list[Finding] = []
        if choosing.trial == HALT:
            return found
        for test in choosing.ensure:
            with _noting(unseen, test.require.source, env):
                facts = self.failing(test, self.listing.trial(state, choosing, env), env, seat)
                if facts is not None:
                    found.append((test.require.source, dict(env), facts))
        return found

    def _is_candidate(self, pick: Pick, value: Value, state: Position, env: Env) -> bool:
        return self.listing.is_candidate(pick, value, state, env)

    def failing(self, part: Part, state: Position, env: Env, seat: int | None) -> tuple[Fact, ...] | None:
        """The facts behind a part that does not hold; None where it holds."""
        self._facts.clear()
        self.recording.anew()
        if self.restrictions.holds(part, state, env, seat):
            return None
        return (*self._known(), *self._counted(part, state, env))

    def _failing_of(
        self, sample: Sample | None, part: Test | Forbid | Allowed | Affordable, state: Position, env: Env, seat: int | None
    ) -> tuple[Fact, ...] | None:
        """The same for a choice of a sample, without facts that have been told; most restrictions read few of its values."""
        if sample is None:
            return self.failing(part, state, env, seat)
        key = (id(part), *((name, env[name]) for name in self._names_in(part) if name in env))
        if key not in sample.held:
            sample.held[key] = self.plain.holds(part, state, env, seat)
        address = source_of(part).address
        if sample.held[key] or address in sample.reported:
            return None if sample.held[key] else ()
        sample.reported.add(address)
        return self.failing(part, state, env, seat)

    def _counted(self, part: Part, state: Position, env: Env) -> tuple[Fact, ...]:
        """How much of a limit is used up, and what there is to pay with."""
        value = self.recording.value
        if isinstance(part, Allowed):
            limit = part.limit
            arguments = [value(local, state, env) for local in (part.seat, *limit.each)]
            used = state.c[COUNTERS][counter_index(self.recording, part.counter, arguments)]
            most = 1 if limit.count is None else value(limit.count, state, env)
            found = Evidence(None, Number(), used, {})
            return (Fact(f"times in {limit.step.rpartition('.')[2]}", f"{used} of {most}", found),)
        if isinstance(part, Affordable):
            cost, payer = value(part.cost, state, env), value(part.seat, state, env)
            of, stock = part.cost.type, self._stock(payer, state)
            words = [f"{amount} {word}" for amount, word in zip(stock, self.instance.game.resources, strict=False) if amount]
            return (
                Fact("cost", value_name(self.instance, of, cost), Evidence(None, of, cost, {})),
                Fact("stock", " + ".join(words) or "none", Evidence(None, of, stock, {})),
            )
        return ()

    def _stock(self, seat: int | None, state: Position) -> tuple[int, ...]:
        """What a seat can pay with, of each resource so much."""
        kept = self.instance.kept_of_resource if seat is not None else ()
        return tuple(self.recording.kept(name, (seat,), state) for name in kept)

    def facts(self, expr: Expr, state: Position, env: Env) -> tuple[Fact, ...]:
        """The values inside an expression, as far as they are seen."""
        self._facts.clear()
        self.recording.anew()
        with suppress(Unseen):
            self.recording.value(expr, state, env)
        return self._known()

    def _known(self) -> tuple[Fact, ...]:
        """What was kept, in words: most values are overwritten or dropped before they have to be told."""
        facts = {}
        for expr, value, env in self._facts.values():
            what, shown = describe(expr, self.instance, env), self.shown(expr, value)
            if what is not None and what != shown:
                facts[what] = Fact(what, shown, Evidence(expr, expr.type, value, env))
        return tuple(facts.values())[:MOST_VALUES]

    def _record(self, expr: Expr, value: Value, env: Env) -> None:
        """Keep a value, of what is asked of several members only the last; and of these none if none of them has decided."""
        if is_unseen(value):
            return
        if isinstance(expr, Fold | Select | Reach) and not _has_witness(expr, value):
            self._forget(expr.var.id)
        if isinstance(expr, Read | Call | Fold) or (isinstance(expr, Op) and expr.name not in SILENT):
            self._facts[id(expr)] = expr, value, env

    def _forget(self, name: str) -> None:
        """Drop what was found for one value of a name after the other."""
        for key in [key for key, (expr, _, _) in self._facts.items() if name in self._names_in(expr)]:
            del self._facts[key]

    def _names_in(self, node: object) -> frozenset[str]:
        """The ids of the names in an expression or a part of a plan."""
        if id(node) not in self._names:
            self._names[id(node)] = node, locals_in(node)
        return self._names[id(node)][1]

    def shown(self, expr: Expr, value: Value) -> str:
        """A value in the words of the rule file."""
        of = bare(expr.type)
        if value is None:
            return "none"
        if isinstance(of, Set):
            words = [value_name(self.instance, of.inner, member) for member in value[:MOST_MEMBERS]]
            more = f", and {len(value) - MOST_MEMBERS} more" if len(value) > MOST_MEMBERS else ""
            return f"[{', '.join(words)}{more}]"
        return value_name(self.instance, expr.type, value)


@contextmanager
def _noting(unseen: list[Finding], source: Source, env: Env) -> Iterator[None]:
    """What can't be said of something by what is seen is noted, with where it stands."""
    try:
        yield
    except Unseen:
        unseen.append((source, dict(env), ()))


def _has_witness(expr: Expr, value: Value) -> bool:
    """Whether the last member that was looked at has decided the whole."""
    return isinstance(expr, Fold) and ((expr.kind == "some" and value is True) or (expr.kind in ("no", "every") and value is False))


def source_of(part: Test | Forbid | Allowed | Affordable) -> Source:
    """Where a restriction stands."""
    match part:
        case Test(require=require):
            return require.source
        case Forbid(use=use):
            return use.rule.source
        case Allowed(limit=limit):
            return limit.source
        case Affordable(source=source):
            return source
