"""Why a choice can or can't be made: the questions that players ask of a position, answered with rules and facts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import islice

from custumal.dsl.base.frozen import dataclass
from custumal.dsl.model import Const, Op
from custumal.dsl.model.expression_walk import every_expression
from custumal.interpreter.explain.arguments import Arguments
from custumal.interpreter.explain.explanation import Explanation, Fact, Reason
from custumal.interpreter.explain.no_choice import NoChoice
from custumal.interpreter.explain.obstacles import Explainer, Finding, Sample
from custumal.interpreter.explain.origins import rules_behind
from custumal.interpreter.explain.phrases import sentence
from custumal.interpreter.explain.reasons import Reasons
from custumal.interpreter.explain.value_history import ValueHistory
from custumal.interpreter.explain.whole_ways import WholeWays
from custumal.interpreter.keys.keys import DECLINED
from custumal.interpreter.keys.labels import Labels
from custumal.interpreter.keys.reader import KeyReader
from custumal.interpreter.position.state import DECISION, Position
from custumal.interpreter.position.unseen import UNSEEN, Unseen, is_unseen
from custumal.interpreter.program import PASS, Allowed, Bind, Chance, ChoiceTuple, Choosing, Decide, Pick, Point
from custumal.interpreter.reference.evaluate import if_seen
from custumal.interpreter.reference.listing import Walk
from custumal.interpreter.reference.machine import Machine
from custumal.interpreter.setup.values import Env, Value

MOST_COMPLETIONS = 200
MOST_TRIED = 3000
"""So many combinations of values are looked at for those that are wanted."""


@dataclass(frozen=True, slots=True)
class _Lacking:
    """Entries for which there is no candidate, and those of which that is not seen."""

    candidates: list[Finding]
    unseen: list[Finding]


class Why:
    """Answers for one game.

    Args:
        machine: the reference machine.
        reader: reads the keys of its choices.
        labels: what people read.
    """

    def __init__(self, machine: Machine, reader: KeyReader, labels: Labels) -> None:
        self.machine = machine
        self.reader = reader
        self.labels = labels
        self.game = machine.instance.game
        self.arguments = Arguments(machine, reader)

    @cached_property
    def explainer(self) -> Explainer:
        return Explainer(self.machine.instance, self.machine.listing)

    @cached_property
    def values(self) -> ValueHistory:
        return ValueHistory(self.explainer)

    @cached_property
    def choosings(self) -> dict[str, Choosing]:
        """Everything that can be chosen anywhere, by its name."""
        points = (code.point for code in self.machine.program.code if isinstance(code, Decide | Chance))
        return {**{c.name: c for point in points for c in point.choosings}, **self.machine.program.actions}

    @cached_property
    def reasons(self) -> Reasons:
        return Reasons(self.machine, self.reader.keys, self.labels, self.explainer)

    @cached_property
    def no_choice(self) -> NoChoice:
        return NoChoice(self.reasons, self.reader, self.choosings)

    @cached_property
    def wholes(self) -> WholeWays:
        return WholeWays(self.reasons)

    # ------------------------------------------------------------ questions

    # In all of these `state` is the position as whoever asks sees it, and `truth` that by which choices are listed where they are
    # known: the true one for the seat that chooses, to which its choices are shown.

    def why_not(self, state: Position, key: str, language: str | None = None, truth: Position | None = None) -> tuple[Reason, ...]:
        """What forbids the choice with this key, as far as its values can be understood; nothing if it is seen that it can be made."""
        language = language or self.game.languages[0]
        try:
            return self._why_not(state, key, language, truth)
        except Unseen:
            return self._untold(key.partition("(")[0].strip(), language)

    def _why_not(self, state: Position, key: str, language: str, truth: Position | None) -> tuple[Reason, ...]:
        point = self.machine.point(state)
        if point is not None and self._is_seen_possible(truth or state, point, key):
            return ()
        if key.strip() == DECLINED:
            return self._pass(state, point, language, truth or state).reasons
        whole = () if point is None or not self.machine.chooses_wholes(point) else self._of_whole(state, point, key, language)
        if whole:
            return whole
        for choice in () if point is None else self._read(key, point, state):
            if point is not None and choice != PASS:
                choosing = point.choosings[choice[0]]
                names = (p.local.name for p in choosing.picks)
                given = dict(zip(names, choosing.values(choice), strict=True))
                forbidding = self._forbidding(state, choosing, given, language)
                legal = None if forbidding else self._some_legal(truth or state, point, choosing, given)
                if legal:
                    return (self._otherwise(truth or state, point, choice, language),)
                return forbidding or self._others(state, choosing, language, given, legal)
        return self.no_choice.unknown(state, point, key, language)

    def is_listed_otherwise(self, state: Position, key: str) -> bool:
        """Whether something just like it is listed in place of the choice with this key."""
        point = self.machine.point(state)
        if point is None or self.machine.chooses_wholes(point):
            return False
        choice = next((one for one in self._read(key, point, state) if one != PASS), None)
        if choice is None:
            return False
        choosing = point.choosings[choice[0]]
        given = dict(zip((pick.local.name for pick in choosing.picks), choosing.values(choice), strict=True))
        legal = self._some_legal(state, point, choosing, given)
        return bool(legal) and not self._forbidding(state, choosing, given, self.game.languages[0])

    def _of_whole(self, state: Position, point: Point, key: str, language: str) -> tuple[Reason, ...]:
        try:
            return self.wholes.why_not(state, point, key, language)
        except Unseen:
            return ()

    def _untold(self, action: str, language: str) -> tuple[Reason, ...]:
        """What decides about an action is not seen."""
        choosing = self.choosings.get(action)
        said = sentence("unseen", language)
        return (Reason(action, (), said) if choosing is None else self.reasons.titled(choosing.source, said),)

    def _is_seen_possible(self, state: Position, point: Point, key: str) -> bool:
        """Whether this is the key of what can be chosen, and that is seen."""
        try:
            listed = [(choice, self.reader.keys.at_stop(state, choice)) for choice in self._possible(state, point, key)]
            return self.reader.find(key, listed) is not None
        except Unseen:
            return False

    def _otherwise(self, truth: Position, point: Point, choice: ChoiceTuple, language: str) -> Reason:
        """A choice that can be made, but has another key: it is written otherwise, or something just like it stands for it."""
        source = point.choosings[choice[0]].source
        try:
            if self.machine.listing.has(point, truth, choice):
                said = sentence("written-so", language, choice=self.reader.keys.at_stop(truth, choice))
                return self.reasons.titled(source, said)
        except Unseen:
            pass
        return self.reasons.plain(source, "alike", language)

    def _possible(self, state: Position, point: Point, key: str) -> Iterable[ChoiceTuple]:
        """What can be chosen, but for what surely has another key."""
        meant = () if self.machine.chooses_wholes(point) else self._read(key, point, state)
        are_listed = [self.machine.listing.has(point, state, choice) for choice in meant]
        if not meant or None in are_listed:
            return self.machine.choices(state)
        return (choice for choice, is_listed in zip(meant, are_listed, strict=True) if is_listed)

    def _read(self, key: str, point: Point, state: Position) -> Sequence[ChoiceTuple]:
        try:
            return self.reader.read(key, point, state)
        except Unseen:
            return ()

    def explain(
        self, state: Position, action: str, args: Mapping[str, object], language: str | None = None, truth: Position | None = None
    ) -> Explanation:
        """Is a choice of this action with these entries legal here, and if not, why not; or what makes a value what it is.

        Raises:
            ValueError: the action has no such entry, or a value names nothing.
        """
        language = language or self.game.languages[0]
        try:
            return self._explained(state, action, args, language, truth)
        except Unseen:
            return Explanation(legal=None, reasons=self._untold(action, language))

    def _explained(
        self, state: Position, action: str, args: Mapping[str, object], language: str, truth: Position | None
    ) -> Explanation:  # fmt: skip
        point = self.machine.point(state)
        if action == DECLINED:
            return self._pass(state, point, language, truth or state)
        choosing = next((c for c in point.choosings if c.name == action), None) if point is not None else None
        offered = choosing is not None
        choosing = choosing or self.choosings.get(action)
        if choosing is None:
            definition = self.game.definitions.get(action.rpartition(".")[2])
            if definition is not None:
                return self.values.explanation(definition, self.arguments.arguments(definition, args), state, language)
            return Explanation(legal=False, reasons=(Reason(action, (), sentence("no-action", language, action=action)),))
        return self.judged(state, choosing, self.arguments.entries(state, choosing, args), language, offered=offered, truth=truth)

    def judged(
        self, state: Position, choosing: Choosing, given: Mapping[str, Value], language: str, *, offered: bool = True,
        truth: Position | None = None,
    ) -> Explanation:  # fmt: skip
        """The same for values that have been read; `offered`: whether the choosing is one of this point."""
        truth = truth or state
        point = self.machine.point(state)
        if point is None or not offered:
            # Elsewhere the names around it have no values; but how often it has been done is known everywhere.
            return Explanation(
                legal=False, reasons=(self.no_choice.not_offered(state, choosing, language), *self._used_up(state, choosing, language))
            )
        if len(given) == len(choosing.picks) and choosing.carrier is None:
            return self._judged_whole(state, point, choosing, given, language, truth)
        legal = self._some_legal(truth, point, choosing, given)
        if legal:
            return Explanation(legal=True)
        # What forbids those that are seen may not forbid the others.
        is_told = legal is not None and not self._is_ungranted(state, choosing)
        reasons = self._forbidding(state, choosing, given, language) if is_told else ()
        return Explanation(legal=legal, reasons=reasons or self._others(state, choosing, language, given, legal))

    def _judged_whole(
        self, state: Position, point: Point, choosing: Choosing, given: Mapping[str, Value], language: str, truth: Position
    ) -> Explanation:
        """The same for a choice with all its values: choices are listed only where none of its restrictions forbids it."""
        met: list[Finding] = []
        unseen: list[Finding] = []
        failing = {
            finding[0].address: finding for finding in self.explainer.parts(choosing, state, state.seat, given, met, None, unseen)[::-1]
        }
        reasons = tuple(self.reasons.reason(state, choosing, finding, language, given) for finding in list(failing.values())[::-1])
        if reasons:
            return Explanation(legal=False, reasons=reasons)
        legal = self._some_legal(truth, point, choosing, given)
        if legal:
            return Explanation(legal=True, passed=tuple(self.reasons.reason(state, choosing, finding, language) for finding in met))
        hidden = tuple(self.reasons.hidden(finding, language) for finding in unseen)
        return Explanation(legal=legal, reasons=hidden or self._others(state, choosing, language, given, legal))

    def _pass(self, state: Position, point: Point | None, language: str, truth: Position) -> Explanation:
        if point is None:
            return Explanation(legal=False, reasons=(Reason(DECLINED, (), sentence("over", language)),))
        may = state.kind == DECISION and self._may_pass(truth)
        if may:
            return Explanation(legal=True)
        if may is None:
            return Explanation(legal=None, reasons=(self.reasons.plain(point.source, "unseen", language),))
        return Explanation(legal=False, reasons=(self.reasons.plain(point.source, "no-pass", language),))

    def _may_pass(self, truth: Position) -> bool | None:
        try:
            return PASS in self.machine.choices(truth)
        except Unseen:
            return None

    # ------------------------------------------------------------ legal or not

    def _some_legal(self, state: Position, point: Point, choosing: Choosing, given: Mapping[str, Value]) -> bool | None:
        """Whether some choice with these entries is legal; None where that can't be known by what is seen."""
        if choosing.free and self.machine.listing.inside(point.routines, state):
            return False
        number = point.choosings.index(choosing)
        try:
            refused = () if point.refused is None else state.frame[self.machine.program.slots[point.refused.id]] or ()
            return any(choice not in refused for choice in self._legal(state, number, choosing, given))
        except Unseen:
            return None

    def _legal(self, state: Position, number: int, choosing: Choosing, given: Mapping[str, Value]) -> Iterator[ChoiceTuple]:
        names = [p.local.name for p in choosing.picks]
        if choosing.prefer:
            listed = (choice for choice in self.machine.choices(state) if choice != PASS and choice[0] == number)
            found = ((choice, dict(zip(names, choosing.values(choice), strict=True))) for choice in listed)
            yield from (choice for choice, values in found if all(values[n] == v for n, v in given.items()))
            return
        # What is given for the first entries need not be looked for.
        first = tuple(given[n] for n in _leading(names, given))
        for choice in self.machine.listing.of(number, choosing, Walk(state, state.seat, first)):
            values = dict(zip(names, choosing.values(choice), strict=True))
            if all(values[n] == v for n, v in given.items()):
                yield choice

    # ------------------------------------------------------------ what forbids

    def _forbidding(self, state: Position, choosing: Choosing, given: Mapping[str, Value], language: str) -> tuple[Reason, ...]:
        """What forbids all choices with these entries; only where nothing forbids each of them, what forbids most comes first."""
        found: dict[str, Reason] = {}
        counts: dict[str, int] = {}
        without_candidates: list[Finding] = []
        unseen: list[Finding] = []
        sample = Sample()
        tried = list(self.completions(state, choosing, given, without_candidates, unseen))
        for values in tried:
            for finding in self.explainer.parts(choosing, state, state.seat, values, sample=sample, unseen=unseen):
                address = finding[0].address
                counts[address] = counts.get(address, 0) + 1
                if address not in found:
                    found[address] = self.reasons.reason(state, choosing, finding, language, values)
        if not found and not counts and not unseen:
            for finding in without_candidates[-1:]:
                found[finding[0].address] = self.reasons.without_candidates(state, choosing, finding, language)
        if not found:
            return tuple({finding[0].address: self.reasons.hidden(finding, language) for finding in unseen}.values())
        of_all = tuple(reason for address, reason in found.items() if counts.get(address, len(tried)) == len(tried))
        return of_all or tuple(sorted(found.values(), key=lambda reason: -counts.get(reason.address, 0)))

    def completions(
        self, state: Position, choosing: Choosing, given: Mapping[str, Value], without_candidates: list[Finding] | None = None,
        unseen: list[Finding] | None = None,
    ) -> Iterator[dict[str, Value]]:  # fmt: skip
        """All values of the entries with those given fixed, whether legal or not; at most a few hundred. `without_candidates` takes up the
        entries for which there was no candidate, `unseen` those whose candidates are not all seen."""
        tried = [MOST_TRIED]
        env = self.explainer.start(choosing, state, state.seat)
        lacking = _Lacking([] if without_candidates is None else without_candidates, [] if unseen is None else unseen)
        for found, values in enumerate(self._walk(state, choosing.plan, given, env, {}, tried, lacking), start=1):
            yield values
            if found >= MOST_COMPLETIONS:
                return

    def _walk(
        self, state: Position, plan: Sequence[object], given: Mapping[str, Value], env: Env, values: dict[str, Value],
        tried: list[int], lacking: _Lacking,
    ) -> Iterator[dict[str, Value]]:  # fmt: skip
        for position, part in enumerate(plan):
            if isinstance(part, Bind):
                env = {**env, part.local.id: if_seen(self.machine.evaluator, part.value, state, env)}
            elif isinstance(part, Pick):
                name = part.local.name
                candidates = (given[name],) if name in given else self._candidates(part, state, env)
                if not candidates:
                    (lacking.unseen if candidates is None else lacking.candidates).append((part.source, env, ()))
                for value in candidates or ():
                    tried[0] -= 1
                    if tried[0] < 0:
                        return
                    inner = {**env, part.local.id: value}
                    yield from self._walk(state, plan[position + 1 :], given, inner, {**values, name: value}, tried, lacking)
                return
        yield values

    def _candidates(self, pick: Pick, state: Position, env: Env) -> Sequence[Value] | None:
        """What an entry can be; None where that is not seen."""
        try:
            found = tuple(islice(self.machine.listing.candidates(pick, state, env), MOST_TRIED))
        except Unseen:
            return None
        return None if any(map(is_unseen, found)) else found

    def _others(
        self, state: Position, choosing: Choosing, language: str, given: Mapping[str, Value], legal: bool | None
    ) -> tuple[Reason, ...]:
        """What forbids a choice that meets all its restrictions, as far as it is known whether it is legal."""
        point = self.machine.point(state)
        if point is None:
            return (Reason(choosing.address, rules_behind(self.game, choosing.source), sentence("over", language)),)
        holds = True if choosing.when is None else if_seen(self.machine.evaluator, choosing.when, state, {})
        if choosing.when is not None and holds is not UNSEEN and not holds:
            facts = self.explainer.facts(choosing.when, state, {})
            inside = (choosing.when, *every_expression(choosing.when))
            running = [one for one in inside if isinstance(one, Op) and one.name == "running"]
            over = [str(one.data) for one in running if if_seen(self.machine.evaluator, one, state, {}) is False]
            phases = self.no_choice.phases(state, over, choosing.name, language)
            action = self.reasons.action(choosing, language)
            said = sentence("only-in" if over else "not-now", language, action=action, steps=phases)
            return (self.reasons.titled(choosing.source, said, facts),)
        if self._is_ungranted(state, choosing):
            return (self._not_granted(state, choosing, language),)
        if choosing.free and self.machine.listing.inside(point.routines, state):
            return (self.reasons.plain(choosing.source, "inside", language),)
        if legal is None:
            return (self.reasons.plain(choosing.source, "unseen", language),)
        if choosing.prefer and (address := self.machine.excluding(point, state, partial(_is_meant, point, choosing, given))) is not None:
            source = self.game.sources[address]
            return (self.reasons.titled(source, self.labels.whole(source.because, language)),)
        key = "refused" if point.refused is not None else "not-possible"
        return (self.reasons.plain(choosing.source, key, language),)

    def _used_up(self, state: Position, choosing: Choosing, language: str) -> Iterator[Reason]:
        """The limits of an action that are used up, as far as they can be told without choosing anything."""
        env: Env = {} if choosing.actor is None else {choosing.actor.id: state.seat}
        for part in choosing.plan:
            if isinstance(part, Allowed) and not part.limit.each and isinstance(part.limit.count, Const | None) and state.seat is not None:
                try:
                    facts = self.explainer.failing(part, state, env, state.seat)
                except Unseen:
                    continue
                if facts is not None:
                    yield self.reasons.reason(state, choosing, (part.limit.source, env, facts), language)

    def _is_ungranted(self, state: Position, choosing: Choosing) -> bool:
        """Whether no rule gives this action to whoever decides: then nothing else about it is worth telling."""
        try:
            return choosing.offered_by is not None and next(iter(self.machine.listing.offered(choosing, state, state.seat)), None) is None
        except Unseen:
            return False

    def _not_granted(self, state: Position, choosing: Choosing, language: str) -> Reason:
        """The rule that gives an action, with its own sentence about whom it serves, else the values for which it does not."""
        assert choosing.offered_by is not None
        rule = choosing.offered_by.rule
        facts: tuple[Fact, ...] = ()
        if rule.condition is not None and rule.carrier is None:
            facts = self.explainer.facts(rule.condition, state, {})
        own = self.labels.whole(rule.source.because, language)
        said = own or sentence("not-granted", language, action=self.reasons.action(choosing, language))
        return self.reasons.titled(rule.source, said, facts)


def _leading(names: Sequence[str], given: Mapping[str, Value]) -> Iterator[str]:
    """The first entries, as far as they are given without a gap."""
    for name in names:
        if name not in given:
            return
        yield name


def _is_meant(point: Point, choosing: Choosing, given: Mapping[str, Value], choice: ChoiceTuple) -> bool:
    """Whether a choice is one of a choosing with these values of its entries."""
    if choice == PASS or point.choosings[choice[0]] is not choosing:
        return False
    values = dict(zip((pick.local.name for pick in choosing.picks), choosing.values(choice), strict=True))
    return all(values[name] == value for name, value in given.items())
