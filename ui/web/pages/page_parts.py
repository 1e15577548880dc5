"""All that a page is sent of a table: a few parts, each made for one seat in one language. Nothing else of a table leaves the server."""

from __future__ import annotations

from markupsafe import Markup

from custumal.interpreter.search.levels import budget
from custumal.ui.scene.phase import phase
from custumal.ui.text.phrases import phrase
from custumal.ui.web.pages.choices import choices_part
from custumal.ui.web.pages.links import links_part
from custumal.ui.web.pages.log import LogBook
from custumal.ui.web.pages.markup import joined, tag
from custumal.ui.web.pages.notice import notice_part
from custumal.ui.web.pages.position import last_seen, position_part
from custumal.ui.web.pages.result import result_part
from custumal.ui.web.pages.rules import rules_part
from custumal.ui.web.pages.sight import Sight
from custumal.ui.web.tables.partial_choice import Building, build


def parts_of(sight: Sight) -> dict[str, Markup]:
    """The parts of a page by the ids of their places."""
    table = sight.table
    curtained = sight.is_curtained

    def made() -> dict[str, Markup]:
        return {
            "status": status_part(sight),
            "position": position_part(sight.look, last_seen(sight.session, sight.seat), sight.width),
            "choices": _curtain(sight) if curtained else _choices(sight),
            "result": result_part(sight),
            "rules": rules_part(sight),
        }

    found: dict[str, Markup] = dict(table.remembered((sight.seat, curtained, sight.may_choose, sight.language, sight.width), made))
    return found | {"who": who_part(sight), "links": links_part(sight), "notice": notice_part(sight)}


def log_of(sight: Sight) -> list[Markup]:
    """What has happened, entry by entry."""
    book: LogBook = sight.table.books.setdefault((sight.seat, sight.language), LogBook())
    entries: list[Markup] = sight.table.remembered(("log", sight.seat, sight.language), lambda: book.entries(sight))
    return entries


def building_of(sight: Sight, path: list[str]) -> Building | None:
    """Where a path leads; None where whoever looks has nothing to choose."""
    if not sight.may_choose or sight.is_curtained:
        return None
    return build(sight.table, sight.describer, sight.look, path)


def _choices(sight: Sight) -> Markup:
    building = building_of(sight, [])
    return Markup() if building is None else choices_part(sight, building)


def _curtain(sight: Sight) -> Markup:
    """Between two people at one device: nothing of the other's side before that one says so."""
    seat = sight.session.seat
    assert seat is not None
    name = sight.seat_name(seat)
    button = tag("button", sight.said("look", seat=name), class_="lift", data_seat=seat)
    return joined(tag("h3", sight.said("curtain", seat=name), tabindex=-1, class_="asked"), tag("p", button))


def who_part(sight: Sight) -> Markup:
    """Which seats whoever looks plays."""
    seats = ", ".join(sight.seat_name(seat) for seat in sight.link.seats)
    return joined(sight.said("you-are", seats=seats) if seats else sight.said("you-watch"))


def status_part(sight: Sight) -> Markup:
    """Where the game is, and who has to choose."""
    session, language = sight.session, sight.language
    when = phase(session.engine, sight.look.hints, session.position, language)
    return joined(tag("span", when, class_="phase") if when else None, " " if when else None, tag("span", _whose(sight), class_="whose"))


def _whose(sight: Sight) -> str:
    session = sight.session
    if session.is_over:
        return phrase("over", sight.language)
    if session.seat is None:
        return ""
    name, who = sight.seat_name(session.seat), session.seats[session.seat]
    if session.seat in session.bots:
        return sight.said("bot-thinks", seat=name, who=who) if budget(who) or who != "random" else sight.said("they-choose", seat=name)
    return sight.said("you-choose" if session.seat in sight.link.seats else "they-choose", seat=name)
