"""What play comes to for sure although this game has not got it: positions, things and house seats that rules name with no condition around
them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from custumal.dsl.base.types import Number, Set
from custumal.dsl.diagnostics.diagnostic import Problem, Span
from custumal.dsl.model import (
    NO_DECISION,
    Action,
    Call,
    Can,
    Const,
    Decision,
    Exit,
    Expr,
    Fold,
    GameModel,
    IfElse,
    LoopHead,
    Move,
    Op,
    Perform,
    Reach,
    Reveal,
    SeatNumber,
    Select,
    Step,
    Swap,
    TheThing,
)
from custumal.dsl.model.expression_walk import Body, parts
from custumal.interpreter.reference.operations.absent import only_asks
from custumal.interpreter.reference.operations.cells import is_sure_position
from custumal.interpreter.setup.errors import PlayError
from custumal.interpreter.setup.instance import Instance
from custumal.interpreter.setup.values import NO_STATE

_FIRST_ONLY = frozenset(["and", "or", "otherwise"])


class SureFaults:
    """The parts of the rules of one game that are evaluated whatever happens and name what may be missing.

    Silent where anything might keep play from coming there: conditions, choices, limits, costs, rules that hook or change it.
    """

    def __init__(self, game: GameModel) -> None:
        self.game = game
        self.changed = {target for rule in game.standing for target in rule.targets}
        self.seen: set[str] = set()
        self.windows: set[str] = set()
        self.named = tuple(self._rules()) if _may_miss_something(game) else ()

    def of(self, instance: Instance) -> Iterator[tuple[Problem, Span]]:
        """What is missing in this instance of the game, and where it is named."""
        for expr in self.named:
            try:
                instance.constants.value(expr, NO_STATE, {})
            except PlayError as error:
                yield error.problem, expr.span

    # ------------------------------------------------------------ what is carried out

    def _rules(self) -> Iterator[Expr]:
        yield from self._body(self.game.play)
        for action in self.game.actions.values():
            if self._is_free(action):
                yield from self._body(action.body)
        for end in self.game.end:
            if end.applies is not None and end.after in self.seen:
                yield from self._asked(end.applies)
        for line in self.game.scoring:
            yield from self._asked(line.points)
        for key in self.game.ranking:
            yield from self._asked(key.value)

    def _is_free(self, action: Action) -> bool:
        """Whether an action can be chosen without any condition."""
        offered = action.any_time is None and bool(self.windows.intersection(action.windows))
        return offered and action.source.address not in self.changed and _asks_nothing(action.decision)

    def _body(self, body: Body) -> Iterator[Expr]:
        for item in body:
            if isinstance(item, Step):
                yield from self._step(item)
                continue
            if item.condition is not None:
                yield from self._asked(item.condition)
            elif isinstance(item, Exit):
                return
            else:
                yield from self._effect(item)

    def _effect(self, effect: object) -> Iterator[Expr]:
        moved = (effect.things,) if isinstance(effect, Move | Reveal) else (effect.a, effect.b) if isinstance(effect, Swap) else ()
        for part in parts(effect):
            if not (part in moved and isinstance(part, SeatNumber | TheThing)):
                yield from self._asked(part)
        if isinstance(effect, Perform):
            procedure = self.game.procedures[effect.procedure]
            if self._is_new(procedure.source.address):
                yield from self._body(procedure.body)

    def _step(self, step: Step) -> Iterator[Expr]:
        if not self._is_new(step.source.address) or step.until is not None or not _has_a_pass(step.loop):
            return
        for _, value in step.lets:
            yield from self._asked(value)
        if step.condition is not None:
            yield from self._asked(step.condition)
        elif _asks_nothing(step.decision or NO_DECISION):
            if step.seat is not None:
                yield from self._asked(step.seat)
            if step.offer is not None and step.offer.window is not None:
                self.windows.add(step.offer.window)
            yield from self._body(step.body)

    def _is_new(self, address: str) -> bool:
        """Whether something that no rule changes is met for the first time."""
        if address in self.seen or address in self.changed:
            return False
        self.seen.add(address)
        return True

    # ------------------------------------------------------------ what is evaluated

    def _asked(self, expr: Expr) -> Iterator[Expr]:
        """The parts of an expression that have to be there."""
        if isinstance(expr, SeatNumber | TheThing) or (isinstance(expr, Op) and expr.name == "at" and _is_fixed(expr)):
            yield expr
            return
        for part in self._evaluated(expr):
            if not (isinstance(part, SeatNumber | TheThing) and only_asks(expr)):
                yield from self._asked(part)

    def _evaluated(self, expr: Expr) -> Iterable[Expr]:
        """What is evaluated wherever the expression is."""
        match expr:
            case IfElse(condition=condition):
                return (condition,)
            case Select(source=source) | Fold(source=source) | Reach(source=source):
                return (source,)
            case Can():
                return ()
            case Op(name=name, arguments=arguments) if name in _FIRST_ONLY:
                return arguments[:1]
            case Call(definition=name, arguments=arguments):
                definition = self.game.definitions[name]
                return (*arguments, definition.body) if self._is_new(definition.source.address) else arguments
        return parts(expr)


def _may_miss_something(game: GameModel) -> bool:
    """Whether there may be less than the rules name: fewer seats or things, smaller boards."""
    rows = any(row.condition is not None for kind in game.kinds.values() for row in kind.rows)
    tables = any(table.condition is not None for table in game.components.values())
    copies = any(not isinstance(row.copies.type, Number) or not row.copies.type.low for kind in game.kinds.values() for row in kind.rows)
    boards = any(not isinstance(size, Const) for zone in game.zones.values() for size in zone.shape.sizes)
    return rows or tables or copies or boards or any(seat.condition is not None for seat in game.house_seats)


def _has_a_pass(loop: LoopHead | None) -> bool:
    """Whether a loop is gone through at least once."""
    if loop is None or loop.kind == "endless":
        return True
    if loop.source is None or loop.where is not None:
        return False
    of = loop.source.type
    return of.filled if isinstance(of, Set) else isinstance(of, Number) and of.low is not None and of.low >= 1


def _asks_nothing(decision: Decision) -> bool:
    """Whether nothing has to be chosen, nothing forbids and nothing is paid."""
    plain = all(entry.form == "let" for entry in decision.entries)
    return plain and decision == Decision(decision.entries)


def _is_fixed(position: Op) -> bool:
    """Whether a position has to be there, and is looked for in the same place whatever happens."""
    place = position.arguments[0]
    return is_sure_position(position) and isinstance(place, Op) and place.name == "place" and not place.arguments
