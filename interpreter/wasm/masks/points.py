"""Points whose choices are counted, and one of them found by its number, without a list of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from custumal.dsl.base.frozen import dataclass
from custumal.interpreter.program import Choosing, Part, Pick, Point, Test
from custumal.interpreter.wasm.entries.subsets import can_differ, gathered, sizes_of
from custumal.interpreter.wasm.expressions.core import value
from custumal.interpreter.wasm.expressions.unit import Bound, Unit, Writer
from custumal.interpreter.wasm.masks.mask import Mask, both, combined, domain_for, size_of
from custumal.interpreter.wasm.masks.sets import holding, mask_of
from custumal.interpreter.wasm.memory.plan import WORD
from custumal.interpreter.wasm.memory.shapes import ENTRY, NUMBER
from custumal.interpreter.wasm.text.branchless import is_safe
from custumal.interpreter.wasm.text.module import Function
from custumal.interpreter.wasm.text.nodes import (
    Node,
    block,
    branch,
    call,
    choose,
    get,
    give,
    i64,
    load,
    narrow,
    of_all,
    op,
    put,
    put_all,
    store,
    when,
    wide,
)  # fmt: skip

INDEX = "$index"
PASS = -1
MANY_CELLS = 16
"""Fewer candidates are listed sooner than counted."""


@dataclass(frozen=True, slots=True, eq=False)
class _Ways:
    """The ways of one choosing: what has to be done first, how many there are, and the mask of what is chosen, if something is."""

    before: tuple[Node, ...]
    count: Node
    mask: Mask | None
    chosen: Callable[[str], Node] | None = None
    """What is chosen by the way whose number stands in a local, where that is no mask."""


def counted_at(unit: Unit, point: Point) -> tuple[str, str] | None:
    """The names of the functions that count the choices at a point, and find one; None where they have to be listed."""

    def make() -> tuple[str, str] | None:
        found = _counted(unit, point)
        if found is None:
            return None
        count, pick = (unit.module.add(one).name for one in found)
        return count, pick

    made: tuple[str, str] | None = unit.kept(("counted", str(point.number)), make)
    return made


def _counted(unit: Unit, point: Point) -> tuple[Function, Function] | None:
    name = str(point.number)
    fit = point.refused is None and all(_is_plain(point, one) for one in point.choosings)
    if not fit or not any(one.picks for one in point.choosings):
        return None
    count = Function(f"$count{name}", (("$unused", "i32"),), "i32")
    pick = Function(f"$pick{name}", ((INDEX, "i32"),), "i32")
    for fn, write in ((count, _count), (pick, _pick)):
        w, seat = Writer(unit, fn), fn.local("seat")
        found = [_ways(w.binding(_actor(one, seat)), one) for one in point.choosings]
        ways = [one for one in found if one is not None]
        if len(ways) < len(found):
            return None
        fn.body = [put(seat, load(unit.plan.seat)), *write(fn, point, ways)]
    return count, pick


def _is_plain(point: Point, one: Choosing) -> bool:
    """Whether a choosing asks for no more than one thing, and nothing has to be tried."""
    if one.offered_by is not None or one.ensure or one.inside is not None or (one.free and point.routines):
        return False
    return len(one.picks) <= 1 and all(isinstance(part, Pick | Test) and not getattr(part, "waived", ()) for part in one.plan)


def _actor(one: Choosing, seat: str) -> dict[str, Bound]:
    return {} if one.actor is None else {one.actor.id: Bound(get(seat), NUMBER)}


# ---------------------------------------------------------------- ways


def _ways(w: Writer, one: Choosing) -> _Ways | None:
    at = next((number for number, part in enumerate(one.plan) if isinstance(part, Pick)), len(one.plan))
    flag = _flag(w, one, one.plan[:at])
    if flag is None:
        return None
    if at == len(one.plan):
        return _Ways((), wide(flag), None)
    pick = one.plan[at]
    assert isinstance(pick, Pick)
    if pick.form not in ("one", "maybe"):
        return _sets(w, pick, flag) if at + 1 == len(one.plan) else None
    mask = _candidates(w, pick, one.plan[at + 1 :])
    if mask is None or not mask.rising:
        return None
    return _Ways(mask.before, choose(flag, size_of(mask), i64(0), "i64") if flag.op != "i32.const" else size_of(mask), mask)


def _sets(w: Writer, pick: Pick, flag: Node) -> _Ways | None:
    """All sets of a size, of members no two of which are ever alike."""
    if not can_differ(w, pick):
        return None
    candidates, (least, highest) = gathered(w, pick), (w.fn.local("least"), w.fn.local("most"))
    before, bounds = sizes_of(w, pick, load(0, candidates.pointer))
    done = [*candidates.done, *before, put(least, bounds[0]), put(highest, bounds[1])]
    count = call("$sets_of", candidates.pointer, get(least), get(highest))
    if flag.op != "i32.const":
        count = choose(flag, count, i64(0), "i64")
    return _Ways((*done,), count, None, lambda left: wide(call("$set_with_number", candidates.pointer, get(least), get(left))))


def _flag(w: Writer, one: Choosing, tests: Sequence[Part]) -> Node | None:
    """Whether what hangs on nothing that is chosen holds; None if that can go wrong."""
    asked = [] if one.when is None else [value(w, one.when)]
    for test in tests:
        assert isinstance(test, Test)
        asked.append(value(w, test.require.that))
        if test.require.unless is not None:
            asked[-1] = op("i32.or", asked[-1], value(w, test.require.unless))
    found = Node("i32.const", (1,))
    for node in asked:
        if not is_safe(node):
            return None
        found = node if found.op == "i32.const" else op("i32.and", found, node)
    return found


def _candidates(w: Writer, pick: Pick, tests: Sequence[Part]) -> Mask | None:
    domain = domain_for(w, pick.among.type)
    if domain is None or pick.form != "one" or pick.kind is not None or pick.zone is not None:
        return None
    if domain.size < MANY_CELLS:
        return None
    mask = mask_of(w, pick.among)
    for test in tests:
        assert isinstance(test, Test)
        passed = holding(w, test.require.that, frozenset([pick.local.id]), domain)
        if test.require.unless is not None:
            passed = combined(w, "i64.or", passed, holding(w, test.require.unless, frozenset([pick.local.id]), domain))
        mask = None if mask is None else both(w, mask, passed)
    return mask


# ---------------------------------------------------------------- functions


def _count(fn: Function, point: Point, ways: Sequence[_Ways]) -> list[Node]:
    total, bound = fn.local("total"), fn.local("bound")
    done = [put(total, i64(0)), put(bound, i64(0))]
    for one, choosing in zip(ways, point.choosings, strict=True):
        sums = [total] if choosing.free else [total, bound]
        found = fn.local("ways")
        done += [*one.before, put(found, one.count), *(put(name, op("i64.add", get(name), get(found))) for name in sums)]
    if point.passing != "never":
        passes = op("i64.ne", get(total), i64(0))
        if point.passing == "unless":
            passes = op("i32.and", passes, op("i64.eqz", get(bound)))
        done.append(put(total, op("i64.add", get(total), wide(passes))))
    return [*done, put_all("$number", narrow(get(total))), narrow(get(total))]


def _pick(fn: Function, _point: Point, ways: Sequence[_Ways]) -> list[Node]:
    left, record, found = fn.local("left"), of_all("$list_base"), fn.local("ways")
    done = [put(left, wide(get(INDEX)))]
    for number, one in enumerate(ways):
        chosen = [] if one.mask is None else [store(ENTRY, _nth(fn, one.mask, left), record)]
        chosen += [] if one.chosen is None else [store(ENTRY, one.chosen(left), record)]
        here = [store(0, i64(number), record), *chosen, give(record)]
        done += [
            *one.before,
            put(found, one.count),
            when(op("i64.lt_u", get(left), get(found)), here),
            put(left, op("i64.sub", get(left), get(found))),
        ]
    return [*done, store(0, i64(PASS), record), record]


def _nth(fn: Function, mask: Mask, left: str) -> Node:
    """The member with this number."""
    out, count, last = fn.label("word"), fn.local("count"), len(mask.words) - 1
    walked: list[Node] = []
    for number, word in enumerate(mask.words):
        bit = call("$nth_bit", word, get(left))
        first = mask.offset + number * WORD
        member = op("i64.add", bit, i64(first)) if first else bit
        if number == last:
            return block(out, [*walked, member], "i64") if walked else member
        walked += [
            put(count, op("i64.popcnt", word)),
            when(op("i64.lt_u", get(left), get(count)), [branch(out, member)]),
            put(left, op("i64.sub", get(left), get(count))),
        ]
    raise AssertionError(mask)
