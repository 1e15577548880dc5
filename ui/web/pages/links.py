"""Who plays where: for the host, with the links that were given; for others, only who they are."""

from __future__ import annotations

from collections.abc import Iterator

from markupsafe import Markup

from custumal.interpreter.runs.bots import BOTS
from custumal.ui.story.session import HUMAN
from custumal.ui.web.pages.markup import Part, joined, tag
from custumal.ui.web.pages.sight import Sight
from custumal.ui.web.store.store import Link
from custumal.ui.web.tables.table import SEAT, WATCH


def links_part(sight: Sight) -> Markup:
    """A line for each seat."""
    if not sight.is_host:
        return Markup()
    return joined(tag("ul", _seats(sight), class_="seats"), tag("p", _watching(sight)), tag("p", _record(sight)))


def may_have_record(sight: Sight) -> bool:
    """Whether whoever looks may have the whole game as a file, which tells everything: it is over, or all people share this device."""
    return sight.session.is_over or (sight.is_host and set(sight.link.seats) == set(sight.table.people))


def _seats(sight: Sight) -> Iterator[Markup]:
    for seat, who in enumerate(sight.session.seats):
        name = sight.seat_name(seat)
        given = next((link for link in sight.table.links if link.role == SEAT and link.seats == (seat,)), None)
        if seat not in sight.table.people:
            told: tuple[Part, ...] = (sight.said("by-bot", seat=name, who=who),)
        elif given is None:
            told = sight.said("on-this", seat=name), " ", _button("give", seat, sight.said("give", seat=name))
        else:
            told = sight.said("by-link", seat=name), _address(sight, given), *_of_given(sight, seat, name)
        yield tag("li", *told, _player(sight, seat, who))


def _player(sight: Sight, seat: int, who: str) -> Markup:
    """Who plays a seat, to be changed."""
    id_ = f"player-{seat + 1}"
    names = (HUMAN, *BOTS) if who in (HUMAN, *BOTS) else (who, HUMAN, *BOTS)
    options = (tag("option", sight.said("person") if name == HUMAN else name, value=name, selected=name == who) for name in names)
    label = sight.said("who-plays", seat=sight.seat_name(seat))
    chosen = tag("select", options, id=id_, aria_label=label)
    change = tag("button", sight.said("change"), data_do="seat", data_seat=seat, data_from=id_)
    return tag("span", chosen, " ", change, class_="player")


def _of_given(sight: Sight, seat: int, name: str) -> tuple[Part, ...]:
    return _button("give", seat, sight.said("give-again", seat=name)), " ", _button("take-back", seat, sight.said("take-back", seat=name))


def _watching(sight: Sight) -> tuple[Part, ...]:
    given = next((link for link in sight.table.links if link.role == WATCH), None)
    give = tag("button", sight.said("let-watch"), data_do="watch")
    if given is None:
        return (give,)
    return sight.said("watchers"), _address(sight, given), tag("button", sight.said("end-watch"), data_do="end-watch")


def _address(sight: Sight, link: Link) -> Markup:
    """A link as a text that can be copied; the page puts the address of this server before it."""
    path = f"/t/{link.token}"
    return tag("span", " ", tag("a", path, href=path, class_="given"), " ", tag("button", sight.said("copy"), data_copy=path), " ")


def _button(do: str, seat: int, text: str) -> Markup:
    return tag("button", text, data_do=do, data_seat=seat)


def _record(sight: Sight) -> Part:
    if may_have_record(sight):
        return tag("a", sight.said("record"), href=f"/t/{sight.link.token}/record", download=f"{sight.session.game.id}.json")
    return tag("span", sight.said("record-later"), class_="soft")
