"""What a seat has seen it knows until things that it can't tell apart could have changed places."""

from __future__ import annotations

import json

import pytest

from custumal import State, load_game
from custumal.interpreter.api import Game

PARCELS = """\
custumal: 1
game: parcels
title: Parcels
players: 3
kinds: {parcel: {printed: {weight: number}}}
components:
  parcels:
    kind: parcel
    in: van
    rows: {tea: {weight: 1}, lead: {weight: 9}, wool: {weight: 2}, soap: {weight: 3}, zinc: {weight: 4}}
  twins: {kind: parcel, in: van, rows: {salt: {weight: 5, copies: 2}}}
zones:
  van: {holds: parcel, shape: pile, seen-by: nobody}
  shed(seat): {holds: parcel, seen-by: owner}
  vault: {holds: parcel, seen-by: nobody}
  pit: {holds: parcel, shape: bag, seen-by: nobody}
  yard: parcel
setup:
  one: {let: {s: first(seats)}, do: [move tea to shed of s, move lead to shed of s]}
  other: {let: {s: next of first(seats)}, do: [move wool to shed of s, move soap to shed of s, move zinc to yard]}
play:
  turn: {rounds: seats, until: passes(turn) > 9, offer: t}
actions:
  look: {offered: t, do: reveal shed of next of me to me}
  give: {offered: t, choose: {parcel: my shed}, do: move parcel to shed of next of me}
  hide: {offered: t, choose: {parcel: my shed}, do: move parcel to vault}
  hide-all: {offered: t, do: move my shed to vault}
  show: {offered: t, choose: {parcel: my shed}, do: move parcel to yard}
  take: {offered: t, choose: {parcel: yard}, do: move parcel to my shed}
  trade: {offered: t, do: swap my shed with shed of next of me}
  peek: {offered: t, do: reveal top of van}
  fetch: {offered: t, do: draw 1 from van to my shed}
  bury: {offered: t, do: [reveal top of van, move top of van to bottom of van]}
  mix: {offered: t, do: shuffle van}
  drop: {offered: t, choose: {parcel: my shed}, do: move parcel to pit}
  grope: {offered: t, do: draw 1 from pit to my shed}
  lose: {offered: t, choose: {parcel: my shed}, do: discard parcel}
scoring: {weight: sum(weight for my shed)}
ranking: {most: {most: my total}}
"""


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    path = tmp_path_factory.mktemp("game") / "parcels.yaml"
    path.write_text(PARCELS, encoding="utf-8")
    return load_game(str(path))


def after(game: Game, *keys: str) -> State:
    state = game.start(3, seed=1)
    for key in keys:
        state = state.play(key)
    return state


def known(state: State, seat: int, zone: str, place: str = "") -> list[str]:
    """The things in an unseen place of which a seat knows that they are there."""
    found = json.loads(state.view(seat).to_json())["zones"][zone]
    entries = (found[place] if place else found).get("known", ())
    return [entry["thing"] for entry in entries]


CASES: list[tuple[str, tuple[str, ...], int, str, str, list[str]]] = [
    ("what it gave away it knows", ("give(tea)",), 1, "shed", "p2", ["tea"]),
    ("who saw neither end knows nothing", ("give(tea)",), 3, "shed", "p2", []),
    ("what lay open everybody knows where it goes", ("take(zinc)",), 2, "shed", "p1", ["zinc"]),
    ("what was shown stays known", ("look",), 1, "shed", "p2", ["soap", "wool"]),
    ("one of two that are known goes unseen", ("look", "hide(wool)"), 1, "shed", "p2", []),
    ("and is not known where it went", ("look", "hide(wool)"), 1, "vault", "", []),
    ("all of a place go: they are known there", ("look", "hide-all"), 1, "vault", "", ["soap", "wool"]),
    ("one is seen to arrive: the other is still there", ("look", "show(wool)"), 1, "shed", "p2", ["soap"]),
    ("sets of one size change places", ("trade",), 1, "shed", "p2", ["lead", "tea"]),
    ("and each knows what it gave", ("trade",), 2, "shed", "p1", ["soap", "wool"]),
    ("a third seat that knew both follows them", ("look", "look", "look", "trade"), 3, "shed", "p2", ["lead", "tea"]),
    ("the top that is known is drawn", ("peek", "fetch"), 3, "shed", "p2", ["salt"]),
    ("what is put below the pile is known there", ("bury",), 2, "van", "", ["salt"]),
    ("until it is shuffled", ("bury", "mix"), 2, "van", "", []),
    ("into the bag", ("drop(tea)",), 1, "pit", "", ["tea"]),
    ("out of a bag in which it was alone", ("drop(tea)", "grope"), 1, "shed", "p2", ["tea"]),
    ("out of a bag of two", ("drop(tea)", "drop(wool)", "grope"), 1, "pit", "", []),
]


@pytest.mark.parametrize(("played", "seat", "zone", "place", "wanted"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_what_a_seat_knows(game: Game, played: tuple[str, ...], seat: int, zone: str, place: str, wanted: list[str]) -> None:
    state = after(game, *played)
    assert known(state, seat, zone, place) == wanted


def test_what_is_chosen_unseen_looks_the_same_whichever_it_was(game: Game) -> None:
    state = after(game, "look")
    assert state.play("hide(wool)").view(1) == state.play("hide(soap)").view(1)


def test_choices_do_not_tell_what_others_know(game: Game) -> None:
    # p1 and p2 hold salt of which the others know, p3 has drawn another one unseen
    state = after(game, "peek", "fetch", "fetch", "give(tea)", "give(salt)")
    keys = [choice.key for choice in state.choices() if choice.key.startswith("give")]
    assert sorted(keys) == ["give(salt)"]
