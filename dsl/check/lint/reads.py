"""What expressions read and effects write, as far as the text tells: kept values by name, the places of things by their kind."""

from __future__ import annotations

from collections.abc import Iterable

from custumal.dsl.base.types import BUNDLE, SEAT, Border, Cell, Column, Corner, Half, Line, Place, Pose, Set, Thing, Type, bare
from custumal.dsl.model import (
    Act,
    Build,
    Call,
    Can,
    Draw,
    Exit,
    Expr,
    GameModel,
    Give,
    Move,
    Op,
    Perform,
    Read,
    Reveal,
    Roll,
    Shuffle,
    Step,
    Swap,
    Trade,
    Write,
)
from custumal.dsl.model.expression_walk import Body, effects_in, every_expression, resources_in, steps_in

Keys = frozenset[str]
WHERE = frozenset({
    "things", "content", "cell-things", "filled", "empty", "free", "top", "bottom", "cell-of", "in-zone", "place-in", "holder-of",
    "height", "rim", "neighbours-of-thing", "borders-of-thing", "pose-neighbours", "pose-borders", "corners-of-thing",
    "halves-of-thing", "corner-meeting", "half-across", "stock", "amount", "supply",
})  # fmt: skip


class Reads:
    """Answers for one game; definitions are looked through once."""

    def __init__(self, game: GameModel) -> None:
        self.game = game
        self._definitions: dict[str, Keys] = {}
        self._procedures: dict[str, Keys] = {}

    def of(self, expr: Expr | None) -> Keys:
        """The keys that an expression reads: `kept:NAME`, `place:KIND`."""
        if expr is None:
            return frozenset()
        found: set[str] = set()
        for part in (expr, *every_expression(expr)):
            found |= self._one(part)
        return frozenset(found)

    def definition(self, name: str) -> Keys:
        """What a definition reads, through others and through the rules that modify it."""
        if name not in self._definitions:
            self._definitions[name] = frozenset()
            info = self.game.definitions[name]
            found = self.of(info.body)
            for rule in self.game.standing:
                if rule.head == "modify" and info.source.address in rule.targets:
                    found |= self.of(rule.condition) | self.of(rule.applies)
                    found |= frozenset().union(*(self.of(value) for _, value in rule.changes))
            self._definitions[name] = found
        return self._definitions[name]

    def _one(self, part: Expr) -> Keys:
        match part:
            case Read(kept=kept):
                return frozenset([f"kept:{kept}"])
            case Op(name="occurrences", data=(_, *names)):
                return frozenset().union(*(self._named(str(name)) for name in names))
            case Call(definition=name):
                return self.definition(name)
            case Can(action=action):
                return self.action(action)
            case Op(name="stock" | "amount"):
                return frozenset(f"kept:{r}" for r in self.game.resources)
            case Op(name="total"):
                return self._outcome("total", (line.points for line in self.game.scoring))
            case Op(name="is-winner" | "winners" | "seat-place" | "decided-by"):
                return self._outcome("winner", (key.value for key in self.game.ranking))
            case Op(name=name, arguments=arguments) if name in WHERE:
                types = [a.type for a in arguments] + [part.type]
                return frozenset(f"place:{kind}" for of in types for kind in self._kinds(of))
        return frozenset()

    def _outcome(self, name: str, exprs: Iterable[Expr]) -> Keys:
        """What decides the points or the places."""
        key = f"outcome:{name}"
        if key not in self._procedures:
            self._procedures[key] = frozenset()
            self._procedures[key] = frozenset().union(*map(self.of, exprs))
        return self._procedures[key]

    def action(self, name: str) -> Keys:
        """What decides whether and how an action can be chosen."""
        action = self.game.actions.get(name)
        if action is None or f"can:{name}" in self._procedures:
            return frozenset()
        self._procedures[f"can:{name}"] = frozenset()
        return frozenset().union(*(self._one(e) for e in every_expression(action.decision)))

    def _kinds(self, of: Type) -> tuple[str, ...]:
        inner = bare(of)
        inner = bare(inner.inner) if isinstance(inner, Set) else inner
        if isinstance(inner, Thing):
            return tuple(inner.kind.split("|"))
        if isinstance(inner, Place | Cell | Column | Line | Border | Corner | Half | Pose):
            holds = self.game.zones[inner.zone].holds
            return () if holds is None else (holds,)
        return ()

    def _named(self, name: str) -> Keys:
        """The key of a kept value or of what a zone holds."""
        zone = self.game.zones.get(name)
        return frozenset([f"kept:{name}"] if zone is None else [f"place:{zone.holds}"])

    # ------------------------------------------------------------ writing

    def written(self, act: Act) -> Keys:
        """The keys that an effect writes."""
        match act:
            case Write(kept=kept) | Roll(kept=kept):
                return frozenset([f"kept:{kept}"])
            case Move(things=things):
                return frozenset(f"place:{k}" for k in self._kinds(things.type))
            case Draw(origin=origin):
                return self.place(origin)
            case Swap(a=a):
                return self.place(a)
            case Trade(bundle=bundle):
                return self._resources(bundle)
            case Give():
                return self._given(act)
            case Perform(procedure=name):
                return self.procedure(name)
            case Shuffle() | Reveal() | Exit() | Build():
                return frozenset()
        raise TypeError(f"What {type(act).__name__} writes is not said here.")

    def place(self, place: Expr) -> Keys:
        """The keys of what can lie in a place."""
        return frozenset(f"place:{kind}" for kind in self._kinds(place.type))

    def _given(self, act: Give) -> Keys:
        found: Keys = frozenset()
        for given in (act.given,) if act.back is None else (act.given, act.back):
            is_bundle = act.taker.type == SEAT or given.type == BUNDLE
            found |= self._resources(given) if is_bundle else frozenset(f"place:{k}" for k in self._kinds(given.type))
        return found

    def procedure(self, name: str) -> Keys:
        if name not in self._procedures:
            self._procedures[name] = frozenset()
            self._procedures[name] = self.body(self.game.procedures[name].body)
        return self._procedures[name]

    def body(self, body: Body) -> Keys:
        """The keys that a body writes: by its effects and by what its decisions cost."""
        found = frozenset[str]().union(*(self.written(act) for act in effects_in(body)))
        costs = [s.decision.cost for s in steps_in(body) if s.decision is not None and s.decision.cost is not None]
        return found.union(*(self._resources(c) for c in costs))

    def item(self, item: Step | Act) -> Keys:
        return self.body((item,))

    def _resources(self, bundle: Expr) -> Keys:
        names = {self.game.resources[number] for number in resources_in(bundle)}
        return frozenset(f"kept:{n}" for n in (names or self.game.resources))
