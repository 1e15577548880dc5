"""Explanations agree with the engine: what it offers is legal, what it does not offer has a reason, and the reason a numbered rule.

By default one game of each sort, and some candidates of each action; with `--full` more than five hundred
games over all that is shipped and all its variants, and every candidate.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from custumal import load_game
from custumal.interpreter.engine import Engine
from custumal.interpreter.explain.why import MOST_COMPLETIONS
from custumal.interpreter.library import shipped, shipped_variants
from custumal.interpreter.position.state import OVER, Position
from custumal.interpreter.program import PASS
from tests.support.scale import FULL

pytestmark = pytest.mark.slow

GAMES = 14 if FULL else 1
CANDIDATES = MOST_COMPLETIONS if FULL else 8
"""So many candidates of each action are looked at in a position."""
CHOICES = 20 if FULL else 4
"""And so many of what can be chosen there: nothing forbids it."""
EARLY, LATE = (range(30), 2 if FULL else 5), (range(30, 300 if FULL else 60), 1)
"""Among these decisions of a game so many are looked at."""


def sorts() -> Iterator[tuple[str, str]]:
    """Every game alone, and with each of its variants, or with one of them."""
    for name, path in shipped():
        yield name, ""
        variants = shipped_variants(path)
        yield from ((name, variant) for variant in (variants if FULL else variants[:1]))


@pytest.mark.parametrize(("name", "variant"), list(sorts()))
def test_explanations_agree_with_the_engine(name: str, variant: str) -> None:
    game = load_game(name, [variant] if variant else [])
    low, high = game.players
    rng = random.Random(f"{name} {variant}")
    for number in range(GAMES):
        engine = game.engine(rng.choice((low, high)) if FULL else low)
        for state in positions(engine, rng, number):
            look(engine, state, rng, cites=bool(game.model.rulebook))


def positions(engine: Engine, rng: random.Random, seed: int) -> Iterator[Position]:
    """Some decisions of a random game."""
    state = engine.settled(engine.start(seed))
    wanted = {number for among, count in (EARLY, LATE) for number in rng.sample(among, count)}
    for number in range(max(wanted) + 1):
        if state.kind == OVER:
            return
        if number in wanted:
            yield state.copy()
        engine.apply(state, rng.choice(engine.choices(state)))
        engine.settled(state)


def look(engine: Engine, state: Position, rng: random.Random, *, cites: bool) -> None:
    point = engine.reference.point(state)
    assert point is not None
    listed = engine.choices(state)
    for number, choosing in enumerate(point.choosings):
        names = [pick.local.name for pick in choosing.picks]
        legal = [dict(zip(names, choosing.values(choice), strict=True)) for choice in listed if choice != PASS and choice[0] == number]
        engine.anew()
        candidates = list(engine.why.completions(state, choosing, {}))
        for values in rng.sample(candidates, min(CANDIDATES, len(candidates))):
            engine.anew()
            told = engine.why.judged(state, choosing, values, "en")
            assert told.legal == (values in legal), (choosing.name, values, told)
            if not told.legal:
                assert told.reasons, (choosing.name, values)
                assert all(reason.text for reason in told.reasons), told
                assert not cites or any(reason.rules for reason in told.reasons), told
    for choice in rng.sample(listed, min(CHOICES, len(listed))):
        key = engine.key(state, choice)
        assert engine.why_not(state, key) == engine.why_not(state, key, viewer=state.seat) == (), key
    here = {choosing.name for choosing in point.choosings}
    for name in sorted(set(engine.program.actions) - here)[:3]:
        told = engine.explain(state, name, {})
        assert not told.legal
        assert told.reasons[0].text, name
        assert not cites or any(reason.rules for reason in told.reasons), told


OFFERED = """
custumal: 1
game: who-may
title: Who may
players: 2
play:
  turn: {players: seats, offer: free}
ranking: {first: {most: my bows}}
standing:
  bow: {for: "[first(seats)]", any-time: turn, because: "Only the first seat bows.", do: raise my bows by 1}
  nod: {for: "[first(seats)]", any-time: turn, do: raise my bows by 1}
  wink: {any-time: turn, do: raise my bows by 1}
kept:
  bows(seat): {is: 0 to 9, until: end}
"""


def test_whom_a_rule_gives_an_action_is_told_in_its_own_words(tmp_path: Path) -> None:
    """A seat that is not served reads the `because` of the rule; without one, that nothing gives it the action."""
    (tmp_path / "game.yaml").write_text(OFFERED, encoding="utf-8")
    engine = load_game(str(tmp_path)).engine(2)
    state = engine.settled(engine.start(1))
    engine.apply(state, PASS)
    engine.settled(state)
    assert state.seat == 1
    assert [(r.address, r.text) for r in engine.why_not(state, "bow")] == [("standing.bow", "Only the first seat bows.")]
    assert [r.text for r in engine.why_not(state, "nod")] == ["nod: nothing gives you that now."]


@pytest.mark.parametrize("name", ["kings-abbey", "monastery", "monolyth"])
def test_a_choice_is_explained_by_its_own_entries(name: str) -> None:
    """Whoever asks for a choice with what it says of itself is told of this very one, also where copies of a thing differ."""
    state, rng = load_game(name).start(players=3, seed=4), random.Random(4)
    for _ in range(40):
        choices = state.choices()
        chosen = rng.choice(choices)
        if chosen.key != "pass":
            assert state.explain(chosen.action, **chosen.args).legal, chosen.key
        state = state.play(chosen)
