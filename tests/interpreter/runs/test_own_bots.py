"""Bots that somebody wrote: what they are handed, what they may answer, and how they can fail."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from custumal import load_game
from custumal.interpreter.engine import Engine
from custumal.interpreter.keys.views import view
from custumal.interpreter.library import shipped
from custumal.interpreter.position.state import DECISION, OVER, Position
from custumal.interpreter.runs.own_bots import BadBot, asked, own_bot
from custumal.interpreter.runs.simulate import Plan, play_all, simulate
from custumal.interpreter.runs.totals import EveryGame
from custumal.interpreter.setup.errors import BotFailed
from tests.support.secret_games import SMUGGLERS

Cli = Callable[..., tuple[int, str, str]]
MODULES = itertools.count()
BOTS = """\
seen = []

def first(view, choices):
    seen.append((view, choices))
    return choices[0]

def last_key(view, choices):
    return choices[-1].key

def divides(view, choices):
    return choices[len(choices) // 0]

def nobody(view, choices):
    return None

def leaves(view, choices):
    raise SystemExit(3)

class Strange:
    def __repr__(self):
        raise ValueError

def strange(view, choices):
    return Strange()

asked = 0

def tires(view, choices):
    global asked
    asked += 1
    if asked > 40:
        raise RuntimeError("enough")
    return choices[0]

number = 7
"""


@pytest.fixture
def bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The name of a module in the working folder, another one for each test."""
    name = f"bots_of_test_{next(MODULES)}"
    (tmp_path / f"{name}.py").write_text(BOTS, encoding="utf-8")
    (tmp_path / "broken_of_test.py").write_text("import not_there_at_all\n", encoding="utf-8")
    (tmp_path / "torn_of_test.py").write_text("def (\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    yield name
    own_bot.cache_clear()
    sys.modules.pop(name, None)


def some_decisions(engine: Engine, most: int) -> Iterator[Position]:
    position = engine.settled(engine.start(3))
    for turn in range(most):
        if position.kind == OVER:
            return
        choices = engine.choices(position)
        yield position
        position = engine.settled(engine.after(position, choices[7 * turn % len(choices)]))


def handed(bots: str, engine: Engine, position: Position) -> None:
    """What the bot is handed is the view of its seat, and its choices by the same keys, entries and words as the seat is asked."""
    choices = engine.choices(position)
    assert asked(f"{bots}:first", engine, position, choices) == 0
    seen, offers = sys.modules[bots].seen[-1]
    assert seen.data == view(engine.evaluator, position, position.seat)
    for offer, choice in list(zip(offers, choices, strict=True))[:: max(1, len(choices) // 5)]:
        assert offer.key == engine.key(position, choice)
        assert (offer.action, offer.args) == (engine.action(position, choice), engine.args(position, choice))
        assert offer.label() == engine.label(position, choice, "en")


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name, _ in shipped()])
def test_a_bot_is_handed_what_its_seat_is_asked(bots: str, name: str) -> None:
    game = load_game(name)
    engine = game.engine(max(game.players[0], min(3, game.players[1])))
    for position in some_decisions(engine, 12):
        assert position.kind == DECISION
        handed(bots, engine, position)


def test_a_bot_is_handed_nothing_unseen(bots: str, tmp_path: Path) -> None:
    """Two games that differ in hidden things only look the same to it; what it can reach of its choices has no hidden things."""
    (tmp_path / "game.yaml").write_text(SMUGGLERS, encoding="utf-8")
    engine = load_game(str(tmp_path / "game.yaml")).engine(2)
    for position in some_decisions(engine, 10):
        handed(bots, engine, position)
        _, offers = sys.modules[bots].seen[-1]
        assert all(offer.is_of(engine.seen(position, position.seat)) or not offer.is_of(position) for offer in offers)


def test_it_answers_a_choice_or_its_key(bots: str) -> None:
    engine = load_game("tic-tac-toe").engine(2)
    position = engine.start(1)
    choices = engine.choices(position)
    assert asked(f"{bots}:first", engine, position, choices) == 0
    assert asked(f"{bots}:last_key", engine, position, choices) == 8


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("divides", "in seat 1 failed: ZeroDivisionError: integer division or modulo by zero ({}.py, line 11)."),
        ("leaves", "in seat 1 failed: SystemExit: 3 ({}.py, line 17)."),
        ("nobody", "in seat 1 answered None, which is none of the 9 choices that it had."),
        ("strange", "in seat 1 answered something of the type Strange, which is none of the 9 choices that it had."),
    ],
)
def test_a_bot_that_fails_is_told_in_a_sentence(bots: str, name: str, told: str) -> None:
    engine = load_game("tic-tac-toe").engine(2)
    position = engine.start(1)
    with pytest.raises(BotFailed) as failed:
        asked(f"{bots}:{name}", engine, position, engine.choices(position))
    assert str(failed.value) == f"The bot `{bots}:{name}` " + told.format(bots)


def test_a_bot_that_is_not_there_is_told_in_a_sentence(bots: str, tmp_path: Path) -> None:
    for name, told in (
        ("no_module:bot", f"There is no module `no_module` for the bot `no_module:bot`, neither installed nor in {tmp_path}."),
        (f"{bots}:fist", f"The module `{bots}` has no `fist`; did you mean `first`?"),
        (f"{bots}:number", f"`{bots}:number` is no function that could be asked for a choice."),
        ("broken_of_test:bot", "The module `broken_of_test` can't be imported: ModuleNotFoundError: No module named 'not_there_at_all'"),
        ("torn_of_test:bot", "The module `torn_of_test` can't be imported: SyntaxError: invalid syntax"),
    ):
        with pytest.raises(BadBot) as bad:
            own_bot(name)
        assert str(bad.value).startswith(told)
        assert "\n" not in str(bad.value)


def test_games_before_the_one_in_which_a_bot_fails_count(bots: str) -> None:
    """First in a game of its own, in which it is asked 40 times before it tires; so with one process and with two."""
    plan = Plan("tic-tac-toe", 2, 1, seats=(f"{bots}:tires", "random"))
    totals = EveryGame()
    with pytest.raises(BotFailed, match="RuntimeError: enough"):
        play_all(plan, 50, totals)
    whole = simulate(Plan("tic-tac-toe", 2, 1, seats=(f"{bots}:first", "random")), 50)
    assert 8 <= len(totals.games) <= 13  # three to five marks a game
    assert [one.digest for one in totals.games] == [one.digest for one in whole.games][: len(totals.games)]


@pytest.mark.slow
def test_processes_make_no_difference_to_bots_from_python(bots: str) -> None:
    plan = Plan("tic-tac-toe", 2, 1, seats=("greedy", f"{bots}:last_key"))
    assert simulate(plan, 30, 2).digest() == simulate(plan, 30).digest()
    totals = EveryGame()
    with pytest.raises(BotFailed, match="RuntimeError: enough"):
        play_all(Plan("tic-tac-toe", 2, 1, seats=(f"{bots}:tires", "random")), 200, totals, 2)
    assert len(totals.games) >= 8


def test_a_record_can_name_no_module(call: Cli, bots: str) -> None:
    """Going on with it, or looking at it, runs nothing that it names, until whoever trusts the bot says so."""
    assert call("simulate", "tic-tac-toe", "--games", "1", "--seat", f"1={bots}:first", "--record", "games")[0] == 0
    sys.modules.pop(bots)
    own_bot.cache_clear()
    record = "games/tic-tac-toe-1.json"
    assert call("replay", record)[0] == 0
    code, _, err = call("play", "tic-tac-toe", "--resume", record)
    assert code == 1
    assert f"who trusts it says so: --seat 1={bots}:first --seat 2=random" in err
    assert bots not in sys.modules
