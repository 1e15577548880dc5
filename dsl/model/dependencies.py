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
            if isinstance(node, dict):
                waiting += [(inner, owner) for inner in node.values()]
            elif isinstance(node, tuple | list | frozenset):
                waiting += [(inner, owner) for inner in node]
            elif is_dataclass(node) and not isinstance(node, LEAVES):
                source = getattr(node, "source", None)
                owner = source.address if isinstance(source, Source) else owner
                for address in self._named(node):
                    self.reads.setdefault(owner, set()).add(address)
                kind: type = type(node)
                lent = [*_lets(node)]
                self.reads.setdefault(owner, set()).update(_local(local) for local, _ in lent)
                waiting += [(expr, _local(local)) for local, expr in lent]
                waiting += [(getattr(node, name), owner) for name in _names(kind) if not lent or name not in ("lets", "among")]

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


@cache
def _names(kind: type) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))
