"""What every module has agrees with Python: arithmetic, tuples in memory, the generator, numbers as text."""

from __future__ import annotations

from functools import cache
from struct import pack, unpack_from
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from custumal.interpreter.position.rng import below, derive
from custumal.interpreter.reference.folds import turned_to
from custumal.interpreter.wasm.play.compiled import name_words, runtime

wasmtime = pytest.importorskip("wasmtime", reason="wasmtime is not installed")

AT, BEHIND, END = 1 << 10, 1 << 12, 1 << 16
NONE = -(1 << 63)
NUMBERS = st.integers(NONE + 1, -NONE - 1)
SMALL = st.integers(-(1 << 31), (1 << 31) - 1)
MEMBERS = st.lists(st.integers(-9, 99), unique=True, max_size=12)
EXPORTED = (
    "absorb",
    "absorb_part",
    "absorb_seed",
    "add",
    "alike",
    "below",
    "div",
    "mod",
    "mul",
    "reverse",
    "same",
    "say_number",
    "sort",
    "sub",
    "turn_to",
)


class Runtime:
    """The functions of `runtime.wat`, with some memory."""

    def __init__(self) -> None:
        names = {
            "sets": 0,
            "sets_base": 0,
            "sets_end": END,
            "arena": 1 << 14,
            "arena_base": 1 << 14,
            "arena_end": END,
            "out": 0,
            "out_end": END,
            "fuel": 0,
        }
        parts = [f'(global ${name} (export "{name}") (mut i32) (i32.const {start}))' for name, start in names.items()]
        parts += [f'(export "{name}" (func ${name}))' for name in EXPORTED]
        text = f'(module (memory (export "memory") 1) {" ".join(parts)} {runtime()})'
        engine = wasmtime.Engine()
        self.store = wasmtime.Store(engine)
        self.exports: Any = wasmtime.Instance(self.store, wasmtime.Module(engine, text), []).exports(self.store)

    def call(self, name: str, *arguments: int) -> Any:
        """What a function gives; None if it gives up."""
        try:
            return self.exports[name](self.store, *arguments)
        except wasmtime.Trap:
            return None

    def put(self, at: int, numbers: list[int]) -> int:
        """A tuple at an address."""
        self.exports["memory"].write(self.store, pack(f"<{len(numbers) + 1}q", len(numbers), *numbers), at)
        return at

    def get(self, at: int, count: int) -> list[int]:
        return list(unpack_from(f"<{count}q", self.exports["memory"].read(self.store, at, at + 8 * count)))


@cache
def wasm() -> Runtime:
    return Runtime()


def fits(number: int) -> int | None:
    return number if NONE < number < -NONE else None


@given(NUMBERS, NUMBERS)
@example(-NONE - 1, 1)
@example(NONE + 1, -1)
def test_sums_are_exact_or_none_at_all(a: int, b: int) -> None:
    assert wasm().call("add", a, b) == fits(a + b)
    assert wasm().call("sub", a, b) == fits(a - b)


@given(SMALL, SMALL)
def test_products_are_exact(a: int, b: int) -> None:
    assert wasm().call("mul", a, b) == a * b


@given(NUMBERS, st.one_of(SMALL, NUMBERS).filter(bool))
@example(7, -2)
@example(-7, 2)
def test_division_rounds_down(a: int, b: int) -> None:
    assert wasm().call("div", a, b) == a // b
    assert wasm().call("mod", a, b) == a % b


def test_nothing_is_divided_by_zero() -> None:
    assert wasm().call("div", 1, 0) is None
    assert wasm().call("mod", 1, 0) is None


@given(st.integers(0, (1 << 64) - 1), st.integers(1, (1 << 63) - 1))
@example(0, 3 << 61)
def test_the_generator_is_that_of_positions(state: int, bound: int) -> None:
    at = wasm().put(AT, [0]) + 8
    wasm().exports["memory"].write(wasm().store, pack("<Q", state), at)
    after, number = below(state, bound)
    assert wasm().call("below", at, bound) == number
    assert wasm().get(at, 1)[0] % (1 << 64) == after


@given(st.integers(0, (1 << 64) - 1), st.integers(0, (1 << 40)))
@example((1 << 64) - 1, 0)
def test_seeds_are_derived_alike(seed: int, number: int) -> None:
    signed = seed - (1 << 64) if seed >> 63 else seed
    found = wasm().call("absorb_seed", signed)
    for word in name_words("chance"):
        found = wasm().call("absorb", found, word - (1 << 64) if word >> 63 else word)
    assert found % (1 << 64) == derive(seed, "chance")
    assert wasm().call("absorb_part", found, number) % (1 << 64) == derive(seed, "chance", number)


@given(NUMBERS)
@example(0)
@example(10)
@example(NONE)
def test_numbers_are_told_as_json_tells_them(number: int) -> None:
    wasm().exports["out"].set_value(wasm().store, AT)
    wasm().call("say_number", number)
    end = wasm().exports["out"].value(wasm().store)
    told = bytes(wasm().exports["memory"].read(wasm().store, AT, end)).decode()
    assert told == ("null" if number == NONE else str(number))


@given(MEMBERS, st.integers(-20, 120))
def test_sets_are_turned_as_the_reference_turns_them(members: list[int], start: int) -> None:
    wasm().call("turn_to", wasm().put(AT, members), start)
    assert wasm().get(AT + 8, len(members)) == turned_to(members, start)


@given(st.lists(st.integers(0, 5), max_size=12))
def test_sorting_leaves_equal_ones_as_they_stand(keys: list[int]) -> None:
    members = list(range(len(keys)))
    wasm().call("sort", wasm().put(AT, members), wasm().put(BEHIND, keys))
    assert wasm().get(AT + 8, len(keys)) == sorted(members, key=keys.__getitem__)


@given(MEMBERS, MEMBERS)
def test_sets_are_compared_by_their_members_and_tuples_by_their_entries(one: list[int], other: list[int]) -> None:
    a, b = wasm().put(AT, one), wasm().put(BEHIND, other)
    assert bool(wasm().call("alike", a, b)) is (set(one) == set(other))
    assert bool(wasm().call("same", a, b)) is (one == other)
    assert wasm().call("alike", a, wasm().put(BEHIND, one[::-1])) == 1
    wasm().call("reverse", a)
    assert wasm().get(AT + 8, len(one)) == one[::-1]
