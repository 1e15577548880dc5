"""Several candidates at once: all sets of each size, ordered by the positions of their members. Of interchangeable candidates a set
takes the first ones (see `position/subsets.py`)."""

from __future__ import annotations

from collections.abc import Callable

from custumal.dsl.base.frozen import dataclass
from custumal.dsl.base.limits import MOST_WAYS
from custumal.interpreter.program import Pick
from custumal.interpreter.wasm.entries.interchangeable import interchangeable_of
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
    narrow,
    no,
    op,
    plus,
    put,
    scaled,
    store,
    when,
)  # fmt: skip
from custumal.interpreter.wasm.unsupported import Unsupported


def each_subset(w: Writer, pick: Pick, body: Callable[[Bound], list[Node]]) -> list[Node]:
    """Every set that an entry can be, as a tuple in memory that stays until the next list is made."""
    candidates = gathered(w, pick)
    count, size, last = w.fn.local("count"), w.fn.local("size"), w.fn.local("last")
    walk = _Plain(w, candidates.making, size) if _all_differ(w, pick) else _Classes(w, pick, candidates.making, count, size)
    done = [*candidates.done, *walk.begin(most(w, pick.among)), put(count, load(0, candidates.pointer))]
    before, (least, highest) = sizes_of(w, pick, get(count))
    done += before
    made, ways = w.fn.local("set", "i32"), w.fn.local("ways")
    out, next_size, next_set, no_sets = (w.fn.label(word) for word in ("sizes", "size", "set", "sets"))
    turn = [
        put(made, walk.made),
        put(ways, op("i64.add", get(ways), i64(1))),
        when(op("i64.gt_s", get(ways), i64(MOST_WAYS)), [UNREACHABLE]),
        *body(Bound(get(made), w.shape(pick.local.type))),
        branch_if(next_set, walk.next),
    ]
    sizes = [
        branch_if(out, op("i64.gt_s", get(size), get(last))),
        block(no_sets, [branch_if(no_sets, no(walk.first)), Node("loop", (next_set,), tuple(turn))]),
        put(size, op("i64.add", get(size), i64(1))),
        branch(next_size),
    ]
    return [*done, put(ways, i64(0)), put(size, least), put(last, highest), block(out, [Node("loop", (next_size,), tuple(sizes))])]


@dataclass(frozen=True, slots=True, eq=False)
class Gathered:
    """The candidates of an entry in memory: what has to be done, and where they stand then."""

    making: Making
    done: list[Node]

    @property
    def pointer(self) -> Node:
        return self.making.pointer


def gathered(w: Writer, pick: Pick) -> Gathered:
    """What members of a set can be.

    Raises:
        Unsupported: they are no numbers.
    """
    if w.shape(pick.among.type).kind != "tuple" or member_shape(w, pick.among).kind == "tuple":
        raise Unsupported("several of what are no numbers")
    making = Making(w, most(w, pick.among), member_shape(w, pick.among))
    return Gathered(making, [*making.begin(), *each(w, pick.among, making.add), *making.end()])


def sizes_of(w: Writer, pick: Pick, count: Node) -> tuple[list[Node], tuple[Node, Node]]:
    """How many members a set has at least and at most, behind what has to be done first."""
    if pick.amount is None:
        return [], (i64(0), count)
    done, amount = bind(w, pick.amount, "amount")
    least = call("$max", amount.node, i64(0)) if pick.form == "exactly" else i64(0)
    return done, (least, call("$min", amount.node, count))


def can_differ(w: Writer, pick: Pick) -> bool:
    """Whether all sets are told apart by their members, which are numbers."""
    return w.shape(pick.among.type).kind == "tuple" and member_shape(w, pick.among).kind != "tuple" and _all_differ(w, pick)


def _all_differ(w: Writer, pick: Pick) -> bool:
    """Whether no two candidates are ever alike."""
    return (pick.kind is None and pick.zone is None) or interchangeable_of(w.unit, pick.kind, pick.zone).all_differ


class _Plain:
    """Goes through all sets of one size by the addresses of their members."""

    def __init__(self, w: Writer, candidates: Making, size: str) -> None:
        self._pointer = candidates.pointer
        self._chosen, self._last = w.fn.local("chosen", "i32"), w.fn.local("latest", "i32")
        chosen, number, last = get(self._chosen), narrow(get(size)), get(self._last)
        self.first = call("$first_of_all", chosen, number, self._pointer, last)
        self.next = call("$next_of_all", chosen, number, last)
        self.made = call("$set_of_all", chosen, number)

    def begin(self, room: int) -> list[Node]:
        last = op("i32.add", self._pointer, scaled(load(0, self._pointer), ENTRY))
        return [put(self._last, last), put(self._chosen, call("$room", i32(ENTRY * (1 + room))))]


class _Classes:
    """The same where some are alike: of these the first ones."""

    def __init__(self, w: Writer, pick: Pick, candidates: Making, count: str, size: str) -> None:
        self._w, self._pick, self._candidates = w, pick, candidates
        self._chosen, self._before = w.fn.local("chosen", "i32"), w.fn.local("before", "i32")
        chosen, before = get(self._chosen), get(self._before)
        self.first = call("$next_subset", chosen, before, get(count), get(size), i32(1))
        self.next = call("$next_subset", chosen, before, get(count), get(size), i32(0))
        self.made = call("$chosen_set", candidates.pointer, chosen, get(size))

    def begin(self, room: int) -> list[Node]:
        classes = _classes(self._w, self._pick, self._candidates, self._before)
        make = call("$room", i32(ENTRY * (1 + room)))
        return [put(self._before, make), *classes, put(self._chosen, make)]


def _classes(w: Writer, pick: Pick, candidates: Making, before: str) -> list[Node]:
    """For each candidate the number of the last one before it that is like it, or -1."""
    at = w.fn.local("at", "i32")
    begin = [put(at, get(before))]
    like = interchangeable_of(w.unit, pick.kind, pick.zone)
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
