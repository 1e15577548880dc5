"""Sums and chains of `and` and `or`: what is joined flatly, however long it is, and where a long one is cut in the middle.

Whatever works on syntax goes down into it, so a chain of a thousand links may not be a thousand levels deep. As `+`, `and` and `or` may be
joined in any order, a long chain becomes two halves.
"""

from __future__ import annotations

from custumal.dsl.base.frozen import dataclass
from custumal.dsl.sentences.parsing import Branch

SHORT = 16
"""So many links are joined one after the other."""
_OPERATORS = {"plus": "+", "minus": "-", "both": "and", "either": "or"}
LINKED = tuple(_OPERATORS)
"""The trees of which chains are made."""
_TOGETHER = {"plus": ("plus", "minus"), "minus": ("plus", "minus"), "both": ("both",), "either": ("either",)}


@dataclass(frozen=True, slots=True)
class Chain:
    """The links of a chain, and the operators between them."""

    links: tuple[Branch, ...]
    operators: tuple[str, ...]

    def cut(self, start: int, end: int) -> int:
        """Where the links from `start` to `end` become two parts: before the last, or in a long chain near its middle."""
        if end - start <= SHORT:
            return end - 1
        middle = (start + end) // 2
        cuts = [at for at in range(start + 1, end) if self.operators[at - 1] != "-"]
        return min(cuts, key=lambda at: abs(at - middle), default=end - 1)


def chain_of(tree: Branch) -> Chain:
    """The chain that a tree of `LINKED` is the end of."""
    together = _TOGETHER[tree.data]
    links: list[Branch] = []
    operators: list[str] = []
    while tree.data in together:
        links.append(tree.children[1])
        operators.append(_OPERATORS[tree.data])
        tree = tree.children[0]
    return Chain((tree, *reversed(links)), tuple(reversed(operators)))
