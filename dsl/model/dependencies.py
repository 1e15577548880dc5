"""Which elements of the rules read which others: the dependency relation of a game, by addresses."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from custumal.dsl.model import Call, Can, ChoiceEntry, Expr, GameModel, Local, Op, Perform, Source, Step
from custumal.dsl.model.expression_walk import parts
from custumal.dsl.model.memo import Memoised, memoised
from custumal.dsl.model.node_walk import LEAVES, VALUES, inner_fields

_PARTS = ("definitions", "zones", "kept", "options", "kinds", "components", "setup", "play", "actions", "procedures", "standing", "end",
          "scoring", "ranking", "ladder", "teams", "house_seats", "invariants")  # fmt: skip
"""Where the elements of the rules stand in a model."""


_NAMING = (Call, Perform, Can, Op, Local)
_LENDING = (Step, ChoiceEntry)
_Links = tuple[tuple[str, tuple["_Link", ...]], ...]
"""What is named, by the address of the element in which it is."""
_Link = tuple[str, str]
"""The part of a model and the name there of an element that is named, or "local" and what a name goes by."""


class Dependencies:
    """The dependency relation of one game.

    An element reads another where its value, or what it does, is made with it: a definition or value that is called, a procedure that is
    carried out, an option or table that is looked at, an action that is asked about, a name by `let`; and whatever standing rules have it
    for a target.
    What is kept from one moment to the next is no such link: what it is set to is the business of who sets it.

    Args:
        game: the game.
    """

    def __init__(self, game: GameModel) -> None:
        self.game = game
        self.readers: dict[str, set[str]] = {}
        """For each element those that read it."""
        for link, owners in self._owners().items():
            address = self._address(link)
            if address is not None:
                self.readers.setdefault(address, set()).update(owners)
        for rule in game.standing:
            self.readers.setdefault(rule.source.address, set()).update(rule.targets)

    def _owners(self) -> dict[_Link, set[str]]:
        """For everything that is named the elements in which it is."""
        found: defaultdict[_Link, set[str]] = defaultdict(set)
        for part in _PARTS:
            for owner, links in _links_in(getattr(self.game, part)):
                for link in links:
                    found[link].add(owner)
        return found

    def _address(self, link: _Link) -> str | None:
        """The element that is named; None for a table that the language has."""
        kind, name = link
        if kind == "local":
            return name
        found = getattr(self.game, kind).get(name) if kind == "tables" else getattr(self.game, kind)[name]
        return None if found is None else str(found.source.address)


def _links_in(part: object) -> list[tuple[str, tuple[_Link, ...]]]:
    """What is named in a part of a game, by the elements in which it is; known of elements that have not changed."""
    found: list[tuple[str, tuple[_Link, ...]]] = []
    waiting: list[tuple[Any, str]] = [(part, "")]
    while waiting:
        node, owner = waiting.pop()
        if isinstance(node, Memoised) and isinstance(getattr(node, "source", None), Source):
            found += memoised(node, _links)
        else:
            found += ((inside, (link,)) for inside, link in _look(node, owner, waiting))
    return found


def _links(element: object) -> _Links:
    """The same of one element, each once."""
    found: dict[str, dict[_Link, None]] = {}
    waiting: list[tuple[Any, str]] = [(element, "")]
    while waiting:
        for owner, link in _look(*waiting.pop(), waiting):
            found.setdefault(owner, {})[link] = None
    return tuple((owner, tuple(links)) for owner, links in found.items())


def _look(node: Any, owner: str, waiting: list[tuple[Any, str]]) -> Sequence[tuple[str, _Link]]:
    """What a node itself names; what is inside of it comes to what is waiting."""
    kind: Any = type(node)
    if isinstance(node, Expr):
        waiting += [(part, owner) for part in parts(node)]
        link = _named(node)
        return () if link is None else ((owner, link),)
    names = _names(kind)
    if names is None:
        values = node.values() if isinstance(node, dict) else node
        waiting += [(inner, owner) for inner in values if _has_parts(type(inner))]  # type: ignore[arg-type]  # classes are hashable
        return ()
    source = getattr(node, "source", None) if names else None
    owner = source.address if isinstance(source, Source) else owner
    link = _named(node) if issubclass(kind, _NAMING) else None
    lent = [*_lets(node)] if issubclass(kind, _LENDING) else []
    waiting += [(expr, _local(local)) for local, expr in lent]
    inside = (getattr(node, name) for name in names if not lent or name not in ("lets", "among"))
    waiting += [(inner, owner) for inner in inside if _has_parts(type(inner))]  # type: ignore[arg-type]  # classes are hashable
    return [*([] if link is None else [(owner, link)]), *((owner, ("local", _local(local))) for local, _ in lent)]


def _named(node: object) -> _Link | None:
    """The element that a node names itself."""
    match node:
        case Call(definition=name):
            return "definitions", name
        case Perform(procedure=name):
            return "procedures", name
        case Can(action=name):
            return "actions", name
        case Op(name="option", data=name):
            return "options", str(name)
        case Op(name="step-table" | "at-table", data=str(name)):
            return "tables", name
        case Local():
            return "local", _local(node)
    return None


def _lets(node: object) -> Iterator[tuple[Local, Expr]]:
    """The names for values that a step or a choice lends to what is in it."""
    if isinstance(node, Step):
        yield from node.lets
    elif isinstance(node, ChoiceEntry) and node.form == "let":
        yield node.local, node.among


def _local(local: Local) -> str:
    """What a name goes by in the relation: no address."""
    return f"={local.id}"


@cache
def _has_parts(kind: Any) -> bool:
    """Whether something is looked for in such a node."""
    return _names(kind) != () or issubclass(kind, _NAMING)


@cache
def _names(kind: Any) -> tuple[str, ...] | None:
    """The fields of such a node that have parts; none where nothing is looked for in it, and None where it is a map or a row of others."""
    if issubclass(kind, dict | tuple | list | frozenset):
        return None
    return () if issubclass(kind, LEAVES) else inner_fields(kind, VALUES)
