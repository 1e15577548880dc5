"""What can't matter any more of a position is the same in all: so they can be compared by their bytes."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from custumal.interpreter.program import HALT, CallRoutine, Program
from custumal.interpreter.program.live_counters import CounterUse
from custumal.interpreter.program.liveness import Liveness
from custumal.interpreter.setup.instance import Instance
from custumal.interpreter.wasm.memory.plan import SAVED, WORD, Field, Plan
from custumal.interpreter.wasm.memory.pool import Pool
from custumal.interpreter.wasm.memory.shapes import ENTRY, NONE, Shape
from custumal.interpreter.wasm.text.module import Function
from custumal.interpreter.wasm.text.nodes import (
    Node,
    block,
    branch,
    branch_if,
    call,
    choose,
    get,
    i32,
    i64,
    load,
    narrow,
    op,
    plus,
    put,
    scaled,
    store,
    when,
    wide,
)  # fmt: skip

BASE = "$base"


class Normal:
    """Writes the function that makes what can't matter any more of a position at an address the same in all: values that are never read
    again, the generator, what stands behind the end of a set or of the stack."""

    def __init__(self, instance: Instance, program: Program, plan: Plan, pool: Pool) -> None:
        self.instance, self.program, self.plan, self.pool = instance, program, plan, pool
        self._liveness = Liveness(program, instance.game)

    def written(self) -> Function:
        fn = Function("$normal", ((BASE, "i32"),))
        plan = self.plan
        slots = [self._liveness.at(pc, ()) for pc in range(len(self.program.code))]
        words = -(-len(self.program.slots) // WORD)
        live = [fn.local("live") for _ in range(words)]
        end = op("i32.add", plus(get(BASE), plan.stack - plan.position), scaled(self._at(plan.depth), ENTRY))
        behind = plus(get(BASE), plan.saved_words - plan.position)
        done = [
            *self._counted(fn),
            *self._live(fn, live, slots, self._liveness.at(HALT, ()), [self._liveness.written(pc) for pc in range(len(slots))]),
            store(plan.rng - plan.position, i64(0), get(BASE)),
            Node("memory.fill", (), (end, i32(0), op("i32.sub", behind, end))),
        ]
        for name, slot in self.program.slots.items():
            field = plan.frame[name]
            if slot == self.program.saves:
                continue
            dead = op("i64.eqz", op("i64.and", get(live[slot // WORD]), i64(_bit(slot % WORD))))
            at = plus(get(BASE), field.at - plan.position)
            size = ENTRY if name in plan.logs else field.shape.size
            done.append(when(dead, [Node("memory.fill", (), (at, i32(0), i32(size)))], self._cut(fn, field)))
        for name, field in plan.kept.items():
            if field.shape.kind == "tuple":
                count = fn.local("entry", "i32")
                offset = op("i32.mul", get(count), i32(field.shape.size))
                done += times(fn, count, i32(self.instance.kept[name].size), self._cut(fn, field, offset))
        fn.body = [*done, *self._saved(fn)]
        return fn

    def _saved(self, fn: Function) -> list[Node]:
        """What calls have saved is kept as far as it is read behind their returns."""
        plan, code = self.plan, self.program.code
        calls = {pc + 1: one.saved for pc, one in enumerate(code) if isinstance(one, CallRoutine) and one.saved}
        if not calls:
            return []
        at, saves, address = fn.local("at", "i32"), fn.local("saves", "i32"), fn.local("address")
        stack = load(plan.stack - plan.position, op("i32.add", get(BASE), scaled(wide(get(at)), ENTRY)))
        begin, end = (plus(get(BASE), plan.saves - plan.position + size) for size in (0, SAVED * ENTRY))
        turn = [put(address, stack)]
        for behind, saved in calls.items():
            kept: list[Node] = []
            for local in saved:
                shape = plan.frame[local.id].shape
                gone = Node("memory.fill", (), (get(saves), i32(0), i32(shape.size)))
                kept += self._cut_at(fn, shape, get(saves)) if self._liveness.is_read_behind(behind, local) else [gone]
                kept.append(put(saves, plus(get(saves), shape.size)))
            turn.append(when(op("i64.eq", get(address), i64(behind)), kept))
        rest = Node("memory.fill", (), (get(saves), i32(0), op("i32.sub", end, get(saves))))
        return [put(saves, begin), *times(fn, at, narrow(self._at(plan.depth)), turn), rest]

    def _at(self, address: int) -> Node:
        return load(address - self.plan.position, get(BASE))

    def _live(self, fn: Function, live: list[str], masks: Sequence[int], ended: int, written: Sequence[int] | None = None) -> list[Node]:
        """What may still be read, as bits: by address, and where the game is over; behind calls that are under way it need not be what is
        `written` in any case before, by address."""
        plan, words = self.plan, len(live)
        at, address = fn.local("at", "i32"), fn.local("address")
        own = self.pool.table([word for mask in masks for word in _bits(mask, words)])
        size = ENTRY * words
        stack = load(plan.stack - plan.position, op("i32.add", get(BASE), scaled(wide(get(at)), ENTRY)))
        turn = [
            put(address, stack),
            when(op("i64.ge_s", get(address), i64(0)), [
                put(name, op("i64.or", get(name), load(own + ENTRY * word, scaled(get(address), size)))) for word, name in enumerate(live)
            ]),
        ]  # fmt: skip
        behind = [*(put(name, i64(0)) for name in live), *times(fn, at, narrow(self._at(plan.depth)), turn)]
        before = [] if written is None else self._not_written(live, written)
        return [*behind, *before, *self._here(live, own, _bits(ended, words))]

    def _not_written(self, live: list[str], written: Sequence[int]) -> list[Node]:
        """Where the game is not over, what is read behind calls without what is written before."""
        words, pc = len(live), self._at(self.plan.pc)
        left = self.pool.table([word for mask in written for word in _bits(~mask & (1 << WORD * words) - 1, words)])
        rest = [load(left + ENTRY * word, scaled(pc, ENTRY * words)) for word in range(words)]
        return [
            when(op("i64.ge_s", pc, i64(0)), [put(name, op("i64.and", get(name), kept)) for name, kept in zip(live, rest, strict=True)])
        ]

    def _here(self, live: list[str], own: int, ended: Sequence[int]) -> list[Node]:
        """What may be read where the game stands, beside what is read behind calls."""
        size, pc = ENTRY * len(live), self._at(self.plan.pc)
        halted = op("i64.lt_s", pc, i64(0))
        found = [choose(halted, i64(last), load(own + ENTRY * word, scaled(pc, size)), "i64") for word, last in enumerate(ended)]
        return [put(name, op("i64.or", get(name), one)) for name, one in zip(live, found, strict=True)]

    def _counted(self, fn: Function) -> list[Node]:
        """What limits have counted is kept as far as a seat may still be asked about it."""
        plan, program = self.plan, self.program
        if not program.counters:
            return []
        by_address = [self._liveness.counters_at(pc, ()) for pc in range(len(program.code))]
        ended = self._liveness.counters_at(HALT, ())
        uses = sorted(ended.union(*by_address), key=lambda use: (use[0], use[1] or ""))
        live = [fn.local("counted") for _ in range(-(-len(uses) // WORD))]
        masks = [sum(1 << number for number, use in enumerate(uses) if use in found) for found in (*by_address, ended)]
        left = self.pool.room(ENTRY * program.counters)
        at = plus(get(BASE), plan.counters - plan.position)
        size = i32(ENTRY * program.counters)
        kept = []
        for number, use in enumerate(uses):
            mask = op("i64.and", get(live[number // WORD]), i64(_bit(number % WORD)))
            kept.append(when(op("i64.ne", mask, i64(0)), [self._counts_of(use, left, at)]))
        return [
            *self._live(fn, live, masks[:-1], masks[-1]),
            Node("memory.fill", (), (i32(left), i32(0), size)),
            *kept,
            Node("memory.copy", (), (at, i32(left), size)),
        ]

    def _counts_of(self, use: CounterUse, left: int, at: Node) -> Node:
        """The part of the counters that a use reads is copied."""
        name, local = use
        counter = self._liveness.counters.counters[name]
        size, start = prod(counter.sizes), i32(ENTRY * counter.base)
        field = None if local is None else self.plan.frame.get(local)
        if field is not None:
            size //= counter.sizes[0]
            seat = self._at(field.at)
            row = choose(op("i64.eq", seat, i64(NONE)), i64(counter.sizes[0] - 1), seat, "i64")
            start = plus(scaled(row, ENTRY * size), ENTRY * counter.base)
        return Node("memory.copy", (), (plus(start, left), op("i32.add", at, start), i32(ENTRY * size)))

    def _cut(self, fn: Function, field: Field, offset: Node | None = None) -> list[Node]:
        """Behind the members of a set there is nothing."""
        if field.shape.kind != "tuple" or field in self.plan.logs.values():
            return []
        at = plus(get(BASE), field.at - self.plan.position)
        return self._cut_at(fn, field.shape, at if offset is None else op("i32.add", at, offset))

    @staticmethod
    def _cut_at(fn: Function, shape: Shape, at: Node) -> list[Node]:
        if shape.kind != "tuple":
            return []
        name, end = fn.local("tuple", "i32"), fn.local("end", "i32")
        length = call("$max", load(0, get(name)), i64(0))
        return [
            put(name, at),
            put(end, op("i32.add", plus(get(name), ENTRY), scaled(length, ENTRY * max(1, shape.width)))),
            Node("memory.fill", (), (get(end), i32(0), op("i32.sub", plus(get(name), shape.size), get(end)))),
        ]


def times(fn: Function, at: str, count: Node, body: list[Node], first: int = 0) -> list[Node]:
    """Do something for each number below a count, which can be asked again and again."""
    out, again = fn.label("times"), fn.label("time")
    turn = [branch_if(out, op("i32.ge_s", get(at), count)), *body, put(at, plus(get(at), 1)), branch(again)]
    return [put(at, i32(first)), block(out, [Node("loop", (again,), tuple(turn))])]


def _bit(number: int) -> int:
    bit = 1 << number
    return bit - (1 << WORD) if number == WORD - 1 else bit


def _bits(mask: int, words: int) -> list[int]:
    parts = [mask >> WORD * word & (1 << WORD) - 1 for word in range(words)]
    return [part - (1 << WORD) if part >> (WORD - 1) else part for part in parts]
