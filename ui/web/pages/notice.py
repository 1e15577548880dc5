"""What stands over a table: why it doesn't go on by itself, what is wrong with its rule files, and what other rules make of its game."""

from __future__ import annotations

from collections.abc import Iterator

from markupsafe import Markup

from custumal.ui.text.phrases import capital
from custumal.ui.web.pages.markup import joined, paragraphs, tag
from custumal.ui.web.pages.sight import Sight
from custumal.ui.web.tables.table import Offer


def notice_part(sight: Sight) -> Markup:
    """The notice over a table; nothing where all is well."""
    table = sight.table
    return joined(
        tag("p", sight.said(table.notice.key, **table.notice.values)) if table.notice is not None else None,
        (tag("p", sight.said("rules-broken")), paragraphs(table.problems, class_="problems", tabindex="0"))
        if table.problems and sight.is_host
        else None,
        _offer(sight, table.offer) if table.offer is not None else None,
    )


def _offer(sight: Sight, offer: Offer) -> Iterator[Markup]:
    """At which step the game parts from the rules as they are now, and why; and the way on."""
    step, diverged = offer.diverged.step, offer.diverged
    if may_be_told(sight, offer):
        yield tag("p", sight.said("diverged", step=step, why=f"{diverged.key}: {diverged.why}"))
        yield tag("ul", (tag("li", f"{one.text} [{', '.join((*one.rules, one.address))}]") for one in diverged.reasons))
        yield tag("p", f"{capital(diverged.instead)}." if diverged.instead else "")
    else:
        yield tag("p", sight.said("diverged-secret", step=step))
    yield tag("p", sight.said("stopped" if offer.stopped else "still-old"))
    if sight.is_host:
        yield tag("p", tag("button", sight.said("go-on-before", step=step), data_do="go-on"))


def may_be_told(sight: Sight, offer: Offer) -> bool:
    """Whether whoever looks may know what was chosen where the game parts from the rules, and what else could be."""
    secret = sight.table.has_secrets or offer.session.has_secrets or bool(offer.session.sealed)
    return not secret or (sight.table.people == (offer.session.seat,) and sight.seat == offer.session.seat)
