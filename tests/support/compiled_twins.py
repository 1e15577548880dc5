"""Stand-ins for the reference that run generated code beside it and insist on the same results."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from custumal.dsl.model import Expr
from custumal.interpreter.codegen import nodes as n
from custumal.interpreter.codegen.compiled import CompiledMachine
from custumal.interpreter.codegen.core import lower
from custumal.interpreter.codegen.helpers import PURE, reading
from custumal.interpreter.codegen.module import compiled, load_names
from custumal.interpreter.codegen.writer import Writer
from custumal.interpreter.codegen.writing import Unit
from custumal.interpreter.position.state import Position
from custumal.interpreter.program import ChoiceTuple, Program
from custumal.interpreter.reference.evaluate import Evaluator
from custumal.interpreter.reference.machine import Machine
from custumal.interpreter.setup.errors import PlayError
from custumal.interpreter.setup.instance import Instance
from custumal.interpreter.setup.values import Env, Value


def outcome(run: Any, *arguments: Any) -> tuple[str, Any]:
    """What a call gives, or the code of its error."""
    try:
        return "value", run(*arguments)
    except PlayError as error:
        return "error", error.code


def exactly(value: Value) -> Any:
    """A value that tells truths from numbers."""
    if isinstance(value, tuple):
        return tuple(map(exactly, value))
    return (type(value).__name__, value)


def compile_expression(evaluator: Evaluator, expr: Expr, env: Env) -> Any:
    """A function of a state and the values of `env`, made of one expression."""
    unit = Unit(
        evaluator.instance, cast("Program", SimpleNamespace(slots=dict(evaluator.slots), code=(), actions={}, open_names=frozenset()))
    )
    w = Writer(unit)
    names = {local: f"a{position}" for position, local in enumerate(env)}
    w.env = {local: n.name(word) for local, word in names.items()}
    value = lower(w, expr)
    w.emit(n.give(value))
    unit.functions.append(w.function("asked", ("s", *names.values())))
    helpers = {**PURE, **reading(evaluator), "can": evaluator.can}
    return load_names(compiled(unit), unit.pool, evaluator.instance, helpers)["asked"]


class TwinEvaluator(Evaluator):
    """Gives the reference's value, once generated code has given the same."""

    depth = 0

    def value(self, expr: Expr, state: Position, env: Env) -> Value:
        if self.depth or self.on_value is not None:
            return super().value(expr, state, env)
        self.depth += 1
        try:
            wanted = outcome(super().value, expr, state, env)
            made = compile_expression(self, expr, env)
            found = outcome(made, state, *env.values())
        finally:
            self.depth -= 1
        assert found[0] == wanted[0], (found, wanted)
        assert exactly(found[1]) == exactly(wanted[1])
        return super().value(expr, state, env)


class TwinMachine(CompiledMachine):
    """Plays by generated code; after every step the reference must stand at the same position with the same choices."""

    def __init__(self, instance: Instance, program: Program) -> None:
        super().__init__(instance, program)
        self.reference = Machine(instance, program)
        self._fast_apply, self._fast_start = self.apply, super().start
        self.apply = self._apply_both  # type: ignore[method-assign] # as in the class above
        self.start = self._start_both  # type: ignore[method-assign] # likewise

    def _start_both(self, seed: int) -> Position:
        state = self._fast_start(seed)
        twin = self.reference.start(seed)
        if not self.program.chances:
            twin.rng = state.rng
        self._compare(twin, state)
        return state

    def _apply_both(self, state: Position, choice: ChoiceTuple) -> None:
        twin = state.copy()
        wanted = outcome(self.reference.apply, twin, choice)
        if wanted[0] == "error":
            with pytest.raises(PlayError) as caught:
                self._fast_apply(state, choice)
            assert caught.value.code == wanted[1]
            raise caught.value
        self._fast_apply(state, choice)
        self._compare(twin, state)

    def _compare(self, wanted: Position, found: Position) -> None:
        assert found.to_json() == wanted.to_json()
        assert self.choices(found) == self.reference.choices(wanted)
        assert self.outcomes(found) == self.reference.outcomes(wanted)
