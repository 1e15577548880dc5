"""Trees with changes: nodes are never altered, a tree with changes shares all that stays with the old one."""

from __future__ import annotations

from functools import lru_cache

from custumal.dsl.base.frozen import dataclass, field, replace
from custumal.dsl.overlay.insertions import Insertion, Pair, insert_all
from custumal.dsl.yaml.tree import Mapping, Node, Scalar, Sequence


@dataclass(slots=True)
class Changes:
    """What becomes different, by the nodes of the old tree (compared by identity).

    `grown` are nodes in whose place there is to be a map, with the pairs of that map; `joined` are further pairs of new maps, by
    the map around them and their key.
    """

    replaced: dict[int, Node] = field(default_factory=dict)
    removed: set[int] = field(default_factory=set)
    inserted: dict[int, list[Insertion]] = field(default_factory=dict)
    grown: dict[int, list[Pair]] = field(default_factory=dict)
    joined: dict[tuple[int, str], list[Pair]] = field(default_factory=dict)
    _new_maps: set[tuple[int, str]] = field(default_factory=set)

    def replace(self, old: Node, new: Node) -> None:
        self.replaced[id(old)] = new

    def remove(self, key: Scalar) -> None:
        """Take out the pair with this key."""
        self.removed.add(id(key))

    def insert(self, into: Mapping, insertion: Insertion) -> None:
        self.inserted.setdefault(id(into), []).append(insertion)
        if isinstance(insertion.pair[1], Mapping):
            self._new_maps.add((id(into), insertion.pair[0].text))

    def insert_map(self, into: Mapping, key: Scalar, new: Mapping) -> None:
        """A new map with this key; if there is to be one already, its entries join that one."""
        place = (id(into), key.text)
        if place in self._new_maps:
            self.joined.setdefault(place, []).extend(new)
        else:
            self.insert(into, Insertion((key, new)))

    def grow(self, old: Node, first: Pair, pair: Pair) -> None:
        """In place of a node a map with the first pair, and one more pair each time."""
        self.grown.setdefault(id(old), [first]).append(pair)

    def whole(self, into: Mapping, insertion: Insertion) -> Insertion:
        """What is inserted, with all that has joined it."""
        key, value = insertion.pair
        more = self.joined.get((id(into), key.text))
        if more is None or not isinstance(value, Mapping):
            return insertion
        return replace(insertion, pair=(key, Mapping((*value, *more), value.span, value.flow)))


def rewrite(tree: Node, changes: Changes) -> Node:
    """The tree with the changes; parts without changes are the very same nodes."""
    return _rewritten(tree, changes, _touched(tree, changes))


def _touched(tree: Node, changes: Changes) -> set[int]:
    """The maps and lists in which, at any depth, something changes. Only they are gone through: most of a game stays as it is."""
    around, found = _around(tree), set(changes.inserted)
    waiting = [*changes.replaced, *changes.grown, *changes.removed, *changes.inserted]
    while waiting:
        outer = [each for each in around.get(waiting.pop(), ()) if each not in found]
        found.update(outer)
        waiting += outer
    return found


@lru_cache(maxsize=4)
def _around(tree: Node) -> dict[int, list[int]]:
    """For every key and value of a tree, by identity, the maps and lists in which it stands; known for a while, as each variant of a
    game changes the same tree."""
    found: dict[int, list[int]] = {}
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, Scalar):
            continue
        inside = node.items if isinstance(node, Sequence) else [part for pair in node for part in pair]
        for part in inside:
            found.setdefault(id(part), []).append(id(node))
        waiting += inside
    return found


def _rewritten(node: Node, changes: Changes, touched: set[int]) -> Node:
    if id(node) in changes.replaced:
        return changes.replaced[id(node)]
    if id(node) in changes.grown:
        return Mapping(tuple(changes.grown[id(node)]), node.span)
    if isinstance(node, Scalar) or id(node) not in touched:
        return node
    if isinstance(node, Sequence):
        items = tuple(_rewritten(item, changes, touched) for item in node)
        return node if all(a is b for a, b in zip(items, node.items, strict=True)) else Sequence(items, node.span, node.flow)
    return _mapping(node, changes, touched)


def _mapping(node: Mapping, changes: Changes, touched: set[int]) -> Mapping:
    pairs = [(key, _rewritten(value, changes, touched)) for key, value in node if id(key) not in changes.removed]
    pairs = [(key, value) for key, value in pairs if not _is_emptied(value, node.get(key.text))]
    new = changes.inserted.get(id(node), [])
    same = len(pairs) == len(node.pairs) and all(a[1] is b[1] for a, b in zip(pairs, node.pairs, strict=True))
    if same and not new:
        return node
    new = [changes.whole(node, replace(one, pair=(one.pair[0], _rewritten(one.pair[1], changes, touched)))) for one in new]
    return Mapping(tuple(insert_all(pairs, new)), node.span, node.flow)


def _is_emptied(new: Node, old: Node | None) -> bool:
    """A map all of whose entries were taken out goes with them."""
    return isinstance(new, Mapping) and not len(new) and isinstance(old, Mapping) and len(old) > 0
