"""What is kept of the cells of a board as masks: a row for each value, the first for nothing."""

from __future__ import annotations

from custumal.interpreter.wasm.expressions.unit import Writer
from custumal.interpreter.wasm.masks.mask import Mask, named
from custumal.interpreter.wasm.memory.plan import WORD, Bits
from custumal.interpreter.wasm.memory.shapes import ENTRY
from custumal.interpreter.wasm.text.nodes import Node, get, i32, i64, load, narrow, op, put, scaled, store


def marks(w: Writer, bits: Bits, index: Node, old: Node, new: Node) -> list[Node]:
    """The masks follow what is kept of a cell from an old value to a new one."""
    bit, at = w.fn.local("bit"), w.fn.local("at", "i32")
    fall = op("i64.and", load(bits.at, get(at)), op("i64.xor", get(bit), i64(-1)))
    rise = op("i64.or", load(bits.at, get(at)), get(bit))
    return [
        put(bit, op("i64.shl", i64(1), index)),
        put(at, _word(bits, old, index)),
        store(bits.at, fall, get(at)),
        put(at, _word(bits, new, index)),
        store(bits.at, rise, get(at)),
    ]


def _word(bits: Bits, number: Node, index: Node) -> Node:
    """Where the bit of a cell is in the row of a value."""
    row = _row(bits, number)
    return row if bits.words == 1 else op("i32.add", row, op("i32.shl", narrow(op("i64.shr_u", index, i64(6))), i32(3)))


def _row(bits: Bits, number: Node) -> Node:
    """Where the row of a value begins: nothing, -2^63, has the first one."""
    if number.op == "i64.const":
        return i32(max(0, int(number.words[0]) + 1) * bits.words * ENTRY)
    row = op("i64.add", op("i64.add", number, i64(1)), op("i64.shr_s", number, i64(WORD - 1)))
    return scaled(row, bits.words * ENTRY)


def cells_with(w: Writer, bits: Bits, number: Node) -> Mask:
    """The cells of which this is kept."""
    row = _row(bits, number)
    if row.op == "i32.const":
        at = bits.at + int(row.words[0])
        return named(w, [load(at + ENTRY * word) for word in range(bits.words)], 0)
    name = w.fn.local("row", "i32")
    return named(w, [load(bits.at + ENTRY * word, get(name)) for word in range(bits.words)], 0, [put(name, row)])
