"""Exposure: a game of the variant, led through the rules of the base, to see where the variant made a difference.

That a rule was in force says nothing; what counts is whether it changed what could be chosen, what stood on the table, or the result.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from custumal.insight.play.common_position import Tables
from custumal.insight.play.observations import Followed
from custumal.interpreter.engine import Engine
from custumal.interpreter.position.state import CHANCE, DECISION, OVER, Position
from custumal.interpreter.program import ChoiceTuple
from custumal.interpreter.reference.scores import scores, winners


@dataclass(slots=True)
class _Pair:
    """The same game under both rules."""

    base: Engine
    variant: Engine
    tables: Tables
    before: Position
    after: Position
    decisions: int = 0
    compared: int = 0
    options: list[int] = field(default_factory=list)
    values: int | None = None


def follow(base: Engine, variant: Engine, seed: int, log: Sequence[ChoiceTuple], parted: int | None) -> Followed:
    """Play a variant's game again with the base beside it.

    Args:
        base, variant: engines for the same number of players.
        seed: of the game.
        log: what was chosen or came about under the variant.
        parted: where the block's own two games chose differently.
    """
    pair = _Pair(base, variant, Tables(base, variant), base.start(seed), variant.start(seed))
    for choice in log:
        key = variant.key(pair.after, choice)
        followed = _decided(pair, key) if pair.after.kind == DECISION else _happened(pair, key)
        if not followed:
            return _result(pair, pair.decisions, parted)
        variant.apply(pair.after, choice)
    _settle(pair)
    return _result(pair, None if pair.before.kind == pair.after.kind else pair.decisions, parted)


def _decided(pair: _Pair, key: str) -> bool:
    """Compare what is asked, and choose the same in the base; False where that can't be."""
    _settle(pair)
    if pair.before.kind != DECISION or pair.before.seat != pair.after.seat:
        return False
    if pair.values is None and not pair.tables.same(pair.before, pair.after):
        pair.values = pair.decisions
    here = {pair.base.key(pair.before, choice): choice for choice in pair.base.choices(pair.before)}
    if set(here) != {pair.variant.key(pair.after, choice) for choice in pair.variant.choices(pair.after)}:
        pair.options.append(pair.decisions)
    pair.compared += 1
    if key not in here:
        return False
    pair.decisions += 1
    _same_luck(pair)
    pair.base.apply(pair.before, here[key])
    return True


def _happened(pair: _Pair, key: str) -> bool:
    """Let the same come about in the base, where it waits for chance; what only the variant draws is passed over."""
    if pair.before.kind != CHANCE:
        return True
    here = {pair.base.key(pair.before, outcome): outcome for _, outcome in pair.base.outcomes(pair.before)}
    _same_luck(pair)
    if key in here:
        pair.base.apply(pair.before, here[key])
    return True


def _settle(pair: _Pair) -> None:
    """What only the base draws comes about by its own generator."""
    while pair.before.kind == CHANCE:
        pair.base.apply(pair.before, pair.base.draw(pair.before))


def _same_luck(pair: _Pair) -> None:
    """What is shuffled next is shuffled alike, however many numbers each has drawn before."""
    pair.before.rng = pair.after.rng


def _result(pair: _Pair, left: int | None, parted: int | None) -> Followed:
    ended = left is None and pair.before.kind == OVER
    differs = ended and (
        scores(pair.base.evaluator, pair.before) != scores(pair.variant.evaluator, pair.after)
        or winners(pair.base.evaluator, pair.before) != winners(pair.variant.evaluator, pair.after)
    )
    first = pair.options[0] if pair.options else None
    return Followed(pair.compared, len(pair.options), first, pair.values, left, differs, parted)


def first_difference(base: Engine, own: Sequence[ChoiceTuple], variant: Engine, other: Sequence[ChoiceTuple], seed: int) -> int | None:
    """The first decision at which two games of one seed, each under its own rules, chose differently (by key, or by who decided);
    None where they made the same choices to the end."""
    mine, theirs = (_decisions(engine, log, seed) for engine, log in ((base, own), (variant, other)))
    if mine == theirs:
        return None
    return next((at for at, (one, two) in enumerate(zip(mine, theirs, strict=False)) if one != two), min(len(mine), len(theirs)))


def _decisions(engine: Engine, log: Sequence[ChoiceTuple], seed: int) -> list[tuple[int | None, str]]:
    state, found = engine.start(seed), []
    for choice in log:
        if state.kind == DECISION:
            found.append((state.seat, engine.key(state, choice)))
        engine.apply(state, choice)
    return found
