"""Who sees a place by a rule keeps what it saw just as its owner does, whichever machine plays."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from custumal import load_game
from custumal.interpreter.engine import Engine
from custumal.interpreter.keys.views import view
from custumal.interpreter.position.state import OVER, Position
from tests.support.dealt_games import BOTTOM, HANDING, PEEPING
from tests.support.hiding.games import LOOKS, MARKS
from tests.support.scale import FULL
from tests.support.secret_games import DUEL, SMUGGLERS

pytestmark = pytest.mark.slow

GAMES = 40 if FULL else 4
OWNED = {"bottom": BOTTOM, "handing": HANDING, "peeping": PEEPING, "smugglers": SMUGGLERS, "masked-duel": DUEL, "marks": MARKS}


def engine_of(text: str, path: Path, players: int, *, compiled: bool = True) -> Engine:
    path.write_text(text, encoding="utf-8")
    return load_game(str(path)).engine(players, compiled=compiled)


def side_by_side(one: Engine, other: Engine, seed: int) -> Iterator[tuple[Position, Position]]:
    """A random game played by two engines, at each of its stops."""
    chance = random.Random(seed)
    first, second = one.start(seed), other.start(seed)
    while first.kind != OVER:
        yield first, second
        choices = one.choices(first) or [choice for _, choice in one.outcomes(first)]
        choice = chance.choice(choices)
        one.apply(first, choice)
        other.apply(second, choice)
    yield first, second


@pytest.mark.parametrize("name", OWNED)
def test_a_rule_that_names_the_owner_shows_what_the_owner_sees(name: str, tmp_path: Path) -> None:
    text = OWNED[name]
    ruled = text.replace("seen-by: owner", 'seen-by: "[owner]"')
    assert ruled != text
    one = engine_of(text, tmp_path / "one.yaml", 3 if name == "handing" else 2)
    other = engine_of(ruled, tmp_path / "other.yaml", 3 if name == "handing" else 2)
    for seed in range(GAMES):
        for first, second in side_by_side(one, other, seed):
            for seat in one.instance.seats:
                seen = [json.dumps(view(of.evaluator, state, seat)) for of, state in ((one, first), (other, second))]
                assert seen[0] == seen[1], (seed, seat)


def test_machines_keep_the_same_of_what_rules_show(tmp_path: Path) -> None:
    one, other = (engine_of(LOOKS, tmp_path / "looks.yaml", 3, compiled=compiled) for compiled in (True, False))
    for seed in range(GAMES):
        for first, second in side_by_side(one, other, seed):
            assert first == second, seed


def test_what_was_seen_stays_known_until_things_that_look_alike_to_a_seat_may_have_changed_places(tmp_path: Path) -> None:
    path = tmp_path / "looks.yaml"
    path.write_text(LOOKS, encoding="utf-8")
    state = load_game(str(path)).start(players=3, seed=1)
    theirs = state.view(1).data["zones"]["tent"]["p1"]["things"]
    looked = state.play("rest").play("peep")
    assert looked.view(2).data["zones"]["tent"]["p1"]["things"] == theirs
    away = looked.play("rest").play("rest").play("turn-away")
    assert away.view(2).data["zones"]["tent"]["p1"] == {"count": 2, "known": theirs}
    later = away.play("rest")
    struck = later.play(next(choice for choice in later.choices() if choice.action == "strike"))
    assert struck.view(2).data["zones"]["tent"]["p1"] == {"count": 1}
    assert struck.view(2).data["zones"]["vault"] == {"count": 1}
    buried = state.play(next(choice for choice in state.choices() if choice.action == "bury"))
    known = [buried.view(seat).data["zones"]["vault"].get("known") for seat in (1, 2, 3)]
    assert known[0] == known[1] != known[2] is None
