"""Boards of named places."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from custumal.interpreter.setup.boards import ShapeError, graph


def test_a_triangle_with_a_tail() -> None:
    board = graph(["a", "b", "c", "d"], [("a", "b"), ("c", "b"), ("a", "c"), ("c", "d")], lines=[("b", "c", "d"), ("a", "c")])
    assert board.size == 4
    assert board.nodes[2] == "c"
    assert board.relations["neighbours"] == ((1, 2), (0, 2), (0, 1, 3), (2,))
    assert board.edges == ((0, 1), (2, 1), (0, 2), (2, 3))
    assert board.lines == ((1, 2, 3), (0, 2))


def test_the_board_of_nine_mens_morris() -> None:
    """24 points, 32 edges, 16 mills; each point lies in two mills."""
    rings = [[f"{place}{ring}" for place in range(8)] for ring in range(3)]
    edges = [(ring[i], ring[(i + 1) % 8]) for ring in rings for i in range(8)]
    edges += [(rings[r][i], rings[r + 1][i]) for r in range(2) for i in (1, 3, 5, 7)]
    mills = [(ring[i], ring[i + 1], ring[(i + 2) % 8]) for ring in rings for i in (0, 2, 4, 6)]
    mills += [(rings[0][i], rings[1][i], rings[2][i]) for i in (1, 3, 5, 7)]
    board = graph([name for ring in rings for name in ring], edges, mills)
    assert (board.size, len(board.edges), len(board.lines)) == (24, 32, 16)
    assert {sum(cell in line for line in board.lines) for cell in range(board.size)} == {2}
    assert sorted(map(len, board.relations["neighbours"])) == [2] * 12 + [3] * 8 + [4] * 4


@pytest.mark.parametrize(
    ("nodes", "edges", "lines", "message"),
    [
        (["a", "a"], [], [], "node a is named twice"),
        (["a"], [("a", "b")], [], "no node b"),
        (["a"], [("a", "a")], [], "joins a with itself"),
        (["a", "b"], [("a", "b"), ("b", "a")], [], "between b and a is named twice"),
        (["a"], [], [("a", "z")], "no node z"),
    ],
)
def test_refused_graphs(nodes: list[str], edges: list[tuple[str, str]], lines: list[tuple[str, ...]], message: str) -> None:
    with pytest.raises(ShapeError, match=message):
        graph(nodes, edges, lines)


@given(st.sets(st.tuples(st.integers(0, 7), st.integers(0, 7)).filter(lambda pair: pair[0] < pair[1])))
def test_neighbours_are_mutual(pairs: set[tuple[int, int]]) -> None:
    board = graph([str(i) for i in range(8)], [(str(a), str(b)) for a, b in sorted(pairs)])
    near = board.relations["neighbours"]
    assert sum(map(len, near)) == 2 * len(pairs)
    assert all(cell in near[other] for cell in range(8) for other in near[cell])
    assert all((b in near[a]) == ((min(a, b), max(a, b)) in pairs) for a in range(8) for b in range(8))
