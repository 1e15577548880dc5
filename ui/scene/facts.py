"""Puts conditions of a rule file that hold in a position into the words of players: `wood - player 1: 3` and not `wood of p1 is 3`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from custumal.dsl.base.types import Cell, Set, Truth, Type, bare
from custumal.dsl.model import Call, Can, Const, Expr, Fold, Local, Op, Read, SeatNumber, Select, TheThing
from custumal.dsl.model.expression_walk import every_expression
from custumal.interpreter.position.state import Position
from custumal.interpreter.position.unseen import Unseen
from custumal.interpreter.setup.errors import PlayError
from custumal.interpreter.setup.values import Env, Value
from custumal.ui.scene.describe import Describer
from custumal.ui.text.rulebook_words import word

_COMPARED = {"ne": "fact-not", "ge": "fact-at-least", "gt": "fact-more", "le": "fact-at-most", "lt": "fact-less"}
_MEMBERS = frozenset(("attr", "symbol-attr"))
_SEE_THROUGH = frozenset(("things", "singleton-or-empty", "content", "cell-things", "cells"))
"""Operations that are told like what they are asked of: a place for the things in it."""
_JOINTS = {"add": " + ", "sub": " - ", "join": " + "}


MOST_MEMBERS = 6
"""Of more members nothing is told one by one."""


class _UnsaidError(ValueError):
    """A part for which there are no words."""


@dataclass(frozen=True)
class FactWording:
    """Tells truths of one position.

    Args:
        describer: of the table, in the language of the book; state: the position; env: the names that are bound.
    """

    describer: Describer
    state: Position
    env: Env

    def sentence(self, truth: Expr) -> str | None:
        """The truth in words, given that it holds; None for what has no such form."""
        try:
            return self.of(truth)
        except _UnsaidError:
            return None

    def found(self, expr: Expr, value: Value) -> str | None:
        """A value that was found in the position, `kind - Kitchen: building`; None for what has no name for people."""
        match expr:
            case Read(kept=name) | Call(definition=name):
                pass
            case Op(name="attr" | "symbol-attr", data=data):
                name = _column(data)
            case Op(name="option", data=data):
                name = str(data)
            case _:
                return None
        game = self.describer.engine.instance.game
        if name not in game.labels and (game.labels or isinstance(expr, Call)):
            # A name that only the rule file uses, for its author.
            return None
        try:
            return self._is(self._what(expr), self.worded(value, expr.type))
        except (_UnsaidError, PlayError, Unseen):
            # What was found in the position behind a choice may not be there before it.
            return None

    def worded(self, value: Value, of: Type) -> str:
        """A value in words."""
        return self._word("fact-no") if isinstance(bare(of), Set) and not value else self.describer.value(value, of, self.state)

    # ------------------------------------------------------------ truths

    def of(self, truth: Expr) -> str:
        """The truth in words; an error where a part of it has none."""
        match truth:
            case Op(name="and", arguments=parts):
                return "; ".join(map(self.of, parts))
            case Op(name="not", arguments=(inner,)):
                return self._untruth(inner)
            case Fold(kind="every", value=Expr() as asked):
                return self._every(truth, asked)
            case Fold(kind="some" | "no"):
                return self._members(truth)
            case Can():
                return self._possible(truth, True)
            case Op():
                return self._related(truth)
        return self._answered(truth)

    def _related(self, op: Op) -> str:
        """How a value stands to another, or a place to what may lie there."""
        match op:
            case Op(name="eq" | "same-row" | "ne" | "ge" | "gt" | "le" | "lt" as name, arguments=(left, right)):
                return self._is(self._what(left), self._compared(name, self._value(right)))
            case Op(name="filled" | "empty" as name, arguments=(place,)):
                return self._is(self._what(place), self._word(f"fact-{name}"))
            case Op(name="in" | "subset", arguments=(one, among)):
                return self._is(self._value(one), self._what(among))
            case Op(name="running", data=step):
                return self._is(self._step(step), self._word("fact-running"))
            case Op(name="some-value", arguments=(asked,)):
                return self._is(self._what(asked), self._value(asked))
            case Op(name="is-winner", arguments=(seat,)):
                return self._is(self._value(seat), self._word("fact-won"))
        return self._answered(op)

    def _untruth(self, inner: Expr) -> str:
        """What is told where a truth does not hold."""
        match inner:
            case Op(name="in" | "subset", arguments=(one, among)):
                return self._is(self._value(one), self._word("fact-not", value=self._what(among)))
            case Op(name="running", data=step):
                return self._is(self._step(step), self._word("fact-over"))
            case Op(name="some-value", arguments=(asked,)):
                return self._is(self._what(asked), self._word("fact-no"))
            case Op(name="is-winner", arguments=(seat,)):
                return self._is(self._value(seat), self._word("fact-not-won"))
            case Read() | Call():
                return self._is(self._what(inner), self._yes_no(False))
            case Can():
                return self._possible(inner, False)
        raise _UnsaidError

    def _answered(self, truth: Expr) -> str:
        if not isinstance(truth.type, Truth):
            raise _UnsaidError
        return self._is(self._what(truth), self._yes_no(True))

    def _every(self, fold: Fold, asked: Expr) -> str:
        """What is so of all members of a place; of a few one after the other, where it can't be said of all at once."""
        if fold.where is None:
            try:
                return self._members(fold)
            except _UnsaidError:
                pass
        value = self.describer.engine.asked.value
        views = [self._at(fold.var, member) for member in value(fold.source, self.state, self.env)]
        views = [view for view in views if fold.where is None or value(fold.where, self.state, view.env)]
        if not 0 < len(views) <= MOST_MEMBERS:
            raise _UnsaidError
        return "; ".join(dict.fromkeys(view.of(asked) for view in views))

    def _at(self, var: Local, value: Value) -> FactWording:
        """The same where a name has a value."""
        return replace(self, env={**self.env, var.id: value})

    def _possible(self, asked: Can, there: bool) -> str:
        """Whether there is a choice of an action: `Place a stone (ring 2): no`."""
        if asked.ignoring:
            raise _UnsaidError
        among = ", ".join(self._what(one) for one in asked.arguments or ())
        said = self.describer.action(self.state, self.describer.engine.why.choosings[asked.action])
        return self._is(f"{said} ({among})" if among else said, self._yes_no(there))

    def _members(self, fold: Fold) -> str:
        """What is so of some, none or all members of a place."""
        asked = fold.value if fold.kind == "every" else fold.where
        number = self._word(f"fact-{fold.kind}")
        said = self._is(self._what(fold.source), number)
        return said if asked is None else f"{said} ({self._property(asked, fold.var)})"

    def _property(self, truth: Expr, var: Local) -> str:
        """A truth about a member of a set without the member: `value 14`, `praying`."""
        match truth:
            case Op(name="and", arguments=parts):
                return ", ".join(self._property(part, var) for part in parts)
            case Op(name="not", arguments=(inner,)):
                return self._word("fact-not", value=self._property(inner, var))
            case Op(name="eq" | "ne" | "ge" | "gt" | "le" | "lt" as name, arguments=(left, right)):
                return f"{self._property(left, var)} {self._compared(name, self._value(right))}"
            case Read(kept=name, arguments=arguments) | Call(definition=name, arguments=arguments):
                return self._property_name(name, arguments, var)
            case Op(name="attr" | "symbol-attr", data=data, arguments=arguments):
                return self._property_name(_column(data), arguments, var)
            case Op(name="owner", arguments=(Local(id=var.id),)):
                return self._name("owner")
            case Op(name="filled" | "empty" as name, arguments=(Local(id=var.id),)):
                return self._word(f"fact-{name}")
        raise _UnsaidError

    def _property_name(self, name: str, arguments: tuple[Expr, ...], var: Local) -> str:
        others = [self._value(one) for one in arguments if not _is_member(one, var)]
        if len(others) == len(arguments):
            raise _UnsaidError
        return " ".join([self._name(name), *others])

    def _compared(self, relation: str, value: str) -> str:
        return self._word(_COMPARED[relation], value=value) if relation in _COMPARED else value

    # ------------------------------------------------------------ what is told of

    def _what(self, expr: Expr) -> str:
        match expr:
            case Const() | SeatNumber() | TheThing():
                return self._value(expr)
            case Read(kept=name, arguments=arguments) | Call(definition=name, arguments=arguments):
                return self._of(self._name(name), arguments, self._value)
            case Fold(kind="count", source=source, where=where, var=var):
                return self._what(source) + ("" if where is None else f" ({self._property(where, var)})")
            case Fold(kind="sum", source=source, where=None, value=Expr() as value, var=var):
                return f"{self._property(value, var)} - {self._what(source)}"
            case Fold(kind="first" | "only", source=source, where=None):
                return self._what(source)
            case Select(source=source, where=Expr() as where, var=var):
                return f"{self._what(source)} ({self._property(where, var)})"
            case Op():
                return self._operation(expr)
        raise _UnsaidError

    def _operation(self, op: Op) -> str:
        if op.name in _MEMBERS:
            return self._of(self._name(_column(op.data)), op.arguments, self._what)
        if op.name in _SEE_THROUGH and len(op.arguments) == 1:
            return self._what(op.arguments[0])
        if op.name in _JOINTS:
            return _JOINTS[op.name].join(map(self._what, op.arguments))
        match op:
            case Op(name="place", data=zone, arguments=arguments):
                return self._of(self._name(str(zone)), arguments, self._of_place)
            case Op(name="at", arguments=(place, *_)) if isinstance(bare(op.type), Cell):
                where = self._what(place)
                return f"{where}{' - ' if ' - ' in where else ' '}{self._value(op)}"
            case Op(name="passes", data=step):
                return self._step(step)
            case Op(name="total", arguments=(seat,)):
                return f"{self._word('fact-total')} - {self._value(seat)}"
            case Op(name="neighbours" | "neighbours-of-thing", arguments=(place,)):
                return self._word("fact-beside", what=self._what(place))
            case Op(name="option", data=name):
                return self._name(str(name))
        raise _UnsaidError

    def _of_place(self, expr: Expr) -> str:
        """Whose place it is, or on what: a thing by its name, and one that is asked for by where it lies."""
        return self._what(expr) if isinstance(expr, Fold) else self._value(expr)

    def _of(self, name: str, arguments: tuple[Expr, ...], say: Callable[[Expr], str]) -> str:
        return " - ".join([name, *map(say, arguments)])

    # ------------------------------------------------------------ values and names

    def _value(self, expr: Expr) -> str:
        if not _free(expr) <= self.env.keys():
            raise _UnsaidError
        value = self.describer.engine.asked.value(expr, self.state, self.env)
        of = bare(expr.type)
        if isinstance(of, Set) and not value:
            return self._word("fact-no")
        if isinstance(of, Cell):
            if value is None:
                raise _UnsaidError
            return self.describer.labels.cell(of.zone, int(str(value)), self.describer.language)
        return self.describer.value(value, expr.type, self.state)

    def _is(self, what: str, value: str) -> str:
        return self._word("fact", what=what, value=value)

    def _yes_no(self, value: bool) -> str:
        return self.describer.labels.value(value, Truth(), self.describer.language)

    def _step(self, address: object) -> str:
        return self._name(str(address).rpartition(".")[2])

    def _name(self, id_: str) -> str:
        return self.describer.labels.name(id_, self.describer.language)

    def _word(self, key: str, **values: object) -> str:
        return word(key, self.describer.language, **values)


def _is_member(expr: Expr, var: Local) -> bool:
    """The member itself, or what lies on it."""
    inner = expr.arguments[0] if isinstance(expr, Op) and expr.name in _SEE_THROUGH and len(expr.arguments) == 1 else expr
    return isinstance(inner, Local) and inner.id == var.id


def _column(data: object) -> str:
    return str(data[-1] if isinstance(data, tuple) else data)


def _free(expr: Expr) -> set[str]:
    """The names that have to be bound around an expression."""
    inside = list(every_expression(expr))
    bound = {one.var.id for one in inside if isinstance(one, Fold | Select)}
    return {one.id for one in inside if isinstance(one, Local)} - bound
