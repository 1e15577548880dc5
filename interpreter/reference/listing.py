"""Move generation: the legal choices at a decision point, by nested loops in the order of the plan."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import islice

from custumal.dsl.base.frozen import dataclass
from custumal.dsl.base.limits import MOST_WAYS
from custumal.dsl.base.types import Set, bare
from custumal.dsl.diagnostics.catalogue.numbers import too_many_to_list, too_many_ways
from custumal.dsl.model import Can, Expr, Op
from custumal.interpreter.position.equivalence import Equivalence, watched_values
from custumal.interpreter.position.state import Position
from custumal.interpreter.position.subsets import count_subsets, subsets
from custumal.interpreter.position.unseen import Unseen
from custumal.interpreter.program import (
    PASS,
    Affordable,
    Allowed,
    Bind,
    CallRoutine,
    ChoiceTuple,
    Choosing,
    Forbid,
    Part,
    Pick,
    Point,
    Program,
    Split,
    Test,
)
from custumal.interpreter.program.always_some import Conditions, Joined, Unprovable, is_some_always
from custumal.interpreter.reference.evaluate import Evaluator
from custumal.interpreter.reference.operations.placements import is_pose
from custumal.interpreter.reference.payment import all_ways
from custumal.interpreter.reference.restrictions import Restrictions
from custumal.interpreter.setup.errors import PlayError
from custumal.interpreter.setup.values import Env, Value

Trial = Callable[[Position, Choosing, Env], Position]
"""The state after a choice (its names in the environment) has been carried out, up to its end or first stop, on a copy."""
NOTHING: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Walk:
    """One listing: where, for whom, with which values fixed for the first entries (`as_listed`: of interchangeable ones those that are
    listed), and what is set aside. `untold`: interchangeable things are each a choice, so that it need not be seen which they are."""

    state: Position
    seat: int | None
    given: tuple[Value, ...] = ()
    ignoring: frozenset[str] = NOTHING
    as_listed: bool = False
    untold: bool = False


class ChoiceListing:
    """Lists the choices of one program.

    Args:
        evaluator: evaluates the rules; from here on it can answer `can`.
        program: the program whose points are listed.
        equivalence: says which candidates are interchangeable.
        trial: tries a choice out, for `ensure`.
    """

    def __init__(self, evaluator: Evaluator, program: Program, equivalence: Equivalence, trial: Trial) -> None:
        self.evaluator = evaluator
        self.program = program
        self.equivalence = equivalence
        self.trial = trial
        self.restrictions = Restrictions(evaluator)
        evaluator.can = self.can

    # ------------------------------------------------------------ points

    def seat(self, point: Point, state: Position) -> int | None:
        """Who decides at a point; None where nobody does: chance, nobody acts, or a seat of the house, which never decides."""
        if point.seat is None:
            return None
        seat: int | None = self.evaluator.value(point.seat, state, {})
        return None if seat is None or seat >= self.evaluator.instance.players else seat

    def choices(self, point: Point, state: Position) -> list[ChoiceTuple]:
        """All choice tuples of a point, PASS last; empty if there is nothing to choose but to decline."""
        return few_enough(list(islice(self.each_choice(point, state), MOST_WAYS + 1)), point)

    def named(self, name: str, point: Point, state: Position) -> list[ChoiceTuple]:
        """Those of the choices of a point whose keys begin with this name."""
        return few_enough(list(islice(self.each_choice(point, state, name), MOST_WAYS + 1)), point)

    def each_choice(self, point: Point, state: Position, name: str | None = None) -> Iterator[ChoiceTuple]:
        """The choices one after the other, so that it costs little to ask whether there is any; with a name only those that have it."""
        seat = self.seat(point, state)
        if seat is None:
            return
        found = bound = False
        refused = () if point.refused is None else state.frame[self.program.slots[point.refused.id]] or ()
        for number, choosing in enumerate(point.choosings):
            if name not in (None, choosing.name) or (choosing.free and self.inside(point.routines, state)):
                continue
            for choice in self.of(number, choosing, Walk(state, seat)):
                if choice not in refused:
                    found = True
                    bound = bound or not choosing.free
                    yield choice
        if found and name is None and (point.passing == "always" or (point.passing == "unless" and not bound)):
            yield PASS

    def has_surely_some(self, point: Point, state: Position) -> bool:
        """Whether whoever decides at a point has something to choose, where not all that it chooses from is seen: that there is
        something is enough, if nothing is asked of it."""
        seat = self.seat(point, state)
        if seat is None or point.refused is not None:
            return False
        return any(self._has_surely(choosing, Walk(state, seat, untold=True)) for choosing in point.choosings if not choosing.free)

    def _has_surely(self, choosing: Choosing, walk: Walk) -> bool:
        try:
            return next(self._legal(choosing, walk), None) is not None
        except Unseen:
            return self._has_always(choosing, walk)

    def _has_always(self, choosing: Choosing, walk: Walk) -> bool:
        """Whether of the things that can be chosen from one can be chosen whatever they are: all that is asked of them is what they
        are, and which there are."""
        tests = [part for part in choosing.plan if isinstance(part, Test)]
        if len(choosing.picks) != 1 or choosing.ensure or len(tests) + 1 < len(choosing.plan):
            return False
        try:
            for env in () if choosing.when is not None else self.offered(choosing, walk.state, walk.seat):
                if self._has_always_one(choosing.picks[0], tests, walk.state, env):
                    return True
        except (Unseen, Unprovable):
            return False
        return False

    def _has_always_one(self, pick: Pick, tests: Sequence[Test], state: Position, env: Env) -> bool:
        if pick.form not in ("one", "maybe") or pick.zone is not None or not self.members(pick.among, state, env):
            return False

        def known(expr: Expr) -> bool | None:
            try:
                return bool(self.evaluator.value(expr, state, env))
            except Unseen:
                return None

        conditions = Conditions(pick.among, known)
        asked = [one for test in tests for one in (test.require.that, test.require.unless)]
        found = [None if one is None else conditions.read(one, pick.local.id) for one in asked]
        either = zip(found[::2], found[1::2], strict=True)
        together = tuple(Joined("or", tuple(one for one in pair if one is not None)) for pair in either)
        return is_some_always(Joined("and", together))

    def has(self, point: Point, state: Position, choice: ChoiceTuple) -> bool | None:
        """Whether a choice is among those of a point; None where that is only known by listing them all: of interchangeable cells one
        stands for the others."""
        seat = self.seat(point, state)
        if seat is None or choice == PASS:
            return None
        number, *values = choice
        choosing = point.choosings[number]
        if any(pick.zone is not None for pick in choosing.picks):
            return None
        if point.refused is not None or (choosing.free and self.inside(point.routines, state)):
            return None
        given = tuple(values if choosing.carrier is None else values[1:])
        return any(found == choice for found in self.of(number, choosing, Walk(state, seat, given, as_listed=True)))

    def weighted(self, point: Point, state: Position) -> list[tuple[int, ChoiceTuple]]:
        """The choices of a point where chance decides; interchangeable candidates are one choice, their number is its weight."""
        choosing = point.choosings[0]
        found = []
        for env, choice in self._legal(choosing, Walk(state, None)):
            weight = 1
            for pick, value in zip(choosing.picks, choice, strict=True):
                weight *= self._weight(pick, value, state, env)
            found.append((weight, (0, *choice)))
        return found

    def inside(self, routines: Sequence[int], state: Position) -> bool:
        """Whether a call of one of these routines is under way."""
        calls = (self.program.code[at - 1] for at in state.stack if at > 0)
        return any(isinstance(call, CallRoutine) and call.target in routines for call in calls)

    def of(self, number: int, choosing: Choosing, walk: Walk) -> Iterator[ChoiceTuple]:
        """The choice tuples of one choosing, which has this number at its point."""
        return ((number, *choice) for _, choice in self._legal(choosing, walk))

    def offered(self, choosing: Choosing, state: Position, seat: int | None) -> Iterator[Env]:
        """The environments in which a choosing begins: one, or one for every binding of the rule that offers it."""
        env: Env = {} if choosing.actor is None else {choosing.actor.id: seat}
        use = choosing.offered_by
        if use is None:
            yield env
        else:
            yield from self.restrictions.bindings(use, state, env, seat, ask=not use.rule.names)

    # ------------------------------------------------------------ plans

    def _legal(self, choosing: Choosing, walk: Walk) -> Iterator[tuple[Env, ChoiceTuple]]:
        state, seat = walk.state, walk.seat
        if choosing.when is not None and not self.evaluator.value(choosing.when, state, {}):
            return
        carrier = choosing.carrier
        ensure = [test for test in choosing.ensure if test.require.source.id not in walk.ignoring]
        for env in self.offered(choosing, state, seat):
            start: ChoiceTuple = () if carrier is None else (env[carrier.this.id],)
            for inside, choice in self._walk(choosing.plan, walk, env, start, 0):
                if not ensure or self._ensured(choosing, ensure, walk, inside):
                    yield inside, choice

    def _ensured(self, choosing: Choosing, ensure: Sequence[Test], walk: Walk, env: Env) -> bool:
        after = self.trial(walk.state, choosing, env)
        return all(self.restrictions.holds(test, after, env, walk.seat) for test in ensure)

    def _walk(self, plan: Sequence[Part], walk: Walk, env: Env, choice: ChoiceTuple, chosen: int) -> Iterator[tuple[Env, ChoiceTuple]]:
        for position, part in enumerate(plan):
            match part:
                case Pick() | Split():
                    span = part.cost.span if isinstance(part, Split) else part.source.span
                    for value in self._values(part, walk, env, chosen):
                        self.evaluator.spend(1, span)
                        yield from self._walk(plan[position + 1 :], walk, {**env, part.local.id: value}, (*choice, value), chosen + 1)
                    return
                case Bind(local=local, value=expr):
                    env = {**env, local.id: self.evaluator.value(expr, walk.state, env)}
                case _:
                    if not set_aside(part, walk.ignoring) and not self.restrictions.holds(part, walk.state, env, walk.seat):
                        return
        yield env, choice

    def _values(self, part: Pick | Split, walk: Walk, env: Env, chosen: int) -> Iterator[Value]:
        if isinstance(part, Split):
            yield from self._splits(part, walk.state, env)
        elif walk.untold and part.form in ("one", "maybe") and part.zone is None:
            yield from self.members(part.among, walk.state, env)
        elif chosen >= len(walk.given):
            yield from self.candidates(part, walk.state, env)
        elif part.source.id in walk.ignoring or self._is_given(part, walk.given[chosen], walk, env):
            yield walk.given[chosen]

    def _is_given(self, pick: Pick, value: Value, walk: Walk, env: Env) -> bool:
        """Whether an entry can be a value that is given."""
        return self.is_candidate(pick, value, walk.state, env) and not (walk.as_listed and self._is_stood_for(pick, value, walk.state, env))

    def _is_stood_for(self, pick: Pick, value: Value, state: Position, env: Env) -> bool:
        """Whether another candidate, or other members of a set, stand for this one, being interchangeable with it and before it."""
        if value is None or (pick.kind is None and pick.zone is None):
            return False
        chosen = {value} if pick.form in ("one", "maybe") else set(value)
        passed: set[Hashable] = set()
        for member, key in self.keyed(pick, state, env):
            if member in chosen and key in passed:
                return True
            if member not in chosen:
                passed.add(key)
        return False

    def _splits(self, part: Split, state: Position, env: Env) -> list[ChoiceTuple]:
        seat = self.evaluator.value(part.seat, state, env)
        return list(all_ways(self.evaluator, state, env, seat, self.evaluator.value(part.cost, state, env), part.sources))

    # ------------------------------------------------------------ candidates

    def candidates(self, pick: Pick, state: Position, env: Env) -> Iterator[Value]:
        """What an entry can be: of interchangeable candidates the first, nothing last, sets by size."""
        amount = None if pick.amount is None else self.evaluator.value(pick.amount, state, env)
        watched = watched_values(pick.watch, self.program.slots, state, env)
        return self.picked(pick, self.members(pick.among, state, env), amount, state, watched)

    def picked(self, pick: Pick, found: Sequence[Value], amount: int | None, state: Position, watched: Sequence[Value]) -> Iterator[Value]:
        """The same where the members, the amount and the watched values are known."""
        if pick.form in ("one", "maybe"):
            yield from self._representatives(pick, found, state, watched)
            if pick.form == "maybe":
                yield None
            return
        keyed = self._keyed(pick, found, state, watched)
        least, most = sizes(pick, len(keyed), amount)
        if count_subsets(keyed, least, most, MOST_WAYS) > MOST_WAYS:
            raise PlayError(too_many_ways(len(keyed)), pick.source.span)
        for chosen in subsets(keyed, range(least, most + 1)):
            self.evaluator.spend(1 + len(chosen), pick.source.span)
            yield chosen

    def _representatives(self, pick: Pick, found: Sequence[Value], state: Position, watched: Sequence[Value]) -> Iterable[Value]:
        if pick.zone is not None:
            return self.equivalence.representative_cells(found, pick.zone, state, watched)
        return found if pick.kind is None else self.equivalence.representatives(found, state, watched)

    def is_candidate(self, pick: Pick, value: Value, state: Position, env: Env) -> bool:
        """Whether an entry can be this value, be it the first of its class or not."""
        among = pick.among
        if isinstance(among, Op) and among.name == "poses" and pick.form == "one":
            thing, where = (self.evaluator.value(argument, state, env) for argument in among.arguments)
            return thing is not None and where is not None and is_pose(self.evaluator.instance, among, thing, where, value)
        amount = None if pick.amount is None else self.evaluator.value(pick.amount, state, env)
        return self.can_be(pick, value, self.members(pick.among, state, env), amount)

    @staticmethod
    def can_be(pick: Pick, value: Value, among: Sequence[Value], amount: int | None) -> bool:
        """The same where the members and the amount are known."""
        if pick.form in ("one", "maybe"):
            return (value is None and pick.form == "maybe") or value in among
        if not isinstance(value, tuple):
            return False
        least, most = sizes(pick, len(among), amount)
        return least <= len(value) <= most and all(member in among for member in value)

    def members(self, among: Expr, state: Position, env: Env) -> tuple[Value, ...]:
        """The values of a set; a single value stands for itself, nothing for no candidate."""
        value = self.evaluator.value(among, state, env)
        if isinstance(bare(among.type), Set):
            return tuple(value)
        return () if value is None else (value,)

    def keyed(self, pick: Pick, state: Position, env: Env) -> list[tuple[Value, Hashable]]:
        """The candidates, each with a key that is equal for those that are interchangeable."""
        watched = watched_values(pick.watch, self.program.slots, state, env)
        return self._keyed(pick, self.members(pick.among, state, env), state, watched)

    def _keyed(self, pick: Pick, found: Sequence[Value], state: Position, watched: Sequence[Value]) -> list[tuple[Value, Hashable]]:
        if pick.kind is None and pick.zone is None:
            return [(value, value) for value in found]
        if pick.zone is not None:
            return [(cell, self.equivalence.class_of_cell(cell, pick.zone, state, watched)) for cell in found]
        return [(thing, self.equivalence.class_of_thing(thing, state, watched)) for thing in found]

    def _weight(self, pick: Pick, value: Value, state: Position, env: Env) -> int:
        if pick.form != "one":
            return 1
        keyed = self.keyed(pick, state, env)
        wanted = next(key for candidate, key in keyed if candidate == value)
        return sum(key == wanted for _, key in keyed)

    # ------------------------------------------------------------ can

    def can(self, question: Can, seat: int, arguments: tuple[Value, ...] | None, state: Position) -> bool:
        """Whether some choice of an action is legal for a seat."""
        choosing = self.program.actions[question.action.rsplit(".", 1)[-1]]
        walk = Walk(state, seat, arguments or (), frozenset(question.ignoring))
        return next(self._legal(choosing, walk), None) is not None


def set_aside(part: Part, ignoring: frozenset[str]) -> bool:
    """Whether the question leaves this test out."""
    if not ignoring:
        return False
    match part:
        case Test(require=require):
            return require.source.id in ignoring
        case Forbid(use=use):
            return use.rule.source.id in ignoring
        case Allowed():
            return "limit" in ignoring
        case Affordable():
            return "cost" in ignoring
    return False


def sizes(pick: Pick, count: int, amount: int | None) -> tuple[int, int]:
    """How many of so many candidates are chosen at least and at most."""
    number = count if amount is None else amount
    return (max(number, 0) if pick.form == "exactly" else 0), min(number, count)


def few_enough(found: list[ChoiceTuple], point: Point) -> list[ChoiceTuple]:
    """The choices, which are to be keyed, labelled and shown."""
    if len(found) > MOST_WAYS:
        raise PlayError(too_many_to_list(), point.source.span)
    return found
