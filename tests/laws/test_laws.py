"""Laws that hold at every step of every game, whatever its rules."""

from __future__ import annotations

import itertools
import json
import random
from typing import Any

import pytest

from custumal import Choice, Game, IllegalChoice, State, load_game
from custumal.interpreter.library import shipped
from custumal.interpreter.runs.simulate import check_invariants
from tests.support.forged import forged
from tests.support.scale import FULL

GAMES = [name for name, _ in shipped()]
STEPS = 400 if FULL else 25


def positions(game: Game, players: int, seed: int, steps: int) -> list[State]:
    """The positions of a random game, chance visible, spread over its length."""
    chooser = random.Random(seed)
    state = game.start(players=players, seed=seed, auto_chance=False)
    found = [state]
    while not state.is_over and len(found) < steps:
        if state.kind == "chance":
            outcomes = state.outcomes()
            state = state.play(outcomes[chooser.randrange(len(outcomes))][1])
        else:
            choices = state.choices()
            state = state.play(choices[chooser.randrange(len(choices))])
        found.append(state)
    return found


@pytest.fixture(scope="module", params=GAMES)
def played(request: pytest.FixtureRequest) -> tuple[Game, list[State]]:
    game = load_game(request.param)
    return game, positions(game, game.players[1], 5, STEPS)


def test_a_parent_is_unchanged_by_play(played: tuple[Game, list[State]]) -> None:
    _, states = played
    for state in states:
        before = state.to_json()
        for choice in state.choices()[:3]:
            state.play(choice)
        assert state.to_json() == before


def test_positions_survive_json(played: tuple[Game, list[State]]) -> None:
    game, states = played
    for state in states:
        again = game.state(state.to_json())
        assert again == state
        assert hash(again) == hash(state)
        assert [c.key for c in again.choices()] == [c.key for c in state.choices()]
        assert again.to_json() == state.to_json()


def test_copies_are_equal_and_independent(played: tuple[Game, list[State]]) -> None:
    _, states = played
    for state in states:
        copy = state.position.copy()
        assert copy == state.position
        assert copy.digest() == state.position.digest()


def test_every_listed_choice_can_be_played_and_has_its_own_key(played: tuple[Game, list[State]]) -> None:
    _, states = played
    for state in states[:: max(1, len(states) // 8)]:
        choices = state.choices()
        assert len({c.key for c in choices}) == len(choices)
        for choice in choices[:: max(1, len(choices) // 10)]:
            assert state.play(choice.key) == state.play(choice)


def test_what_is_not_listed_is_refused_with_a_reason(played: tuple[Game, list[State]]) -> None:
    """Choices of other positions of the same game: legal there, so well formed; here refused unless listed here too."""
    _, states = played
    decisions = [s for s in states if s.kind == "decision"]
    for state, other in zip(decisions[::5], decisions[3::5], strict=False):
        here = {c.key for c in state.choices()}
        for choice in other.choices()[:5]:
            if choice.key in here or choice.action == "pass":
                continue
            with pytest.raises(IllegalChoice) as refused:
                state.play(choice.key)
            assert refused.value.reasons, choice.key
            assert all(r.address and r.text for r in refused.value.reasons)


def test_explanations_agree_with_legality(played: tuple[Game, list[State]]) -> None:
    _, states = played
    decisions = [s for s in states if s.kind == "decision"]
    for state in decisions[:: max(1, len(decisions) // 4)]:
        for choice in state.choices()[:2]:
            if choice.action != "pass":
                assert state.explain(choice.action, **choice.args).legal, choice.key


ANYTHING: tuple[object, ...] = (None, "none", [], ["x"], (1, 2), -1, True, 1.5, 10**30, "", "[]", "p99", "at(", "1 of", {})


def test_a_question_about_anything_is_answered_or_refused(played: tuple[Game, list[State]]) -> None:
    _, states = played
    refused = 0
    for state in states[::9]:
        for choice in state.choices()[:2]:
            for name, odd in itertools.product(choice.args, ANYTHING):
                try:
                    found = state.explain(choice.action, **{**choice.args, name: odd})
                    assert found.legal != bool(found.reasons), (choice.key, name, odd)
                except ValueError as error:
                    refused += str(error) != ""
    assert refused or not any(choice.args for state in states for choice in state.choices())


PARTS = ("columns", "piles", "known", "frame", "stack", "pc", "rng", "kind", "seat")


@pytest.mark.parametrize("part", PARTS)
def test_a_text_that_is_no_position_of_the_game_is_refused(played: tuple[Game, list[State]], part: str) -> None:
    game, states = played
    data = json.loads(states[len(states) // 2].to_json())
    for wrong in ("x", ["x"], {"x": 1}, 1.5):
        spoiled = {**data, "state": {**data["state"], part: wrong}}
        with pytest.raises(ValueError, match="position"):
            game.state(json.dumps(spoiled))
    for spoiled in ({**data, "players": 999}, {**data, "options": {"x": 1}}, {**data, "rules_hash": "x"}, {"state": data["state"]}):
        with pytest.raises(ValueError, match="position"):
            game.state(json.dumps(spoiled))


def test_labels_exist_in_every_language(played: tuple[Game, list[State]]) -> None:
    _, states = played
    for state in states[::7]:
        for choice in state.choices()[:5]:
            for language in ("en", "fr", "de"):
                assert choice.label(language).strip()


def test_same_seed_same_game(played: tuple[Game, list[State]]) -> None:
    game, states = played
    again = positions(game, game.players[1], 5, STEPS)
    assert [s.position.digest() for s in again] == [s.position.digest() for s in states]


def test_invariants_hold(played: tuple[Game, list[State]]) -> None:
    game, states = played
    engine = game.engine(game.players[1])
    for state in states:
        check_invariants(engine, state.position)
        for invariant in game.model.invariants:
            assert engine.machine.holds(invariant, state.position)
            assert engine.reference.holds(invariant, state.position)


# ---------------------------------------------------------------- hidden means hidden


def swapped_hands(state: State) -> State | None:
    """The same position with the first unseen pair of things of different rows exchanged between places that p1 can't see."""
    data = json.loads(state.to_json())
    engine = state.game.engine(state.players)
    hidden = [z for z in engine.instance.layout.zones.values() if z.zone.visibility.kind in ("nobody", "owner")]
    things = [(z, i) for z in hidden for i in range(z.instances) if not (z.zone.visibility.kind == "owner" and 0 in z.arguments(i))]
    found: list[tuple[Any, Any]] = []
    for zone, instance in things:
        if zone.one:
            thing = data["state"]["columns"][zone.content][instance * zone.cells]
            if thing is not None:
                found.append((("content", zone.content, instance * zone.cells), thing))
        else:
            pile = data["state"]["piles"][zone.piles + instance]
            found += [(("pile", zone.piles + instance, i), thing) for i, thing in enumerate(pile)]
    for a in found:
        for b in found:
            if a[0][:2] != b[0][:2] and engine.instance.things[a[1]].kind == engine.instance.things[b[1]].kind:
                return _exchange(state, data, a, b)
    return None


def _exchange(state: State, data: dict[str, Any], a: tuple[Any, Any], b: tuple[Any, Any]) -> State:
    for (kind, where, index), thing in ((a[0], b[1]), (b[0], a[1])):
        holder = data["state"]["columns" if kind == "content" else "piles"]
        holder[where][index] = thing
    places = data["state"]["columns"][0]
    places[a[1]], places[b[1]] = places[b[1]], places[a[1]]
    return state.game.state(forged(data))


def test_views_do_not_change_when_only_hidden_things_differ() -> None:
    game = load_game("kuhn-poker")
    compared = 0
    for seed in range(12):
        for state in positions(game, 2, seed, 6):
            other = swapped_hands(state)
            if other is None or state.is_over:
                continue
            compared += 1
            assert state.view(1).to_json() == other.view(1).to_json()
    assert compared > 10


def test_a_view_shows_the_own_hand_and_not_the_other() -> None:
    game = load_game("kuhn-poker")
    state = game.start(seed=2)
    mine, theirs = state.view(1).to_json(), state.view(2).to_json()
    assert mine != theirs
    rows = {"jack", "queen", "king"}
    assert sum(word in mine for word in rows) == 1
    assert sum(word in theirs for word in rows) == 1


def test_choice_is_a_plain_value() -> None:
    state = load_game("tic-tac-toe").start()
    choice = state.choices()[0]
    assert isinstance(choice, Choice)
    assert choice.action == "claim"
    assert choice.args == {"cell": "at(board, 1, 1)"}
