"""What a truth of a rule file says of a position, in the words of players: `wood - player 1: 3` and not `wood of p1 is 3`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from custumal.dsl.check.walk import every_expression
from custumal.dsl.model import Call, Can, Const, Expr, Fold, Local, Op, Read, SeatNumber, Select, TheThing
from custumal.dsl.types import Cell, Set, Truth, bare
from custumal.interpreter.state import State
from custumal.interpreter.values import Env
from custumal.terminal.describe import Describer
from custumal.terminal.rulebook.words import word

_COMPARED = {"eq": "{}", "ne": "fact-not", "ge": "fact-at-least", "gt": "fact-more", "le": "fact-at-most", "lt": "fact-less"}
_MEMBERS = frozenset(("attr", "symbol-attr"))
_SEE_THROUGH = frozenset(("things", "singleton-or-empty", "content", "cell-things"))
"""Operations that are told like what they are asked of: a place for the things in it."""
_JOINTS = {"add": " + ", "sub": " - ", "join": " + "}


class _UnsaidError(ValueError):
    """A part for which there are no words."""


@dataclass(frozen=True)
class Facts:
    """Tells truths of one position.

    Args:
        describer: of the table, in the language of the book; state: the position; env: the names that are bound.
    """

    describer: Describer
    state: State
    env: Env

    def told(self, truth: Expr) -> str | None:
        """The truth in words, given that it holds; None for what has no such form."""
        try:
            return self._truth(truth)
        except _UnsaidError:
            return None

    # ------------------------------------------------------------ truths

    def _truth(self, truth: Expr) -> str:
        match truth:
            case Op(name="and", arguments=parts):
                return "; ".join(map(self._truth, parts))
            case Op(name="eq" | "ne" | "ge" | "gt" | "le" | "lt" as name, arguments=(left, right)):
                return f"{self._what(left)}: {self._compared(name, self._value(right))}"
            case Op(name="filled" | "empty" as name, arguments=(place,)):
                return f"{self._what(place)}: {self._word(f'fact-{name}')}"
            case Op(name="in" | "subset", arguments=(one, among)):
                return f"{self._value(one)}: {self._what(among)}"
            case Op(name="not", arguments=(Op(name="in" | "subset", arguments=(one, among)),)):
                return f"{self._value(one)}: {self._word('fact-not', value=self._what(among))}"
            case Op(name="running", data=step):
                return f"{self._step(step)}: {self._word('fact-running')}"
            case Op(name="not", arguments=(Op(name="running", data=step),)):
                return f"{self._step(step)}: {self._word('fact-over')}"
            case Op(name="not", arguments=(Read() | Call() as asked,)):
                return f"{self._what(asked)}: {self._yes_no(False)}"
            case Fold(kind="some" | "no" | "every"):
                return self._members(truth)
            case Can() | Op(name="not", arguments=(Can(),)):
                return self._possible(truth)
        if not isinstance(truth.type, Truth):
            raise _UnsaidError
        return f"{self._what(truth)}: {self._yes_no(True)}"

    def _possible(self, truth: Expr) -> str:
        """Whether there is a choice of an action: `Place a stone (ring 2): no`."""
        asked = truth.arguments[0] if isinstance(truth, Op) else truth
        if not isinstance(asked, Can) or asked.ignoring:
            raise _UnsaidError
        among = ", ".join(self._what(one) for one in asked.arguments or ())
        said = self.describer.action(self.state, self.describer.table.why.choosings[asked.action])
        return f"{said}{f' ({among})' if among else ''}: {self._yes_no(asked is truth)}"

    def _members(self, fold: Fold) -> str:
        """What is so of some, none or all members of a place."""
        asked = fold.value if fold.kind == "every" else fold.where
        if fold.kind == "every" and fold.where is not None:
            raise _UnsaidError
        number = self._word(f"fact-{fold.kind}")
        return f"{self._what(fold.source)}: {number}" + ("" if asked is None else f" ({self._property(asked, fold.var)})")

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
        raise _UnsaidError

    def _property_name(self, name: str, arguments: tuple[Expr, ...], var: Local) -> str:
        others = [self._value(one) for one in arguments if not (isinstance(one, Local) and one.id == var.id)]
        if len(others) == len(arguments):
            raise _UnsaidError
        return " ".join([self._name(name), *others])

    def _compared(self, relation: str, value: str) -> str:
        form = _COMPARED[relation]
        return value if relation == "eq" else self._word(form, value=value)

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
        value = self.describer.table.evaluator.value(expr, self.state, self.env)
        of = bare(expr.type)
        if isinstance(of, Set) and not value:
            return self._word("fact-no")
        if isinstance(of, Cell):
            return self.describer.labels.cell(of.zone, int(str(value)), self.describer.language)
        return self.describer.value(value, expr.type, self.state)

    def _yes_no(self, value: bool) -> str:
        return self.describer.labels.value(value, Truth(), self.describer.language)

    def _step(self, address: object) -> str:
        return self._name(str(address).rpartition(".")[2])

    def _name(self, id_: str) -> str:
        return self.describer.labels.name(id_, self.describer.language)

    def _word(self, key: str, **values: object) -> str:
        return word(key, self.describer.language, **values)


def _column(data: object) -> str:
    return str(data[-1] if isinstance(data, tuple) else data)


def _free(expr: Expr) -> set[str]:
    """The names that have to be bound around an expression."""
    inside = list(every_expression(expr))
    bound = {one.var.id for one in inside if isinstance(one, Fold | Select)}
    return {one.id for one in inside if isinstance(one, Local)} - bound
