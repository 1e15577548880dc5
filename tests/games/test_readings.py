"""Rulings that a table may read otherwise: options are shown in both readings; referees follow them or leave them out for a reason."""

from __future__ import annotations

import pytest

from custumal import load_game
from custumal.interpreter.api import Game
from tests.games.monastery.test_monastery_referee import READINGS

BY_SCENARIOS = "scenarios show what it changes; a whole game adds nothing to them"
SET_UP = "it changes what is there at first, and nothing that may be done"
LEFT_OUT = {
    "monolyth": {
        "structure-choice": SET_UP,
        "prophecy-before-discard": BY_SCENARIOS,
        "refill-after-discard": BY_SCENARIOS,
        "discard-costs-prophecy": BY_SCENARIOS,
    },
    "monastery": {
        "seating": SET_UP,
        "opening": SET_UP,
        "secret-way-must-be-constructed": BY_SCENARIOS,
        "secret-ways-stay-out-of-the-bag": BY_SCENARIOS,
        "connect-to-settled": BY_SCENARIOS,
        "encourage-where-room": BY_SCENARIOS,
        "pray-in-buildings-only": BY_SCENARIOS,
        "library-swaps-own-phrase": BY_SCENARIOS,
        "abbot-stays-without-votes": BY_SCENARIOS,
        "monks-move-once": BY_SCENARIOS,
        "locked-only-from-the-start": BY_SCENARIOS,
        "groups-as-the-scoring-began": BY_SCENARIOS,
        "stables-exchange-too": BY_SCENARIOS,
        "givers-take-nothing-back": BY_SCENARIOS,
        "arrivals-change-box-too": BY_SCENARIOS,
        "features-beside-any-tile": BY_SCENARIOS,
        "icons-before-spending": BY_SCENARIOS,
        "brewers-may-pray": BY_SCENARIOS,
    },
    "kings-abbey": {
        "split-may-be-renewed": BY_SCENARIOS,
        "bell-rings-any-time": BY_SCENARIOS,
        "asked-before-every-count": BY_SCENARIOS,
        "brewery-counts-the-chapel": BY_SCENARIOS,
        "animals-feed-peasants": BY_SCENARIOS,
        "raids-take-buildings-only": BY_SCENARIOS,
        "both-bonus-spaces-alone": BY_SCENARIOS,
        "renaud-as-printed": BY_SCENARIOS,
        "crusades-out": SET_UP,
    },
}
"""Options whose other reading no referee plays, with the reason."""
FOLLOWED = {
    "monolyth": {"either-condition-discards"},
    "monastery": READINGS | {"simpler"},
    "kings-abbey": {"proposals"},
}
FORMS_OF_PLAY = {"simpler", "crusades-out"}
"""No readings of a ruling: without them the game is as all its scenarios show it."""
VARIANTS = {"monolyth": (), "monastery": (), "kings-abbey": ("holy-relics", "patron-saints")}
GAMES = tuple(LEFT_OUT)


def loaded(name: str) -> Game:
    return load_game(name, VARIANTS[name])


@pytest.mark.parametrize("name", GAMES)
def test_every_option_is_followed_or_left_out(name: str) -> None:
    assert set(loaded(name).model.options) == set(LEFT_OUT[name]) | FOLLOWED[name]
    assert not set(LEFT_OUT[name]) & FOLLOWED[name]


@pytest.mark.parametrize("name", GAMES)
def test_every_option_is_shown_in_both_readings(name: str) -> None:
    model = loaded(name).model
    for option in model.options.values():
        about = [scenario for scenario in model.scenarios if set(scenario.source.rules) & set(option.source.rules)]
        chosen = [dict(scenario.options).get(option.name, option.default) for scenario in about]
        assert option.default in chosen or option.name in FORMS_OF_PLAY, f"{option.name}: as it is by default"
        assert any(one != option.default for one in chosen), f"{option.name}: the other reading"


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_ruling_names_the_option_that_reads_it_otherwise(name: str, language: str) -> None:
    model = loaded(name).model
    for option in model.options.values():
        rulings = [rule for rule in option.source.rules if "-Q-" in rule or "-R-" in rule or "-RULING-" in rule]
        for rule in rulings[:1]:
            assert f"`{option.name}`" in model.rulebook[rule].plain(language, ()), option.name
