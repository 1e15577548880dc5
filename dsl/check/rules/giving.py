"""The verb by which something passes from one to another, whole or not at all."""

from __future__ import annotations

from custumal.dsl.base.frozen import replace
from custumal.dsl.base.types import BUNDLE, SEAT, Anything, Cell, Place, Seat, bare
from custumal.dsl.check.rules.moving import as_things, kind_fits, place_of, things_of
from custumal.dsl.check.rules.verbs import Phrase, Verb
from custumal.dsl.check.rules.writing import resources_of
from custumal.dsl.check.typing.coercion import is_bundle
from custumal.dsl.diagnostics.catalogue.actors import nobody_to_give
from custumal.dsl.diagnostics.catalogue.sentences import given_from_a_place
from custumal.dsl.diagnostics.catalogue.types import may_be_none, not_a_place, paid_between_seats, swapped_where_room_is_short
from custumal.dsl.model import Effect, Expr, Give


def _give(phrase: Phrase) -> Effect | None:
    """A bundle between seats where it goes to a seat, else things between places."""
    taker = phrase.cx.ex.check(phrase.after["to"], phrase.scope)
    return _bundle(phrase, phrase.cx.ex.require(taker, SEAT)) if isinstance(bare(taker.type), Seat) else _things(phrase)


def _bundle(phrase: Phrase, taker: Expr) -> Effect | None:
    cx, scope = phrase.cx, phrase.scope
    giver = cx.ex.check(phrase.after["from"], scope, SEAT) if "from" in phrase.after else scope.names.get("me")
    if giver is None:
        cx.report.tell(phrase.verb.span, nobody_to_give())
        return None
    given = cx.ex.check(phrase.object, scope, BUNDLE)
    back = cx.ex.check(phrase.after["for"], scope, BUNDLE) if "for" in phrase.after else None
    for bundle in (given,) if back is None else (given, back):
        cx.findings.written.update(resources_of(cx, bundle))
    return Give(phrase.condition, phrase.span, given, replace(giver, span=phrase.verb.span), taker, back)


def _things(phrase: Phrase) -> Effect | None:
    cx, scope = phrase.cx, phrase.scope
    if "from" not in phrase.after:
        cx.report.tell(phrase.verb.span, given_from_a_place())
        return None
    giver, taker = _place(phrase, "from"), _place(phrase, "to")
    given = things_of(cx, phrase.object, scope)
    kind_fits(cx, given, taker)
    back = _back(phrase, giver, taker) if "for" in phrase.after else None
    return Give(phrase.condition, phrase.span, given, giver, taker, back)


def _back(phrase: Phrase, giver: Expr, taker: Expr) -> Expr:
    """What comes for things: others from where they go, or a bundle from whose place that is."""
    cx = phrase.cx
    back = cx.ex.check(phrase.after["for"], phrase.scope)
    if is_bundle(cx.words, back.type):
        for place in (giver, taker):
            _of_a_seat(phrase, place)
        cx.findings.written.update(resources_of(cx, back))
        return cx.ex.require(back, BUNDLE)
    back = as_things(cx, back)
    kind_fits(cx, back, giver)
    for place in (giver, taker):
        _roomy(phrase, place)
    return back


def _of_a_seat(phrase: Phrase, place: Expr) -> None:
    of = place.type
    if isinstance(of, Cell) or (isinstance(of, Place) and SEAT not in phrase.cx.words.zone(of.zone).parameters):
        phrase.cx.report.tell(place.span, paid_between_seats(of))


def _place(phrase: Phrase, preposition: str) -> Expr:
    place, _ = place_of(phrase.cx, phrase.after[preposition], phrase.scope)
    if isinstance(place.type, Place | Cell | Anything):
        return place
    if isinstance(bare(place.type), Place | Cell):
        return phrase.cx.ex.misfit(place.span, may_be_none(bare(place.type)))
    return phrase.cx.ex.misfit(place.span, not_a_place(place.type))


def _roomy(phrase: Phrase, place: Expr) -> None:
    """What goes both ways needs no place in between: where room is short, each thing would wait for the other's."""
    of = bare(place.type)
    if isinstance(of, Place | Cell):
        zone = phrase.cx.words.zone(of.zone)
        if zone.one or zone.has_room:
            phrase.cx.report.tell(place.span, swapped_where_room_is_short(zone.name))


GIVING: dict[str, Verb] = {"give": Verb(_give, "give X to P [from Q] [for Y]", ("to", "from", "for"), optional=("from", "for"))}
