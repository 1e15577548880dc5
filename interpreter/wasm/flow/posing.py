"""Placements of polycubes as candidates: what is asked of their cells are masks, known before play.

For each shape its placements stand in groups, so that most are passed over at once: what all of a group ask of the same cells comes
first. Those that fit are marked by their numbers, since they are gone through in order.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from custumal.dsl.base.frozen import dataclass
from custumal.dsl.base.types import Place, bare
from custumal.interpreter.codegen.posing import filtered
from custumal.interpreter.position.contents import zone_of
from custumal.interpreter.program import Part, Pick
from custumal.interpreter.setup.layout import ZoneLayout
from custumal.interpreter.setup.placements import CubePlacements
from custumal.interpreter.wasm.expressions.core import all_of, bind, is_some, may_be_none, named
from custumal.interpreter.wasm.expressions.unit import Bound, Unit, Writer
from custumal.interpreter.wasm.memory.plan import WORD, is_masked, words
from custumal.interpreter.wasm.memory.shapes import ENTRY, NUMBER
from custumal.interpreter.wasm.text.nodes import (
    Node,
    block,
    branch,
    branch_if,
    call,
    get,
    i32,
    i64,
    load,
    load_pointer,
    no,
    of_all,
    op,
    plus,
    put,
    put_all,
    scaled,
    store,
    when,
    wide,
)  # fmt: skip

_BITS = (1 << WORD) - 1


@dataclass(frozen=True, slots=True)
class Fitting:
    """The placements of a zone by thing, with what is left of the plan: what masks could not tell."""

    zone: ZoneLayout
    table: tuple[Any, ...]
    left: tuple[Part, ...]


def fitting(unit: Unit, pick: Pick, rest: Sequence[Part]) -> Fitting | None:
    """The placements for an entry whose restrictions masks can tell; None if it is about something else."""
    among = pick.among
    if pick.form != "one" or getattr(among, "name", None) != "poses":
        return None
    arguments: Any = among
    where = arguments.arguments[1]
    if not isinstance(bare(where.type), Place):
        return None
    zone = zone_of(unit.instance, where.type)
    if not is_masked(zone):
        return None
    table, left = filtered(unit, zone, pick.local, tuple(rest))
    return Fitting(zone, table, left)


def each_fitting(w: Writer, pick: Pick, fits: Fitting, body: Callable[[Bound], list[Node]]) -> list[Node]:
    """Every placement that fits between the filled cells, in order."""
    zone, poses = fits.zone, fits.zone.placements
    assert isinstance(poses, CubePlacements)
    among: Any = pick.among
    done, thing = bind(w, among.arguments[0], "thing")
    further, place = bind(w, among.arguments[1], "place")
    size = words(zone.cells)
    filled = [w.fn.local("filled") for _ in range(size)]
    mask_at = scaled(place.node, ENTRY * size)
    masks = [put(name, load(w.unit.plan.filled[zone.name] + ENTRY * word, mask_at)) for word, name in enumerate(filled)]
    marks, base = w.fn.local("marks", "i32"), w.fn.local("arena", "i32")
    begin = [put(base, of_all("$arena")), put(marks, call("$marks", i32(ENTRY * _longest(poses))))]
    rows, first = w.fn.local("rows", "i32"), w.fn.local("first")
    index = op("i64.sub", thing.node, i64(poses.first))
    starts = [poses.placements_of_shape[shape].start for shape in poses.shape_of_thing]
    table = [0 if one is None else _packed(w.unit, one, poses, number, size) for number, one in enumerate(fits.table)]
    begin += [
        put(rows, load_pointer(w.unit.pool.table(table), scaled(index, ENTRY))),
        put(first, load(w.unit.pool.table(starts), scaled(index, ENTRY))),
    ]
    found = [*masks, *begin, *_marked(w, rows, marks, filled), *_each_marked(w, zone, marks, first, place, body)]
    found.append(put_all("$arena", get(base)))
    tests = [is_some(one.node, one.shape) for one, part in zip((thing, place), among.arguments, strict=True) if may_be_none(part)]
    test = all_of(tests)
    return [*done, *further, *(found if test is None else [when(test, found)])]


def _longest(poses: CubePlacements) -> int:
    """So many numbers have a mark for each placement of any shape."""
    return words(max((len(one) for one in poses.placements_of_shape), default=1) or 1)


def _packed(unit: Unit, groups: Any, poses: CubePlacements, number: int, size: int) -> int:
    """The address of the rows of a thing: the number of groups; for each its masks, how many rows it has, then these: the number of
    the placement within its shape, and its masks."""
    start = poses.placements_of_shape[poses.shape_of_thing[number]].start
    numbers = [len(groups)]
    for asked, full, rows in groups:
        numbers += [*_words(asked, size), *_words(full, size), len(rows)]
        for pose, both, want in rows:
            numbers += [pose - start, *_words(both, size), *_words(want, size)]
    return unit.pool.table(numbers)


def _words(mask: int, size: int) -> list[int]:
    parts = [mask >> WORD * word & _BITS for word in range(size)]
    return [part - (1 << WORD) if part >> (WORD - 1) else part for part in parts]


def _fits(at: Node, filled: list[str], offset: int) -> Node:
    """Whether what is filled of the cells that are asked about is what must be."""
    size = len(filled)
    tests = []
    for word, name in enumerate(filled):
        asked, full = load(offset + ENTRY * word, at), load(offset + ENTRY * (size + word), at)
        tests.append(op("i64.eq", op("i64.and", get(name), asked), full))
    found = tests[0]
    for test in tests[1:]:
        found = op("i32.and", found, test)
    return found


def _marked(w: Writer, rows: str, marks: str, filled: list[str]) -> list[Node]:
    """Mark the placements that fit."""
    size = len(filled)
    groups, count, end = w.fn.local("groups"), w.fn.local("count"), w.fn.local("end", "i32")
    no_groups, next_group, no_rows, next_row = (w.fn.label(word) for word in ("groups", "group", "rows", "row"))
    row_bytes = ENTRY * (1 + 2 * size)
    pose = load(0, get(rows))
    word_at = op("i32.add", get(marks), op("i32.shl", op("i32.wrap_i64", op("i64.shr_u", pose, i64(6))), i32(3)))
    at = w.fn.local("word", "i32")
    fits = wide(_fits(get(rows), filled, ENTRY))
    row = [
        branch_if(no_rows, op("i32.ge_u", get(rows), get(end))),
        put(at, word_at),
        store(0, op("i64.or", load(0, get(at)), op("i64.shl", fits, op("i64.and", pose, i64(WORD - 1)))), get(at)),
        put(rows, plus(get(rows), row_bytes)),
        branch(next_row),
    ]
    head = ENTRY * 2 * size
    group = [
        branch_if(no_groups, op("i64.eqz", get(groups))),
        put(groups, op("i64.sub", get(groups), i64(1))),
        put(count, load(head, get(rows))),
        put(end, op("i32.add", plus(get(rows), head + ENTRY), op("i32.mul", op("i32.wrap_i64", get(count)), i32(row_bytes)))),
        when(no(_fits(get(rows), filled, 0)), [put(rows, get(end)), branch(next_group)]),
        put(rows, plus(get(rows), head + ENTRY)),
        block(no_rows, [Node("loop", (next_row,), tuple(row))]),
        branch(next_group),
    ]
    return [
        when(get(rows), [
            put(groups, load(0, get(rows))),
            put(rows, plus(get(rows), ENTRY)),
            block(no_groups, [Node("loop", (next_group,), tuple(group))]),
        ]),
    ]  # fmt: skip


def _each_marked(
    w: Writer, zone: ZoneLayout, marks: str, first: str, place: Bound, body: Callable[[Bound], list[Node]]
) -> list[Node]:  # fmt: skip
    """Every placement that is marked, as a pose."""
    poses = zone.placements
    assert isinstance(poses, CubePlacements)
    word, bits, pose = w.fn.local("word", "i32"), w.fn.local("bits"), w.fn.local("pose")
    out, next_word, next_bit, no_bits = (w.fn.label(one) for one in ("marked", "word", "bit", "bits"))
    start = get(first) if zone.instances == 1 else op("i64.add", get(first), op("i64.mul", place.node, i64(poses.count)))
    before, begin = named(w, start, NUMBER, "start")
    number = op("i64.add", op("i64.extend_i32_u", op("i32.shl", get(word), i32(3))), op("i64.ctz", get(bits)))
    turn = [
        branch_if(no_bits, op("i64.eqz", get(bits))),
        put(pose, op("i64.add", number, begin.node)),
        put(bits, op("i64.and", get(bits), op("i64.sub", get(bits), i64(1)))),
        *body(Bound(get(pose), NUMBER)),
        branch(next_bit),
    ]
    all_words = [
        branch_if(out, op("i32.ge_u", get(word), i32(ENTRY * _longest(poses)))),
        put(bits, load(0, op("i32.add", get(marks), get(word)))),
        block(no_bits, [Node("loop", (next_bit,), tuple(turn))]),
        put(word, plus(get(word), ENTRY)),
        branch(next_word),
    ]
    return [*before, put(word, i32(0)), block(out, [Node("loop", (next_word,), tuple(all_words))])]
