"""How long kept values live: read when they are gone, as a loop puts them back at the end of each pass, or never taken back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from custumal.dsl.base.types import Seat, Truth
from custumal.dsl.check.entries.context import Context
from custumal.dsl.check.lint.reads import Reads
from custumal.dsl.check.lint.unused import name_span
from custumal.dsl.diagnostics.catalogue.turns import forgotten_before_until, forgotten_behind, never_cleared
from custumal.dsl.model import Const, Expr, GameModel, Kept, Read, Step, Write
from custumal.dsl.model.expression_walk import Body, bodies, effects_in, every_effect, every_expression, parts, sequences, steps_in

GOES = ("players", "rounds", "together")
"""Loops of which each pass is the go of one seat, and puts back only what is that seat's."""


def lint(cx: Context, game: GameModel) -> None:
    """Marks that are never taken back; what a loop's `until`, or what follows a step, reads of values that live until that same step."""
    _never_cleared(cx, game)
    mortal = _mortal(game)
    if not mortal:
        return
    reads = Reads(game)
    for body in bodies(game):
        for step in steps_in(body):
            _until(cx, mortal, step)
        for sequence in sequences(body):
            _behind(cx, reads, mortal, sequence)


def _mortal(game: GameModel) -> dict[str, Kept]:
    """The values of which a pass leaves nothing. What standing rules write may come when a pass is over."""
    steps = {step.known_as: step for body in bodies(game) for step in steps_in(body) if not step.unnamed}
    by_rules = {act.kept for rule in game.standing for act in effects_in(rule.body) if isinstance(act, Write)}
    return {
        name: kept
        for name, kept in game.kept.items()
        if kept.until in steps and kept.amount is None and name not in by_rules and not _of_one_seat(kept, steps[kept.until])
    }


def _of_one_seat(kept: Kept, step: Step) -> bool:
    return step.loop is not None and step.loop.kind in GOES and bool(kept.parameters) and isinstance(kept.parameters[0], Seat)


def _lives_in(kept: Kept, step: Step) -> bool:
    """Whether a value ends with a step that this one is, or that stands in it. A step without a name has the address of what is around."""
    if step.unnamed and kept.until == step.source.address:
        return False
    return kept.until is not None and f"{kept.until}.".startswith(f"{step.source.address}.")


# ---------------------------------------------------------------- for ever


def _never_cleared(cx: Context, game: GameModel) -> None:
    """A mark that is set and never taken back, without saying that it is for the whole game."""
    cleared = _cleared(game)
    for entry in cx.document.section("kept"):
        kept = game.kept.get(entry.id)
        if kept is None or entry.slot("until") is not None or not isinstance(kept.type, Truth):
            continue
        if entry.id in cx.findings.written and entry.id not in cleared:
            cx.report.tell(name_span(entry), never_cleared(entry.id))


def _cleared(game: GameModel) -> set[str]:
    found = set()
    for effect in every_effect(game):
        if isinstance(effect, Write):
            is_true = isinstance(effect.value, Const) and effect.value.value is True
            if effect.mode == "reset" or (effect.mode == "set" and not is_true):
                found.add(effect.kept)
    return found


# ---------------------------------------------------------------- before each pass


def _until(cx: Context, mortal: dict[str, Kept], step: Step) -> None:
    """`until` is asked before each pass, when what the one before has left is put back."""
    if step.until is None:
        return
    for read in _read(mortal, (step.until, *every_expression(step.until))):
        kept = mortal[read.kept]
        if _lives_in(kept, step):
            cx.report.tell(read.span, forgotten_before_until(kept.name, _name(kept), kept.source.span))


def _name(kept: Kept) -> str:
    return str(kept.until).rpartition(".")[2]


def _read(mortal: dict[str, Kept], expressions: Iterable[Expr]) -> Iterator[Read]:
    return (each for each in expressions if isinstance(each, Read) and each.kept in mortal)


# ---------------------------------------------------------------- behind


def _behind(cx: Context, reads: Reads, mortal: dict[str, Kept], sequence: Body) -> None:
    """What follows a step in a list, up to where the value is written anew."""
    for place, step in enumerate(sequence):
        # a step that may be skipped puts nothing back
        if not isinstance(step, Step) or step.condition is not None:
            continue
        gone = {name: kept for name, kept in mortal.items() if _lives_in(kept, step)}
        if gone and place + 1 < len(sequence):
            before = reads.body(sequence[:place])
            _gone(cx, reads, {name: kept for name, kept in gone.items() if f"kept:{name}" not in before}, sequence[place + 1 :])


def _gone(cx: Context, reads: Reads, gone: dict[str, Kept], following: Body) -> None:
    for item in following:
        written = reads.item(item)
        gone = {name: kept for name, kept in gone.items() if f"kept:{name}" not in written}
        if not gone:
            return
        menus = any(step.offer is not None for step in steps_in((item,)))  # what is picked there may write it
        for read in _read(gone, parts(item) if menus else every_expression(item)):
            kept = gone[read.kept]
            cx.report.tell(read.span, forgotten_behind(kept.name, _name(kept), kept.source.span))
        if menus:
            return
