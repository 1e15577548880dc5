"""Instructions that never stop: each is written with the jumps behind it."""

from __future__ import annotations

from custumal.dsl.model import Local
from custumal.interpreter.program import HALT, Branch, CallRoutine, Jump, Keep, Lap, Mark, Next, Over, Recall, Return, Run, Unwind
from custumal.interpreter.wasm.expressions.core import bind, value
from custumal.interpreter.wasm.expressions.unit import Unit
from custumal.interpreter.wasm.flow.region import Region, follows
from custumal.interpreter.wasm.flow.statements import put_field, run, value_for
from custumal.interpreter.wasm.memory.plan import DEPTH, SAVED, Field
from custumal.interpreter.wasm.memory.shapes import ENTRY, NONE
from custumal.interpreter.wasm.text.module import Function
from custumal.interpreter.wasm.text.nodes import (
    UNREACHABLE,
    Node,
    block,
    branch,
    branch_if,
    call,
    choose,
    get,
    give,
    i32,
    i64,
    load,
    narrow,
    no,
    number_of,
    op,
    plus,
    put,
    put_all,
    scaled,
    store,
    when,
    wide,
)  # fmt: skip
from custumal.interpreter.wasm.unsupported import Unsupported

DECISION, CHANCE, OVER = 0, 1, 2
"""What a position waits for, in the global `$kind`."""
STOPPED = -2
"""What a region gives where the program has stopped; else it is the address at which it goes on, or HALT."""


@follows(Run)
def _run(r: Region, pc: int, one: Run) -> list[Node]:
    return [*run(r.w, one.body), *r.go(pc, pc + 1)]


@follows(Branch)
def _branch(r: Region, pc: int, one: Branch) -> list[Node]:
    test = value(r.w, one.condition)
    if number_of(test) is not None:
        return r.go(pc, pc + 1 if number_of(test) else one.target)
    return [when(no(test), r.go(pc, one.target)), *r.go(pc, pc + 1)]


@follows(Jump)
def _jump(r: Region, pc: int, one: Jump) -> list[Node]:
    return r.go(pc, one.target)


@follows(Over)
def _over(r: Region, pc: int, _one: Over) -> list[Node]:
    return stop(r, pc, OVER)


def stop(r: Region, pc: int, kind: int) -> list[Node]:
    """The program stops at this address."""
    plan = r.w.unit.plan
    seat = [] if kind == DECISION else [store(plan.seat, i64(NONE))]
    return [store(plan.pc, i64(pc)), *seat, put_all("$kind", i32(kind)), give(i32(STOPPED))]


# ---------------------------------------------------------------- loops


def _number(r: Region, local: Local) -> Node:
    return load(r.w.unit.plan.frame[local.id].at)


def _put(r: Region, local: Local, node: Node) -> Node:
    return store(r.w.unit.plan.frame[local.id].at, node)


def _item(r: Region, items: Local, index: Node) -> tuple[Node, Node]:
    """The member of a stored tuple with this number, as it is stored, and how many there are."""
    field = r.w.unit.plan.frame[items.id]
    if field.shape.kind != "tuple":
        raise Unsupported("a loop through what is no set")
    return load(field.at + ENTRY, scaled(index, ENTRY)), load(field.at)


@follows(Next)
def _next(r: Region, pc: int, one: Next) -> list[Node]:
    w = r.w
    index, found, out = w.fn.local("index"), w.fn.label("found"), w.fn.label("none")
    item, count = _item(r, one.items, get(index))
    again = w.fn.label("next")
    target = w.unit.plan.frame[one.local.id]
    if target.shape.kind == "tuple":
        raise Unsupported("a loop through tuples")
    test = [] if one.where is None else [no(value(w, one.where))]
    turn = [
        branch_if(out, op("i64.ge_s", get(index), count)),
        store(target.at, item),
        put(index, op("i64.add", get(index), i64(1))),
        *[branch_if(again, one_test) for one_test in test],
        _put(r, one.index, get(index)),
        branch(found),
    ]
    return [
        put(index, _number(r, one.index)),
        block(found, [block(out, [Node("loop", (again,), tuple(turn))]), *r.go(pc, one.done, leave=True)]),
        *r.go(pc, pc + 1),
    ]


@follows(Lap)
def _lap(r: Region, pc: int, one: Lap) -> list[Node]:
    w = r.w
    index = w.fn.local("index")
    found, lap_again, seat_again, ended = (w.fn.label(word) for word in ("found", "lap", "seat", "ended"))
    item, count = _item(r, one.items, get(index))
    left = w.unit.plan.frame[one.left.id]
    begun = [_put(r, one.acted, i64(0))]
    if one.passes is not None:
        begun.append(_put(r, one.passes, op("i64.add", _number(r, one.passes), i64(1))))
    member = w.fn.local("item")
    chosen = [_put(r, one.index, op("i64.add", get(index), i64(1))), _put(r, one.acted, i64(1)), branch(found)]
    tested = chosen if one.where is None else [when(value(w, one.where), chosen)]
    inside = [put(member, item), when(call("$contains", i32(left.at), get(member)), [_put(r, one.local, get(member)), *tested])]
    seats = [
        branch_if(ended, op("i64.ge_s", get(index), count)),
        *inside,
        put(index, op("i64.add", get(index), i64(1))),
        branch(seat_again),
    ]
    ending = i32(0) if one.ending is None else op("i64.eq", _number(r, one.ending), i64(1))
    none_acted = op("i64.eqz", _number(r, one.acted))
    lap = [
        when(op("i64.eqz", get(index)), begun),
        block(ended, [Node("loop", (seat_again,), tuple(seats))]),
        when(op("i32.or", ending, none_acted), r.go(pc, one.done, leave=True)),
        put(index, i64(0)),
        branch(lap_again),
    ]
    return [put(index, _number(r, one.index)), block(found, [Node("loop", (lap_again,), tuple(lap))]), *r.go(pc, pc + 1)]


# ---------------------------------------------------------------- choices made unseen


@follows(Keep)
def _keep(r: Region, pc: int, one: Keep) -> list[Node]:
    """One more row of values, behind those before it."""
    frame = r.w.unit.plan.frame
    items, at, size = frame[one.items.id], r.w.fn.local("row", "i32"), r.w.fn.local("size", "i32")
    end = i32(items.at + items.shape.size)
    done = [
        when(op("i64.le_s", load(items.at), i64(0)), [store(items.at, i64(1)), store(items.at + ENTRY, i64(0))]),
        put(at, call("$behind", i32(items.at))),
    ]
    for local in one.values:
        field = frame[local.id]
        done += [
            put(size, _size_of(field)),
            when(op("i32.gt_u", op("i32.add", get(at), get(size)), end), [UNREACHABLE]),
            Node("memory.copy", (), (get(at), i32(field.at), get(size))),
            put(at, op("i32.add", get(at), get(size))),
        ]
    words = op("i32.shr_u", op("i32.sub", get(at), i32(items.at + ENTRY)), i32(3))
    more = store(items.at + ENTRY, op("i64.add", load(items.at + ENTRY), i64(1)))
    return [*done, store(items.at, wide(words)), more, *r.go(pc, pc + 1)]


def rows_kept(items: Field) -> Node:
    """How many rows there are."""
    return choose(op("i64.gt_s", load(items.at), i64(0)), load(items.at + ENTRY), i64(0), "i64")


def _size_of(field: Field) -> Node:
    """The bytes of the value that stands in a field."""
    if field.shape.kind != "tuple":
        return i32(ENTRY)
    return op("i32.sub", call("$behind", i32(field.at)), i32(field.at))


@follows(Recall)
def _recall(r: Region, pc: int, one: Recall) -> list[Node]:
    """The next row back to the names."""
    frame = r.w.unit.plan.frame
    items, at, end, left = frame[one.items.id], r.w.fn.local("row", "i32"), r.w.fn.local("end", "i32"), r.w.fn.local("left")
    out, again = r.w.fn.label("none"), r.w.fn.label("next")
    found = r.w.fn.label("found")
    fields = [frame[local.id] for local in one.values]
    passed = [put(at, call("$behind", get(at)) if field.shape.kind == "tuple" else plus(get(at), ENTRY)) for field in fields]
    turn = [
        branch_if(out, op("i32.ge_u", get(at), get(end))),
        branch_if(found, op("i64.eqz", get(left))),
        *passed,
        put(left, op("i64.sub", get(left), i64(1))),
        branch(again),
    ]
    back: list[Node] = []
    for field in fields:
        if field.shape.kind == "tuple":
            size = op("i32.sub", call("$behind", get(at)), get(at))
            back += [Node("memory.copy", (), (i32(field.at), get(at), size)), put(at, call("$behind", get(at)))]
        else:
            back += [store(field.at, load(0, get(at))), put(at, plus(get(at), ENTRY))]
    return [
        put(left, _number(r, one.index)),
        put(at, i32(items.at + 2 * ENTRY)),
        put(end, call("$behind", i32(items.at))),
        block(found, [block(out, [Node("loop", (again,), tuple(turn))]), *r.go(pc, one.done, leave=True)]),
        _put(r, one.index, op("i64.add", _number(r, one.index), i64(1))),
        *back,
        *r.go(pc, pc + 1),
    ]


# ---------------------------------------------------------------- calls


def push(r: Region, address: int) -> list[Node]:
    """Put a return address on the stack."""
    plan = r.w.unit.plan
    depth = load(plan.depth)
    return [
        when(op("i64.ge_s", depth, i64(DEPTH)), [UNREACHABLE]),
        store(plan.stack, i64(address), scaled(depth, ENTRY)),
        store(plan.depth, op("i64.add", depth, i64(1))),
    ]


@follows(CallRoutine)
def _call(r: Region, pc: int, one: CallRoutine) -> list[Node]:
    w = r.w
    done: list[Node] = []
    fields = [w.unit.plan.frame[local.id] for local, _ in one.arguments]
    if len(one.arguments) == 1:
        done.append(put_field(fields[0], value_for(w, fields[0], one.arguments[0][1])))
    else:
        bounds = []
        for _, expr in one.arguments:
            before, bound = bind(w, expr, "argument")
            done += before
            bounds.append((bound, expr))
        done += [put_field(field, _fitting(field.shape.kind, bound.node)) for field, (bound, _) in zip(fields, bounds, strict=True)]
    if one.target in r.plain:
        call_it = Node("drop", (), (call(f"$region{one.target}", i32(one.target)),))
        return [*done, call_it, *r.go(pc, pc + 1)]
    return [*_saved(r, one), *done, *push(r, pc + 1), *r.go(pc, one.target)]


def _fitting(kind: str, node: Node) -> Node:
    if kind == "tuple" and node.op == "i64.const":
        return i32(0)
    return narrow(node) if kind == "truth" and node.op == "i64.const" else node


@follows(Return)
def _return(r: Region, _pc: int, _one: Return) -> list[Node]:
    if r.is_plain:
        return [give(i32(0))]
    plan = r.w.unit.plan
    depth = r.w.fn.local("depth")
    return [
        put(depth, op("i64.sub", load(plan.depth), i64(1))),
        store(plan.depth, get(depth)),
        *_restored(r, load(plan.stack, scaled(get(depth), ENTRY))),
        give(narrow(load(plan.stack, scaled(get(depth), ENTRY)))),
    ]


def _saved(r: Region, one: CallRoutine) -> list[Node]:
    """What a call saves stands behind what others have saved."""
    plan = r.w.unit.plan
    fields = [plan.frame[local.id] for local in one.saved]
    size = sum(field.shape.size for field in fields)
    if not size:
        return []
    at = r.w.fn.local("saves", "i32")
    full = op("i64.gt_s", op("i64.add", load(plan.saved_words), i64(size // ENTRY)), i64(SAVED))
    done = [when(full, [UNREACHABLE]), put(at, op("i32.add", i32(plan.saves), scaled(load(plan.saved_words), ENTRY)))]
    for field in fields:
        done.append(Node("memory.copy", (), (get(at), i32(field.at), i32(field.shape.size))))
        done.append(put(at, op("i32.add", get(at), i32(field.shape.size))))
    return [*done, store(plan.saved_words, op("i64.add", load(plan.saved_words), i64(size // ENTRY)))]


def _restored(r: Region, address: Node) -> list[Node]:
    """What the call before this return address has saved is put back."""
    if not any(isinstance(one, CallRoutine) and one.saved for one in r.w.unit.program.code):
        return []
    return [call(_restore(r.w.unit), address)]


def _restore(unit: Unit) -> str:
    """Puts back what the call before a return address has saved."""

    def make() -> Function:
        fn = Function("$restore", (("$address", "i64"),))
        plan = unit.plan
        at = fn.local("saves", "i32")
        for pc, one in enumerate(unit.program.code):
            if not isinstance(one, CallRoutine) or not one.saved:
                continue
            fields = [plan.frame[local.id] for local in one.saved]
            size = sum(field.shape.size for field in fields)
            back = [
                store(plan.saved_words, op("i64.sub", load(plan.saved_words), i64(size // ENTRY))),
                put(at, op("i32.add", i32(plan.saves), scaled(load(plan.saved_words), ENTRY))),
            ]
            for field in fields:
                back.append(Node("memory.copy", (), (i32(field.at), get(at), i32(field.shape.size))))
                back.append(put(at, op("i32.add", get(at), i32(field.shape.size))))
            fn.body.append(when(op("i64.eq", get("$address"), i64(pc + 1)), [*back, give()]))
        return fn

    return unit.function("$restore", make)


@follows(Mark)
def _mark(r: Region, pc: int, one: Mark) -> list[Node]:
    return [_put(r, one.depth, load(r.w.unit.plan.depth)), *r.go(pc, pc + 1)]


@follows(Unwind)
def _unwind(r: Region, pc: int, one: Unwind) -> list[Node]:
    plan = r.w.unit.plan
    depth, out, again = _number(r, one.depth), r.w.fn.label("unwound"), r.w.fn.label("pop")
    # What is only tried out is over where the stack is shortened below it.
    tried = call("$leaves_trial", i32(plan.stack), depth, load(plan.depth))
    over = [when(tried, [give(i32(HALT))])] if r.w.unit.has_trials else []
    restored = _restored(r, load(plan.stack, scaled(load(plan.depth), ENTRY)))
    if not restored:
        return [*over, when(op("i64.lt_s", depth, load(plan.depth)), [store(plan.depth, depth)]), *r.go(pc, one.target)]
    pop = [
        branch_if(out, op("i64.ge_s", depth, load(plan.depth))),
        store(plan.depth, op("i64.sub", load(plan.depth), i64(1))),
        *restored,
        branch(again),
    ]
    return [*over, block(out, [Node("loop", (again,), tuple(pop))]), *r.go(pc, one.target)]
