"""The reference beside a module of WebAssembly: at every stop both have to list and do the same."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from random import Random
from struct import unpack_from
from types import SimpleNamespace
from typing import Any

import wasmtime

from custumal import load_game
from custumal.dsl.diagnostics.catalogue.play import number_overflow
from custumal.dsl.model import Expr
from custumal.interpreter.engine import Engine
from custumal.interpreter.position.state import CHANCE, OVER, Position
from custumal.interpreter.program import ChoiceTuple, Program
from custumal.interpreter.reference.evaluate import Evaluator
from custumal.interpreter.reference.machine import Machine
from custumal.interpreter.runs.played import MOST_DECISIONS
from custumal.interpreter.setup.errors import PlayError
from custumal.interpreter.setup.instance import Instance
from custumal.interpreter.setup.layout import COUNTERS
from custumal.interpreter.setup.values import Env, Value
from custumal.interpreter.wasm.expressions.core import value as expression
from custumal.interpreter.wasm.expressions.unit import Bound, Unit, Writer
from custumal.interpreter.wasm.memory.positions import Positions
from custumal.interpreter.wasm.memory.shapes import NONE, NUMBER, TRUTH, Shape, shape_of
from custumal.interpreter.wasm.play.compiled import begun, compiled, finished
from custumal.interpreter.wasm.play.games import WasmGames, loaded, machine_code
from custumal.interpreter.wasm.play.made import Compiled
from custumal.interpreter.wasm.text.module import Function
from custumal.interpreter.wasm.text.nodes import get
from custumal.interpreter.wasm.unsupported import Unsupported
from tests.support.compiled_twins import outcome


@cache
def engine_of(game: str, players: int, variants: tuple[str, ...] = ()) -> Engine:
    return load_game(game, variants).engine(players)


@cache
def made_of(game: str, players: int, variants: tuple[str, ...] = ()) -> tuple[Compiled, bytes]:
    """The module of a shipped game, with its machine code."""
    engine = engine_of(game, players, variants)
    made = compiled(engine.instance, engine.program, MOST_DECISIONS)
    return made, machine_code(made.text)


def games_of(game: str, players: int, variants: tuple[str, ...] = ()) -> WasmGames:
    """A module at work for a shipped game."""
    engine = engine_of(game, players, variants)
    made, code = made_of(game, players, variants)
    module = loaded(code)
    assert module is not None
    return WasmGames(made, module, engine.instance, engine.program, engine.reference.start(0))


def compared(fast: WasmGames, state: Position) -> dict[str, Any]:
    """A position but for what seats know, which modules do not follow, and slots that the module never writes: between stops these are
    read by nobody."""
    told = state.to_json()
    for name in fast.made.unstored:
        told["frame"][fast.program.slots[name]] = None
    return {**told, "known": None}


def step(engine: Engine, fast: WasmGames, state: Position, random: Random) -> None:
    """One choice, or one act of chance, by both: the same lists in the same order, and the same position afterwards."""
    fast.put(state)
    if state.kind == CHANCE:
        choice = engine.reference.draw(state)
        assert fast.draw() == choice
        index = 0
    else:
        choices = engine.reference.choices(state)
        assert fast.choices() == choices
        index = random.randrange(len(choices))
        choice = choices[index]
    engine.reference.apply(state, choice)
    fast.apply(index)
    assert compared(fast, fast.position()) == compared(fast, state)


def play_both(engine: Engine, fast: WasmGames, seed: int, stops: int) -> int:
    """A random game, or its first stops; gives how many there were."""
    state = engine.reference.start(seed)
    fast.start(seed)
    assert compared(fast, fast.position()) == compared(fast, state)
    random = Random(seed)
    for number in range(stops):
        if state.kind == OVER:
            return number
        step(engine, fast, state, random)
    return stops


class WasmTwin(Machine):
    """The reference; where there is a module of its game, this has to list and to do the same at every step."""

    compared = 0

    def __init__(self, instance: Instance, program: Program, *, displace: bool = False) -> None:
        super().__init__(instance, program, displace=displace)
        self.fast = None if displace else self._module()

    def _module(self) -> WasmGames | None:
        try:
            made = compiled(self.instance, self.program, MOST_DECISIONS)
            module = loaded(machine_code(made.text))
            assert module is not None
            return WasmGames(made, module, self.instance, self.program, self.fresh(0))
        except Unsupported:
            return None

    def apply(self, state: Position, choice: ChoiceTuple) -> None:
        before = state.copy()
        super().apply(state, choice)
        if self.fast is None:
            return
        try:
            self.fast.put(before)
        except Unsupported:
            return
        if before.kind == CHANCE:
            self.fast.bring(choice)
        else:
            listed = super().choices(before)
            assert self.fast.choices() == listed
            self.fast.apply(listed.index(choice))
        assert compared(self.fast, self.fast.position()) == compared(self.fast, state)
        type(self).compared += 1


class WasmEvaluator(Evaluator):
    """Gives the reference's value, once a module that is made for the expression has given the same, if it has a form."""

    depth = 0
    compared = 0

    def value(self, expr: Expr, state: Position, env: Env) -> Value:
        if self.depth or self.on_value is not None:
            return super().value(expr, state, env)
        self.depth += 1
        try:
            wanted = outcome(super().value, expr, state, env)
            with suppress(Unsupported):
                if wanted[0] == "value" and not _is_of(wanted[1], shape_of(self.instance, expr.type)):
                    raise Unsupported("an expression of another type")  # a case that is about values only
                found = outcome(InWasm(self, state, env).value, expr)
                # What is too much for a module is asked of the reference.
                assert found == wanted or found[0] == "error"
                type(self).compared += 1
        finally:
            self.depth -= 1
        return super().value(expr, state, env)


class InWasm:
    """Modules for single expressions of one position; `env` are names with their values."""

    def __init__(self, evaluator: Evaluator, state: Position, env: Env) -> None:
        self.instance = evaluator.instance
        self.state = state.copy()
        self.state.frame.append(())  # what calls have saved
        self.env = env
        self.program: Any = SimpleNamespace(
            slots=dict(evaluator.slots),
            code=(),
            actions={},
            counters=len(state.c[COUNTERS]),
            chances={},
            saves=len(state.frame),
            frame=tuple(self.state.frame),
            setup=0,
            play=0,
        )

    def value(self, expr: Expr) -> Value:
        """The value of an expression.

        Raises:
            Unsupported: it has no form.
            PlayError: it can't be worked out there.
        """
        unit = begun(self.instance, self.program)
        shape = shape_of(self.instance, expr.type)
        words = [f"$a{number}" for number, _ in enumerate(self.env)]
        shapes = [_shape(one) for one in self.env.values()]
        fn = Function("$asked", [(word, one.wasm) for word, one in zip(words, shapes, strict=True)], shape.wasm)
        bound = {name: Bound(get(word), one) for name, word, one in zip(self.env, words, shapes, strict=True)}
        fn.body = [expression(Writer(unit, fn, bound), expr)]
        unit.module.add(fn, "asked")
        arguments = [unit.pool.number(one) for one in self.env.values()]
        return self._run(unit, finished(unit), arguments, shape)

    def _run(self, unit: Unit, text: str, arguments: list[int], shape: Shape) -> Value:
        store = wasmtime.Store(engine := wasmtime.Engine())
        exports: Any = wasmtime.Instance(store, wasmtime.Module(engine, text), []).exports(store)
        memory = exports["memory"]
        memory.write(store, Positions(self.instance, unit.plan, self.program).written(self.state), unit.plan.position)
        try:
            found = exports["asked"](store, *arguments)
        except wasmtime.Trap:
            raise PlayError(number_overflow()) from None

        def told(number: int, of: Shape) -> Value:
            if of.kind != "tuple":
                return bool(number) if of.kind == "truth" else None if number == NONE else number
            if number == 0 or of.inner is None:
                return None
            (length,) = unpack_from("<q", memory.read(store, number, number + 8))
            members = unpack_from(f"<{length}q", memory.read(store, number + 8, number + 8 * (length + 1)))
            return tuple(told(member, of.inner) for member in members)

        return told(found, shape)


def _shape(value: Value) -> Shape:
    return Shape("tuple", NUMBER, len(value)) if isinstance(value, tuple) else TRUTH if isinstance(value, bool) else NUMBER


def _is_of(value: Value, shape: Shape) -> bool:
    """Whether a value is such as the type of its expression says."""
    if isinstance(value, tuple):
        return shape.kind == "tuple" and all(_is_of(one, shape.inner or NUMBER) for one in value)
    return isinstance(value, bool) is (shape.kind == "truth") and (value is None or shape.kind != "tuple")
