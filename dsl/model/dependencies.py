"""Which elements of the rules read which others: the dependency relation of a game, by addresses."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from custumal.dsl.model import Call, Can, ChoiceEntry, Expr, GameModel, Local, Op, Perform, Source, Step
from custumal.dsl.model.memo import Memoised, memoised
from custumal.dsl.model.node_walk import LEAVES, VALUES, inner_fields

_PARTS = ("definitions", "zones", "kept", "options", "kinds", "components", "setup", "play", "actions", "procedures", "standing", "end",
          "scoring", "ranking", "ladder", "teams", "house_seats", "invariants")  # fmt: skip
"""Where the elements of the rules stand in a model."""


_NAMING = (Call, Perform, Can, Op, Local)
_LENDING = (Step, ChoiceEntry)
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
        self.reads: dict[str, set[str]] = {}
        addresses: dict[_Link, str | None] = {}
        for part in _PARTS:
            for owner, link in _links_in(getattr(game, part)):
                if link not in addresses:
                    addresses[link] = self._address(link)
                address = addresses[link]
                if address is not None:
                    self.reads.setdefault(owner, set()).add(address)
        for rule in game.standing:
            for target in rule.targets:
                self.reads.setdefault(target, set()).add(rule.source.address)

    @property
    def readers(self) -> dict[str, set[str]]:
        """For each element those that read it."""
        found: dict[str, set[str]] = {}
        for reader, read in self.reads.items():
            for address in read:
                found.setdefault(address, set()).add(reader)
        return found

    def _address(self, link: _Link) -> str | None:
        """The element that is named; None for a table that the language has."""
        kind, name = link
        if kind == "local":
            return name
        found = getattr(self.game, kind).get(name) if kind == "tables" else getattr(self.game, kind)[name]
        return None if found is None else str(found.source.address)


def _links_in(part: object) -> Iterator[tuple[str, _Link]]:
    """What is named in a part of a game, each with the address of the element in which it is; known of elements that have not changed."""
    waiting: list[tuple[Any, str]] = [(part, "")]
    while waiting:
        node, owner = waiting.pop()
        if isinstance(node, Memoised) and isinstance(getattr(node, "source", None), Source):
            yield from memoised(node, _links)
        else:
            yield from _look(node, owner, waiting)


def _links(element: object) -> tuple[tuple[str, _Link], ...]:
    """The same of one element, each once."""
    found: dict[tuple[str, _Link], None] = {}
    waiting: list[tuple[Any, str]] = [(element, "")]
    while waiting:
        found.update(dict.fromkeys(_look(*waiting.pop(), waiting)))
    return tuple(found)


def _look(node: Any, owner: str, waiting: list[tuple[Any, str]]) -> Iterator[tuple[str, _Link]]:
    """What a node itself names; what is inside of it comes to what is waiting."""
    kind: Any = type(node)
    names = _names(kind)
    if names is None:
        values = node.values() if isinstance(node, dict) else node
        waiting += [(inner, owner) for inner in values if _has_parts(inner)]
        return
    source = getattr(node, "source", None) if names else None
    owner = source.address if isinstance(source, Source) else owner
    if issubclass(kind, _NAMING) and (link := _named(node)) is not None:
        yield owner, link
    lent = [*_lets(node)] if issubclass(kind, _LENDING) else []
    yield from ((owner, ("local", _local(local))) for local, _ in lent)
    waiting += [(expr, _local(local)) for local, expr in lent]
    inside = (getattr(node, name) for name in names if not lent or name not in ("lets", "among"))
    waiting += [(inner, owner) for inner in inside if _has_parts(inner)]


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


def _has_parts(node: object) -> bool:
    """Whether something is looked for in it."""
    kind: Any = type(node)
    return _names(kind) != () or issubclass(kind, _NAMING)


@cache
def _names(kind: Any) -> tuple[str, ...] | None:
    """The fields of such a node that have parts; none where nothing is looked for in it, and None where it is a map or a row of others."""
    if issubclass(kind, dict | tuple | list | frozenset):
        return None
    return () if issubclass(kind, LEAVES) else inner_fields(kind, VALUES)
