"""Positions that come from outside: those of the game are read back, others are refused with one sentence that names the place."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from typing import Any

import pytest

from custumal import Game, State, load_game
from tests.support.forged import Path, changed, forged, places, tampered
from tests.support.scale import FULL, some

GAMES = ("tic-tac-toe", "kuhn-poker", "pig", "connect-four", "goofspiel", "monolyth", "monastery")


def middle(game: Game, moves: int = 7) -> State:
    """A position after some moves at random."""
    dice, state = random.Random(1), game.start(seed=4, auto_chance=False)
    for _ in range(moves):
        if state.is_over:
            break
        state = state.play(dice.choice(state.choices() or [outcome for _, outcome in state.outcomes()]))
    return state


@pytest.fixture(scope="module", params=GAMES)
def state(request: pytest.FixtureRequest) -> State:
    return middle(load_game(request.param))


def said(game: Game, data: dict[str, Any]) -> str | None:
    """Why a position is refused, None if it is read."""
    sentence = refusal(game, forged(data) if "digest" in data else json.dumps(data))
    if sentence is None:
        again = game.state(forged(data), auto_chance=False)
        assert json.loads(again.to_json())["state"] == data["state"]
    return sentence


TAMPERINGS = 2_002 if FULL else 105


def refusal(game: Game, text: str) -> str | None:
    """Why a text is no position, None if it is one."""
    try:
        game.state(text, auto_chance=False)
    except ValueError as error:
        return str(error)
    return None


@pytest.mark.slow
def test_a_tampered_position_is_refused_in_one_sentence() -> None:
    """And one whose digest was forged as well is refused so, as far as it can be known to be none."""
    chooser = random.Random(20)
    refused = forged_too = 0
    for name in GAMES:
        game = load_game(name)
        for _ in range(TAMPERINGS // len(GAMES)):
            data = json.loads(middle(game, chooser.randrange(12)).to_json())
            path, wrong = tampered(data, chooser)
            if wrong == data:
                continue
            for text in (json.dumps(wrong), forged(wrong)):
                sentence = refusal(game, text)
                if sentence is None:
                    assert text != json.dumps(wrong), path
                    forged_too += 1
                else:
                    assert re.fullmatch(r"[A-Z][^\n]*\.", sentence), (path, sentence)
                    assert sentence.count(". ") == 0
                    refused += 1
    assert refused > forged_too


def test_a_position_is_read_back(state: State) -> None:
    assert state.game.state(state.to_json(), auto_chance=False) == state


@pytest.mark.parametrize("value", ["x", 1.5, float("nan"), {}, {"x": 1}, [[]], [["x"]], -2, 10**30], ids=str)
def test_whatever_stands_somewhere_else_is_read_or_refused_in_one_sentence(state: State, value: object) -> None:
    data = json.loads(state.to_json())
    for path in some([path for path in places(data["state"], ("state",)) if len(path) > 1], 60):
        found = said(state.game, changed(data, path, lambda node, step: node.__setitem__(step, value)))
        assert found is None or (found.count(". ") == 0 and found.startswith("This is no position of"))
        if isinstance(value, str | float | dict):
            assert found is not None
            assert f"`state.{path[1]}" in found


DEPTHS: dict[Path, int] = {("state", "columns"): 4, ("state", "frame"): 3, ("state", "known"): 3}
"""How deep there is a number of values in a position that is the same in all positions of the game."""


def test_what_is_missing_or_too_much_is_refused(state: State) -> None:
    data = json.loads(state.to_json())
    for path in some([path for path in places(data) if path and len(path) <= DEPTHS.get(path[:2], 2)], 60):
        found = said(state.game, changed(data, path, lambda node, step: node.__delitem__(step)))
        assert found is not None
        assert path[0] == "options" or f"`{'.'.join(map(str, path[:2]))}" in found
    for path in (("zeal",), ("state", "zeal")):
        found = said(state.game, changed(data, path, lambda node, step: node.__setitem__(step, 1)))
        assert found == f"This is no position of a game: `{'.'.join(path)}` is no key of a position."


def put(value: object) -> Callable[[Any, Any], None]:
    """A change that lets a value stand in the place of another."""
    return lambda node, step: node.__setitem__(step, value)


def test_a_loop_goes_through_what_there_is_and_no_further(state: State) -> None:
    """What is in a list of the frame is judged as any value, and nobody is further in it than its end."""
    engine, data = state.game.engine(state.players), json.loads(state.to_json())
    frame, live = data["state"]["frame"], engine.liveness.at(data["state"]["pc"], data["state"]["stack"])
    for index, (walked, chosen) in engine.validation.frame.walks.items():
        if not live >> index & 1:
            continue
        lists = [slot for slot in walked if live >> slot & 1] or [*walked, *chosen]
        most = max(len(frame[slot] or ()) for slot in lists)
        for far in (-1, most + 1):
            wrong = changed(data, ("state", "frame", index), put(far))
            assert f"`state.frame[{index}]` should be" in (said(state.game, wrong) or "")
        for slot in (slot for slot in lists if frame[slot] and live >> slot & 1 and isinstance(frame[slot][0], int)):
            wrong = changed(data, ("state", "frame", slot), put([*frame[slot][:-1], 10**6]))
            assert f"`state.frame[{slot}][{len(frame[slot]) - 1}]` should be" in (said(state.game, wrong) or "")


TAMPERED: list[tuple[Path, Any, str]] = [
    (
        ("state", "format"),
        2,
        "This is no position of a game: `state.format` should be `1`, which this version reads, but the number `2` stands there",
    ),
    (
        ("state", "kind"),
        "asleep",
        "This is no position of a game: `state.kind` should be `decision`, `chance` or `over`, but the text `asleep` stands there",
    ),
    (("players",), 0, "This is no position of a game: `players` should be a whole number from 1 to 100, but the number `0` stands there"),
    (("players",), 7, "This game is for 2 to 4 players, not 7."),
    (("state", "columns"), [], "This is no position of this game: `state.columns` should have 7 values, but has 0"),
    (("state", "columns", 6), 3, "This is no position of this game: `state.columns[6]` should be a list, but the number `3` stands there"),
    (
        ("state", "columns", 0, 1),
        99,
        "This is no position of this game: `state.columns[0][1]` should be a whole number from -1 to 7, but the number `99` stands there",
    ),
    (
        ("state", "columns", 0, 1),
        True,
        "This is no position of this game: `state.columns[0][1]` should be a whole number from -1 to 7, but `true` stands there",
    ),
    (
        ("state", "piles", 0),
        [3, 42],
        "This is no position of this game: `state.piles[0][1]` should be a whole number from 0 to 38, but the number `42` stands there",
    ),
    (
        ("state", "frame", 0),
        "x",
        "This is no position of this game: `state.frame[0]` should be a list, but the text `x` stands there",
    ),
    (("state", "stack"), [10**6], "This is no position of this game: `state.stack[0]`"),
    (
        ("state", "pc"),
        10**6,
        "This is no position of this game: with `state.pc` 1000000 the game does not stand where `state.kind` could be `decision`",
    ),
    (
        ("state", "pc"),
        0,
        "This is no position of this game: with `state.pc` 0 the game does not stand where `state.kind` could be `decision`",
    ),
    (("state", "seat"), 2, "This is no position of this game: `state.seat` should be from 0 to 1 at a decision, but `2` stands there"),
    (
        ("state", "seat"),
        None,
        "This is no position of this game: `state.seat` should be from 0 to 1 at a decision, but `null` stands there",
    ),
    (("state", "rng"), 2**64, "This is no position of a game: `state.rng` should be a whole number from 0 to 18446744073709551615"),
]


@pytest.mark.parametrize(("path", "value", "words"), TAMPERED, ids=[f"{'.'.join(map(str, path))}={value}" for path, value, _ in TAMPERED])
def test_what_is_said_of_a_tampered_position(path: Path, value: object, words: str) -> None:
    game = load_game("goofspiel")
    data = json.loads(middle(game).to_json())
    found = said(game, changed(data, path, lambda node, step: node.__setitem__(step, value)))
    assert found is not None
    assert found.startswith(words)


def test_a_position_of_another_game_is_refused() -> None:
    text = middle(load_game("nim")).to_json()
    with pytest.raises(ValueError, match="belongs to other rules"):
        load_game("tic-tac-toe").state(text)
    with pytest.raises(ValueError, match="belongs to other options"):
        load_game("nim", options={"misere": False}).state(text)


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "[" * 100_000, '{"players": ' + "9" * 5000 + "}"], ids=lambda text: text[:6])
def test_what_is_no_position_at_all(text: str) -> None:
    with pytest.raises(ValueError, match=r"^This is no position of a game: [^.]*\.$"):
        load_game("nim").state(text)
