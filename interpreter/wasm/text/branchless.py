"""Conditions without branches: a processor can't foresee what is asked of a position in which somebody has chosen at random, and to
have foreseen wrong costs as much as twenty instructions. It knows instructions only."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from custumal.interpreter.wasm.text.nodes import UNREACHABLE, Node, get, i32, no, number_of, op, put, valued, when

_FEW = 10
"""So many statements are carried out in vain at most."""
_SHORT = 24
"""So many instructions are worked out in vain at most, to know whether a further condition holds."""
_PLAIN = frozenset(("local.get", "i64.const", "i32.const", "i64.extend_i32_u", "i32.wrap_i64"))
_COMPARED = ("eq", "ne", "lt_s", "gt_s", "le_s", "ge_s", "lt_u", "gt_u", "le_u", "ge_u")
_RECKONED = ("and", "or", "xor", "add", "sub", "mul", "shl", "shr_u", "shr_s")
_SAFE = _PLAIN | {f"i{bits}.{word}" for bits in (32, 64) for word in (*_COMPARED, *_RECKONED, "eqz", "popcnt", "ctz")}
"""Instructions that can't go wrong, whatever they are given."""
_STRAIGHT = frozenset(("block", "local.set"))
_TRUE = frozenset(f"i{bits}.{word}" for bits in (32, 64) for word in (*_COMPARED, "eqz"))
_LOADS = frozenset(("i64.load", "i32.load", "i32.load8_u"))
_ADDRESSING = _PLAIN | _LOADS | {f"i{bits}.{word}" for bits in (32, 64) for word in ("add", "mul", "shl")}
"""Instructions that make a number of an entry from numbers of others; nothing (-2^63) counts as 0 there, so there is always an entry."""


NEW = "new"
"""The word for locals that tell whether something is written behind an end, as 0 or 1; what does not hang on it may be done in vain."""


# ---------------------------------------------------------------- what is written behind an end


def where(test: Node, body: Sequence[Node]) -> list[Node]:
    """Do something where a test holds. What does no more than write behind an end and then move the end is written in any case, and the
    end moves if the test holds; so there has to be room for one more than will ever stand there."""
    test = together(test)
    if _is_truth(test) and _only_marks(body):
        return [one._replace(parts=(op("i32.and", test, one.parts[0]),)) if _tells(one) else one for one in body]
    end = _end_of(body)
    if end is None or number_of(test) is not None:
        return [when(test, body)]
    *written, last = body
    size, flag = _moved(last.parts[0].parts[1])
    if flag is not None:
        both = _both(test, flag)
        if both is None:
            return [when(test, body)]
        test = both
    return [*written, put(end, op("i32.add", get(end), _times(test, size)))]


def _times(flag: Node, size: int) -> Node:
    """So many bytes if a test holds, else none."""
    if size & (size - 1) == 0 and _is_truth(flag):
        return op("i32.shl", flag, i32(size.bit_length() - 1))
    return Node("select", (), (i32(size), i32(0), flag))


def _moved(by: Node) -> tuple[int, Node | None]:
    """By how many bytes an end moves, and whether it does."""
    match by:
        case Node("select", _, (Node("i32.const", (size,)), _, flag)):
            return int(size), flag
        case Node("i32.shl", _, (flag, Node("i32.const", (bits,)))):
            return 1 << int(bits), flag
    return int(by.words[0]), None


def _end_of(body: Sequence[Node]) -> str | None:
    """The local that is moved on at the end of some statements; None if they do anything but write behind it."""
    match body:
        case [*written, Node("local.set", (name,), (Node("i32.add", _, (Node("local.get", (same,)), by)),))] if (
            name == same and len(written) <= _FEW and all(_writes(one, str(name)) for one in written)
        ):
            return str(name) if by.op in ("i32.const", "select", "i32.shl") else None
    return None


def _writes(one: Node, end: str) -> bool:
    match one:
        case Node("i64.store", _, (Node("local.get", (name,)), value)):
            return name == end and _is_plain(value)
        case Node("if", (), (test, Node("then", _, (then,)))):  # no room is left
            return then == UNREACHABLE and is_safe(test)
    return False


def _only_marks(body: Sequence[Node]) -> bool:
    """Whether statements do no more than mark a member and write it behind an end, which moves if the member is new."""
    match body:
        case [*written, Node("local.set", (end,), (Node("i32.add", _, (Node("local.get", (same,)), Node("i32.shl", _, (flag, _)))),))]:
            told = [one.words[0] for one in written if _tells(one)]
            is_told = end == same and flag.op == "local.get" and told == [flag.words[0]]
            return is_told and all(_marks(one, str(end), flag) for one in written)
    return False


def _tells(one: Node) -> bool:
    return one.op == "local.set" and str(one.words[0]).startswith(f"${NEW}_")


def _marks(one: Node, end: str, flag: Node) -> bool:
    """Whether it can be done in vain: what is written over says what it said."""
    match one:
        case Node("local.set", (name,), (Node("i64.or", _, (before, Node("i64.shl", _, (Node(_, _, (new,)), _)))),)):
            return new == flag and before == get(str(name))
        case Node("local.set", _, (value,)):
            return is_safe(value) and all(read.words != one.words for read in _within(value))
        case Node("i32.store8", _, (at, Node("i32.or", _, (Node("i32.load8_u", _, (same,)), new)))):
            return at == same and new == flag
    return _writes(one, end)


def _is_plain(value: Node) -> bool:
    return value.op in _PLAIN and all(map(_is_plain, value.parts))


# ---------------------------------------------------------------- conditions of several parts


def together(test: Node) -> Node:
    """A condition whose parts are all worked out, where that is cheap and none of them can go wrong."""
    match test:
        case Node("if", ("(result i32)",), (first, Node("then", _, (second,)), Node("else", _, (Node("i32.const", (0,)),)))):
            return _both(together(first), second) or test
        case Node("i32.eqz" | "i32.and" | "i32.or", (), parts):
            return test._replace(parts=tuple(map(together, parts)))
    return test


def _both(first: Node, second: Node) -> Node | None:
    """Whether both hold; None if the second may be asked only where the first holds."""
    if _is_truth(first) and _is_truth(second) and is_safe(second):
        return op("i32.and", first, second)
    return None


def all_hold(label: str, walked: Sequence[Node]) -> Node | None:
    """Whether none of the tests holds that would leave a block with this label, and with 0; None if they have to be asked one by one."""
    before, found = [], None
    for one in walked:
        match one:
            case Node("local.set", _, (value,)) if is_safe(value):
                before.append(one)
            case Node("if", (), (test, Node("then", _, (Node("br", (out,), (Node("i32.const", (0,)),)),)))) if (
                out == label and _is_truth(test) and is_safe(test)
            ):
                found = no(test) if found is None else op("i32.and", found, no(test))
            case _:
                return None
    return None if found is None else valued(before, found, "i32")


# ---------------------------------------------------------------- what can't go wrong


def _is_truth(node: Node) -> bool:
    """Whether a number of 32 bits is 0 or 1."""
    return node.op in _TRUE or (node.op in ("i32.and", "i32.or") and all(map(_is_truth, node.parts)))


def is_safe(node: Node) -> bool:
    """Whether instructions are few and can't go wrong."""
    return sum(1 for _ in _within(node)) <= _SHORT and _goes_well(node)


def is_straight(node: Node) -> bool:
    """Whether instructions have no branch, are few and can't go wrong."""
    found = [*_within(node)]
    return len(found) <= 2 * _SHORT and all(one.op in _STRAIGHT or _goes_well(one) for one in found)


def _goes_well(node: Node) -> bool:
    if node.op in _LOADS:
        return all(one.op in _ADDRESSING for one in _within(node.parts[0]))
    return node.op in _SAFE and all(map(_goes_well, node.parts))


def _within(node: Node) -> Iterator[Node]:
    waiting = [node]
    while waiting:
        one = waiting.pop()
        yield one
        waiting += one.parts
