"""Four games as one would write them by hand in Python: a list for the board, tables for its geometry.

These are the yardstick, so they are plain but not naive: lines through a cell and steps from a cell are looked up, a
win is sought only through the cell just filled, and a game changes in place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, Self

if TYPE_CHECKING:
    from collections.abc import Callable

EMPTY = 0


class Engine(Protocol):
    """One running game. Seats are 1 and 2; a move is an int from `legal`."""

    over: bool
    winner: int

    def legal(self) -> list[int]: ...
    def apply(self, move: int) -> None: ...
    def copy(self) -> Self: ...


def grid_lines(columns: int, rows: int, length: int) -> list[list[tuple[int, ...]]]:
    """For each cell (row * columns + column), the straight lines of `length` cells that hold it."""
    through: list[list[tuple[int, ...]]] = [[] for _ in range(columns * rows)]
    for row in range(rows):
        for column in range(columns):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                last_row, last_column = row + (length - 1) * down, column + (length - 1) * right
                if last_row < rows and 0 <= last_column < columns:
                    line = tuple((row + step * down) * columns + column + step * right for step in range(length))
                    for cell in line:
                        through[cell].append(line)
    return through


class TicTacToe:
    """Three in a row on 3 x 3; a move is a cell."""

    __slots__ = ("board", "filled", "over", "seat", "winner")
    LINES = grid_lines(3, 3, 3)

    def __init__(self) -> None:
        self.board = [EMPTY] * 9
        self.filled = 0
        self.seat = 1
        self.winner = 0
        self.over = False

    def copy(self) -> TicTacToe:
        twin = TicTacToe.__new__(TicTacToe)
        twin.board, twin.filled = self.board[:], self.filled
        twin.seat, twin.winner, twin.over = self.seat, self.winner, self.over
        return twin

    def legal(self) -> list[int]:
        return [cell for cell, mark in enumerate(self.board) if not mark]

    def apply(self, move: int) -> None:
        board, seat = self.board, self.seat
        board[move] = seat
        self.filled += 1
        for a, b, c in self.LINES[move]:
            if board[a] == seat and board[b] == seat and board[c] == seat:
                self.winner = seat
                self.over = True
                break
        else:
            if self.filled == 9:
                self.over = True
        self.seat = 3 - seat


class ConnectFour:
    """Four in a row on 7 columns of 6; a move is a column."""

    __slots__ = ("board", "filled", "heights", "over", "seat", "winner")
    LINES = grid_lines(7, 6, 4)

    def __init__(self) -> None:
        self.board = [EMPTY] * 42
        self.heights = [0] * 7
        self.filled = 0
        self.seat = 1
        self.winner = 0
        self.over = False

    def copy(self) -> ConnectFour:
        twin = ConnectFour.__new__(ConnectFour)
        twin.board, twin.heights, twin.filled = self.board[:], self.heights[:], self.filled
        twin.seat, twin.winner, twin.over = self.seat, self.winner, self.over
        return twin

    def legal(self) -> list[int]:
        return [column for column, height in enumerate(self.heights) if height < 6]

    def apply(self, move: int) -> None:
        board, seat, heights = self.board, self.seat, self.heights
        cell = heights[move] * 7 + move
        heights[move] += 1
        board[cell] = seat
        self.filled += 1
        for a, b, c, d in self.LINES[cell]:
            if board[a] == seat and board[b] == seat and board[c] == seat and board[d] == seat:
                self.winner = seat
                self.over = True
                break
        else:
            if self.filled == 42:
                self.over = True
        self.seat = 3 - seat


def forward_steps(size: int) -> tuple[list[list[list[int]]], list[list[list[int]]]]:
    """Straight and diagonal steps forward, as tables [seat][cell] -> cells; seat 1 moves towards higher rows."""
    cells = size * size
    straight: list[list[list[int]]] = [[[] for _ in range(cells)] for _ in range(3)]
    diagonal: list[list[list[int]]] = [[[] for _ in range(cells)] for _ in range(3)]
    for seat, towards in ((1, 1), (2, -1)):
        for cell in range(cells):
            row, column = divmod(cell, size)
            if 0 <= row + towards < size:
                straight[seat][cell] = [(row + towards) * size + column]
                diagonal[seat][cell] = [(row + towards) * size + column + side for side in (-1, 1) if 0 <= column + side < size]
    return straight, diagonal


class Breakthrough:
    """Reach the far row, on 8 x 8; a move is 64 * from + to."""

    __slots__ = ("board", "men", "over", "seat", "winner")
    SIZE = 8
    CELLS = SIZE * SIZE
    STRAIGHT, DIAGONAL = forward_steps(SIZE)
    GOAL = (range(0), range(CELLS - SIZE, CELLS), range(SIZE))

    def __init__(self) -> None:
        self.board = [1] * (2 * self.SIZE) + [EMPTY] * (self.CELLS - 4 * self.SIZE) + [2] * (2 * self.SIZE)
        self.men = [0, 2 * self.SIZE, 2 * self.SIZE]
        self.seat = 1
        self.winner = 0
        self.over = False

    def copy(self) -> Breakthrough:
        twin = Breakthrough.__new__(Breakthrough)
        twin.board, twin.men = self.board[:], self.men[:]
        twin.seat, twin.winner, twin.over = self.seat, self.winner, self.over
        return twin

    def legal(self) -> list[int]:
        board, seat, cells = self.board, self.seat, self.CELLS
        straight, diagonal = self.STRAIGHT[seat], self.DIAGONAL[seat]
        moves: list[int] = []
        add = moves.append
        for cell, man in enumerate(board):
            if man == seat:
                for target in straight[cell]:
                    if not board[target]:
                        add(cell * cells + target)
                for target in diagonal[cell]:
                    if board[target] != seat:
                        add(cell * cells + target)
        return moves

    def apply(self, move: int) -> None:
        board, seat = self.board, self.seat
        start, target = divmod(move, self.CELLS)
        if board[target]:
            self.men[3 - seat] -= 1
        board[target] = seat
        board[start] = EMPTY
        if target in self.GOAL[seat] or not self.men[3 - seat]:
            self.winner = seat
            self.over = True
        self.seat = 3 - seat


def hex_neighbours(size: int) -> list[tuple[int, ...]]:
    """For each cell (row * size + column) the six around it, as far as they are there."""
    around = ((-1, 0), (-1, 1), (0, 1), (1, 0), (1, -1), (0, -1))
    places = [divmod(cell, size) for cell in range(size * size)]
    return [
        tuple((row + down) * size + column + right for down, right in around if 0 <= row + down < size and 0 <= column + right < size)
        for row, column in places
    ]


class Hex:
    """Join two edges, on 11 x 11: seat 1 the first row and the last, seat 2 the first column and the last. A move is a cell."""

    __slots__ = ("board", "over", "seat", "winner")
    SIZE = 11
    CELLS = SIZE * SIZE
    NEIGHBOURS = hex_neighbours(SIZE)
    FIRST = (range(0), range(SIZE), range(0, CELLS, SIZE))
    LAST = (range(0), range(CELLS - SIZE, CELLS), range(SIZE - 1, CELLS, SIZE))

    def __init__(self) -> None:
        self.board = [EMPTY] * self.CELLS
        self.seat = 1
        self.winner = 0
        self.over = False

    def copy(self) -> Hex:
        twin = Hex.__new__(Hex)
        twin.board, twin.seat, twin.winner, twin.over = self.board[:], self.seat, self.winner, self.over
        return twin

    def legal(self) -> list[int]:
        return [cell for cell, mark in enumerate(self.board) if not mark]

    def apply(self, move: int) -> None:
        board, seat, neighbours = self.board, self.seat, self.NEIGHBOURS
        board[move] = seat
        group, seen = [move], {move}
        for cell in group:
            for beside in neighbours[cell]:
                if board[beside] == seat and beside not in seen:
                    seen.add(beside)
                    group.append(beside)
        if not seen.isdisjoint(self.FIRST[seat]) and not seen.isdisjoint(self.LAST[seat]):
            self.winner = seat
            self.over = True
        self.seat = 3 - seat


ENGINES: dict[str, Callable[[], Engine]] = {
    "tic-tac-toe": TicTacToe,
    "connect-four": ConnectFour,
    "breakthrough": Breakthrough,
    "hex": Hex,
}


def playouts(start: Callable[[], Engine], random: Callable[[], float]) -> Callable[[int], int]:
    """A function that plays so many random games and gives their number of plies. `random` gives floats in 0 .. 1."""

    def play_one_game() -> int:
        game = start()
        legal, apply = game.legal, game.apply
        plies = 0
        while not game.over:
            moves = legal()
            apply(moves[int(random() * len(moves))])
            plies += 1
        return plies

    return lambda games: sum(play_one_game() for _ in range(games))
