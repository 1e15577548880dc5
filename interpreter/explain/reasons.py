"""Reasons in words: of a restriction, a value that can't be, an entry without candidates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from custumal.dsl.base.types import Set, Thing, Type, bare
from custumal.dsl.model import Op, Source
from custumal.interpreter.explain.explanation import CANDIDATES, Evidence, Fact, Reason
from custumal.interpreter.explain.obstacles import Explainer, Finding
from custumal.interpreter.explain.origins import rules_behind, spans_of, variants_behind
from custumal.interpreter.explain.phrases import sentence
from custumal.interpreter.keys.keys import Keys
from custumal.interpreter.keys.labels import Labels
from custumal.interpreter.keys.wording import describe
from custumal.interpreter.position.state import Position
from custumal.interpreter.position.unseen import Unseen, is_unseen
from custumal.interpreter.program import Affordable, Allowed, Choosing, Pick
from custumal.interpreter.reference.evaluate import if_seen
from custumal.interpreter.reference.listing import sizes
from custumal.interpreter.reference.machine import Machine
from custumal.interpreter.setup.values import Env, Value

MOST_NAMED = 8
"""So many candidates are named where something else was wanted."""


class Reasons:
    """Makes the reasons of one game.

    Args:
        machine: the reference machine.
        keys: writes its keys.
        labels: what people read.
        explainer: finds the facts.
    """

    def __init__(self, machine: Machine, keys: Keys, labels: Labels, explainer: Explainer) -> None:
        self.machine = machine
        self.keys = keys
        self.labels = labels
        self.explainer = explainer
        self.game = machine.instance.game

    def reason(
        self, state: Position, choosing: Choosing, finding: Finding, language: str, values: Mapping[str, Value] | None = None
    ) -> Reason:
        """What is said about a restriction: its own sentence, else one that tells what was asked."""
        source, env, facts = finding
        said = self.labels.text(source.because, language, state, env)
        pick = next((p for p in choosing.picks if p.source.address == source.address), None)
        if pick is not None and values is not None:
            members = self.members(pick, state, env)
            own_size = self._wrong_size(pick, values[pick.local.name], len(members), state, env, language)
            said = own_size or said or self._no_candidate(pick, values[pick.local.name], members, language)
            of = bare(pick.among.type)
            inner = of.inner if isinstance(of, Set) else of
            own = Evidence(None, inner, values[pick.local.name], {})
            facts = (Fact(pick.local.name, self._shown(inner, values[pick.local.name]), own), *self.listed(inner, members))
        said = said or sentence(_default(choosing, source), language)
        variants = variants_behind(self.game, *spans_of(source, choosing))
        return Reason(source.address, rules_behind(self.game, source), said, facts, variants)

    def _wrong_size(self, pick: Pick, value: Value, members: int, state: Position, env: Env, language: str) -> str:
        """The sentence about a set of more or fewer than can be chosen; nothing if it has as many, or that is not seen."""
        amount = None if pick.amount is None else if_seen(self.machine.evaluator, pick.amount, state, env)
        if not isinstance(value, tuple) or pick.form in ("one", "maybe") or is_unseen(amount):
            return ""
        least, most = sizes(pick, members, amount)
        if least <= len(value) <= max(least, most):
            return ""
        key = "just-so-many" if pick.form == "exactly" else "at-most-so-many"
        return _capital(sentence(key, language, number=max(least, most), entry=self.entry(pick, language), count=len(value)))

    def _no_candidate(self, pick: Pick, value: Value, among: Sequence[Value], language: str) -> str:
        """The sentence about a value that an entry can't have: where it would have to be, if things of a place are asked for."""
        of = bare(pick.among.type)
        inner = of.inner if isinstance(of, Set) else of
        members = value if isinstance(value, tuple) else (value,)
        alike = {self.labels.value(other, inner, language) for other in among if other not in members}
        names = ((self.labels.value(member, inner, language), self.keys.value(inner, member)) for member in members)
        shown = ", ".join(f"`{key}`" if name in alike else name for name, key in names)  # by its key where something else is called so, too
        asked = pick.among
        if isinstance(bare(inner), Thing) and isinstance(asked, Op) and asked.name in ("things", "free") and asked.arguments:
            place = asked.arguments[0]
            if isinstance(place, Op) and place.name == "place":
                return sentence("not-held", language, zone=_capital(self.labels.name(str(place.data), language)), value=shown)
        return _capital(sentence("not-among", language, value=shown, entry=self.entry(pick, language)))

    def members(self, pick: Pick, state: Position, env: Env) -> Sequence[Value]:
        """What could be chosen for an entry; nothing where that is not seen."""
        try:
            found = self.machine.listing.members(pick.among, state, env)
        except Unseen:
            return ()
        return () if is_unseen(found) else found

    def hidden(self, finding: Finding, language: str) -> Reason:
        """Something that may stand in the way, or not: what decides it is not seen."""
        return self.titled(finding[0], sentence("unseen", language))

    def without_candidates(self, state: Position, choosing: Choosing, finding: Finding, language: str) -> Reason:
        """An entry for which there is no candidate at all."""
        source, env, _ = finding
        pick = next(p for p in choosing.picks if p.source.address == source.address)
        said = self.labels.text(source.because, language, state, env) or sentence(
            "none-left", language, action=self.action(choosing, language), entry=self.entry(pick, language)
        )
        what = describe(pick.among, self.machine.instance)
        facts = (*self.explainer.facts(pick.among, state, env), *((Fact(what, "none"),) if what else ()))
        return self.titled(source, said, tuple(dict.fromkeys(facts)))

    def plain(self, source: Source, key: str, language: str, facts: tuple[Fact, ...] = ()) -> Reason:
        return self.titled(source, sentence(key, language), facts)

    def titled(self, source: Source, said: str, facts: tuple[Fact, ...] = ()) -> Reason:
        return Reason(source.address, rules_behind(self.game, source), said, facts, variants_behind(self.game, source.span))

    def _shown(self, of: Type, value: Value) -> str:
        if isinstance(value, tuple) and not isinstance(bare(of), Set):
            return "[" + ", ".join(self.keys.value(of, member) for member in value) + "]"
        return self.keys.value(of, value)

    def listed(self, of: Type, members: Sequence[Value]) -> tuple[Fact, ...]:
        """What could be chosen instead, as keys write it."""
        words = list(dict.fromkeys(self.keys.value(of, member) for member in members[: 4 * MOST_NAMED]))
        more = f", and {len(words) - MOST_NAMED} more" if len(words) > MOST_NAMED else ""
        found = Evidence(None, Set(of), tuple(members), {})
        return (Fact(CANDIDATES, ", ".join(words[:MOST_NAMED]) + more, found),) if words else ()

    def entry(self, pick: Pick, language: str) -> str:
        """What an entry is called, in the quotation marks of the language."""
        said = self.labels.whole(pick.source.say, language).strip() or self.labels.name(pick.local.name, language)
        return sentence("quoted", language, text=said)

    def action(self, choosing: Choosing, language: str) -> str:
        """What an action is called: its sentence if nothing in it is still to be chosen, its name, or the sentence with gaps."""
        whole = self.labels.whole(choosing.source.say, language)
        said = choosing.source.say.with_gaps(language, self.game.languages)
        if whole or not said or choosing.name in self.game.labels:
            return whole or self.labels.name(choosing.name, language)
        return said


def _default(choosing: Choosing, source: Source) -> str:
    """Which sentence stands for a restriction that has none of its own."""
    for part in choosing.plan:
        match part:
            case Affordable(source=own) if own.address == source.address:
                return "cost"
            case Allowed(limit=limit) if limit.source.address == source.address:
                return "limit"
    return "not-possible"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
