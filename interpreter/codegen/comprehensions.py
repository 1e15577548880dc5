"""Loops that only gather become comprehensions, where there is enough to gather that it pays."""

from __future__ import annotations

import ast

from custumal.interpreter.codegen import nodes as n
from custumal.interpreter.codegen.pool import Pool

ENOUGH = 8
"""Loops over fewer members stay loops."""


def gathered(pool: Pool, block: n.Block, found: str) -> n.Block:
    """The block with loops that do nothing but append to the list `found` written as comprehensions."""
    done: n.Block = []
    for statement in block:
        made = _inside(pool, statement, found)
        if isinstance(made, ast.AugAssign) and done and _makes_empty(done[-1], found):
            done[-1] = n.assign(found, made.value)
        else:
            done.append(made)
    return done


def _makes_empty(statement: ast.stmt, found: str) -> bool:
    return (
        isinstance(statement, ast.Assign)
        and isinstance(statement.targets[0], ast.Name)
        and statement.targets[0].id == found
        and isinstance(statement.value, ast.List)
        and not statement.value.elts
    )


def _inside(pool: Pool, statement: ast.stmt, found: str) -> ast.stmt:
    if isinstance(statement, ast.For):
        made = _comprehension(pool, statement, found)
        if made is not None:
            return made
    if isinstance(statement, ast.For | ast.If):
        statement.body = gathered(pool, statement.body, found)
        statement.orelse = gathered(pool, statement.orelse, found)
    return statement


def _comprehension(pool: Pool, loop: ast.For, found: str) -> ast.stmt | None:
    if loop.orelse or len(loop.body) != 1 or not _is_long(pool, loop.iter):
        return None
    inner = loop.body[0]
    test = None
    if isinstance(inner, ast.If) and not inner.orelse and len(inner.body) == 1:
        test, inner = inner.test, inner.body[0]
    element = _appended(inner, found)
    if element is None:
        return None
    paired = None if test is None else _paired(pool, loop, test, element)
    source = ast.comprehension(loop.target, loop.iter, [] if test is None else [test], 0) if paired is None else paired[0]
    made = ast.ListComp(element if paired is None else paired[1], [source])
    return ast.AugAssign(ast.Name(found, ast.Store()), ast.Add(), made)


def _appended(statement: ast.stmt, found: str) -> n.Node | None:
    """What a statement appends to the list."""
    match statement:
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="append"), args=[element])) if name == found:
            return element
    return None


def _is_long(pool: Pool, source: n.Node) -> bool:
    match source:
        case ast.Name(id=name) if name in pool.tables:
            return len(pool.tables[name]) > ENOUGH
        case ast.Subscript(value=ast.Name(id=name)) if name in pool.tables:
            rows = [len(row) for row in pool.tables[name] if isinstance(row, tuple)]
            return bool(rows) and sum(rows) > ENOUGH * len(rows)
        case ast.Call(func=ast.Name(id="fitting")):
            return True
    return False


def _paired(pool: Pool, loop: ast.For, test: n.Node, element: n.Node) -> tuple[ast.comprehension, n.Node] | None:
    """A walk through a whole column beside the table of elements, if the test asks only whether the entry is nothing."""
    match loop.target, loop.iter, test, element:
        case (
            ast.Name(id=name),
            ast.Name(id=source),
            ast.Compare(left=ast.Subscript(value=ast.Name() as column, slice=ast.Name(id=first)), ops=[ast.Is() | ast.IsNot()]) as asked,
            ast.Subscript(value=ast.Name(id=table) as elements, slice=ast.Name(id=second)),
        ) if first == second == name and table in pool.tables and column.id not in pool.tables:
            size = len(pool.tables[table])
            if source in pool.tables and pool.tables[source] == tuple(range(size)):
                target = ast.Tuple([ast.Name("one", ast.Store()), ast.Name(name, ast.Store())], ast.Store())
                entry = ast.Compare(n.name(name), asked.ops, asked.comparators)
                return ast.comprehension(target, n.call("zip", elements, column), [entry], 0), n.name("one")
    return None
