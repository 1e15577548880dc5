"""Several candidates at once: all sets of each size, ordered by the positions of their members. Of interchangeable candidates a set
takes the first ones (see `position/subsets.py`)."""

from __future__ import annotations

from collections.abc import Callable

from custumal.dsl.base.limits import MOST_WAYS
from custumal.interpreter.program import Pick
from custumal.interpreter.wasm.entries.likeness import likeness_of
from custumal.interpreter.wasm.expressions.arena import Making, most
from custumal.interpreter.wasm.expressions.core import bind, each, each_at, member_shape
from custumal.interpreter.wasm.expressions.unit import Bound, Writer
from custumal.interpreter.wasm.memory.shapes import ENTRY, NUMBER
from custumal.interpreter.wasm.text.nodes import (
    UNREACHABLE,
    Node,
    block,
    branch,
    branch_if,
    call,
    get,
    i32,
    i64,
    load,
    no,
    op,
    plus,
    put,
    store,
    when,
)  # fmt: skip
from custumal.interpreter.wasm.unsupported import Unsupported


def each_subset(w: Writer, pick: Pick, body: Callable[[Bound], list[Node]]) -> list[Node]:
    """Every set that an entry can be, as a tuple in memory that stays until the next list is made."""
    if w.shape(pick.among.type).kind != "tuple" or member_shape(w, pick.among).kind == "tuple":
        raise Unsupported("several of what are no numbers")
    room = most(w, pick.among)
    candidates = Making(w, room, member_shape(w, pick.among))
    done = [*candidates.begin(), *each(w, pick.among, candidates.add), *candidates.end()]
    before = w.fn.local("before", "i32")
    done += [put(before, call("$room", i32(ENTRY * (1 + room))))]
    done += _classes(w, pick, candidates, before)
    count, size, last = w.fn.local("count"), w.fn.local("size"), w.fn.local("last")
    done.append(put(count, load(0, candidates.pointer)))
    if pick.amount is None:
        least, highest = i64(0), get(count)
    else:
        further, amount = bind(w, pick.amount, "amount")
        done += further
        least = call("$max", amount.node, i64(0)) if pick.form == "exactly" else i64(0)
        highest = call("$min", amount.node, get(count))
    chosen, made, ways = w.fn.local("chosen", "i32"), w.fn.local("set", "i32"), w.fn.local("ways")
    out, next_size, next_set, no_sets = (w.fn.label(word) for word in ("sizes", "size", "set", "sets"))
    shape = w.shape(pick.local.type)
    turn = [
        put(made, call("$chosen_set", candidates.pointer, get(chosen), get(size))),
        put(ways, op("i64.add", get(ways), i64(1))),
        when(op("i64.gt_s", get(ways), i64(MOST_WAYS)), [UNREACHABLE]),
        *body(Bound(get(made), shape)),
        branch_if(next_set, call("$next_subset", get(chosen), get(before), get(count), get(size), i32(0))),
    ]
    sizes = [
        branch_if(out, op("i64.gt_s", get(size), get(last))),
        block(no_sets, [
            branch_if(no_sets, no(call("$next_subset", get(chosen), get(before), get(count), get(size), i32(1)))),
            Node("loop", (next_set,), tuple(turn)),
        ]),
        put(size, op("i64.add", get(size), i64(1))),
        branch(next_size),
    ]  # fmt: skip
    return [
        *done,
        put(chosen, call("$room", i32(ENTRY * (1 + room)))),
        put(ways, i64(0)),
        put(size, least),
        put(last, highest),
        block(out, [Node("loop", (next_size,), tuple(sizes))]),
    ]


def _classes(w: Writer, pick: Pick, candidates: Making, before: str) -> list[Node]:
    """For each candidate the number of the last one before it that is like it, or -1."""
    at = w.fn.local("at", "i32")
    begin = [put(at, get(before))]
    if pick.kind is None and pick.zone is None:
        return [*begin, *each_at(w, candidates.pointer, NUMBER, lambda _: [store(0, i64(-1), get(at)), put(at, plus(get(at), ENTRY))])]
    like = likeness_of(w.unit, pick.kind, pick.zone)
    number, found = w.fn.local("number"), w.fn.local("found")

    def turn(member: Bound) -> list[Node]:
        out = w.fn.label("all")

        def other(one: Bound) -> list[Node]:
            return [
                branch_if(out, op("i64.eq", one.node, member.node)),
                when(like.together(w, pick.watch, one, member), [put(found, get(number))]),
                put(number, op("i64.add", get(number), i64(1))),
            ]

        return [
            put(number, i64(0)),
            put(found, i64(-1)),
            block(out, each_at(w, candidates.pointer, NUMBER, other)),
            store(0, get(found), get(at)),
            put(at, plus(get(at), ENTRY)),
        ]

    return [*begin, *each_at(w, candidates.pointer, NUMBER, turn)]
