"""What is no choice here: keys that can't be read, values that are none, and actions that are not offered now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from custumal.dsl.base.types import Set, bare
from custumal.dsl.diagnostics.suggest import nearest
from custumal.interpreter.explain.explanation import OFFERED, Fact, Reason
from custumal.interpreter.explain.origins import rules_behind, variants_behind
from custumal.interpreter.explain.phrases import sentence
from custumal.interpreter.explain.reasons import Reasons
from custumal.interpreter.keys.reader import KeyReader
from custumal.interpreter.keys.syntax import Word, read_key
from custumal.interpreter.position.state import OVER, Position
from custumal.interpreter.position.unseen import Unseen
from custumal.interpreter.program import Chance, Choosing, Decide, Pick, Point
from custumal.interpreter.reference.listing import Walk
from custumal.interpreter.setup.values import Value


class NoChoice:
    """Tells why what is asked about is no choice here.

    Args:
        reasons: of the game.
        reader: reads keys.
        choosings: everything that can be chosen anywhere, by its name.
    """

    def __init__(self, reasons: Reasons, reader: KeyReader, choosings: Mapping[str, Choosing]) -> None:
        self.reasons = reasons
        self.reader = reader
        self.choosings = choosings
        self.machine = reasons.machine
        self.game = reasons.game

    @cached_property
    def where(self) -> dict[str, tuple[str, ...]]:
        """For everything that can be chosen the addresses of the steps that ask for it."""
        found: dict[str, list[str]] = {}
        for code in self.machine.program.code:
            if isinstance(code, Decide):
                for choosing in code.point.choosings:
                    found.setdefault(choosing.name, []).append(code.point.source.address)
        return {name: tuple(dict.fromkeys(addresses)) for name, addresses in found.items()}

    def unknown(self, state: Position, point: Point | None, key: str, language: str) -> tuple[Reason, ...]:
        """A key whose action is not offered here, or whose values can't be read."""
        node = read_key(key)
        action = node.name if isinstance(node, Word) else key.partition("(")[0].strip()
        offered = {} if point is None else {c.name: c for c in point.choosings}
        if action in self.choosings and action not in offered:
            return (self.not_offered(state, self.choosings[action], language),)
        if action not in offered or point is None:
            return ()
        unread = self.reader.unread(key, point, state)
        if unread is not None:
            return (self._unread(state, offered[action], unread, key, language),)
        return (self._miswritten(state, offered[action], key, language),)

    def _miswritten(self, state: Position, choosing: Choosing, key: str, language: str) -> Reason:
        """A key that is none, or that has not as many arguments as its action asks for."""
        node = read_key(key)
        if isinstance(node, Word) and not node.is_of:
            entries = ", ".join(self.reasons.entry(pick, language) for pick in choosing.picks) or sentence("no-entries", language)
            name = self.reasons.action(choosing, language)
            said = sentence("too-few", language, choice=key, action=name, entries=entries, count=len(node.arguments))
        else:
            said = sentence("no-key", language, choice=key)
            example = self._example(state, choosing)
            said += sentence("such-as", language, example=example) if example is not None else ""
        return Reason(choosing.address, rules_behind(self.game, choosing.source), said)

    def _example(self, state: Position, choosing: Choosing) -> str | None:
        """The key of a choice of an action that can be made; None if there is none."""
        point = self.machine.point(state)
        if point is None:
            return None
        try:
            choice = next(iter(self.machine.listing.of(point.choosings.index(choosing), choosing, Walk(state, state.seat, ()))), None)
            return None if choice is None else self.reader.keys.choice(point, choice, state)
        except Unseen:
            return None

    def _unread(self, state: Position, choosing: Choosing, pick: Pick, key: str, language: str) -> Reason:
        """An argument of a key that is no value, with the candidate that was probably meant."""
        node, position = read_key(key), choosing.picks.index(pick)
        named = node.arguments[position] if isinstance(node, Word) and position < len(node.arguments) else None
        text = named.name if isinstance(named, Word) else str(named if isinstance(named, int) else key)
        of = bare(pick.among.type)
        inner = of.inner if isinstance(of, Set) else of
        members = self._members(state, choosing, pick)
        guess = nearest(text, [self.reader.keys.value(inner, member).partition("(")[0] for member in members])
        said = sentence("unreadable", language, text=text, entry=self.reasons.entry(pick, language))
        said += sentence("meant", language, guess=guess) if guess else ""
        if isinstance(named, Word) and named.arguments and not guess:
            # A place or a pose that is none: the rule says what may be one.
            said = self.reasons.labels.whole(pick.source.because, language) or said
        return self.reasons.titled(pick.source, said, self.reasons.listed(inner, members))

    def _members(self, state: Position, choosing: Choosing, pick: Pick) -> Sequence[Value]:
        """The candidates of an entry; none where they depend on entries above it."""
        if any(isinstance(part, Pick) for part in choosing.plan[: choosing.plan.index(pick)]):
            return ()
        return self.reasons.members(pick, state, self.reasons.explainer.start(choosing, state, state.seat))

    def not_offered(self, state: Position, choosing: Choosing, language: str) -> Reason:
        """Where an action is offered, as it is not here."""
        steps = self.where.get(choosing.name, ())
        name = self.reasons.action(choosing, language)
        if state.kind == OVER:
            said = sentence("over", language)
        elif not steps:
            chance = [code.point.source.address for code in self.machine.program.code if isinstance(code, Chance)]
            asked = [address for address in chance if address == choosing.source.address]
            key = "by-chance" if asked else "nowhere"
            said = sentence(key, language, action=name, steps=self.phases(state, asked, choosing.name, language))
        else:
            phases = self.phases(state, steps, choosing.name, language)
            here = self.phases(state, [point.source.address], "", language) if (point := self.machine.point(state)) is not None else ""
            said = sentence("other-time" if phases == here else "not-offered", language, action=name, steps=phases)
        variants = variants_behind(self.game, choosing.source.span)
        facts = () if state.kind == OVER else tuple(Fact(OFFERED, step) for step in steps)
        return Reason(f"{choosing.address}.offered", rules_behind(self.game, choosing.source), said, facts, variants)

    def phases(self, state: Position, steps: Sequence[str], name: str, language: str) -> str:
        """Steps for people, each phase once."""
        return ", ".join(dict.fromkeys(self._phase(state, step, name, language) for step in steps))

    def _phase(self, state: Position, step: str, name: str, language: str) -> str:
        """A step that offers an action of this name, for people: by the name of the phase around it in which the game is not, or by
        its own where all of it is elsewhere."""
        point = self.machine.point(state)
        here = point.source.address.split(".") if point is not None else []
        path = step.split(".")
        common = next((n for n, (one, other) in enumerate(zip(path, here, strict=False)) if one != other), min(len(path), len(here)))
        # A step that is called like what it offers says nothing more.
        around = [n for n in range(1, len(path)) if path[n] != name and not path[n].isdecimal()]
        names = {n: self._called(".".join(path[: n + 1]), language) for n in around}
        apart = [n for n in around if n >= common]
        called = [names[n] for n in (*apart, *around[::-1]) if names[n]]
        return called[0] if called else self.reasons.labels.name(path[next(iter(apart or around[::-1]), -1)], language)

    def _called(self, step: str, language: str) -> str:
        """What a step is called, if it is called something: its sentence or its label."""
        source, id_ = self.game.sources.get(step), step.rpartition(".")[2]
        said = "" if source is None else self.reasons.labels.whole(source.say, language)
        return said or (self.reasons.labels.name(id_, language) if id_ in self.game.labels else "")
