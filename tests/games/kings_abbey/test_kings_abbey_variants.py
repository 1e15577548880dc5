"""Variants of King's Abbey: which go together as the rulebook says, and that what goes together can be played to the end.

By default a few of the combinations are played, a game each; with `--full` all of them, forty games each.
"""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from random import Random

import pytest
from ruamel.yaml import YAML

from custumal.dsl.base.file_names import variants_in
from custumal.dsl.diagnostics.diagnostic import RuleFileError
from custumal.interpreter.api import load_game
from custumal.interpreter.engine import Engine
from custumal.interpreter.position.state import CHANCE, OVER
from custumal.interpreter.runs.scenarios import run_scenarios
from custumal.interpreter.runs.simulate import Plan, check_invariants, simulate
from tests.support.scale import FULL

pytestmark = pytest.mark.slow

FOLDER = Path(__file__).parents[3] / "games" / "kings-abbey" / "variants"
EASIER_PILES = {"one-raid", "no-raids", "years-of-plenty"}
HARDER_PILES = {"four-raids", "no-plenty"}
EASIER = EASIER_PILES | {"head-start"}
HARDER = HARDER_PILES | {"upper-three", "auction"}
EXTENSIONS = {"holy-relics", "patron-saints"}
NAMES = tuple(sorted(path.stem for path in variants_in(FOLDER)))

TOGETHER = [
    (1, ("holy-relics", "patron-saints", "quick-game")),
    (2, ("auction", "four-raids", "holy-relics", "patron-saints", "upper-three")),
    (3, ("auction", "no-plenty", "upper-three")),
    (4, ("head-start", "holy-relics", "one-raid", "patron-saints")),
    (5, ("head-start", "years-of-plenty")),
    (2, ("head-start", "no-raids", "patron-saints")),
    (3, ("auction", "quick-game", "upper-three")),
    (4, ("auction", "head-start", "no-plenty")),
]


PILES = EASIER_PILES | HARDER_PILES


def go_together(one: str, other: str) -> bool:
    """The rulebook forbids nothing; but a pile of events is made up in one way, and the quick game has a pile and the head start itself."""
    pair = {one, other}
    return not pair <= PILES | {"quick-game"} and pair != {"quick-game", "head-start"}


ALLOWED = [
    chosen
    for size in range(1, len(NAMES) + 1)
    for chosen in combinations(NAMES, size)
    if all(go_together(*pair) for pair in combinations(chosen, 2))
]


def excluded(name: str) -> set[str]:
    found = YAML(typ="safe").load((FOLDER / f"{name}.yaml").read_text(encoding="utf-8")).get("excludes", [])
    return set(found)


def test_what_goes_together() -> None:
    assert set(NAMES) == EASIER | HARDER | EXTENSIONS | {"quick-game"}
    stated = {name: excluded(name) for name in NAMES}
    for one, other in combinations(NAMES, 2):
        assert (other not in stated[one]) is (one not in stated[other]) is go_together(one, other), (one, other)


def test_how_many_combinations_there_are() -> None:
    """Six piles with or without a head start, or the quick game, each with or without two harder forms and two extensions. The game
    as it is is no variant."""
    assert len(ALLOWED) == (6 * 2 + 1) * 2**4 - 1


@pytest.mark.parametrize("order", [("auction", "quick-game"), ("quick-game", "auction")])
def test_the_second_building_is_chosen_after_the_auction(order: tuple[str, ...]) -> None:
    steps = [step.source.id for step in load_game("kings-abbey", order).model.play]
    assert steps == ["lots", "second-building", "turn"]


def test_two_piles_of_events_are_refused() -> None:
    with pytest.raises(RuleFileError):
        load_game("kings-abbey", ["one-raid", "four-raids"], cached=False)


@pytest.mark.parametrize(("players", "variants"), TOGETHER)
def test_what_goes_together_is_played_to_the_end(players: int, variants: tuple[str, ...]) -> None:
    assert all(go_together(*pair) for pair in combinations(variants, 2))
    engine = load_game("kings-abbey", variants).engine(players)
    assert decisions(engine, seed=players) > players * 30  # five turns or seven, with half a dozen decisions in each


@pytest.mark.skipif(not FULL, reason="thousands of games take ten minutes and more")
@pytest.mark.parametrize("number", range(len(ALLOWED)), ids=["+".join(chosen) for chosen in ALLOWED])
def test_whatever_goes_together_is_played_forty_times(number: int) -> None:
    """Twenty games each for two numbers of players, which change from one combination to the next."""
    for turn in (0, 1):
        players = 1 + (2 * number + turn) % 5
        done = simulate(Plan("kings-abbey", players, number, ALLOWED[number], check_invariants=True), 20)
        assert len(done.games) == 20 and all(game.finished for game in done.games)


def decisions(engine: Engine, seed: int) -> int:
    """How many decisions a random game has, all invariants holding on the way."""
    state, dice, made = engine.start(seed), Random(seed), 0
    while state.kind != OVER:
        if state.kind == CHANCE:
            engine.advance(state)
            continue
        engine.apply(state, dice.choice(engine.choices(state)))
        check_invariants(engine, state)
        made += 1
        assert made < 5000
    return made


BOTH = """\
custumal: 1
variant: both
of: kings-abbey
title: Both extensions
requires: [holy-relics, patron-saints]
scenarios:
  the-grail-makes-a-deacon-who-chooses-too:
    rule: [KAB-Q-90, KAB-X01-GRA-01, KAB-X02-GEN-01]
    players: 2
    from: play.turn.abbey-phase
    given:
      - set first-player to p1
      - move first(all(relic) where it is holy-grail) to relics of p1
      - set clergy of p1 to 4
    when:
      - ascend(holy-grail)
      - vow(favour)
    then:
      deacon: clergy of p1 is 6
      vowed: devotion-of(p1) is favour
"""


def test_a_deacon_by_the_grail_makes_a_vow_too(tmp_path: Path) -> None:
    path = tmp_path / "both.yaml"
    path.write_text(BOTH, encoding="utf-8")
    game = load_game("kings-abbey", ["holy-relics", "patron-saints", str(path)])
    own = [scenario for scenario in game.model.scenarios if "KAB-Q-90" in scenario.source.rules]
    assert [(result.scenario.source.id, result.failures) for result in run_scenarios(game.model, own)] == [
        ("the-grail-makes-a-deacon-who-chooses-too", ())
    ]
