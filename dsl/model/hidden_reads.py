"""Which expressions read what a seat may not see."""

from __future__ import annotations

from custumal.dsl.diagnostics.diagnostic import Span
from custumal.dsl.model import Call, Const, Expr, Fold, GameModel, Local, Op, Read, Select, Visibility
from custumal.dsl.model.expression_walk import parts

_COUNTS = ("count", "some", "no")
_SHOWN_COUNTS = frozenset({"free", "filled", "empty"})


class Hidden:
    """Finds, for one game, reads of what not everybody sees. `mine` are ids of locals that are the seat itself; whether whoever
    acts, `me`, is the seat too."""

    def __init__(self, game: GameModel, *, me: bool = True) -> None:
        self.game = game
        self.me = me
        self._known: dict[tuple[str, tuple[bool, ...]], str | None] = {}

    def read_by(self, expr: Expr, mine: frozenset[str]) -> tuple[Span, str] | None:
        """Where and what the expression reads that the seat may not see; None if it reads nothing of the kind."""
        match expr:
            case Op(name="place", arguments=arguments, data=str() as zone):
                if not self._seen(self.game.zones[zone].visibility, arguments, mine):
                    return expr.span, zone
            case Read(kept=kept, arguments=arguments):
                if not self._seen(self.game.kept[kept].visibility, arguments, mine):
                    return expr.span, kept
            case Call(definition=name, arguments=arguments):
                what = self._definition(name, tuple(self._is_mine(a, mine) for a in arguments))
                if what is not None:
                    return expr.span, what
            case Op(name="place-in" | "cell-of" | "in-zone" | "holder-of"):
                return self.inside(expr, mine)
            case Op(name="amount" | "stock" | "supply", arguments=arguments):
                resource = self._resource(expr, arguments, mine)
                if resource is not None:
                    return expr.span, resource
            case Op(name="total" | "is-winner" | "seat-place" | "decided-by"):
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
            if found is not None and (is_mine or Hidden(self.game, me=False).read_by(line.points, frozenset()) is not None):
                return found[1]
        return None

    def _compared(self) -> str | None:
        """What the places of all seats read that one seat may not see."""
        others = Hidden(self.game, me=False)
        found = (others.read_by(key.value, frozenset()) for key in self.game.ranking)
        return next((what for one in found if one is not None for _, what in [one]), None)

    def _definition(self, name: str, flags: tuple[bool, ...]) -> str | None:
        key = (name, flags)
        if key not in self._known:
            self._known[key] = None
            info = self.game.definitions[name]
            mine = frozenset(p.id for p, flag in zip(info.parameters, flags, strict=False) if flag)
            found = self.read_by(info.body, mine)
            self._known[key] = None if found is None else found[1]
        return self._known[key]


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
