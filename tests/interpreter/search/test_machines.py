"""A search finds the same by either machine: choices, how often they were tried, what they are worth, to the last bit."""

from __future__ import annotations

import time
from pathlib import Path
from random import Random

import pytest

pytest.importorskip("wasmtime", reason="wasmtime is not installed")

from custumal import load_game
from custumal.interpreter.engine import Engine
from custumal.interpreter.position.state import CHANCE, OVER
from custumal.interpreter.program import passes_id
from custumal.interpreter.runs.bots import bot, carry_out, followed
from custumal.interpreter.search import machines as of_machines
from custumal.interpreter.search import plain as of_plain
from custumal.interpreter.search.dice import Dice
from custumal.interpreter.search.fast import FastTree
from custumal.interpreter.search.habits import Habits
from custumal.interpreter.search.levels import Budget
from custumal.interpreter.search.machines import Machines, Tree, machines
from custumal.interpreter.search.plain import PlainTree
from custumal.interpreter.search.playout import _counted, at_random, playout
from custumal.interpreter.search.ranked import Ranked
from custumal.interpreter.search.search import Search
from custumal.interpreter.search.worth import may_widen
from custumal.interpreter.wasm.play.games import Trapped
from tests.support import scale

pytestmark = pytest.mark.slow

GAMES = [
    ("tic-tac-toe", 2, 150), ("nim", 2, 150), ("connect-four", 2, 60), ("hex", 2, 30), ("pig", 2, 60), ("backgammon", 2, 12),
    ("kuhn-poker", 2, 100), ("goofspiel", 3, 60), ("liars-dice", 3, 30), ("spades", 4, 12), ("belle-lucie", 1, 12), ("chess", 2, 8),
    ("monolyth", 2, 24), ("monastery", 2, 24), ("monastery", 3, 16), ("kings-abbey", 2, 24),
]  # fmt: skip


def module_of(engine: Engine) -> Machines:
    """The machines of an engine, the fast one at hand."""
    found = machines(engine)
    found._spent, found._is_kept, found._is_begun = 1e9, False, True
    assert found._fetched(engine) is not None
    return found


@pytest.mark.parametrize(("name", "players", "iterations"), GAMES)
def test_both_machines_find_the_same(name: str, players: int, iterations: int) -> None:
    engine = load_game(name).engine(players)
    module = module_of(engine)._module
    assert module is not None
    random, state, tried, decision = Random(players), engine.start(5), 0, 0
    course = followed(engine, state, [bot("easy", 1, 0, seat) for seat in range(players)])
    while state.kind != OVER and tried < (8 if scale.FULL else 2):
        if state.kind == CHANCE:
            carry_out(engine, state, engine.draw(state), course)
            continue
        choices = list(engine.choices(state))
        if len(choices) > 1 and (decision < 2 or decision % 12 == 0):
            tried += 1
            search = Search(engine, state, decision, course)
            trees: list[Tree] = [FastTree(module, engine, state, decision), PlainTree(engine, state, decision)]
            fast, plain = (search._run(tree, Budget(iterations), time.monotonic()) for tree in trees)
            assert fast == plain
            assert fast
        decision += 1
        carry_out(engine, state, random.choice(choices), course)
    assert tried


@pytest.mark.parametrize("is_made", [True, False])
def test_a_long_search_fetches_a_module_that_is_made_at_once(is_made: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """And finds the same as before; nothing is fetched or begun where none has been made, and nothing for a search that is quick."""
    monkeypatch.setattr(of_machines, "is_kept", lambda *_: is_made)
    engine = load_game("connect-four").engine(2)
    state = engine.settled(engine.start(5))
    assert Search(engine, state, 1).run(Budget(1))
    assert machines(engine)._module is None
    machines(engine)._spent = 0.0
    monkeypatch.setattr(of_machines, "FETCHED", 1e-6)
    search = Search(engine, state, 1)
    found = search.run(Budget(200))
    assert (machines(engine)._module is not None) is is_made
    assert machines(engine)._making is None
    assert found == search._run(PlainTree(engine, state, 1), Budget(200), time.monotonic())


@pytest.mark.parametrize("is_made", [True, False])
def test_for_a_game_of_a_long_program_a_module_that_is_made_is_fetched_before_anything_is_tried(
    is_made: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(of_machines, "is_kept", lambda *_: is_made)
    engine = load_game("connect-four").engine(2)
    monkeypatch.setattr(of_machines, "LONG", len(engine.program.code))
    state = engine.settled(engine.start(5))
    found = Search(engine, state, 1).run(Budget(1))
    assert (machines(engine)._module is not None) is is_made
    assert found == Search(engine, state, 1)._run(PlainTree(engine, state, 1), Budget(1), time.monotonic())


def test_where_a_module_cannot_go_on_the_ordinary_machine_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = load_game("nim").engine(2)
    found = [_searched(engine)]
    module_of(engine)
    found.append(_searched(engine))

    def trap(*_: object) -> int:
        raise Trapped("no room")

    monkeypatch.setattr(FastTree, "run", trap)
    found.append(_searched(engine))
    assert found[0] == found[1] == found[2]


def _searched(engine: Engine) -> list[Ranked]:
    return Search(engine, engine.start(1), 3).run(Budget(40))


def test_a_module_is_not_made_for_a_short_search() -> None:
    engine = load_game("nim").engine(2)
    _searched(engine)
    assert machines(engine)._module is None
    assert of_machines.FETCHED > 0


def test_choices_are_widened_as_two_times_visits_to_the_power_of_two_fifths() -> None:
    """Two at once, four after 2 ** 2.5 = 5.7 visits, eight after 32."""
    assert [may_widen(known, 1) for known in (0, 1, 2)] == [True, True, False]
    assert [may_widen(4, visits) for visits in (5, 6)] == [False, True]
    assert [may_widen(8, visits) for visits in (32, 33)] == [False, True]


def test_a_playout_that_is_cut_ends_when_every_seat_has_decided_and_the_pass_is_over() -> None:
    """King's Abbey falls due at night: whatever was built and bought before, losses come at the end of a turn."""
    engine = load_game("kings-abbey").engine(2)
    state = engine.settled(engine.start(3))
    playout(engine, state, Dice(9), at_random, cut=True)
    assert engine.program.slots[passes_id("play.turn")] in _counted(engine)
    assert state.frame[engine.program.slots[passes_id("play.turn")]] == 2


def test_a_module_is_made_while_searches_go_on_and_changes_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """With nothing kept: the first searches are those of the ordinary machine, the last one is not."""
    monkeypatch.setenv("CUSTUMAL_HOME", str(tmp_path))
    engine = load_game("connect-four").engine(2)
    expected = _searched(engine)
    found = machines(engine)
    found.begin(engine)
    assert found._making is not None and found._module is None
    assert _searched(engine) == expected
    found._making._process.wait(timeout=600)
    assert _searched(engine) == expected
    assert found._module is not None


def test_without_a_cache_no_process_is_started() -> None:
    engine = load_game("nim", cached=False).engine(2)
    machines(engine).begin(engine)
    assert machines(engine)._making is None


def test_a_choice_promises_what_came_of_it_and_before_it_was_made_what_came_of_its_kind() -> None:
    """By hand: a seat starts out from one half; one reward of 1 makes (1 + 1/2) / 2 of all it does, (1 + 3/4) / 2 of that kind of choice,
    (1 + 7/8) / 2 of the choice itself; another choice of this kind has its 7/8, one of another kind the 3/4."""
    habits = Habits()
    assert habits.promise(0, (5, 1), "a") == 1 / 2
    habits.note(0, (5, 1), "a")
    habits.count((1.0, 0.0))
    kinds = [((5, 1), "a"), ((5, 1), "b"), ((5, 2), "a"), ((6, 1), "a")]
    assert [habits.promise(0, *one) for one in kinds] == [15 / 16, 7 / 8, 3 / 4, 3 / 4]
    assert habits.promise(1, (5, 1), "a") == 1 / 2
    habits.count((0.0, 0.0))
    assert habits.promise(0, (5, 1), "a") == 15 / 16


def test_a_search_that_stops_where_none_can_be_tried_as_often_chooses_what_all_tries_find(monkeypatch: pytest.MonkeyPatch) -> None:
    engine, found = load_game("pig").engine(2), []
    state = engine.settled(engine.start(3))
    for sure in (1.0, 1e9):
        monkeypatch.setattr(of_plain, "SURE", sure)
        searches = [Search(engine, state, seed) for seed in range(6)]
        trees = [PlainTree(engine, state, search.seed) for search in searches]
        best = [search._run(tree, Budget(200), 0.0)[0].choice for search, tree in zip(searches, trees, strict=True)]
        found.append((best, sum(search.tries for search in searches)))
    (early, fewer), (late, all_of_them) = found
    assert early == late
    assert fewer < all_of_them == 6 * 200
