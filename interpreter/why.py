"""Why a choice can or can't be made: the questions that players ask of a position, answered with rules and facts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from custumal.dsl.model import Const, Definition, Op, Source
from custumal.dsl.suggest import nearest
from custumal.dsl.types import Set, Thing, Type, bare
from custumal.interpreter.explain import CANDIDATES, Explainer, Explanation, Fact, Finding, Reason
from custumal.interpreter.flow import PASS, Affordable, Allowed, Chance, Choosing, Decide, Name, Pick, Point
from custumal.interpreter.keys import DECLINED, NO_VALUE
from custumal.interpreter.keysyntax import Amounts, Items, Node, Word, read_key
from custumal.interpreter.labels import Labels, pick
from custumal.interpreter.listing import Raw, Walk
from custumal.interpreter.machine import Machine
from custumal.interpreter.origins import rules_behind, spans_of, variants_behind
from custumal.interpreter.state import DECISION, OVER, State
from custumal.interpreter.value_story import ValueStory
from custumal.interpreter.values import Env, Value
from custumal.interpreter.why_words import sentence
from custumal.interpreter.wording import describe

MOST_COMPLETIONS = 200
MOST_TRIED = 3000
"""So many combinations of values are looked at for those that are wanted."""
MOST_NAMED = 8
"""So many candidates are named where something else was wanted."""


class Why:
    """Answers for one game.

    Args:
        machine: the reference machine.
        labels: what people read.
    """

    def __init__(self, machine: Machine, labels: Labels) -> None:
        self.machine = machine
        self.labels = labels
        self.game = machine.instance.game

    @cached_property
    def explainer(self) -> Explainer:
        return Explainer(self.machine.instance, self.machine.listing)

    @cached_property
    def values(self) -> ValueStory:
        return ValueStory(self.explainer)

    @cached_property
    def choosings(self) -> dict[str, Choosing]:
        """Everything that can be chosen anywhere, by its name."""
        points = (code.point for code in self.machine.program.code if isinstance(code, Decide | Chance))
        return {**{c.name: c for point in points for c in point.choosings}, **self.machine.program.actions}

    @cached_property
    def where(self) -> dict[str, tuple[str, ...]]:
        """For everything that can be chosen the addresses of the steps that ask for it."""
        found: dict[str, list[str]] = {}
        for code in self.machine.program.code:
            if isinstance(code, Decide):
                for choosing in code.point.choosings:
                    found.setdefault(choosing.name, []).append(code.point.source.address)
        return {name: tuple(dict.fromkeys(addresses)) for name, addresses in found.items()}

    # ------------------------------------------------------------ questions

    def why_not(self, state: State, key: str, language: str | None = None) -> tuple[Reason, ...]:
        """What forbids the choice with this key, as far as its values can be understood."""
        language = language or self.game.languages[0]
        point = self.machine.point(state)
        if key.strip() == DECLINED:
            return self._pass(state, point, language).reasons
        for raw in () if point is None else self.machine.keys.read(key, point, state):
            if point is not None and raw != PASS:
                choosing = point.choosings[raw[0]]
                names = (p.local.name for p in choosing.picks)
                given = dict(zip(names, values_of(choosing, raw), strict=True))
                return self._forbidding(state, choosing, given, language) or self._others(state, choosing, language)
        return self._unknown(state, point, key, language)

    def explain(self, state: State, action: str, args: Mapping[str, object], language: str | None = None) -> Explanation:
        """Is a choice of this action with these entries legal here, and if not, why not; or what makes a value what it is.

        Raises:
            ValueError: the action has no such entry, or a value names nothing.
        """
        language = language or self.game.languages[0]
        point = self.machine.point(state)
        if action == DECLINED:
            return self._pass(state, point, language)
        choosing = next((c for c in point.choosings if c.name == action), None) if point is not None else None
        offered = choosing is not None
        choosing = choosing or self.choosings.get(action)
        if choosing is None:
            definition = self.game.definitions.get(action.rpartition(".")[2])
            if definition is not None:
                return self.values.told(definition, self._arguments(definition, args), state, language)
            return Explanation(legal=False, reasons=(Reason(action, (), sentence("no-action", language, action=action)),))
        return self.judged(state, choosing, self._given(state, choosing, args), language, offered=offered)

    def judged(self, state: State, choosing: Choosing, given: Mapping[str, Value], language: str, *, offered: bool = True) -> Explanation:
        """The same for values that have been read; `offered`: whether the choosing is one of this point."""
        point = self.machine.point(state)
        if point is None or not offered:
            # Elsewhere the names around it have no values; but how often it has been done is known everywhere.
            return Explanation(
                legal=False, reasons=(self._not_offered(state, choosing, language), *self._used_up(state, choosing, language))
            )
        if len(given) == len(choosing.picks) and choosing.carrier is None:
            return self._judged_whole(state, point, choosing, given, language)
        if self._some_legal(state, point, choosing, given):
            return Explanation(legal=True)
        reasons = self._forbidding(state, choosing, given, language)
        return Explanation(legal=False, reasons=reasons or self._others(state, choosing, language))

    def _judged_whole(self, state: State, point: Point, choosing: Choosing, given: Mapping[str, Value], language: str) -> Explanation:
        """The same for a choice with all its values: choices are listed only where none of its restrictions forbids it."""
        met: list[Finding] = []
        failing = {finding[0].address: finding for finding in self.explainer.parts(choosing, state, state.seat, given, met)[::-1]}
        reasons = tuple(self._reason(state, choosing, finding, language, given) for finding in list(failing.values())[::-1])
        if not reasons and self._some_legal(state, point, choosing, given):
            return Explanation(legal=True, passed=tuple(self._reason(state, choosing, finding, language) for finding in met))
        return Explanation(legal=False, reasons=reasons or self._others(state, choosing, language))

    def _pass(self, state: State, point: Point | None, language: str) -> Explanation:
        if point is not None and state.kind == DECISION and PASS in self.machine.choices(state):
            return Explanation(legal=True)
        if point is None:
            return Explanation(legal=False, reasons=(Reason(DECLINED, (), sentence("over", language)),))
        return Explanation(legal=False, reasons=(self._plain(point.source, "no-pass", language),))

    # ------------------------------------------------------------ what is meant

    def _given(self, state: State, choosing: Choosing, args: Mapping[str, object]) -> dict[str, Value]:
        """The entries that are given, read as values."""
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
            left = list(among)
            chosen = []
            for one in value:
                chosen.append(self._one(inner, one, left))
                left = [candidate for candidate in left if candidate != chosen[-1]]
            return tuple(c for c in among if c in chosen) if set(chosen) <= set(among) else tuple(chosen)
        return self._one(inner, value, among)

    def _one(self, of: Type, value: object, among: Sequence[Value]) -> Value:
        if isinstance(value, Word | Items | Amounts):
            node: Node | None = value
        else:
            node = read_key("none" if value is None else str(value).lower() if isinstance(value, bool) else str(value))
        found = NO_VALUE if node is None else self.machine.keys.read_value(of, node, among)
        if found is NO_VALUE:
            raise ValueError(f"`{value}` names nothing that could be chosen here.")
        return found

    def _arguments(self, definition: Definition, args: Mapping[str, object]) -> tuple[Value, ...]:
        names = [local.name for local in definition.parameters]
        if set(args) != set(names):
            raise ValueError(f"`{definition.name}` asks for {', '.join(names) or 'nothing'}.")
        return tuple(self._argument(bare(local.type), args[local.name]) for local in definition.parameters)

    def _argument(self, of: Type, value: object) -> Value:
        """An argument of a definition; a set is written in brackets or given as a list."""
        if not isinstance(of, Set):
            return self._one(of, value, ())
        node = read_key(str(value)) if not isinstance(value, list | tuple) else None
        members = node.members if isinstance(node, Items) else value if isinstance(value, list | tuple) else (value,)
        return tuple(self._one(bare(of.inner), member, ()) for member in members)

    # ------------------------------------------------------------ legal or not

    def _some_legal(self, state: State, point: Point, choosing: Choosing, given: Mapping[str, Value]) -> bool:
        if choosing.free and self.machine.listing.inside(point.deeds, state):
            return False
        refused = () if point.refused is None else state.frame[self.machine.program.slots[point.refused.id]] or ()
        number = point.choosings.index(choosing)
        return any(raw not in refused for raw in self._legal(state, number, choosing, given))

    def _legal(self, state: State, number: int, choosing: Choosing, given: Mapping[str, Value]) -> Iterator[Raw]:
        names = [p.local.name for p in choosing.picks]
        # What is given for the first entries need not be looked for.
        first = tuple(given[n] for n in _leading(names, given))
        for raw in self.machine.listing.of(number, choosing, Walk(state, state.seat, first)):
            values = dict(zip(names, values_of(choosing, raw), strict=True))
            if all(values[n] == v for n, v in given.items()):
                yield raw

    # ------------------------------------------------------------ what forbids

    def _forbidding(self, state: State, choosing: Choosing, given: Mapping[str, Value], language: str) -> tuple[Reason, ...]:
        """What forbids all choices with these entries; what forbids most of them comes first."""
        found: dict[str, Reason] = {}
        counts: dict[str, int] = {}
        starved: list[Finding] = []
        for values in self.completions(state, choosing, given, starved):
            for finding in self.explainer.parts(choosing, state, state.seat, values):
                address = finding[0].address
                counts[address] = counts.get(address, 0) + 1
                if address not in found:
                    found[address] = self._reason(state, choosing, finding, language, values)
        if not found and not counts:
            for finding in starved[-1:]:
                found[finding[0].address] = self._starved(state, choosing, finding, language)
        whole = len(given) == len(choosing.picks)
        return tuple(found.values() if whole else sorted(found.values(), key=lambda reason: -counts.get(reason.address, 0)))

    def completions(
        self, state: State, choosing: Choosing, given: Mapping[str, Value], starved: list[Finding] | None = None
    ) -> Iterator[dict[str, Value]]:
        """All values of the entries with those given fixed, whether legal or not; at most a few hundred. `starved` takes up the
        entries for which there was no candidate."""
        tried = [MOST_TRIED]
        env = self.explainer.start(choosing, state, state.seat)
        starved = [] if starved is None else starved
        for found, values in enumerate(self._walk(state, choosing.plan, given, env, {}, tried, starved), start=1):
            yield values
            if found >= MOST_COMPLETIONS:
                return

    def _walk(
        self, state: State, plan: Sequence[object], given: Mapping[str, Value], env: Env, values: dict[str, Value],
        tried: list[int], starved: list[Finding],
    ) -> Iterator[dict[str, Value]]:  # fmt: skip
        for position, part in enumerate(plan):
            if isinstance(part, Name):
                env = {**env, part.local.id: self.machine.evaluator.value(part.value, state, env)}
            elif isinstance(part, Pick):
                name = part.local.name
                none = True
                for value in (given[name],) if name in given else self.machine.listing.candidates(part, state, env):
                    none = False
                    tried[0] -= 1
                    if tried[0] < 0:
                        return
                    inner = {**env, part.local.id: value}
                    yield from self._walk(state, plan[position + 1 :], given, inner, {**values, name: value}, tried, starved)
                if none:
                    starved.append((part.source, env, ()))
                return
        yield values

    def _others(self, state: State, choosing: Choosing, language: str) -> tuple[Reason, ...]:
        """What forbids a choice that meets all its restrictions."""
        point = self.machine.point(state)
        if point is None:
            return (Reason(choosing.deed, rules_behind(self.game, choosing.source), sentence("over", language)),)
        if choosing.when is not None and not self.machine.evaluator.value(choosing.when, state, {}):
            facts = self.explainer.facts(choosing.when, state, {})
            return (self._titled(choosing.source, sentence("not-now", language, action=self._action(choosing, language)), facts),)
        if choosing.offered_by is not None and next(iter(self.machine.listing.offered(choosing, state, state.seat)), None) is None:
            return (self._not_granted(state, choosing, language),)
        if choosing.free and self.machine.listing.inside(point.deeds, state):
            return (self._plain(choosing.source, "inside", language),)
        key = "refused" if point.refused is not None else "not-possible"
        return (self._plain(choosing.source, key, language),)

    def _used_up(self, state: State, choosing: Choosing, language: str) -> Iterator[Reason]:
        """The limits of an action that are used up, as far as they can be told without choosing anything."""
        env: Env = {} if choosing.actor is None else {choosing.actor.id: state.seat}
        for part in choosing.plan:
            if isinstance(part, Allowed) and not part.limit.each and isinstance(part.limit.count, Const | None) and state.seat is not None:
                facts = self.explainer.failing(part, state, env, state.seat)
                if facts is not None:
                    yield self._reason(state, choosing, (part.limit.source, env, facts), language)

    def _not_granted(self, state: State, choosing: Choosing, language: str) -> Reason:
        """The rule that gives an action, with its own sentence about whom it serves, else the values for which it does not."""
        assert choosing.offered_by is not None
        rule = choosing.offered_by.rule
        facts: tuple[Fact, ...] = ()
        if rule.condition is not None and rule.carrier is None:
            facts = self.explainer.facts(rule.condition, state, {})
        own = self.labels.whole(rule.source.because, language)
        said = own or sentence("not-granted", language, action=self._action(choosing, language))
        return self._titled(rule.source, said, facts)

    # ------------------------------------------------------------ what is no candidate, or not offered

    def _unknown(self, state: State, point: Point | None, key: str, language: str) -> tuple[Reason, ...]:
        """A key whose action is not offered here, or whose values can't be read."""
        action = key.partition("(")[0].strip()
        offered = {} if point is None else {c.name: c for c in point.choosings}
        if action in self.choosings and action not in offered:
            return (self._not_offered(state, self.choosings[action], language),)
        if action not in offered or point is None:
            return ()
        unread = self.machine.keys.unread(key, point, state)
        if unread is not None:
            return (self._unread(state, offered[action], unread, key, language),)
        return (self._miswritten(state, offered[action], key, language),)

    def _miswritten(self, state: State, choosing: Choosing, key: str, language: str) -> Reason:
        """A key that is none, or that has not as many arguments as its action asks for."""
        node = read_key(key)
        if isinstance(node, Word):
            entries = ", ".join(self._entry(pick, language) for pick in choosing.picks) or sentence("no-entries", language)
            name = self._action(choosing, language)
            said = sentence("too-few", language, choice=key, action=name, entries=entries, count=len(node.arguments))
        else:
            said = sentence("no-key", language, choice=key)
            example = self._example(state, choosing)
            said += sentence("such-as", language, example=example) if example is not None else ""
        return Reason(choosing.deed, rules_behind(self.game, choosing.source), said)

    def _example(self, state: State, choosing: Choosing) -> str | None:
        """The key of a choice of an action that can be made; None if there is none."""
        point = self.machine.point(state)
        raw = None if point is None else next(self._legal(state, point.choosings.index(choosing), choosing, {}), None)
        return None if point is None or raw is None else self.machine.keys.choice(point, raw, state)

    def _unread(self, state: State, choosing: Choosing, pick: Pick, key: str, language: str) -> Reason:
        """An argument of a key that is no value, with the candidate that was probably meant."""
        node, position = read_key(key), choosing.picks.index(pick)
        named = node.arguments[position] if isinstance(node, Word) and position < len(node.arguments) else None
        text = named.name if isinstance(named, Word) else str(named if isinstance(named, int) else key)
        words = self._candidate_keys(state, choosing, pick)
        guess = nearest(text, [word.partition("(")[0] for word in words])
        said = sentence("unreadable", language, text=text, entry=self._entry(pick, language))
        said += sentence("meant", language, guess=guess) if guess else ""
        return self._titled(pick.source, said, self._listed(words))

    def _candidate_keys(self, state: State, choosing: Choosing, pick: Pick) -> list[str]:
        """The candidates of an entry as keys write them; none where they depend on entries above it."""
        if any(isinstance(part, Pick) for part in choosing.plan[: choosing.plan.index(pick)]):
            return []
        env = self.explainer.start(choosing, state, state.seat)
        of = bare(pick.among.type)
        inner = of.inner if isinstance(of, Set) else of
        return list(dict.fromkeys(self.machine.keys.value(inner, v) for v in self.machine.listing.members(pick.among, state, env)))

    @staticmethod
    def _listed(words: Sequence[str]) -> tuple[Fact, ...]:
        more = f", and {len(words) - MOST_NAMED} more" if len(words) > MOST_NAMED else ""
        return (Fact(CANDIDATES, ", ".join(words[:MOST_NAMED]) + more),) if words else ()

    def _not_offered(self, state: State, choosing: Choosing, language: str) -> Reason:
        """Where an action is offered, as it is not here."""
        steps = self.where.get(choosing.name, ())
        name = self._action(choosing, language)
        if state.kind == OVER:
            said = sentence("over", language)
        elif not steps:
            chance = [code.point.source.address for code in self.machine.program.code if isinstance(code, Chance)]
            asked = [address for address in chance if address == choosing.source.address]
            key = "by-chance" if asked else "nowhere"
            said = sentence(key, language, action=name, steps=", ".join(f"`{step}`" for step in asked))
        else:
            found = (self._phase(state, step, choosing.name, language) for step in steps)
            said = sentence("not-offered", language, action=name, steps=", ".join(found))
        variants = variants_behind(self.game, choosing.source.span)
        return Reason(f"{choosing.deed}.offered", rules_behind(self.game, choosing.source), said, (), variants)

    def _phase(self, state: State, step: str, name: str, language: str) -> str:
        """A step that offers an action of this name, for people: by the name of the phase around it in which the game is not, or by
        its own where all of it is elsewhere."""
        point = self.machine.point(state)
        here = point.source.address.split(".") if point is not None else []
        path = step.split(".")
        common = next((n for n, (one, other) in enumerate(zip(path, here, strict=False)) if one != other), min(len(path), len(here)))
        phase = path[common] if 0 < common < len(path) else path[-1]
        # A step that is called like what it offers says nothing more.
        return f"`{step}`" if phase == name else f"{self.labels.name(phase, language)} (`{step}`)"

    # ------------------------------------------------------------ reasons

    def _reason(
        self, state: State, choosing: Choosing, finding: Finding, language: str, values: Mapping[str, Value] | None = None
    ) -> Reason:
        """What is said about a restriction: its own sentence, else one that tells what was asked."""
        source, env, facts = finding
        said = self.labels.text(source.because, language, state, env)
        pick = next((p for p in choosing.picks if p.source.address == source.address), None)
        if pick is not None and values is not None:
            said = said or self._no_candidate(pick, values[pick.local.name], language)
            members = self.machine.listing.members(pick.among, state, env)
            of = bare(pick.among.type)
            inner = of.inner if isinstance(of, Set) else of
            words = list(dict.fromkeys(self.machine.keys.value(inner, member) for member in members[: 4 * MOST_NAMED]))
            facts = (Fact(pick.local.name, self._shown(inner, values[pick.local.name])), *self._listed(words))
        said = said or sentence(_default(choosing, source), language)
        variants = variants_behind(self.game, *spans_of(source, choosing))
        return Reason(source.address, rules_behind(self.game, source), said, facts, variants)

    def _shown(self, of: Type, value: Value) -> str:
        if isinstance(value, tuple) and not isinstance(bare(of), Set):
            return "[" + ", ".join(self.machine.keys.value(of, member) for member in value) + "]"
        return self.machine.keys.value(of, value)

    def _no_candidate(self, pick: Pick, value: Value, language: str) -> str:
        """The sentence about a value that an entry can't have: where it would have to be, if things of a place are asked for."""
        of = bare(pick.among.type)
        inner = of.inner if isinstance(of, Set) else of
        members = value if isinstance(value, tuple) else (value,)
        shown = ", ".join(self.labels.value(member, inner, language) for member in members)
        among = pick.among
        if isinstance(bare(inner), Thing) and isinstance(among, Op) and among.name in ("things", "free") and among.arguments:
            place = among.arguments[0]
            if isinstance(place, Op) and place.name == "place":
                return sentence("not-held", language, zone=_capital(self.labels.name(str(place.data), language)), value=shown)
        return _capital(sentence("not-among", language, value=shown, entry=self._entry(pick, language)))

    def _starved(self, state: State, choosing: Choosing, finding: Finding, language: str) -> Reason:
        """An entry for which there is no candidate at all."""
        source, env, _ = finding
        pick = next(p for p in choosing.picks if p.source.address == source.address)
        said = self.labels.text(source.because, language, state, env) or sentence("none-left", language, entry=self._entry(pick, language))
        what = describe(pick.among, self.machine.instance)
        facts = (*self.explainer.facts(pick.among, state, env), *((Fact(what, "none"),) if what else ()))
        return self._titled(source, said, tuple(dict.fromkeys(facts)))

    def _entry(self, pick: Pick, language: str) -> str:
        return self.labels.name(pick.local.name, language)

    def _action(self, choosing: Choosing, language: str) -> str:
        """What an action is called: its sentence if nothing in it is still to be chosen, its name, or the sentence with gaps."""
        whole = self.labels.whole(choosing.source.say, language)
        said = pick(choosing.source.say, language, self.game.languages)
        if whole or not said or choosing.name in self.game.labels:
            return whole or self.labels.name(choosing.name, language)
        return "".join(piece if isinstance(piece, str) else "…" for piece in said)

    def _plain(self, source: Source, key: str, language: str, facts: tuple[Fact, ...] = ()) -> Reason:
        return self._titled(source, sentence(key, language), facts)

    def _titled(self, source: Source, said: str, facts: tuple[Fact, ...] = ()) -> Reason:
        return Reason(source.address, rules_behind(self.game, source), said, facts, variants_behind(self.game, source.span))


def values_of(choosing: Choosing, raw: Raw) -> tuple[Value, ...]:
    """The values of the entries of a raw choice, without the thing from which the choosing comes."""
    return raw[1:] if choosing.carrier is None else raw[2:]


def _default(choosing: Choosing, source: Source) -> str:
    """Which sentence stands for a restriction that has none of its own."""
    for part in choosing.plan:
        match part:
            case Affordable(source=own) if own.address == source.address:
                return "cost"
            case Allowed(limit=limit) if limit.source.address == source.address:
                return "limit"
    return "not-possible"


def _leading(names: Sequence[str], given: Mapping[str, Value]) -> Iterator[str]:
    """The first entries, as far as they are given without a gap."""
    for name in names:
        if name not in given:
            return
        yield name


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
