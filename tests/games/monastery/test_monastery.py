"""The scenarios of the abbey game against its rulebook: every rule, every ruling with its option, every icon, and what players read.

By default a few random games are played; with `--full` a thousand for each number of players.
"""

from __future__ import annotations

from contextlib import nullcontext
from functools import cache
from pathlib import Path

import pytest

from custumal import Game, load_game
from custumal.dsl.model import Forbidden
from custumal.interpreter.library import shipped, shipped_variants
from custumal.interpreter.runs.scenarios import play_scenario
from custumal.interpreter.runs.simulate import Plan, simulate
from custumal.ui.scene.describe import Describer, slots_of
from custumal.ui.scene.display_hints import hints_of
from custumal.ui.scene.look import Look
from custumal.ui.terminal.questions.menu import question
from tests.support.scale import FULL

pytestmark = pytest.mark.slow

GAMES = 1000 if FULL else 3
HOME = Path(dict(shipped())["monastery"])
SOCIAL = {"MON-PLACE-19"}
"""What says only that another rule will follow."""
ICONS = ["chapel", "almonry", "farm", "scriptum", "library", "workshop", "stables", "abbots-house", "brewhouse"]


@cache
def abbey() -> Game:
    return load_game("monastery")


@cache
def cited() -> dict[str, set[str]]:
    """The scenarios of the game and its variants by the rules that they cite."""
    found: dict[str, set[str]] = {}
    games = [abbey(), *(load_game("monastery", [variant]) for variant in shipped_variants(HOME))]
    for scenario in (s for game in games for s in game.model.scenarios):
        for rule in scenario.source.rules:
            found.setdefault(rule, set()).add(scenario.source.id)
    return found


def test_every_rule_and_every_ruling_has_a_scenario() -> None:
    assert sorted(set(abbey().rules) - set(cited()) - SOCIAL) == []
    assert len([rule for rule in abbey().rules if "-RULING-" in rule]) == 54
    assert len(abbey().rules) == 199 + 54


def test_every_printed_example_has_a_scenario() -> None:
    """Rules with examples in the rulebook: each has as many scenarios as it has examples, or more."""
    book = abbey().model.rulebook
    examples = {"MON-GROUP-04": 2, "MON-CON-02": 2}
    with_examples = [
        "MON-COMP-04", "MON-SETUP-10", "MON-PLACE-18", "MON-MOVE-02", "MON-MOVE-03", "MON-MOVE-04", "MON-CON-01", "MON-CON-02",
        "MON-GROUP-02", "MON-GROUP-04", "MON-COLL-02", "MON-FEAT-06", "MON-CHAPEL-01", "MON-FARM-01", "MON-SCRIPT-01",
    ]  # fmt: skip
    assert len(with_examples) == 15
    assert set(with_examples) <= set(book)
    for rule in with_examples:
        assert len(cited()[rule]) >= examples.get(rule, 1), rule


@pytest.mark.parametrize("icon", ICONS)
def test_every_icon_is_used_in_a_scenario(icon: str) -> None:
    """Some scenario uses the tile's own action, or, where the tile only changes points, has it in play."""
    own = {rule.source.id for rule in abbey().model.standing if f".{icon}.abilities." in rule.source.address}
    keys = {key.partition("(")[0] for s in abbey().model.scenarios for key in s.when}
    acts = own & {"alms", "swap", "tools", "build", "snap-election", "stand-up", "stay-out"}
    assert own, icon
    assert acts <= keys, icon
    prefix = {"scriptum": "SCRIPT", "abbots-house": "ABBOTSH", "brewhouse": "BREW"}.get(icon, icon.upper())
    assert all(cited().get(rule) for rule in abbey().rules if rule.startswith(f"MON-{prefix}-"))


def test_every_option_is_named_by_its_rule_and_tried() -> None:
    """Each setting that is not the default is played by a scenario of one of its rules, and the ruling names the option."""
    tried: dict[tuple[str, object], set[str]] = {}
    for scenario in abbey().model.scenarios:
        for name, value in scenario.options:
            tried.setdefault((name, value), set()).update(scenario.source.rules)
    for name, option in abbey().model.options.items():
        rulings = {rule for rule in option.source.rules if "-RULING-" in rule}
        if name == "seating":
            continue
        settings = {value for other, value in tried if other == name} - {option.default}
        assert settings, name
        for value in settings:
            assert tried[name, value] & set(option.source.rules), (name, value)
        if rulings and name != "opening":
            assert any(f"`{name}`" in abbey().rules[rule].text for rule in rulings), name


def test_refusals_of_scenarios_give_their_reason() -> None:
    """Nothing is forbidden by accident: only limits, which have no sentence of their own, stand without `because`."""
    unsaid = set()
    for scenario in abbey().model.scenarios:
        refused = [e.that for e in scenario.then if isinstance(e.that, Forbidden) and not e.that.allowed]
        if any(that.because is None for that in refused):
            unsaid.add(scenario.source.id)
    assert sorted(unsaid) == ["once-in-a-turn", "stables"]


@pytest.mark.parametrize(("language", "mine", "theirs"), [("en", "player 1", "player 2"), ("fr", "joueur 1", "joueur 2")])
def test_a_letter_for_either_strip_is_offered_for_both(language: str, mine: str, theirs: str) -> None:
    """A letter that fits on both strips is offered once for each, by the name of the player."""
    scenario = next(s for s in abbey().model.scenarios if s.source.id == "a-letter-for-either-strip")
    engine, states, failures = play_scenario(abbey().model, scenario, {}, lambda _: nullcontext())
    assert failures == []
    state = states[-1]
    describer = Describer(engine, language)
    labels = []
    for raw in engine.choices(state):
        if engine.key(state, raw).startswith("buy-letter(at(grid, 10, 1)"):
            choosing = describer.choosing(state, raw)
            assert choosing is not None
            labels.append(describer.value(raw[2], slots_of(choosing)[1].type, state))
    assert labels == [mine, theirs]


def test_boxes_are_called_by_the_number_printed_in_them() -> None:
    """A Garden has one box, and it is worth 2; what players read is the 2, not that it is the first box."""
    labels = abbey().engine(2).labels
    instance = abbey().engine(2).instance
    box = instance.zones["box"]
    said = {}
    for number in range(box.instances):
        (tile,) = box.arguments(number)
        assert isinstance(tile, int)
        said[labels.thing(tile, "en")] = [labels.cell("box", cell, "en") for cell in box.cell_range(number)]
    assert said["Garden"] == ["2"]
    assert said["Kitchen"] == ["1", "2", "3"]
    assert said["Field"] == ["1"]


def test_monks_on_tiles_of_one_name_are_told_apart_by_the_places_of_the_tiles() -> None:
    """Three Paths with a monk each: the question which of them moves names the places of the Paths."""
    scenario = next(s for s in abbey().model.scenarios if s.source.id == "monks-on-three-paths")
    engine, states, failures = play_scenario(abbey().model, scenario, {}, lambda _: nullcontext())
    assert failures == []
    state = states[-1]
    walks = [raw for raw in engine.choices(state) if engine.key(state, raw).startswith("walk(")]
    look = Look(engine, hints_of(abbey().model.display), state, 0, "en")
    asked = question(Describer(engine, "en"), look, walks)
    labels = [answer.label for answer in asked.answers]
    assert len(set(labels)) == len(labels)
    assert {"(32,31)", "(34,31)", "(32,34)"} <= {label.split(" ")[-1] for label in labels}


def test_what_lies_behind_a_screen_is_unseen() -> None:
    """Each player sees their own tiles and blessings; of those of others how many tiles, and the Secret Way that all saw go there;
    of the bag only how many."""
    state = abbey().start(2, seed=4)
    for seat, other in ((1, "p2"), (2, "p1")):
        seen = state.view(seat).data
        screen = seen["zones"]["screen"][other]
        assert screen.keys() == {"count", "known"} and screen["count"] == 4
        (secret_way,) = screen["known"]
        theirs = state.view(int(other[1:])).data["zones"]["screen"][other]["things"]
        assert secret_way in theirs and secret_way["thing"].startswith("secret-way-")
        assert len(seen["zones"]["screen"][f"p{seat}"]["things"]) == 4
        assert seen["zones"]["bag"] == {"count": 42}
        assert set(seen["kept"]["blessing"]) == {f"p{seat}"}


@pytest.mark.parametrize(("players", "variants"), [(2, ()), (3, ()), (4, ()), (4, ("paired",))] if FULL else [(2, ())])
def test_random_games_keep_what_has_to_hold(players: int, variants: tuple[str, ...]) -> None:
    """Letters, monks, blessings and tiles are conserved, tiles have room, groups keep within limits, and no game is stuck."""
    totals = simulate(Plan("monastery", players, seed=7 * players, variants=variants, check_invariants=True), GAMES)
    assert len(totals.games) == GAMES
    for game in totals.games:
        assert game.finished
        assert len(game.winners) == (2 if variants else 1)


def test_variants_and_options_go_together() -> None:
    game = load_game("monastery", variants=["paired"], options={"simpler": True})
    state = game.start(players=4, seed=7)
    assert (state.kind, state.is_over) == ("decision", False)
