"""Trees with changes: nodes are never altered, a tree with changes shares all that stays with the old one."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache

from custumal.dsl.tree import Mapping, Node, Scalar, Sequence

Pair = tuple[Scalar, Node]


@dataclass(slots=True)
class Insertion:
    """A new pair of a mapping, before or after the entry with this id (None: at the end)."""

    pair: Pair
    before: str | None = None
    after: str | None = None


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

    def insert_map(self, into: Mapping, key: Scalar, new: Mapping) -> None:
        """A new map with this key; if there is to be one already, its entries join that one."""
        insertions = self.inserted.setdefault(id(into), [])
        for insertion in insertions:
            there = insertion.pair[1]
            if insertion.pair[0].text == key.text and isinstance(there, Mapping):
                insertion.pair = (insertion.pair[0], Mapping((*there, *new), there.span, there.flow))
                return
        insertions.append(Insertion((key, new)))


def rewrite(tree: Node, changes: Changes) -> Node:
    """The tree with the changes; parts without changes are the very same nodes."""
    return _rewritten(tree, changes, _touched(tree, changes))


def _touched(tree: Node, changes: Changes) -> set[int]:
    """The maps and lists in which, at any depth, something changes. Only they are gone through: most of a game stays as it is."""
    around, found = _around(tree), set(changes.inserted)
    waiting = [*changes.replaced, *changes.removed, *changes.inserted]
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
    _insert_all(pairs, [replace(one, pair=(one.pair[0], _rewritten(one.pair[1], changes, touched))) for one in new])
    return Mapping(tuple(pairs), node.span, node.flow)


def _is_emptied(new: Node, old: Node | None) -> bool:
    """A map all of whose entries were taken out goes with them."""
    return isinstance(new, Mapping) and not len(new) and isinstance(old, Mapping) and len(old) > 0


def _insert_all(pairs: list[Pair], waiting: list[Insertion]) -> None:
    """Put every pair where it belongs, those beside a new one after that one; what stands beside nothing goes to the end."""
    behind: dict[str, int] = {}
    while waiting:
        ids = [id_of(key) for key, _ in pairs]
        ready = next((one for one in waiting if (one.before or one.after) is None or (one.before or one.after) in ids), waiting[0])
        waiting.remove(ready)
        if ready.before in ids:
            pairs.insert(ids.index(ready.before), ready.pair)
        elif ready.after in ids:
            # several behind one entry keep the order in which they were added
            at = ids.index(ready.after) + 1 + behind.get(ready.after, 0)
            behind[ready.after] = behind.get(ready.after, 0) + 1
            pairs.insert(at, ready.pair)
        else:
            pairs.append(ready.pair)


def id_of(key: Scalar) -> str:
    """The id in a key, which may have parameters behind it."""
    return key.text.partition("(")[0].strip()
