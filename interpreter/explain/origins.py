"""Which variants have written a rule element, and which numbered rules stand behind it."""

from __future__ import annotations

from collections.abc import Iterator

from custumal.dsl.diagnostics.diagnostic import Span
from custumal.dsl.model import Expr, GameModel, Require, Source
from custumal.dsl.model.expression_walk import parts
from custumal.interpreter.program import Affordable, Allowed, Choosing, Forbid, Pick, Test


def variants_behind(game: GameModel, *spans: Span) -> tuple[str, ...]:
    """The ids of the variants in whose files one of these places is."""
    return tuple(dict.fromkeys(game.variant_files[span.file] for span in spans if span.file in game.variant_files))


def rules_behind(game: GameModel, source: Source) -> tuple[str, ...]:
    """The numbered rules that an element cites, or those of the nearest element around it that cites any."""
    address = source.address
    if source.rules:
        return source.rules
    while address := address.rpartition(".")[0]:
        around = game.sources.get(address)
        if around is not None and around.rules:
            return around.rules
    return ()


def spans_of(source: Source, choosing: Choosing) -> Iterator[Span]:
    """Where a restriction of a choosing was written: its key and its sentences, which may be in different files."""
    yield source.span
    for part in (*choosing.plan, *choosing.ensure):
        match part:
            case Pick(source=own, among=expr) if own.address == source.address:
                yield from _spans(expr)
            case Test(require=require) if require.source.address == source.address:
                yield from _of_require(require)
            case Forbid(use=use) if use.rule.source.address == source.address and use.rule.that is not None:
                yield from _of_require(use.rule.that)
            case Allowed(limit=limit) if limit.source.address == source.address and limit.count is not None:
                yield from _spans(limit.count)
            case Affordable(source=own, cost=expr) if own.address == source.address:
                yield from _spans(expr)


def _of_require(require: Require) -> Iterator[Span]:
    yield from _spans(require.that)
    if require.unless is not None:
        yield from _spans(require.unless)


def _spans(expr: Expr) -> Iterator[Span]:
    yield expr.span
    for inner in parts(expr):
        yield inner.span
