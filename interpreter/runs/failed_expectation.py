"""An expectation that is not met: which part of it, what it is instead, and the values inside."""

from __future__ import annotations

from collections.abc import Iterator

from custumal.dsl.base.types import Set, bare
from custumal.dsl.model import Call, Const, Expr, Fold, IfElse, Local, Op, Read, SeatNumber, Select, TheThing
from custumal.dsl.model.node_walk import locals_in
from custumal.interpreter.engine import Engine
from custumal.interpreter.explain.explanation import Fact
from custumal.interpreter.explain.obstacles import MOST_VALUES
from custumal.interpreter.keys.names import value_name
from custumal.interpreter.keys.wording import describe
from custumal.interpreter.position.state import Position
from custumal.interpreter.reference.evaluate import Evaluator
from custumal.interpreter.setup.values import Env, Value

MOST_MEMBERS = 8
"""Of larger sets only the size is shown."""

_SIDES = {
    "eq": "not {}",
    "ne": "as it should not be",
    "lt": "not below {}",
    "le": "more than {}",
    "gt": "not above {}",
    "ge": "less than {}",
}
_SETS = {"in": "not in {}", "subset": "not all in {}"}
_SILENT = frozenset(("and", "or", "not", "list", "range", "singleton-or-empty", "place"))


class FailedExpectation:
    """Tells of one truth why it does not hold.

    Args:
        table: the game; that: the truth; text: the sentence as the file has it, "" where that is not known.
    """

    def __init__(self, engine: Engine, that: Expr, text: str) -> None:
        self.engine = engine
        self.that = that
        self.text = text if that.span.line == that.span.end_line and len(text) == that.span.end_column - that.span.column else ""
        self.facts: dict[str, tuple[str, frozenset[str]]] = {}
        self.several: set[str] = set()
        machine = engine.reference
        self.recording = Evaluator(machine.instance, machine.evaluator.slots, self._record, machine.listing.can)

    def explanation(self, state: Position, env: Env) -> tuple[str, tuple[Fact, ...]]:
        """A sentence about the first part that does not hold, and the values inside of that part."""
        part = next((p for p in _parts(self.that) if not self.engine.evaluator.value(p, state, env)), self.that)
        self.facts, self.several = {}, set()
        self.recording.anew()
        self.recording.value(part, state, env)
        shown = [(what, value) for what, (value, locals_) in self.facts.items() if not self.several & {what, *locals_}]
        facts = tuple(Fact(what, value) for what, value in shown[:MOST_VALUES])
        return self._sentence(part, state, env), facts

    def _sentence(self, part: Expr, state: Position, env: Env) -> str:
        shown = self._words(part)
        expected = f"Expected `{shown}`, but " if shown else "Not as expected: "
        if isinstance(part, Op) and part.name in (*_SIDES, *_SETS):
            left, right = part.arguments
            what = self._words(left)
            if part.name == "in" and isinstance(left, Const | SeatNumber | TheThing):
                return f"{expected}`{self._words(right)}` is {self._shown(right, self.engine.evaluator.value(right, state, env))}."
            of, to = (self._shown(side, self.engine.evaluator.value(side, state, env)) for side in (left, right))
            ending = (_SIDES | _SETS)[part.name].format(to)
            return f"{expected}{f'`{what}`' if what else 'the left side'} is {of}, {ending}."
        return f"{expected}this does not hold."

    def _shown(self, expr: Expr, value: Value) -> str:
        if value is None:
            return "none"
        if isinstance(value, bool):
            return str(value).lower()
        if isinstance(value, tuple) and len(value) > MOST_MEMBERS and isinstance(bare(expr.type), Set):
            return f"{len(value)} of them"
        return "nothing" if value == () else value_name(self.engine.instance, expr.type, value)

    def _words(self, expr: Expr) -> str | None:
        """The words of the file for a part of the sentence; else a short form of it."""
        if isinstance(expr, Op) and expr.name == "winners":
            return "winner"
        whole, span = self.that.span, expr.span
        if self.text and span.is_within(whole):
            return self.text[span.column - whole.column : span.end_column - whole.column].strip() or None
        return describe(expr, self.engine.instance)

    def _record(self, expr: Expr, value: Value, _env: Env) -> None:
        if isinstance(expr, Const | SeatNumber | TheThing) or (isinstance(expr, Op) and expr.name in _SILENT):
            return
        if not isinstance(expr, Local | Read | Call | Fold | Op | Select | IfElse):
            return
        if not expr.span.is_within(self.that.span) and locals_in(expr):
            return  # of a definition, whose names mean nothing here
        what = expr.name if isinstance(expr, Local) else self._words(expr)
        shown = self._shown(expr, value)
        if not what or what in ("me", shown, self._words(self.that)):
            return
        if self.facts.setdefault(what, (shown, locals_in(expr)))[0] != shown:  # one for this member of a set, another for the next
            self.several |= {what, expr.id} if isinstance(expr, Local) else {what}


def _parts(truth: Expr) -> Iterator[Expr]:
    """What is joined by `and`."""
    if isinstance(truth, Op) and truth.name == "and":
        for part in truth.arguments:
            yield from _parts(part)
    else:
        yield truth
