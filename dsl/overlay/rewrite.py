"""Trees with changes: nodes are never altered, a tree with changes shares all that stays with the old one."""

from __future__ import annotations

from dataclasses import dataclass, field

from custumal.dsl.tree import Mapping, Node, Scalar, Sequence

Pair = tuple[Scalar, Node]


@dataclass(slots=True)
class Insertion:
    """A new pair of a mapping, before or after one of its keys (None: at the end)."""

    pair: Pair
    before: Scalar | None = None
    after: Scalar | None = None


@dataclass(slots=True)
class Changes:
    """What becomes different, by the nodes of the old tree (compared by identity)."""

    replaced: dict[int, Node] = field(default_factory=dict)
    removed: set[int] = field(default_factory=set)
    inserted: dict[int, list[Insertion]] = field(default_factory=dict)

    def replace(self, old: Node, new: Node) -> None:
        self.replaced[id(old)] = new

    def remove(self, key: Scalar) -> None:
        """Take out the pair with this key."""
        self.removed.add(id(key))

    def insert(self, into: Mapping, insertion: Insertion) -> None:
        self.inserted.setdefault(id(into), []).append(insertion)


def rewrite(node: Node, changes: Changes) -> Node:
    """The tree with the changes; parts without changes are the very same nodes."""
    if id(node) in changes.replaced:
        return changes.replaced[id(node)]
    if isinstance(node, Scalar):
        return node
    if isinstance(node, Sequence):
        items = tuple(rewrite(item, changes) for item in node)
        return node if all(a is b for a, b in zip(items, node.items, strict=True)) else Sequence(items, node.span, node.flow)
    return _mapping(node, changes)


def _mapping(node: Mapping, changes: Changes) -> Mapping:
    pairs = [(key, rewrite(value, changes)) for key, value in node if id(key) not in changes.removed]
    new = changes.inserted.get(id(node), [])
    same = len(pairs) == len(node.pairs) and all(a[1] is b[1] for a, b in zip(pairs, node.pairs, strict=True))
    if same and not new:
        return node
    for insertion in new:
        _insert(pairs, insertion)
    return Mapping(tuple(pairs), node.span, node.flow)


def _insert(pairs: list[Pair], insertion: Insertion) -> None:
    """Put the pair where it belongs; several behind one key keep the order in which they were added."""
    anchor = insertion.before or insertion.after
    at = next((i for i, (key, _) in enumerate(pairs) if key is anchor), None) if anchor is not None else None
    if at is None:
        pairs.append(insertion.pair)
    else:
        pairs.insert(at if insertion.before is not None else at + 1, insertion.pair)
