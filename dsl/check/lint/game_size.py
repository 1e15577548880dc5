"""How large a game can become: places, things and what is kept have bounds, since rule files are swapped between strangers."""

from __future__ import annotations

from math import comb, prod

from custumal.dsl.base.limits import MOST_CHOICES, MOST_ENTRIES, MOST_PLACES, MOST_THINGS, MOST_WAYS
from custumal.dsl.base.types import bare
from custumal.dsl.check.declarations.sizes import at_least, at_most, cells, instances, most
from custumal.dsl.check.entries.context import Context
from custumal.dsl.check.lint.unused import name_span
from custumal.dsl.diagnostics.catalogue.numbers import always_too_many, kept_too_large, too_many_choices, too_many_things, zone_too_large
from custumal.dsl.model import Action, ChoiceEntry, Const, Decision, GameModel, Step
from custumal.dsl.model.expression_walk import every_step


def lint(cx: Context, game: GameModel) -> None:
    """All checks of sizes that are known before it is known how many play, and with which options."""
    _places(cx, game)
    _things(cx)
    _kept(cx, game)
    restricted = {target for rule in game.standing if rule.head == "restrict" for target in rule.targets}
    deeds: tuple[Action | Step, ...] = (*game.actions.values(), *every_step(game))
    for deed in deeds:
        if deed.decision is not None and not (deed.source.address not in restricted and _always(cx, deed.decision)):
            _choices(cx, deed.decision)


def _places(cx: Context, game: GameModel) -> None:
    for zone in game.zones.values():
        one, each = instances(cx.declared, zone), cells(cx.declared, zone)
        if one is not None and each is not None and one * each > MOST_PLACES:
            cx.report.tell(zone.source.span, zone_too_large(zone.name, one * each))


def _things(cx: Context) -> None:
    for table in cx.document.section("components"):
        kind = table.text("kind") or ""
        number = cx.declared.most_things.get(kind)
        if number is not None and number > MOST_THINGS:
            slot = table.slot("copies")
            span = slot.node.span if slot is not None else name_span(table)
            cx.report.tell(span, too_many_things(number, kind))


def _kept(cx: Context, game: GameModel) -> None:
    for kept in game.kept.values():
        sizes = [most(cx.declared, of) for of in kept.parameters]
        known = [size for size in sizes if size is not None]
        if len(known) == len(sizes) and prod(known) > MOST_ENTRIES:
            cx.report.tell(kept.source.span, kept_too_large(kept.name, prod(known)))


def _choices(cx: Context, decision: Decision) -> None:
    """Candidates multiply; only those are counted of which it is known how many there can be."""
    found = 1
    for entry in decision.entries:
        known = None if entry.form == "let" else at_most(cx.declared, bare(entry.among.type))
        found *= 1 if known is None else max(known, 1)
        if found > MOST_CHOICES:
            cx.report.tell(entry.source.span, too_many_choices(found))
            return


def _always(cx: Context, decision: Decision) -> bool:
    """Whether choices that nothing forbids are more than can be listed, whatever the position is, which is reported."""
    if decision.require or decision.ensure or decision.cost is not None:
        return False
    found = 1
    for entry in decision.entries:
        candidates = at_least(cx.declared, entry.among)
        if candidates > MOST_WAYS:  # that has been reported
            return True
        found *= _ways(entry, candidates)
        if found > MOST_WAYS:
            cx.report.tell(entry.source.span, always_too_many(found))
            return True
    return False


def _ways(entry: ChoiceEntry, candidates: int) -> int:
    """In how many ways an entry can be chosen at the least."""
    amount = entry.amount.value if isinstance(entry.amount, Const) and isinstance(entry.amount.value, int) else 0
    match entry.form:
        case "one":
            return max(candidates, 1)
        case "maybe":
            return candidates + 1
        case "any":
            return 1 << min(candidates, 64)
        case "exactly":
            return max(comb(candidates, amount), 1)
        case "up-to":
            return sum(comb(candidates, size) for size in range(amount + 1))
    return 1
