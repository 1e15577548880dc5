"""The tree of a search: what was found below each choice, whatever chance did on the way (an open loop).

Where something is hidden each seat has a tree of its own, of what it has seen: its own choices, and those of others as far as it
could tell them apart.
"""

from __future__ import annotations

from collections.abc import Hashable

from custumal.dsl.base.frozen import dataclass, field

Rewards = tuple[float, ...]
"""For each seat from 0 (lost) to 1 (won alone)."""
Name = Hashable
"""What a choice is called in a tree: itself where nothing is hidden."""


@dataclass(slots=True)
class Node:
    """A decision that left more than one choice, or what a seat has seen of others. `width` is how many there were; `passed` the iteration
    that came here last; `priors` what each is worth at first sight; `seen` what follows what others have chosen; `exact` is how the game
    ends with best play, where that is proven."""

    width: int = 0
    visits: int = 0
    passed: int = 0
    edges: dict[Name, Edge] = field(default_factory=dict)
    priors: dict[Name, float] = field(default_factory=dict)
    seen: dict[Name, Node] | None = None
    exact: Rewards | None = None

    def after(self, name: Name) -> Node:
        """What follows something that this seat saw another one do."""
        if self.seen is None:
            self.seen = {}
        found = self.seen.get(name)
        if found is None:
            found = self.seen[name] = Node()
        return found


@dataclass(slots=True)
class Edge:
    """A choice that was tried. `offered`: how often there was this choice, at last in the iteration `stamp`; `total` sums the rewards of
    who chose; `exact` is how the game ends with best play, where that is proven."""

    visits: int = 0
    offered: int = 0
    stamp: int = 0
    total: float = 0.0
    exact: Rewards | None = None
    below: Node = field(default_factory=Node)

    @property
    def known(self) -> Rewards | None:
        """How the game ends with best play, where that is proven here or by another way to the same position."""
        return self.exact or self.below.exact

    @property
    def value(self) -> float:
        """The mean reward of who chose."""
        return self.total / self.visits if self.visits else 0.0


def proven(node: Node, seat: int) -> Rewards | None:
    """How a decision ends with best play of the seat that decides; None where that is not proven."""
    known = [rewards for edge in node.edges.values() if (rewards := edge.known) is not None]
    best = max(known, key=lambda rewards: rewards[seat], default=None)
    if best is not None and (best[seat] >= 1 or len(known) == node.width):
        return best
    return None
