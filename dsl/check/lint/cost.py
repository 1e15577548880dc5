"""How many steps an expression may take at the worst: what goes through a set multiplies by its greatest size."""

from __future__ import annotations

from custumal.dsl.base.types import Border, Corner, Half, Pose, Set, bare
from custumal.dsl.check.declarations.sizes import OPEN_BOARD, at_most
from custumal.dsl.check.symbols.declared import Declared
from custumal.dsl.check.symbols.vocabulary import CORNERS, SIDES
from custumal.dsl.model import Call, Can, Decision, Expr, Fold, GameModel, Reach, Select, Zone
from custumal.dsl.model.expression_walk import parts

UNKNOWN_SIZE = 64
TURNS = {"cubes": 24, "grid": 4}
MOST = 10**15
MULTIPLIED = (Select, Fold, Reach, Call, Can)
"""What takes more steps than it has parts: something is gone through, or other rules are asked."""


class Costs:
    """Worst costs in one game; definitions and actions are counted once and remembered."""

    def __init__(self, declared: Declared, game: GameModel) -> None:
        self.declared = declared
        self.game = game
        self._known: dict[tuple[str, str], int] = {}

    def of(self, expr: Expr) -> int:
        """Steps that the expression takes at the worst, at least 1."""
        match expr:
            case Select(source=source, where=where):
                inside = 0 if where is None else self.of(where)
                return self._through(source, inside + sum(self.of(o.key) for o in expr.orders if o.key is not None))
            case Fold(source=source, where=where, value=value):
                return self._through(source, sum(self.of(e) for e in (where, value) if e is not None))
            case Reach(source=source, through=through):
                return min(MOST, self.of(source) + self.size(expr) * self.of(through))
            case Call(definition=name):
                return min(MOST, self._inside(expr) + self._definition(name))
            case Can(action=name, arguments=arguments):
                return min(MOST, self._inside(expr) + self._action(name, len(arguments or ())))
        return self._inside(expr)

    def size(self, expr: Expr) -> int:
        """Members of a set at the worst."""
        of = bare(expr.type)
        inner = bare(of.inner) if isinstance(of, Set) else of
        if isinstance(inner, Pose):
            return self._poses(self.declared.zones[inner.zone])
        if isinstance(inner, Border):
            return self._outline(self.declared.zones[inner.zone])
        if isinstance(inner, Corner | Half):
            return len(CORNERS) if isinstance(inner, Corner) else 2 * self._outline(self.declared.zones[inner.zone])
        known = at_most(self.declared, of)
        return UNKNOWN_SIZE if known is None else self._on_open_boards(of, known)

    def _on_open_boards(self, of: object, known: int) -> int:
        """A board without borders is only as large as what lies on it."""
        zone = self.declared.zones.get(getattr(getattr(of, "inner", None), "zone", ""))
        if zone is None or not zone.shape.is_open or known < OPEN_BOARD:
            return known
        return self._rim(zone)

    def _rim(self, zone: Zone) -> int:
        most = self.declared.most_things.get(zone.holds or "", 0)
        return OPEN_BOARD if zone.holds is None else min(OPEN_BOARD, 2 * (most or UNKNOWN_SIZE) + 2)

    def _outline(self, zone: Zone) -> int:
        """The longest way around a thing that lies there."""
        kind = self.game.kinds.get(zone.holds or "")
        place = next((i for i, (column, _) in enumerate(kind.printed) if column == "size"), None) if kind is not None else None
        sizes = [] if kind is None or place is None else [row.values[place] for row in kind.rows]
        return max((2 * sum(size) for size in sizes if isinstance(size, tuple) and size), default=len(SIDES))

    def _poses(self, zone: Zone) -> int:
        cells = self._rim(zone) if zone.shape.is_open else 1
        for size in zone.shape.sizes:
            cells *= getattr(size.type, "high", None) or 4
        return cells * TURNS.get(zone.shape.form, 1)

    def _through(self, source: Expr, each: int) -> int:
        return min(MOST, self.of(source) + self.size(source) * (1 + each))

    def _inside(self, expr: Expr) -> int:
        inner = parts(expr)
        return min(MOST, 1 + sum(map(self.of, inner))) if inner else 1

    def _definition(self, name: str) -> int:
        key = ("define", name)
        if key not in self._known:
            self._known[key] = 1
            self._known[key] = self.of(self.game.definitions[name].body)
        return self._known[key]

    def _action(self, name: str, given: int) -> int:
        """Listing the choices of an action whose first entries are given: entries in each other, each restriction as early as it can be."""
        key = (name, str(given))
        if key not in self._known:
            self._known[key] = 1
            self._known[key] = self._listing(self.game.actions[name].decision, given)
        return self._known[key]

    def _listing(self, decision: Decision, given: int) -> int:
        waiting = [*decision.require, *decision.ensure]
        bound = {e.local.id for e in decision.entries}
        total, combinations = 1, 1
        for entry in decision.entries:
            total += combinations * self.of(entry.among)
            if entry.form != "let":
                combinations = min(MOST, combinations * (1 if given > 0 else self.size(entry.among)))
                given -= 1
            bound.discard(entry.local.id)
            ready = [r for r in waiting if not r.reads & bound]
            waiting = [r for r in waiting if r.reads & bound]
            total += combinations * sum(self.of(r.that) for r in ready)
        return min(MOST, total + combinations * sum(self.of(r.that) for r in waiting))
