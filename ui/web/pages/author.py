"""What authors have beside a table: the scenarios of the game, and a place to set up a position by hand."""

from __future__ import annotations

from markupsafe import Markup

from custumal.ui.scene.display_hints import hints_of
from custumal.ui.scene.look import Look
from custumal.ui.web.pages.markup import joined, paragraphs, tag
from custumal.ui.web.pages.position import position_part
from custumal.ui.web.pages.sight import Sight
from custumal.ui.web.tables.laying import LaidOut


def author_part(sight: Sight) -> Markup:
    """The scenarios of the game, each of which opens as a position, and the field for another."""
    scenarios = [one.source.id for one in sight.session.game.model.scenarios]
    items = (tag("li", tag("button", name, data_do="open", data_text=name)) for name in scenarios)
    listed = tag("details", tag("summary", f"{sight.said('scenarios')} ({len(scenarios)})"), tag("ul", items, class_="scenarios"))
    field = tag("textarea", id="given", rows=4, aria_label=sight.said("set-up"), placeholder="move … to …", spellcheck="false")
    by_hand = tag("details", tag("summary", sight.said("set-up")), field, tag("p", tag("button", sight.said("lay-out"), id="lay")))
    return joined(listed, by_hand, tag("div", id="laid", role="status"))


def laid_part(sight: Sight, laid: LaidOut) -> Markup:
    """What came of setting up a position: the drawing and the scenario, or what is wrong."""
    if laid.engine is None or laid.position is None:
        return paragraphs(laid.problems, class_="problems", tabindex="0")
    seat = laid.position.seat
    look = Look(laid.engine, hints_of(laid.engine.instance.game.display), laid.position, seat, sight.language)
    copied = paragraphs(laid.text, class_="scenario-text", tabindex="0")
    return joined(position_part(look, None, sight.width), tag("p", tag("button", sight.said("copy"), data_copy_text="laid")), copied)
