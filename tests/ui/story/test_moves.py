"""From where to where things went is told only as far as it is certain, and then it is so."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from custumal import Game
from custumal.interpreter.library import shipped
from custumal.interpreter.setup.layout import BOX, PLACES
from custumal.ui.scene.describe import Describer
from custumal.ui.scene.display_hints import hints_of
from custumal.ui.scene.look import Look
from custumal.ui.story.changes import narrated
from custumal.ui.story.moves import moves, place_at, sort_of
from custumal.ui.story.parts import Part
from custumal.ui.story.passed import passed
from custumal.ui.story.session import HUMAN, Session
from custumal.ui.story.story import stretches
from custumal.ui.story.trails import Passed, trails
from tests.support.hiding.called import game_called
from tests.support.scale import FULL, LARGE
from tests.support.secret_games import DUEL, PEDLARS, SMUGGLERS

# On the way cards are exchanged for others that look the same, or rest where nobody sees them.
EXCHANGES = """\
custumal: 1
game: exchanges
title: Exchanges
players: 2
kinds: {card: {printed: {worth: 1 to 9}}, pawn: {}}
components:
  cards: {kind: card, in: deck, rows: {crown: {worth: 9, copies: 12}, sword: {worth: 2, copies: 6}}}
  pawns: {kind: pawn, in: road, copies: 2}
zones:
  deck: {holds: card, shape: pile, seen-by: nobody}
  hand(seat): {holds: card, seen-by: owner}
  sack: {holds: card, seen-by: nobody}
  pouch: {holds: card, seen-by: nobody}
  quay: card
  road: pawn
  field: pawn
  wood: pawn
setup:
  mix: shuffle deck
  deal: {each: s in seats, do: draw 4 from deck to hand of s}
  hide: draw 3 from deck to sack
  show: draw 2 from deck to quay
  start: move first(road) to field
play: {turn: {rounds: seats, until: passes(turn) > 5, offer: turn}}
actions:
  ship:
    offered: turn
    choose: {card: my hand}
    do: [move card to sack, move (first(sack where worth is worth of card) otherwise first(sack)) to quay]
  smuggle: {offered: turn, choose: {n: 1 to 2}, do: [move first(my hand) to sack, move first(sack) to quay]}
  relay: {offered: turn, do: [move top of deck to sack, move first(sack) to my hand]}
  carry: {offered: turn, do: [move top of deck to pouch, move first(pouch) to my hand]}
  bury: {offered: turn, do: [move first(quay) to sack, move first(sack) to pouch, move first(pouch) to sack]}
  haul: {offered: turn, do: move top of deck to my hand}
  stroll: {offered: turn, do: [move first(field) to wood, move first(road) to field]}
"""
"""A move in words: of what, from where, to where."""
MOVE = re.compile(r"(?P<what>.*): (?P<starts>[^→]*)→(?P<ends>[^→]*)")
OWN = {"exchanges": EXCHANGES, "smugglers": SMUGGLERS, "masked-duel": DUEL, "pedlars": PEDLARS}


def begun(folder: Path, seed: int) -> Session:
    session = Session(game_called("exchanges", OWN, folder), [HUMAN, HUMAN], seed)
    session.settle()
    return session


def told(session: Session, viewer: int, name: str) -> list[str]:
    """What is told below the first choice whose key begins so."""
    start = len(session.events)
    session.play(
        next(one for one in session.engine.choices(session.position) if session.engine.key(session.position, one).startswith(name))
    )
    session.settle()
    rows = narrated(session, Describer(session.engine, "en"), viewer, 200, start)
    return [part for row in rows[1:] for part in "".join(piece.text for piece in row).strip().split("; ")]


# ---------------------------------------------------------------- what is told of one choice


@pytest.mark.parametrize("seed", range(1, 7))
@pytest.mark.parametrize(
    ("name", "viewer", "expected"),
    [
        # Which crown went on out of the sack nobody knows, be it the same one.
        ("ship", 0, {"crown: → quay", "sword: → quay"}),
        ("ship", 1, {"crown: → quay", "sword: → quay", "player 1: hand -1"}),
        ("smuggle", 1, {"crown: → quay", "sword: → quay", "player 1: hand -1"}),
        ("relay", 0, {"deck -1", "player 1: crown: → hand", "player 1: sword: → hand"}),
        ("bury", 0, {"crown: quay →, sack +1", "sword: quay →, sack +1"}),
        # Nothing else lay there, or it is the top one.
        ("carry", 0, {"player 1: crown: deck → hand", "player 1: sword: deck → hand"}),
        ("carry", 1, {"deck -1", "player 1: hand +1"}),
        ("haul", 0, {"player 1: crown: deck → hand", "player 1: sword: deck → hand"}),
        # One pawn took the place of the other.
        ("stroll", 0, {"pawn: field → wood, pawn: road → field"}),
    ],
)
def test_a_move_is_told_only_where_it_is_certain(name: str, viewer: int, expected: set[str], seed: int, tmp_path: Path) -> None:
    found = told(begun(tmp_path, seed), viewer, name)
    assert found
    assert set(found) <= expected


def test_that_one_of_several_that_look_alike_came_back_is_told_of_none(tmp_path: Path) -> None:
    """Whether the crown that went into the sack is the one that came out changes no word, whoever looks."""
    logs: dict[tuple[int, str], set[tuple[bool, str]]] = {}
    for seed in range(1, 30):
        for viewer in (0, 1):
            session = begun(tmp_path, seed)
            lines = told(session, viewer, "ship")
            went = session.events[-1].choice[1]
            quay = session.position.piles[session.engine.instance.zones["quay"].piles]
            first = narrated(session, Describer(session.engine, "en"), viewer, 200, len(session.events) - 1)[0]
            sort = Describer(session.engine, "en").labels.thing(went, "en")
            logs.setdefault((viewer, sort), set()).add((went in quay, "".join(piece.text for piece in first) + "; ".join(lines)))
    for key, found in logs.items():
        assert {same for same, _ in found} == {True, False}, key
        assert len({text for _, text in found}) == 1, (key, found)


# ---------------------------------------------------------------- of all games


@pytest.mark.slow
@pytest.mark.parametrize("name", [*OWN, *(name for name, _ in shipped())])
def test_every_move_that_is_told_has_happened(name: str, tmp_path: Path) -> None:
    game = game_called(name, OWN, tmp_path)
    for seed in range(12 if FULL else 1 if name in LARGE else 3):
        session = _played(game, max(2, game.players[0]) if game.players[1] > 1 else 1, seed, 40 if name in LARGE else 80)
        for viewer in (None, *session.engine.instance.seats):
            for stretch in stretches(session, Describer(session.engine, "en"), viewer):
                _judge(session, stretch.parts, viewer)


def _played(game: Game, players: int, seed: int, most: int) -> Session:
    session, chance = Session(game, [HUMAN] * players, seed), random.Random(seed)
    session.settle()
    while not session.is_over and len(session.events) < most:
        session.play(chance.choice(session.engine.choices(session.position)))
        session.settle()
    return session


def _judge(session: Session, parts: tuple[Part, ...], viewer: int | None) -> None:
    """By the true course: so many things that are called so have gone from one of these places to another, or left, or come."""
    engine = session.engine
    before, after = (
        Look(engine, hints_of(session.game.model.display), position, viewer, "en") for position in (parts[0].event.before, parts[-1].after)
    )
    way = [Passed(before.state)]
    for part in parts:
        way += passed(engine, part.event.before, part.event.choice, part.after)
    ends = [*_true_ends(before, after)]
    for movement in moves(before, after, trails(engine, way, viewer), ()):
        found = MOVE.fullmatch(movement.text)
        if found is not None and "…" not in movement.text:
            starts, targets = (_named(found[name]) for name in ("starts", "ends"))
            for count, sort in _counted(found["what"]):
                fitting = [one for one in ends if sort in one[0] and (not starts or one[1] & starts) and (not targets or one[2] & targets)]
                assert len(fitting) >= count, (movement, viewer)


def _named(text: str) -> set[str]:
    return {one.strip() for one in text.split(",") if one.strip()}


def _counted(text: str) -> Iterator[tuple[int, str]]:
    for one in text.split(", "):
        count, times, sort = one.partition(" x ")
        yield (int(count), sort) if times and count.isdigit() else (1, one)


def _true_ends(before: Look, after: Look) -> Iterator[tuple[set[str], set[str], set[str]]]:
    """Of every thing that lies elsewhere, how it, its former place and its new one may be called."""
    for thing, (start, end) in enumerate(zip(before.state.c[PLACES], after.state.c[PLACES], strict=True)):
        if start != end:
            yield _names_of(after, thing), _called(before, start), _called(after, end)


def _names_of(look: Look, thing: int) -> set[str]:
    sort = sort_of(look, thing)
    return {sort.name, f"{sort.name} ({sort.owner})"}


def _called(look: Look, location: int) -> set[str]:
    place = place_at(look, location)
    if place is None:
        return set()
    names = {place.name}
    if location != BOX:
        zone = look.instance.layout.zone_at[location]
        names.add(f"{place.name} {look.labels.cell(zone.name, location - zone.base, look.language)}")
    return names | {f"{name} ({place.owner})" for name in names}
