"""The reference evaluator: a walk over the tree of an expression, one small function for each form, nothing clever.

Generated code must agree with it. It is also what explanations are made with: a recorder sees every value on its way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property

from custumal.dsl.base.limits import MOST_STEPS
from custumal.dsl.base.types import Maybe, Thing, bare
from custumal.dsl.diagnostics.diagnostic import Span
from custumal.dsl.model import (
    Call,
    Can,
    Const,
    Definition,
    Expr,
    Fold,
    IfElse,
    Local,
    Op,
    Reach,
    Read,
    Rule,
    SeatNumber,
    Select,
    TheThing,
)
from custumal.interpreter.position.digests import Digests, Noted, occurrences, turns
from custumal.interpreter.position.state import Position
from custumal.interpreter.position.unseen import UNSEEN, Unseen, is_unseen
from custumal.interpreter.program.internals import left_id, passes_id, positions_asked, positions_id, running_id, turns_id
from custumal.interpreter.reference.folds import fold, reach, select
from custumal.interpreter.reference.modifiers import clamped, modified
from custumal.interpreter.reference.operations.absent import AbsentError, absent, settled
from custumal.interpreter.reference.operations.basic import ABOUT_NOTHING, BASIC
from custumal.interpreter.reference.operations.cells import LAID_OUT
from custumal.interpreter.reference.operations.joints import JOINT_OPERATIONS
from custumal.interpreter.reference.operations.nouns import NOUNS
from custumal.interpreter.reference.operations.placements import PLACEMENT_OPERATIONS
from custumal.interpreter.reference.operations.zones import ZONES
from custumal.interpreter.reference.scores import is_decided_by, is_winner, place_of, total, winners
from custumal.interpreter.setup.errors import PlayError, exhausted
from custumal.interpreter.setup.instance import Instance
from custumal.interpreter.setup.layout import PLACES
from custumal.interpreter.setup.values import Env, Numbers, Value, nothing_of

Recorder = Callable[[Expr, Value, Env], None]
CanDo = Callable[[Can, int, tuple[Value, ...] | None, Position], bool]
"""Answers `can`: the question, the seat, the values of the first entries (or None), the state."""

TOGETHER = 32
"""Members of a set that are gone through in about one step."""

LIFTED = BASIC | NOUNS | LAID_OUT | ZONES | PLACEMENT_OPERATIONS | JOINT_OPERATIONS


class Evaluator:
    """Evaluates expressions of one instance in any of its states.

    Args:
        instance: the game with players and options.
        slots: where the locals of the program stand in a state's frame, by id; also the engine's own slots
            (`@passes STEP`, `@running STEP`, `@left STEP`).
        on_value: is told every expression with its value and the locals that it sees, inner ones first.
        can: answers questions of the form `can ACTION`.

    Attributes:
        left: how many steps are left until `anew`; whatever else takes steps counts there too.
    """

    def __init__(self, instance: Instance, slots: Mapping[str, int], on_value: Recorder | None = None, can: CanDo | None = None) -> None:
        self.instance = instance
        self.slots = slots
        self.on_value = on_value
        self.can = can
        self.most = MOST_STEPS
        self.left = [self.most]
        self.scoring: dict[str, Callable[[Position, int], int]] = {}
        self.digests = Digests(instance)
        self.measures: dict[str, int] = {}

    @cached_property
    def modifiers(self) -> dict[str, tuple[Rule, ...]]:
        """The standing rules that modify a definition, by its address."""
        return modifiers_of(self.instance.game.standing)

    def value(self, expr: Expr, state: Position, env: Env) -> Value:
        """The value of an expression.

        Args:
            expr: the expression.
            state: the position; only its frame, columns and piles are read.
            env: locals by id; what is not in it stands in the frame.

        Raises:
            PlayError: if a number leaves 64 bits, a set grows too large or no steps are left; with the place in the rules.
        """
        left = self.left
        left[0] -= 1
        if left[0] < 0:
            raise exhausted(expr.span)
        try:
            found = _FORMS[type(expr)](self, expr, state, env)
        except AbsentError as error:
            known = settled(self.instance, expr)
            if known is expr:
                raise error.at(expr.span) from None
            found = self.value(known, state, env)
        except PlayError as error:
            if error.span is None:
                raise error.at(expr.span) from None
            raise
        if type(found) is tuple and len(found) > TOGETHER:
            left[0] -= len(found) // TOGETHER
        if found is UNSEEN:
            raise Unseen
        if self.on_value is not None:
            self.on_value(expr, found, env)
        return found

    def anew(self) -> None:
        """What is asked from here on may again take as many steps as there are."""
        self.left[0] = self.most

    def spend(self, steps: int, span: Span | None) -> None:
        """Take so many of the steps that are left.

        Raises:
            PlayError: none are left.
        """
        self.left[0] -= steps
        if self.left[0] < 0:
            raise exhausted(span)

    def look(self, names: tuple[str, ...], state: Position, before: Noted) -> int:
        """How these kept values and zones stand, to be compared with what was noted before."""
        self.spend((self.digests.size(names) + len(before)) // TOGETHER, None)
        return self.digests.digest(names, state)

    def call(self, name: str, arguments: tuple[Value, ...], state: Position) -> Value:
        """The value of a definition at these arguments, with all modifiers in force."""
        definition = self.instance.game.definitions[name]
        env = {local.id: value for local, value in zip(definition.parameters, arguments, strict=True)}
        base = self.value(definition.body, state, env)
        rules = self.modifiers.get(definition.source.address, ())
        if rules:
            return modified(self, definition, rules, base, state, env)
        return clamped(self, definition, base, state, env)

    def base(self, definition: Definition, arguments: tuple[Value, ...], state: Position) -> Value:
        """The value of a definition before any rule changes it."""
        return self.value(definition.body, state, {local.id: value for local, value in zip(definition.parameters, arguments, strict=True)})

    def kept(self, name: str, arguments: tuple[Value, ...], state: Position) -> Value:
        """The kept value at these arguments."""
        layout = self.instance.kept[name]
        return state.c[layout.column][layout.index(arguments)]


class Questions(Evaluator):
    """Questions from outside: each may take as many steps as there are.

    Args:
        asked: what answers them.
    """

    def __init__(self, asked: Evaluator) -> None:
        self.__dict__.update({name: part for name, part in vars(asked).items() if name != "scoring"})
        self.asked = asked

    @property
    def scoring(self) -> dict[str, Callable[[Position, int], int]]:  # type: ignore[override] # only read
        self.asked.anew()
        return self.asked.scoring

    def value(self, expr: Expr, state: Position, env: Env) -> Value:
        self.asked.anew()
        return self.asked.value(expr, state, env)

    def call(self, name: str, arguments: tuple[Value, ...], state: Position) -> Value:
        self.asked.anew()
        return self.asked.call(name, arguments, state)


def if_seen(evaluator: Evaluator, expr: Expr, state: Position, env: Env) -> Value:
    """The value of an expression as far as it is seen."""
    try:
        return evaluator.value(expr, state, env)
    except Unseen:
        return UNSEEN


def modifiers_of(standing: Iterable[Rule]) -> dict[str, tuple[Rule, ...]]:
    """The rules that change values, by the address of what they change."""
    found: dict[str, list[Rule]] = {}
    for rule in standing:
        if rule.head == "modify":
            for target in rule.targets:
                found.setdefault(target, []).append(rule)
    return {target: tuple(rules) for target, rules in found.items()}


# ---------------------------------------------------------------- simple forms


def _const(_ev: Evaluator, expr: Const, _s: Position, _env: Env) -> Value:
    return expr.value


def _seat_number(ev: Evaluator, expr: SeatNumber, _s: Position, _env: Env) -> int:
    if expr.house is None:
        return expr.index
    _must_be_there(ev, expr)
    return ev.instance.house[expr.house]


def _the_thing(ev: Evaluator, expr: TheThing, _s: Position, _env: Env) -> int:
    _must_be_there(ev, expr)
    return ev.instance.of_row[expr.kind][expr.row][0]


def _must_be_there(ev: Evaluator, expr: Expr) -> None:
    found = absent(ev.instance, expr)
    if found is not None:
        raise AbsentError(found)


def _local(ev: Evaluator, expr: Local, state: Position, env: Env) -> Value:
    return env[expr.id] if expr.id in env else state.frame[ev.slots[expr.id]]


def _read(ev: Evaluator, expr: Read, state: Position, env: Env) -> Value:
    arguments = tuple(ev.value(argument, state, env) for argument in expr.arguments)
    return nothing_of(expr.type) if None in arguments else ev.kept(expr.kept, arguments, state)


def _call(ev: Evaluator, expr: Call, state: Position, env: Env) -> Value:
    definition = ev.instance.game.definitions[expr.definition]
    arguments = tuple(ev.value(argument, state, env) for argument in expr.arguments)
    for local, argument in zip(definition.parameters, arguments, strict=True):
        if argument is None and not isinstance(local.type, Maybe):
            return nothing_of(expr.type)
    return ev.call(expr.definition, arguments, state)


def _if_else(ev: Evaluator, expr: IfElse, state: Position, env: Env) -> Value:
    return ev.value(expr.then if ev.value(expr.condition, state, env) else expr.other, state, env)


def _can(ev: Evaluator, expr: Can, state: Position, env: Env) -> bool:
    assert ev.can is not None, "only an evaluator that belongs to a machine knows what can be done"
    arguments = None if expr.arguments is None else tuple(ev.value(argument, state, env) for argument in expr.arguments)
    return ev.can(expr, ev.value(expr.seat, state, env), arguments, state)


# ---------------------------------------------------------------- operations


def _op(ev: Evaluator, expr: Op, state: Position, env: Env) -> Value:
    special = _SPECIAL.get(expr.name)
    if special is not None:
        return special(ev, expr, state, env)
    strict = LIFTED.get(expr.name)
    if strict is None:
        return ABOUT_NOTHING[expr.name](ev.instance, state, expr, *[ev.value(argument, state, env) for argument in expr.arguments])
    # Written out for one and two, which nearly all have: a third of what is asked goes through here.
    if len(expr.arguments) == 2:
        left, right = expr.arguments
        one, other = ev.value(left, state, env), ev.value(right, state, env)
        return nothing_of(expr.type) if one is None or other is None else strict(ev.instance, state, expr, one, other)
    if len(expr.arguments) == 1:
        only = ev.value(expr.arguments[0], state, env)
        return nothing_of(expr.type) if only is None else strict(ev.instance, state, expr, only)
    arguments = [ev.value(argument, state, env) for argument in expr.arguments]
    return nothing_of(expr.type) if None in arguments else strict(ev.instance, state, expr, *arguments)


def _and(ev: Evaluator, expr: Op, state: Position, env: Env) -> bool:
    return not _decided(ev, expr, state, env, by=False)


def _or(ev: Evaluator, expr: Op, state: Position, env: Env) -> bool:
    return _decided(ev, expr, state, env, by=True)


def _decided(ev: Evaluator, expr: Op, state: Position, env: Env, *, by: bool) -> bool:
    """Whether one of the parts is such that it decides alone; then it does not matter that others are not known."""
    unseen: Unseen | None = None
    for argument in expr.arguments:
        try:
            if bool(ev.value(argument, state, env)) is by:
                return True
        except Unseen as refused:
            unseen = refused
    if unseen is not None:
        raise unseen
    return False


def _otherwise(ev: Evaluator, expr: Op, state: Position, env: Env) -> Value:
    main, other = expr.arguments
    found = ev.value(main, state, env)
    return ev.value(other, state, env) if found is None else found


def _in(ev: Evaluator, expr: Op, state: Position, env: Env) -> bool:
    member, among = expr.arguments
    found = ev.value(member, state, env)
    if found is None:
        return False
    if isinstance(among, Op) and among.name == "range":
        low, high = (ev.value(bound, state, env) for bound in among.arguments)
        return low is not None and high is not None and bool(low <= found <= high)
    members = ev.value(among, state, env)
    if is_unseen(members) and isinstance(bare(member.type), Thing) and type(state.c[PLACES][found]) is int:
        # What is seen is none of those that are not.
        return any(one is not UNSEEN and one == found for one in members)
    return found in members


def _passes(ev: Evaluator, expr: Op, state: Position, _env: Env) -> int:
    return int(state.frame[ev.slots[passes_id(str(expr.data))]] or 0)


def _running(ev: Evaluator, expr: Op, state: Position, _env: Env) -> bool:
    return bool(state.frame[ev.slots[running_id(str(expr.data))]])


def _staying(ev: Evaluator, expr: Op, state: Position, _env: Env) -> Numbers:
    return tuple(state.frame[ev.slots[left_id(str(expr.data))]] or ())


def _occurrences(ev: Evaluator, expr: Op, state: Position, env: Env) -> int:
    step, *names = positions_asked(expr)
    before: Noted = state.frame[ev.slots[positions_id(step)]]
    return occurrences(before, ev.look(tuple(names), state, before), *(ev.value(seat, state, env) for seat in expr.arguments))


def _turns(ev: Evaluator, expr: Op, state: Position, env: Env) -> int:
    return turns(state.frame[ev.slots[turns_id(str(expr.data))]], *(ev.value(seat, state, env) for seat in expr.arguments))


def _total(ev: Evaluator, expr: Op, state: Position, env: Env) -> int | None:
    seat = ev.value(expr.arguments[0], state, env)
    return None if seat is None else total(ev, state, seat)


def _is_winner(ev: Evaluator, expr: Op, state: Position, env: Env) -> bool:
    seat = ev.value(expr.arguments[0], state, env)
    return seat is not None and is_winner(ev, state, seat)


def _seat_place(ev: Evaluator, expr: Op, state: Position, env: Env) -> int | None:
    seat = ev.value(expr.arguments[0], state, env)
    return None if seat is None else place_of(ev, state, seat)


def _decided_by(ev: Evaluator, expr: Op, state: Position, _env: Env) -> bool:
    return is_decided_by(ev, state, str(expr.data))


def _winners(ev: Evaluator, _expr: Op, state: Position, _env: Env) -> Numbers:
    return winners(ev, state)


Form = Callable[[Evaluator, Op, Position, Env], Value]
_SPECIAL: dict[str, Form] = {
    "and": _and,
    "or": _or,
    "otherwise": _otherwise,
    "in": _in,
    "passes": _passes,
    "running": _running,
    "staying": _staying,
    "occurrences": _occurrences,
    "turns": _turns,
    "total": _total,
    "is-winner": _is_winner,
    "winners": _winners,
    "seat-place": _seat_place,
    "decided-by": _decided_by,
}

_FORMS: dict[type[Expr], Callable[..., Value]] = {
    Const: _const,
    SeatNumber: _seat_number,
    TheThing: _the_thing,
    Local: _local,
    Read: _read,
    Call: _call,
    Op: _op,
    IfElse: _if_else,
    Select: select,
    Fold: fold,
    Reach: reach,
    Can: _can,
}
