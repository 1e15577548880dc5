"""Which expressions read what a seat may not see."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from custumal.dsl.base.types import Seat, bare
from custumal.dsl.diagnostics.diagnostic import Span
from custumal.dsl.model import Call, Can, Const, Decision, Definition, Expr, Fold, GameModel, Local, Op, Read, Rule, Select, Visibility
from custumal.dsl.model.expression_walk import parts

_COUNTS = ("count", "some", "no")
_SHOWN_COUNTS = frozenset({"free", "filled", "empty"})


class Hidden:
    """Finds, for one game, reads of what not everybody sees. `mine` are ids of locals that are the seat itself; whether whoever
    acts, `me`, is the seat too. `named` are expressions whose values names stand for, by the ids of locals: to read the name is to
    read them."""

    def __init__(self, game: GameModel, *, me: bool = True, named: Mapping[str, tuple[Expr, ...]] | None = None) -> None:
        self.game = game
        self.me = me
        self.named: Mapping[str, tuple[Expr, ...]] = {} if named is None else named
        self._known: dict[tuple[str, tuple[bool, ...]], str | None] = {}
        self._names_known: dict[tuple[str, frozenset[str]], str | None] = {}

    def read_by(self, expr: Expr, mine: frozenset[str]) -> tuple[Span, str] | None:
        """Where and what the expression reads that the seat may not see; None if it reads nothing of the kind."""
        match expr:
            case Op(name="place", arguments=arguments, data=str() as zone):
                if not self._seen(self.game.zones[zone].visibility, arguments, mine):
                    return expr.span, zone
            case Read(kept=kept, arguments=arguments):
                if not self._seen(self.game.kept[kept].visibility, arguments, mine):
                    return expr.span, kept
            case Call() | Can() | Local():
                what = self._stands_for(expr, mine)
                if what is not None:
                    return expr.span, what
            case Op(name="place-in" | "cell-of" | "in-zone" | "holder-of"):
                return self.inside(expr, mine)
            case Op(name="amount" | "stock" | "supply", arguments=arguments):
                resource = self._resource(expr, arguments, mine)
                if resource is not None:
                    return expr.span, resource
            case Op(name="total" | "is-winner" | "winners" | "seat-place" | "decided-by"):
                outcome = self._outcome(expr, mine)
                if outcome is not None:
                    return expr.span, outcome
            case Fold(kind=kind, source=source, where=None) if kind in _COUNTS:
                return self._counted(source, mine)
            case Op(name=name, arguments=(Op(name="place") as place,)) if name in _SHOWN_COUNTS:
                return self.inside(place, mine)
        return self.inside(expr, mine)

    def inside(self, expr: Expr, mine: frozenset[str]) -> tuple[Span, str] | None:
        """The same of the parts of an expression; a name of a member of seats is nobody's own."""
        for part in parts(expr):
            found = self.read_by(part, mine)
            if found is not None:
                return found
        return None

    def _counted(self, source: Expr, mine: frozenset[str]) -> tuple[Span, str] | None:
        """How many things lie somewhere is known to all."""
        if isinstance(source, Op) and source.name in ("things", "cells") and isinstance(source.arguments[0], Op):
            return self.inside(source.arguments[0], mine)
        if isinstance(source, Local) and source.id in self.named:
            found = (self._counted(one, mine) for one in self.named[source.id])
            return next(((source.span, one[1]) for one in found if one is not None), None)
        return self.read_by(source, mine)

    def _seen(self, visibility: Visibility, arguments: tuple[Expr, ...], mine: frozenset[str]) -> bool:
        if visibility.kind in ("all", "nobody"):
            return visibility.kind == "all"
        own = [number for number, argument in enumerate(arguments) if self._is_mine(argument, mine)]
        return any(visibility.kind == "owner" or not _leaves_out(visibility, number) for number in own)

    def _is_mine(self, expr: Expr, mine: frozenset[str]) -> bool:
        return isinstance(expr, Local) and (expr.id in mine or (self.me and expr.name == "me"))

    def _resource(self, op: Op, arguments: tuple[Expr, ...], mine: frozenset[str]) -> str | None:
        """A resource that an operation reads and the seat may not see; what is left of a supply tells what all have."""
        seat = arguments[:-1] if op.name == "amount" else arguments if op.name == "stock" else ()
        named = arguments[-1] if op.name != "stock" else None
        names = self.game.resources if not isinstance(named, Const) else (self.game.resources[int(str(named.value))],)
        hidden = (name for name in names if name in self.game.kept and not self._seen(self.game.kept[name].visibility, seat, mine))
        return next(hidden, None)

    def _outcome(self, op: Op, mine: frozenset[str]) -> str | None:
        """What points or places read that the seat may not see."""
        return self._points(self._is_mine(op.arguments[0], mine)) if op.name == "total" else self._compared()

    def _points(self, is_mine: bool) -> str | None:
        """What the points of a seat read that the seat may not see, be it its own or not."""
        for line in self.game.scoring:
            found = self.read_by(line.points, frozenset([line.actor.id]) if is_mine else frozenset())
            if found is not None and (is_mine or self._others.read_by(line.points, frozenset()) is not None):
                return found[1]
        return None

    def _compared(self) -> str | None:
        """What the places of all seats read that one seat may not see."""
        return self._first(self._others.read_by(key.value, frozenset()) for key in self.game.ranking)

    # ------------------------------------------------------------ what names stand for

    def _stands_for(self, expr: Call | Can | Local, mine: frozenset[str]) -> str | None:
        """What something reads that stands in the rules by its name, and the seat may not see."""
        match expr:
            case Call(definition=name, arguments=arguments):
                return self._definition(name, tuple(self._is_mine(a, mine) for a in arguments))
            case Can(action=name, seat=seat):
                return self._others.can(name, is_mine=self._is_mine(seat, mine))
            case Local(id=name):
                return self._name(name, mine) if name in self.named else None

    def _definition(self, name: str, flags: tuple[bool, ...]) -> str | None:
        """What a definition reads that the seat may not see, by itself or by the rules that modify it."""
        key = (name, flags)
        if key not in self._known:
            self._known[key] = None
            info = self.game.definitions[name]
            own = [p for p, flag in zip(info.parameters, flags, strict=False) if flag]
            mine = frozenset(p.id for p in own)
            asked = (one for one in (info.body, info.low, info.high) if one is not None)
            found = self._first(self.read_by(one, mine) for one in asked)
            self._known[key] = found or self._first(self._modified(info, own))
        return self._known[key]

    def _modified(self, info: Definition, own: list[Local]) -> Iterator[tuple[Span, str] | None]:
        """The same of each rule that modifies a definition; `own` are the parameters that are the seat itself."""
        words = {local.name for local in own}
        asks_for = next((local for local in info.parameters if isinstance(bare(local.type), Seat)), None)
        for rule in self._modifying.get(info.source.address, ()):
            mine = {local.id for word, local in rule.names if word in words}
            if rule.carrier is not None and rule.concerns == "owner" and asks_for in own:
                mine |= self._owners(rule)  # abilities of others make no difference
            asked = (rule.condition, rule.applies, rule.seats, self._active(rule), *(value for _, value in rule.changes))
            yield from (self.read_by(one, frozenset(mine)) for one in asked if one is not None)

    def _active(self, rule: Rule) -> Expr | None:
        """When an ability holds that does not say so itself."""
        return None if rule.carrier is None or rule.condition is not None else self.game.kinds[rule.carrier.kind].active

    def _owners(self, rule: Rule) -> set[str]:
        """What the seat is called that an ability serves."""
        assert rule.carrier is not None
        owner = self.game.kinds[rule.carrier.kind].owner
        return {rule.carrier.owner.id} | (set() if owner is None else {owner.id})

    @cached_property
    def _modifying(self) -> dict[str, list[Rule]]:
        """The rules that modify definitions, by the addresses of these."""
        found: dict[str, list[Rule]] = {}
        for rule in self.game.standing:
            for target in rule.targets if rule.head == "modify" else ():
                found.setdefault(target, []).append(rule)
        return found

    def _name(self, name: str, mine: frozenset[str]) -> str | None:
        """What the values read for which a name stands."""
        key = (name, mine)
        if key not in self._names_known:
            self._names_known[key] = None
            self._names_known[key] = self._first(self.read_by(one, mine) for one in self.named[name])
        return self._names_known[key]

    def can(self, name: str, *, is_mine: bool) -> str | None:
        """What decides whether an action can be chosen, and the seat may not see; whether it is the seat that would choose."""
        key = (f"can {name}", (is_mine,))
        if key not in self._known:
            self._known[key] = None
            action = self.game.actions.get(name)
            if action is not None:
                mine = frozenset([action.actor.id]) if is_mine else frozenset[str]()
                self._known[key] = self._first(self.read_by(one, mine) for one in decided_by(action.decision))
        return self._known[key]

    @cached_property
    def _others(self) -> Hidden:
        """The same where whoever acts need not be the seat."""
        return Hidden(self.game, me=False, named=self.named) if self.me else self

    def _first(self, found: Iterable[tuple[Span, str] | None]) -> str | None:
        return next((one[1] for one in found if one is not None), None)


def decided_by(decision: Decision) -> Iterator[Expr]:
    """What decides which choices there are at a decision."""
    asked = [one for entry in decision.entries for one in (entry.amount, entry.among)]
    asked += [one for require in (*decision.require, *decision.ensure) for one in (require.that, require.unless)]
    asked += [decision.cost, None if decision.limit is None else decision.limit.count]
    yield from (one for one in asked if one is not None)


def _leaves_out(visibility: Visibility, number: int) -> bool:
    """Whether the seats that may look are surely without the one that stands at this place of the arguments."""
    seats = visibility.seats
    if not isinstance(seats, Select) or seats.where is None or number >= len(visibility.locals):
        return False
    owner = () if visibility.owner is None else (visibility.owner.id,)
    return _settled(seats.where, frozenset((seats.var.id, visibility.locals[number].id, *owner))) is False


def _settled(condition: Expr, same: frozenset[str]) -> bool | None:
    """Whether a condition holds where these names are all one seat; None where that alone does not settle it."""
    match condition:
        case Op(name="eq", arguments=(Local(id=a), Local(id=b))) if a in same and b in same:
            return True
        case Op(name="not", arguments=(inner,)):
            found = _settled(inner, same)
            return None if found is None else not found
        case Op(name="and" | "or" as name, arguments=each):
            found_of = [_settled(one, same) for one in each]
            deciding = name == "or"
            return deciding if deciding in found_of else None if None in found_of else not deciding
    return None
