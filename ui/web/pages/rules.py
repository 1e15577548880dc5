"""The numbered rules that speak of what can be chosen now, beside the table."""

from __future__ import annotations

from collections.abc import Iterable

from markupsafe import Markup

from custumal.interpreter.program import PASS
from custumal.ui.web.pages.markup import joined, tag
from custumal.ui.web.pages.sight import Sight
from custumal.ui.web.tables.asking import teller

_MOST = 24


def rules_part(sight: Sight) -> Markup:
    """The rules behind the actions that can be chosen, for whoever has to choose; with whatever else the step cites."""
    found = list(_relevant(sight)) if sight.may_choose else []
    told = teller(sight.describer, sight.look)
    texts = [(rule, told.rule_text(rule)) for rule in found]
    items = [tag("li", tag("b", rule), " ", text) for rule, text in texts[:_MOST] if text]
    return (
        tag("ul", items, class_="rules-now", tabindex=0, aria_label=sight.said("rules-now"))
        if items
        else joined(tag("p", sight.said("no-rules-now"), class_="soft"))
    )


def _relevant(sight: Sight) -> Iterable[str]:
    """The numbered rules whose code is that of an action here, or of the step in which the game stands."""
    engine, position = sight.session.engine, sight.session.position
    point = engine.reference.point(position)
    if point is None:
        return []
    chosen = {choice[0] for choice in engine.choices(position) if choice != PASS}
    places = [point.choosings[number].address for number in sorted(chosen)] + [engine.program.steps[position.pc]]
    return [
        rule
        for rule, entry in sight.session.game.rules.items()
        if any(_is_within(address, place) for address in entry.encoded for place in places if place)
    ]


def _is_within(address: str, place: str) -> bool:
    return address == place or address.startswith(f"{place}.")
