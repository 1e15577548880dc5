"""A position of a game: columns of plain values that are copied by slices and written as JSON without loss.

Whatever changes one in place, or evaluates rules in it, calls it `state`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from hashlib import blake2b
from typing import Any, Final

from custumal.interpreter.setup.values import Value

FORMAT: Final = 1
DECISION: Final = "decision"
CHANCE: Final = "chance"
OVER: Final = "over"


class Position:
    """The whole state of a game in play: everything that changes during it. `Layout` says what each column holds.

    Args:
        c: the columns, flat lists of ints, truths, None or tuples.
        piles: the things at each location that holds several, ordered; last is the top of a pile. They are tuples, so that
            one list is copied and not as many as there are piles.
        known: for each thing a bit mask of the seats to which it has been revealed; empty in games without reveals.
        frame: slots of the program: loop lists and counters, frozen and chosen values. Only immutable values.
        stack: return addresses.
        pc: the instruction to be carried out next.
        rng: the state of the random generator.
        kind: what the state waits for: "decision", "chance" or "over".
        seat: who decides, None at chance or when over.
    """

    __slots__ = ("c", "frame", "kind", "known", "pc", "piles", "rng", "seat", "stack")

    def __init__(  # noqa: PLR0913, PLR0917  # a state has as many parts
        self,
        c: list[list[Value]],
        piles: list[tuple[int, ...]],
        known: list[int],
        frame: list[Value],
        stack: list[int],
        pc: int,
        rng: int,
        kind: str,
        seat: int | None,
    ) -> None:
        self.c = c
        self.piles = piles
        self.known = known
        self.frame = frame
        self.stack = stack
        self.pc = pc
        self.rng = rng
        self.kind = kind
        self.seat = seat

    def copy(self) -> Position:
        """An independent position with equal parts; values inside the columns are immutable and shared."""
        new: Position = Position.__new__(Position)
        new.c = [*map(list.copy, self.c)]
        # Empty ones stay empty for ever, so that they may be shared.
        new.piles = (piles := self.piles) and piles[:]
        new.known = (known := self.known) and known[:]
        new.frame = self.frame[:]
        new.stack = self.stack[:]
        new.pc = self.pc
        new.rng = self.rng
        new.kind = self.kind
        new.seat = self.seat
        return new

    def go_back_to(self, before: Position, columns: Sequence[int]) -> None:
        """Be a copy again of what this was copied from, where no columns but these have been written since, and no piles."""
        for number in columns:
            self.c[number][:] = before.c[number]
        self.frame[:] = before.frame
        self.stack[:] = before.stack
        self.pc, self.rng, self.kind, self.seat = before.pc, before.rng, before.kind, before.seat

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in Position.__slots__)

    __hash__ = None  # type: ignore[assignment] # a state changes in place; hash its digest

    def to_json(self) -> dict[str, Any]:
        """The state as a JSON value; `from_json` gives an equal state."""
        return {
            "format": FORMAT,
            "columns": [_plain(column) for column in self.c],
            "piles": [list(pile) for pile in self.piles],
            "known": self.known[:],
            "frame": _plain(self.frame),
            "stack": self.stack[:],
            "pc": self.pc,
            "rng": self.rng,
            "kind": self.kind,
            "seat": self.seat,
        }

    @staticmethod
    def from_json(data: dict[str, Any]) -> Position:
        """The position that `to_json` described; what comes from outside is judged before (`validation.py`)."""
        return Position(
            [_frozen(column) for column in data["columns"]],
            [tuple(pile) for pile in data["piles"]],
            list(data["known"]),
            _frozen(data["frame"]),
            list(data["stack"]),
            data["pc"],
            data["rng"],
            data["kind"],
            data["seat"],
        )

    def digest(self) -> str:
        """A short name of the state: equal states have equal digests, on every machine."""
        text = json.dumps(self.to_json(), separators=(",", ":"), sort_keys=True)
        return blake2b(text.encode(), digest_size=16).hexdigest()


def _plain(value: Value) -> Value:
    return [_plain(inner) for inner in value] if isinstance(value, tuple | list) else value


def _frozen(values: list[Value]) -> list[Value]:
    return [tuple(_frozen(value)) if type(value) is list else value for value in values]
