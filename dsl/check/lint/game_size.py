"""How large a game can become: places, things and what is kept have bounds, since rule files are swapped between strangers."""

from __future__ import annotations

from math import prod

from custumal.dsl.base.limits import MOST_CHOICES, MOST_ENTRIES, MOST_PLACES, MOST_THINGS
from custumal.dsl.base.types import bare
from custumal.dsl.check.context import Context
from custumal.dsl.check.declarations.sizes import at_most, cells, instances, most
from custumal.dsl.check.lint.unused import name_span
from custumal.dsl.model import Decision, Game
from custumal.dsl.model.expression_walk import every_step


def lint(cx: Context, game: Game) -> None:
    """All checks of sizes that are known before it is known how many play, and with which options."""
    _places(cx, game)
    _things(cx)
    _kept(cx, game)
    for action in game.actions.values():
        _choices(cx, action.decision)
    for step in every_step(game):
        if step.decision is not None:
            _choices(cx, step.decision)


def _places(cx: Context, game: Game) -> None:
    for zone in game.zones.values():
        one, each = instances(cx.declared, zone), cells(cx.declared, zone)
        if one is not None and each is not None and one * each > MOST_PLACES:
            message = f"The zone `{zone.name}` has {one * each} places, more than {MOST_PLACES}."
            cx.report.error("board-too-large", zone.source.span, message)


def _things(cx: Context) -> None:
    for table in cx.document.section("components"):
        kind = table.text("kind") or ""
        number = cx.declared.most_things.get(kind)
        if number is not None and number > MOST_THINGS:
            slot = table.slot("copies")
            span = slot.node.span if slot is not None else name_span(table)
            cx.report.error("too-many-things", span, f"There are {number} things of the kind `{kind}`, more than {MOST_THINGS}.")


def _kept(cx: Context, game: Game) -> None:
    for kept in game.kept.values():
        sizes = [most(cx.declared, of) for of in kept.parameters]
        known = [size for size in sizes if size is not None]
        if len(known) == len(sizes) and prod(known) > MOST_ENTRIES:
            message = f"`{kept.name}` keeps {prod(known)} values, more than {MOST_ENTRIES}."
            cx.report.error("kept-too-large", kept.source.span, message)


def _choices(cx: Context, decision: Decision) -> None:
    """Candidates multiply; only those are counted of which it is known how many there can be."""
    found = 1
    for entry in decision.entries:
        known = None if entry.form == "let" else at_most(cx.declared, bare(entry.among.type))
        found *= 1 if known is None else max(known, 1)
        if found > MOST_CHOICES:
            message = f"There can be {found} combinations of candidates here, more than {MOST_CHOICES}; choose in several steps."
            cx.report.error("too-many-choices", entry.source.span, message)
            return
