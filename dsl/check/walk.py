"""The parts of typed expressions, steps and effects, for everything that looks through them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from custumal.dsl.model import Act, Decision, Entry, Expr, Game, Limit, LoopHead, Offer, Ordering, Require, Step

_HOLDERS = (Expr, Act, Step, Entry, Require, Limit, LoopHead, Offer, Ordering, Decision)


def parts(node: object) -> Iterator[Expr]:
    """The expressions directly inside a node of the model (bound locals' own declarations are not among them)."""
    for field in fields(node) if is_dataclass(node) else ():
        if field.name not in ("var", "local", "locals", "actor"):
            yield from _expressions(getattr(node, field.name))


def _expressions(value: object) -> Iterator[Expr]:
    if isinstance(value, Expr):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from _expressions(item)
    elif isinstance(value, _HOLDERS):
        yield from parts(value)


def every_expression(node: object) -> Iterator[Expr]:
    """All expressions inside a node, at any depth, outer ones first."""
    for part in parts(node):
        yield part
        yield from every_expression(part)


def every_step(game: Game) -> Iterator[Step]:
    """All steps of a game, wherever they stand."""
    for owner in _bodies(game):
        yield from _steps(owner)


def every_effect(game: Game) -> Iterator[Act]:
    """All effects of a game, wherever they stand."""
    for owner in _bodies(game):
        yield from _effects(owner)


def _bodies(game: Game) -> Iterator[tuple[Step | Act, ...]]:
    yield game.setup
    yield game.play
    yield from (action.body for action in game.actions.values())
    yield from (procedure.body for procedure in game.procedures.values())
    yield from (rule.body for rule in game.standing)


def _steps(body: tuple[Step | Act, ...]) -> Iterator[Step]:
    for item in body:
        if isinstance(item, Step):
            yield item
            for inner in (item.body, item.other, item.passing):
                yield from _steps(inner)


def _effects(body: tuple[Step | Act, ...]) -> Iterator[Act]:
    for item in body:
        if isinstance(item, Step):
            for inner in (item.body, item.other, item.passing):
                yield from _effects(inner)
        else:
            yield item
