"""Boards of named places joined by printed edges."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from custumal.dsl.base.frozen import dataclass
from custumal.interpreter.setup.boards.board import Board, Cells, ShapeError, count_from_one, index_coordinates


@dataclass(frozen=True, slots=True, eq=False)
class Graph(Board):
    """Nodes in printed order, joined both ways.

    `nodes` are the names of the cells, `edges` pairs of cells in printed order and direction, `lines`
    printed groups of cells in printed order.
    """

    nodes: tuple[str, ...]
    edges: tuple[tuple[int, int], ...]
    lines: tuple[Cells, ...]


def graph(nodes: Sequence[str], edges: Iterable[tuple[str, str]], lines: Iterable[Sequence[str]] = ()) -> Graph:
    """A board with member `neighbours`, ascending.

    Raises:
        ShapeError: if a node or an edge is named twice, an edge joins a node with itself, or an edge or a line names an
            unknown node.
    """
    named = _numbered(nodes)
    pairs = _edges(named, edges)
    groups = tuple(tuple(_node(named, name) for name in line) for line in lines)
    near: list[list[int]] = [[] for _ in nodes]
    for one, other in pairs:
        near[one].append(other)
        near[other].append(one)
    places = tuple((index,) for index in count_from_one(len(nodes)))
    return Graph(
        size=len(nodes),
        coordinates=places,
        at=index_coordinates(places),
        relations={"neighbours": tuple(tuple(sorted(cells)) for cells in near)},
        partial={},
        numbers={"index": count_from_one(len(nodes))},
        nodes=tuple(nodes),
        edges=pairs,
        lines=groups,
    )


def _numbered(nodes: Sequence[str]) -> dict[str, int]:
    named: dict[str, int] = {}
    for cell, name in enumerate(nodes):
        if name in named:
            raise ShapeError(f"The node {name} is named twice.")
        named[name] = cell
    return named


def _node(named: Mapping[str, int], name: str) -> int:
    if name not in named:
        raise ShapeError(f"There is no node {name}.")
    return named[name]


def _edges(named: Mapping[str, int], edges: Iterable[tuple[str, str]]) -> tuple[tuple[int, int], ...]:
    found: list[tuple[int, int]] = []
    seen: set[frozenset[int]] = set()
    for one, other in edges:
        pair = (_node(named, one), _node(named, other))
        if one == other:
            raise ShapeError(f"An edge joins {one} with itself.")
        if frozenset(pair) in seen:
            raise ShapeError(f"The edge between {one} and {other} is named twice.")
        seen.add(frozenset(pair))
        found.append(pair)
    return tuple(found)
