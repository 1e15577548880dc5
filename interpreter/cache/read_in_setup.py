"""Which options a game reads: in set-up, where it hangs on them what there is and where it lies, and in play."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from custumal.dsl.model import Call, Draw, GameModel, Give, Move, Op, Perform, Roll, Rule, Step, Trade
from custumal.dsl.model.node_walk import nodes

_VERBS = {Move: ("move",), Draw: ("draw", "move"), Roll: ("roll",), Give: ("gain", "lose", "move"), Trade: ("gain", "lose")}
"""The effects that rules can name, by the words with which they do."""


def read_in_setup(game: GameModel) -> frozenset[str]:
    """The options on which it hangs what there is, where it lies and what set-up does, with the rules that change what that reads."""
    return _read(game, [game.setup, game.components, game.kinds, game.zones, game.kept, game.house_seats])


def read_in_play(game: GameModel) -> frozenset[str]:
    """The options on which it hangs what happens and what can be chosen."""
    return _read(game, [game.play, game.actions, game.standing])


def _read(game: GameModel, roots: list[object]) -> frozenset[str]:
    found: set[str] = set()
    seen: set[str] = set()
    rules = _rules_by_target(game)
    waiting = roots
    while waiting:
        for node in nodes(waiting.pop()):
            if isinstance(node, Op):
                if node.name == "option":
                    found.add(str(node.data))
                continue
            for address in _named(game, node):
                if address not in seen:
                    seen.add(address)
                    waiting += [*_behind(game, node), *rules[address]]
    return frozenset(found)


def _rules_by_target(game: GameModel) -> dict[str, list[Rule]]:
    """The rules that change or hook something, by its address."""
    found: dict[str, list[Rule]] = defaultdict(list)
    for rule in game.standing:
        for target in rule.targets:
            found[target].append(rule)
    return found


def _named(game: GameModel, node: object) -> Iterator[str]:
    """The addresses that rules have for what is done or asked here."""
    match node:
        case Call(definition=name):
            yield game.definitions[name].source.address
        case Perform(procedure=name):
            yield game.procedures[name].source.address
        case Step(source=source):
            yield source.address
        case _:
            yield from _VERBS.get(type(node), ())


def _behind(game: GameModel, node: object) -> list[object]:
    """What is carried out or evaluated where something is named."""
    match node:
        case Call(definition=name):
            return [game.definitions[name]]
        case Perform(procedure=name):
            return [game.procedures[name]]
    return []
