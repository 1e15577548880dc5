"""Short constructors for the nodes of Python's own syntax tree."""

from __future__ import annotations

import ast
from collections.abc import Sequence

Node = ast.expr
Block = list[ast.stmt]

_COMPARE: dict[str, type[ast.cmpop]] = {
    "==": ast.Eq,
    "!=": ast.NotEq,
    "<": ast.Lt,
    "<=": ast.LtE,
    ">": ast.Gt,
    ">=": ast.GtE,
    "is": ast.Is,
    "is not": ast.IsNot,
    "in": ast.In,
    "not in": ast.NotIn,
}
_OPPOSITE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.GtE,
    ast.GtE: ast.Lt,
    ast.Gt: ast.LtE,
    ast.LtE: ast.Gt,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
_BINARY: dict[str, type[ast.operator]] = {
    "+": ast.Add,
    "-": ast.Sub,
    "*": ast.Mult,
    "//": ast.FloorDiv,
    "%": ast.Mod,
    "&": ast.BitAnd,
    "|": ast.BitOr,
    ">>": ast.RShift,
    "<<": ast.LShift,
}


def name(identifier: str) -> ast.Name:
    return ast.Name(identifier, ast.Load())


def const(value: object) -> ast.Constant:
    return ast.Constant(value)  # type: ignore[arg-type] # tuples of constants are constants too


NONE = const(None)


def is_atom(node: Node) -> bool:
    """Whether a node may be evaluated twice: it costs next to nothing."""
    return isinstance(node, ast.Name | ast.Constant)


def known(node: Node) -> bool:
    return isinstance(node, ast.Constant)


def call(function: str | Node, *arguments: Node) -> Node:
    return ast.Call(name(function) if isinstance(function, str) else function, list(arguments), [])


def method(target: Node, attribute: str, *arguments: Node) -> Node:
    return call(ast.Attribute(target, attribute, ast.Load()), *arguments)


def attribute(target: Node, word: str) -> Node:
    return ast.Attribute(target, word, ast.Load())


def index(target: Node, key: Node) -> Node:
    return ast.Subscript(target, key, ast.Load())


def part(target: Node, lower: Node | None, upper: Node | None, step: Node | None = None) -> Node:
    """A slice."""
    return ast.Subscript(target, ast.Slice(lower, upper, step), ast.Load())


def binary(left: Node, operator: str, right: Node) -> Node:
    return ast.BinOp(left, _BINARY[operator](), right)


def plus(left: Node, number: int) -> Node:
    """The node and a known number; nothing is added if that is 0."""
    if isinstance(left, ast.Constant) and isinstance(left.value, int):
        return const(left.value + number)
    if number == 0:
        return left
    return binary(left, "+" if number > 0 else "-", const(abs(number)))


def times(left: Node, number: int) -> Node:
    """The node as many times as a known number; nothing is multiplied if that is 1."""
    if isinstance(left, ast.Constant) and isinstance(left.value, int):
        return const(left.value * number)
    return left if number == 1 else binary(left, "*", const(number))


def compare(left: Node, operator: str, right: Node) -> Node:
    return ast.Compare(left, [_COMPARE[operator]()], [right])


def between(low: Node, value: Node, high: Node) -> Node:
    """Low <= value <= high"""
    return ast.Compare(low, [ast.LtE(), ast.LtE()], [value, high])


def is_none(node: Node) -> Node:
    return const(node.value is None) if isinstance(node, ast.Constant) else compare(node, "is", NONE)


def is_some(node: Node) -> Node:
    return const(node.value is not None) if isinstance(node, ast.Constant) else compare(node, "is not", NONE)


def negate(node: Node) -> Node:
    """The opposite of a truth, in its shortest form."""
    if isinstance(node, ast.Constant):
        return const(not node.value)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return call("bool", node.operand) if not isinstance(node.operand, ast.Compare) else node.operand
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        return ast.Compare(node.left, [_OPPOSITE[type(node.ops[0])]()], node.comparators)
    return ast.UnaryOp(ast.Not(), node)


def both(*nodes: Node) -> Node:
    return nodes[0] if len(nodes) == 1 else ast.BoolOp(ast.And(), list(nodes))


def either(*nodes: Node) -> Node:
    return nodes[0] if len(nodes) == 1 else ast.BoolOp(ast.Or(), list(nodes))


def choose(test: Node, then: Node, other: Node) -> Node:
    return ast.IfExp(test, then, other)


def row(*nodes: Node) -> Node:
    """A tuple; of constants, a constant."""
    if all(isinstance(node, ast.Constant) for node in nodes):
        return const(tuple(node.value for node in nodes if isinstance(node, ast.Constant)))
    return ast.Tuple(list(nodes), ast.Load())


def empty_list() -> Node:
    return ast.List([], ast.Load())


# ---------------------------------------------------------------- statements


def assign(target: str, value: Node) -> ast.stmt:
    return ast.Assign([ast.Name(target, ast.Store())], value)


def assign_index(target: Node, key: Node, value: Node) -> ast.stmt:
    return ast.Assign([ast.Subscript(target, key, ast.Store())], value)


def assign_part(target: Node, first: Node, behind: Node, values: Node) -> ast.stmt:
    """target[first:behind] = values"""
    return ast.Assign([ast.Subscript(target, ast.Slice(first, behind, None), ast.Store())], values)


def assign_attribute(target: Node, word: str, value: Node) -> ast.stmt:
    return ast.Assign([ast.Attribute(target, word, ast.Store())], value)


def assign_all(targets: Sequence[str], value: Node) -> ast.stmt:
    """a, b, c = value"""
    return ast.Assign([ast.Tuple([ast.Name(target, ast.Store()) for target in targets], ast.Store())], value)


def increase(target: str, number: Node) -> ast.stmt:
    return ast.AugAssign(ast.Name(target, ast.Store()), ast.Add(), number)


def run(node: Node) -> ast.stmt:
    return ast.Expr(node)


def if_(test: Node, then: Block, other: Block | None = None) -> ast.stmt:
    return ast.If(test, then or [ast.Pass()], other or [])


def for_(targets: str | Sequence[str], source: Node, body: Block, other: Block | None = None) -> ast.For:
    if isinstance(targets, str):
        target: Node = ast.Name(targets, ast.Store())
    else:
        target = ast.Tuple([ast.Name(one, ast.Store()) for one in targets], ast.Store())
    return ast.For(target, source, body or [ast.Pass()], other or [])


def while_(test: Node, body: Block) -> ast.stmt:
    return ast.While(test, body or [ast.Pass()], [])


def give(value: Node | None = None) -> ast.stmt:
    """Return"""
    return ast.Return(value)


def function(identifier: str, parameters: Sequence[str], body: Block) -> ast.FunctionDef:
    arguments = ast.arguments([], [ast.arg(parameter) for parameter in parameters], None, [], [], None, [])
    return ast.FunctionDef(identifier, arguments, body or [ast.Pass()], [], None)
