"""Instructions of WebAssembly as trees, and their text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple


class Node(NamedTuple):
    """A folded instruction: its name, what stands behind the name, and the instructions whose values it takes."""

    op: str
    words: tuple[str | int, ...] = ()
    parts: tuple[Node, ...] = ()


Nodes = Sequence[Node]
UNREACHABLE = Node("unreachable")


def op(name: str, *parts: Node) -> Node:
    """An instruction that has nothing behind its name."""
    return Node(name, (), parts)


def i32(number: int) -> Node:
    return Node("i32.const", (number,))


def i64(number: int) -> Node:
    return Node("i64.const", (number,))


def get(name: str) -> Node:
    return Node("local.get", (name,))


def put(name: str, value: Node) -> Node:
    return Node("local.set", (name,), (value,))


def tee(name: str, value: Node) -> Node:
    """Set a local and go on with its value."""
    return Node("local.tee", (name,), (value,))


def of_all(name: str) -> Node:
    """The value of a global."""
    return Node("global.get", (name,))


def put_all(name: str, value: Node) -> Node:
    """Set a global."""
    return Node("global.set", (name,), (value,))


def call(name: str, *arguments: Node) -> Node:
    return Node("call", (name,), arguments)


def give(*values: Node) -> Node:
    return Node("return", (), values)


def branch(label: str, *values: Node) -> Node:
    return Node("br", (label,), values)


def branch_if(label: str, condition: Node) -> Node:
    return Node("br_if", (label,), (condition,))


def block(label: str, body: Iterable[Node], result: str | None = None) -> Node:
    return Node("block", (label, *_result(result)), tuple(body))


def loop(label: str, body: Iterable[Node]) -> Node:
    return Node("loop", (label,), tuple(body))


def when(condition: Node, then: Iterable[Node], other: Iterable[Node] = ()) -> Node:
    """Statements behind a condition."""
    other = tuple(other)
    parts = [condition, Node("then", (), tuple(then))]
    if other:
        parts.append(Node("else", (), other))
    return Node("if", (), tuple(parts))


def choose(condition: Node, then: Node, other: Node, result: str) -> Node:
    """One of two values; only the one that is asked for is worked out."""
    return Node("if", _result(result), (condition, Node("then", (), (then,)), Node("else", (), (other,))))


def valued(body: Iterable[Node], value: Node, result: str) -> Node:
    """A value behind some statements."""
    body = tuple(body)
    return Node("block", _result(result), (*body, value)) if body else value


def load(base: int, index: Node | None = None) -> Node:
    """The number of 64 bits at an address and so many bytes behind it."""
    return Node("i64.load", (f"offset={base}",) if base else (), (i32(0) if index is None else index,))


def load_pointer(base: int, index: Node | None = None) -> Node:
    """The number of 32 bits there."""
    return Node("i32.load", (f"offset={base}",) if base else (), (i32(0) if index is None else index,))


def store(base: int, value: Node, index: Node | None = None) -> Node:
    """Write a number of 64 bits."""
    return Node("i64.store", (f"offset={base}",) if base else (), (i32(0) if index is None else index, value))


def narrow(value: Node) -> Node:
    """A number of 64 bits as one of 32."""
    if value.op == "i64.const":
        return i32(_signed(int(value.words[0])))
    return value.parts[0] if value.op in _WIDER else op("i32.wrap_i64", value)


def wide(value: Node) -> Node:
    """A number of 32 bits, or a truth, as one of 64."""
    return i64(int(value.words[0])) if value.op == "i32.const" else op("i64.extend_i32_u", value)


def no(value: Node) -> Node:
    """Whether something does not hold."""
    if value.op == "i32.const":
        return i32(0 if value.words[0] else 1)
    if value.op == "i32.eqz":
        return value.parts[0] if _is_truth(value.parts[0]) else op("i32.ne", value.parts[0], i32(0))
    turned = _TURNED.get(value.op)
    return op(turned, *value.parts) if turned is not None else op("i32.eqz", value)


def scaled(value: Node, size: int) -> Node:
    """The address, in bytes, of the entry of this number (of 64 bits) in a table of entries so long."""
    index = narrow(value)
    if index.op == "i32.const":
        return i32(int(index.words[0]) * size)
    if size & (size - 1) == 0:
        return op("i32.shl", index, i32(size.bit_length() - 1)) if size > 1 else index
    return op("i32.mul", index, i32(size))


def plus(value: Node, number: int) -> Node:
    """An address so many bytes further on."""
    if number == 0:
        return value
    return i32(int(value.words[0]) + number) if value.op == "i32.const" else op("i32.add", value, i32(number))


def number_of(value: Node) -> int | None:
    """The number that a node is, if it is one."""
    return int(value.words[0]) if value.op in ("i64.const", "i32.const") else None


def text_of(node: Node) -> str:
    """A node as text, short ones on one line."""
    out: list[str] = []
    _write(node, out, "\n ")
    return "".join(out)


def _write(node: Node, out: list[str], line: str) -> None:
    op, words, parts = node
    out.append("(" + " ".join((op, *map(str, words))) if words else "(" + op)
    if parts:
        if _is_short(node):
            line = " "
        elif len(line) < _DEEPEST:
            line += " "
        for part in parts:
            out.append(line)
            _write(part, out, line)
    out.append(")")


def _is_short(node: Node) -> bool:
    """Whether a node is no more than a few instructions."""
    left = _FEW
    waiting = [node]
    while waiting:
        left -= 1
        if left < 0:
            return False
        waiting += waiting.pop().parts
    return True


def _signed(number: int) -> int:
    number &= 0xFFFF_FFFF
    return number - (1 << 32) if number >> 31 else number


def _is_truth(node: Node) -> bool:
    return node.op in _TURNED or node.op == "i32.eqz"


def _result(result: str | None) -> tuple[str, ...]:
    return () if result is None else (f"(result {result})",)


_DEEPEST = 24
"""Lines are indented no further."""
_FEW = 8
_WIDER = frozenset(("i64.extend_i32_u", "i64.extend_i32_s"))
_TURNED = {
    f"i{bits}.{one}": f"i{bits}.{other}"
    for bits in (32, 64)
    for one, other in (
        ("eq", "ne"), ("ne", "eq"), ("lt_s", "ge_s"), ("ge_s", "lt_s"), ("gt_s", "le_s"), ("le_s", "gt_s"),
        ("lt_u", "ge_u"), ("ge_u", "lt_u"), ("gt_u", "le_u"), ("le_u", "gt_u"),
    )
}  # fmt: skip
