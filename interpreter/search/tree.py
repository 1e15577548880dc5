"""The tree of a search: what was found below each choice, whatever chance did on the way (an open loop)."""

from __future__ import annotations

from dataclasses import dataclass, field

from custumal.interpreter.program import ChoiceTuple

Rewards = tuple[float, ...]
"""For each seat from 0 (lost) to 1 (won alone)."""


@dataclass(slots=True)
class Node:
    """A decision that left more than one choice. `width` is how many there were; `priors` what each is worth at first sight."""

    width: int = 0
    visits: int = 0
    edges: dict[ChoiceTuple, Edge] = field(default_factory=dict)
    priors: dict[ChoiceTuple, float] | None = None


@dataclass(slots=True)
class Edge:
    """A choice that was tried. `total` sums the rewards of who chose; `exact` is how the game ends with best play, where that is proven."""

    choice: ChoiceTuple
    visits: int = 0
    total: float = 0.0
    exact: Rewards | None = None
    below: Node = field(default_factory=Node)

    @property
    def value(self) -> float:
        """The mean reward of who chose."""
        return self.total / self.visits if self.visits else 0.0


def proven(node: Node, seat: int) -> Rewards | None:
    """How a decision ends with best play of the seat that decides; None where that is not proven."""
    known = [edge.exact for edge in node.edges.values() if edge.exact is not None]
    best = max(known, key=lambda rewards: rewards[seat], default=None)
    if best is not None and (best[seat] >= 1 or len(known) == node.width):
        return best
    return None
