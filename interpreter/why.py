"""Why a choice can or can't be made: the questions that players ask of a position, answered with rules and facts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from custumal.dsl.model import Source
from custumal.dsl.types import Set, Type, bare
from custumal.interpreter.explain import Explainer, Explanation, Fact, Reason, source_of
from custumal.interpreter.flow import PASS, Choosing, Forbid, Name, Pick, Point, Test
from custumal.interpreter.keys import NO_VALUE
from custumal.interpreter.keysyntax import read_key
from custumal.interpreter.labels import Labels
from custumal.interpreter.listing import Raw, Walk
from custumal.interpreter.machine import Machine
from custumal.interpreter.state import State
from custumal.interpreter.values import Env, Value

MOST_COMPLETIONS = 200
_DEFAULT_TEXTS = {"cost": "You can't pay what it costs.", "limit": "You have done this as often as you may."}


class Why:
    """Answers for one game.

    Args:
        machine: the reference machine.
        labels: what people read.
    """

    def __init__(self, machine: Machine, labels: Labels) -> None:
        self.machine = machine
        self.labels = labels

    @cached_property
    def explainer(self) -> Explainer:
        return Explainer(self.machine.instance, self.machine.listing)

    def why_not(self, state: State, key: str) -> tuple[Reason, ...]:
        """What forbids the choice with this key, as far as its values can be understood."""
        point = self.machine.point(state)
        if point is None:
            return ()
        for raw in self.machine.keys.read(key, point, state):
            if raw != PASS:
                choosing = point.choosings[raw[0]]
                names = (p.local.name for p in choosing.picks)
                return self._reasons(state, choosing, dict(zip(names, values_of(choosing, raw), strict=True)))
        return self._unknown(state, point, key)

    def _unknown(self, state: State, point: Point, key: str) -> tuple[Reason, ...]:
        """A key whose action is not offered here, or whose values can't be read."""
        action = key.partition("(")[0].strip()
        offered = [c.name for c in point.choosings]
        if action in self.machine.program.actions and action not in offered:
            return (self._not_offered(self.machine.program.actions[action]),)
        unread = self.machine.keys.unread(key, point, state)
        if unread is not None:
            return (self._reason(state, unread.source, {}, ()),)
        if action in offered:
            return (Reason(action, (), f"`{key}` names something that is not in the game, or not so many things.", ()),)
        return ()

    def explain(self, state: State, action: str, args: Mapping[str, object]) -> Explanation:
        """Is a choice of this action with these entries legal here, and if not, why not."""
        choosing, offered = self._named(state, action)
        if choosing is None:
            return Explanation(legal=False, reasons=(Reason(action, (), f"There is no action {action}.", ()),))
        given = self._given(state, choosing, args)
        legal = offered and self._some_legal(state, choosing, given)
        if legal:
            return Explanation(legal=True)
        reasons = () if offered else (self._not_offered(choosing),)
        return Explanation(legal=False, reasons=(*reasons, *self._forbidding(state, choosing, given)))

    def _named(self, state: State, action: str) -> tuple[Choosing | None, bool]:
        """The choosing of an action here, or as it would be if it were offered."""
        point = self.machine.point(state)
        for choosing in point.choosings if point is not None else ():
            if choosing.name == action:
                return choosing, True
        return self.machine.program.actions.get(action), False

    def _given(self, state: State, choosing: Choosing, args: Mapping[str, object]) -> dict[str, Value]:
        """The entries that are given, read as values.

        Raises:
            ValueError: the action has no such entry, or the value names nothing.
        """
        known = {p.local.name: p for p in choosing.picks}
        for name in args:
            if name not in known:
                raise ValueError(f"`{choosing.name}` chooses {', '.join(known) or 'nothing'}, not `{name}`.")
        found: dict[str, Value] = {}
        env: Env | None = None if choosing.carrier is not None else {} if choosing.actor is None else {choosing.actor.id: state.seat}
        for part in choosing.plan:
            match part:
                case Pick(local=local):
                    if local.name in args:
                        found[local.name] = self._read(part, args[local.name], state, env)
                    env = {**env, local.id: found[local.name]} if env is not None and local.name in found else None
                case Name(local=local, value=expr) if env is not None:
                    env = {**env, local.id: self.machine.evaluator.value(expr, state, env)}
        return found

    def _read(self, pick: Pick, value: object, state: State, env: Env | None) -> Value:
        """A value of an entry, preferably a candidate; `env` has the entries above it, None if not all of them are given."""
        of = bare(pick.among.type)
        inner = of.inner if isinstance(of, Set) else of
        among = () if env is None else self.machine.listing.members(pick.among, state, env)
        if isinstance(value, list | tuple):
            return tuple(self._one(inner, one, among) for one in value)
        return self._one(inner, value, among)

    def _one(self, of: Type, value: object, among: Sequence[Value]) -> Value:
        node = read_key("none" if value is None else str(value).lower() if isinstance(value, bool) else str(value))
        found = NO_VALUE if node is None else self.machine.keys.read_value(of, node, among)
        if found is NO_VALUE:
            raise ValueError(f"`{value}` names nothing that could be chosen here.")
        return found

    def _some_legal(self, state: State, choosing: Choosing, given: Mapping[str, Value]) -> bool:
        return any(True for _ in self._legal(state, choosing, given))

    def _legal(self, state: State, choosing: Choosing, given: Mapping[str, Value]) -> Iterator[Raw]:
        names = [p.local.name for p in choosing.picks]
        for raw in self.machine.listing.of(0, choosing, Walk(state, state.seat)):
            values = dict(zip(names, values_of(choosing, raw), strict=True))
            if all(values[n] == v for n, v in given.items()):
                yield raw

    def _forbidding(self, state: State, choosing: Choosing, given: Mapping[str, Value]) -> tuple[Reason, ...]:
        """What forbids all choices with these entries; those that forbid most come first."""
        found: dict[str, Reason] = {}
        for values in self.completions(state, choosing, given):
            for source, env, facts in self.explainer.parts(choosing, state, state.seat, values):
                found.setdefault(source.address, self._reason(state, source, env, facts))
        return tuple(found.values())

    def completions(self, state: State, choosing: Choosing, given: Mapping[str, Value]) -> Iterator[dict[str, Value]]:
        """All values of the entries with those given fixed, whether legal or not; at most a few hundred."""
        ignoring = frozenset(self._all_restrictions(choosing))
        picks = choosing.picks
        if all(p.local.name in given for p in picks):
            yield dict(given)
            return
        count = 0
        for raw in self.machine.listing.of(0, choosing, Walk(state, state.seat, (), ignoring)):
            values = dict(zip((p.local.name for p in picks), values_of(choosing, raw), strict=True))
            if all(values[n] == v for n, v in given.items()):
                yield values
                count += 1
            if count >= MOST_COMPLETIONS:
                return

    def _all_restrictions(self, choosing: Choosing) -> set[str]:
        return {source_of(p).id for p in choosing.plan if isinstance(p, Test | Forbid)} | {"cost", "limit"}

    def _reasons(self, state: State, choosing: Choosing, values: Mapping[str, Value]) -> tuple[Reason, ...]:
        return tuple(self._reason(state, s, env, facts) for s, env, facts in self.explainer.parts(choosing, state, state.seat, values))

    def _reason(self, state: State, source: Source, env: Env, facts: tuple[Fact, ...]) -> Reason:
        language = self.machine.instance.game.languages[0]
        text = self.labels.text(source.because, language, state, env) or self._default_text(source)
        return Reason(source.address, source.rules, text, facts)

    def _default_text(self, source: Source) -> str:
        last = source.id
        return _DEFAULT_TEXTS.get(last, f"This is no candidate for {last.replace('-', ' ')}.")

    def _not_offered(self, choosing: Choosing) -> Reason:
        return Reason(f"{choosing.deed}.offered", choosing.source.rules, "It is not offered now.", ())


def values_of(choosing: Choosing, raw: Raw) -> tuple[Value, ...]:
    """The values of the entries of a raw choice, without the thing from which the choosing comes."""
    return raw[1:] if choosing.carrier is None else raw[2:]
