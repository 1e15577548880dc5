"""Which elements of the rules read which others: the dependency relation of a game, by addresses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any

from custumal.dsl.model import Call, Can, ChoiceEntry, Expr, GameModel, Local, Op, Perform, Source, Step
from custumal.dsl.model.node_walk import LEAVES

_PARTS = ("definitions", "zones", "kept", "options", "kinds", "components", "setup", "play", "actions", "procedures", "standing", "end",
          "scoring", "ranking", "ladder", "teams", "house_seats", "invariants")  # fmt: skip
"""Where the elements of the rules stand in a model."""


_NAMING = (Call, Perform, Can, Op, Local)
_LENDING = (Step, ChoiceEntry)


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
        for part in _PARTS:
            self._walk(getattr(game, part))
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

    def _walk(self, part: object) -> None:
        waiting: list[tuple[Any, str]] = [(part, "")]
        while waiting:
            node, owner = waiting.pop()
            kind: Any = type(node)
            names = _names(kind)
            if names is None:
                values = node.values() if isinstance(node, dict) else node
                waiting += [(inner, owner) for inner in values if _has_parts(inner)]
                continue
            source = node.source if "source" in names else None
            owner = source.address if isinstance(source, Source) else owner
            reads = self.reads.setdefault(owner, set())
            if issubclass(kind, _NAMING):
                reads.update(self._named(node))
            lent = [*_lets(node)] if issubclass(kind, _LENDING) else []
            reads.update(_local(local) for local, _ in lent)
            waiting += [(expr, _local(local)) for local, expr in lent]
            inside = (getattr(node, name) for name in names if not lent or name not in ("lets", "among"))
            waiting += [(inner, owner) for inner in inside if _has_parts(inner)]

    def _named(self, node: object) -> Iterator[str]:
        """The elements that a node names itself."""
        game = self.game
        match node:
            case Call(definition=name):
                yield game.definitions[name].source.address
            case Perform(procedure=name):
                yield game.procedures[name].source.address
            case Can(action=name):
                yield game.actions[name].source.address
            case Op(name="option", data=name):
                yield game.options[str(name)].source.address
            case Op(name="step-table" | "at-table", data=str(name)) if name in game.tables:
                yield game.tables[name].source.address
            case Local():
                yield _local(node)


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
    return _names(kind) != ()


@cache
def _names(kind: type) -> tuple[str, ...] | None:
    """The parts of such a node; none where nothing is looked for in it, and None where it is a map or a row of others."""
    if issubclass(kind, dict | tuple | list | frozenset):
        return None
    return tuple(field.name for field in fields(kind)) if is_dataclass(kind) and not issubclass(kind, LEAVES) else ()
