"""A file that is read again after an edit: what the edit left as it is are the very same nodes as before.

Whatever is kept of a node, such as what a check made of it, so goes on holding.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import OrderedDict
from pathlib import Path

from custumal.dsl.diagnostics.diagnostic import Span
from custumal.dsl.yaml.source import SourceText
from custumal.dsl.yaml.tree import Mapping, Node, Scalar, Sequence

_AROUND = 1
"""So many lines above and below a node count as its own: a comment there may change what a check of the text says."""


class Regrown:
    """The last trees of some files, by path and name; of more than `most` files those are forgotten that were read longest ago."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._trees: OrderedDict[tuple[Path, str], tuple[SourceText, Node]] = OrderedDict()

    def keep(self, source: SourceText, tree: Node) -> None:
        """This is now the last tree of its file."""
        place = (source.path, source.name)
        self._trees.pop(place, None)
        self._trees[place] = source, tree
        if len(self._trees) > self._most:
            self._trees.popitem(last=False)

    def taken_over(self, source: SourceText, tree: Node) -> Node:
        """The tree of a source, with the nodes of the last tree of this file where nothing has changed."""
        known = self._trees.get((source.path, source.name))
        return tree if known is None else _Comparison(known[0], source).node(tree, known[1])


class _Comparison:
    """Compares the trees of two texts of one file."""

    def __init__(self, before: SourceText, after: SourceText) -> None:
        old, new = before.text.split("\n"), after.text.split("\n")
        self._changed = [i for i, (a, b) in enumerate(zip(old, new, strict=False)) if a != b]
        self._common = min(len(old), len(new)) if len(old) != len(new) else None

    def node(self, new: Node, old: Node) -> Node:
        """The new node, or the old one where it is the same at the same place."""
        if isinstance(new, Scalar):
            return old if isinstance(old, Scalar) and self._is_same(new, old) else new
        if isinstance(new, Mapping):
            return self._mapping(new, old) if isinstance(old, Mapping) else new
        return self._sequence(new, old) if isinstance(old, Sequence) else new

    def _is_same(self, new: Scalar, old: Scalar) -> bool:
        written = (new.text, new.style, new.flow, new.span, type(new.value))
        if written != (old.text, old.style, old.flow, old.span, type(old.value)) or new.value != old.value:
            return False
        return self._is_untouched(new.span) and new.places == old.places

    def _is_untouched(self, span: Span) -> bool:
        first, last = span.line - 1 - _AROUND, span.end_line - 1 + _AROUND
        if self._common is not None and last >= self._common:
            return False
        following = bisect_left(self._changed, first)
        return following == len(self._changed) or self._changed[following] > last

    def _mapping(self, new: Mapping, old: Mapping) -> Mapping:
        pairs = []
        for key, value in new:
            former, there = old.key(key.text), old.get(key.text)
            taken = key if former is None else self.node(key, former)
            assert isinstance(taken, Scalar)
            pairs.append((taken, value if there is None else self.node(value, there)))
        is_same = len(new) == len(old) and all(a[0] is b[0] and a[1] is b[1] for a, b in zip(pairs, old.pairs, strict=True))
        if is_same and (new.span, new.flow, new.is_torn) == (old.span, old.flow, old.is_torn):
            return old
        return Mapping(tuple(pairs), new.span, new.flow, new.is_torn)

    def _sequence(self, new: Sequence, old: Sequence) -> Sequence:
        items = tuple(self.node(item, old.items[i]) if i < len(old) else item for i, item in enumerate(new))
        is_same = len(new) == len(old) and all(a is b for a, b in zip(items, old.items, strict=True))
        return old if is_same and (new.span, new.flow) == (old.span, old.flow) else Sequence(items, new.span, new.flow)
