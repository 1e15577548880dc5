"""New pairs of a map, each before or after another one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from custumal.dsl.base.frozen import dataclass
from custumal.dsl.yaml.tree import Node, Scalar

Pair = tuple[Scalar, Node]


@dataclass(slots=True)
class Insertion:
    """A new pair of a mapping, before or after the entry with this id (None: at the end)."""

    pair: Pair
    before: str | None = None
    after: str | None = None


def insert_all(pairs: Iterable[Pair], insertions: Iterable[Insertion]) -> list[Pair]:
    """The pairs with every new one where it belongs: those beside one entry in their order, those beside none at the end."""
    beside = _Beside(insertions)
    found = [each for pair in (*pairs, *beside.nothing) for each in beside.around(pair)]
    # What stands beside something that is not there, or only beside each other.
    return [*found, *(each for insertion in beside.insertions for each in beside.around(insertion.pair))]


class _Beside:
    """What stands right before and right after which id; each is told once, so that it takes no longer for being many."""

    def __init__(self, insertions: Iterable[Insertion]) -> None:
        self.insertions = [*insertions]
        self.nothing: list[Pair] = []
        self._before: dict[str, list[Pair]] = defaultdict(list)
        self._after: dict[str, list[Pair]] = defaultdict(list)
        self._told: set[int] = set()
        for each in self.insertions:
            if each.before is not None:
                self._before[each.before].append(each.pair)
            elif each.after is not None:
                self._after[each.after].append(each.pair)
            else:
                self.nothing.append(each.pair)

    def around(self, pair: Pair) -> Iterator[Pair]:
        """The pair between what stands before and after it, before and after that, and so on."""
        waiting = [(pair, False)]
        while waiting:
            one, is_next = waiting.pop()
            if is_next:
                yield one
            elif id(one[0]) not in self._told:
                self._told.add(id(one[0]))
                name = id_of(one[0])
                before, after = self._before.pop(name, []), self._after.pop(name, [])
                waiting += [*((each, False) for each in after[::-1]), (one, True), *((each, False) for each in before[::-1])]


def id_of(key: Scalar) -> str:
    """The id in a key, which may have parameters behind it."""
    return key.text.partition("(")[0].strip()
