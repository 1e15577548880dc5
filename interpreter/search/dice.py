"""The chance of one search: the generator that games have, too, so that every machine tries the same."""

from __future__ import annotations

from custumal.interpreter.position.rng import below, next64


class Dice:
    """Draws one number after the other."""

    __slots__ = ("state",)

    def __init__(self, state: int) -> None:
        self.state = state

    def next(self) -> int:
        """Any of the numbers of 64 bits."""
        self.state, value = next64(self.state)
        return value

    def below(self, bound: int) -> int:
        self.state, value = below(self.state, bound)
        return value
