"""Generated code gives the same values and plays the same games as the reference, out of reach of everything else.

The reference is what the other tests judge by rulebooks and published numbers; here their cases run once more with generated
code beside it, and every shipped game is compared at stops all over random games.
"""

from __future__ import annotations

import ast
import inspect
import random
import time
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from types import ModuleType
from typing import Any

import pytest

import tests.interpreter.machine.test_chance
import tests.interpreter.machine.test_evaluate
import tests.interpreter.machine.test_hooks
import tests.interpreter.machine.test_machine
import tests.interpreter.machine.test_menus
import tests.interpreter.machine.test_simultaneous
import tests.interpreter.machine.test_steps
import tests.interpreter.setup.test_tiles
import tests.support.small_games
from custumal.dsl.check.game import check_game
from custumal.interpreter.codegen.compiled import CompiledMachine
from custumal.interpreter.codegen.masks import ALWAYS, NEVER, Irreducible, all_of, any_of, opposite
from custumal.interpreter.codegen.module import build, source, undump
from custumal.interpreter.library import find, shipped
from custumal.interpreter.lowering.lower import lower
from custumal.interpreter.position.state import CHANCE, OVER, Position
from custumal.interpreter.reference.instances import make_instance
from custumal.interpreter.reference.machine import Machine
from tests.support.compiled_twins import TwinEvaluator, TwinMachine
from tests.support.scale import FULL

GAMES = [name for name, _ in shipped()]
SECONDS = 60.0 if FULL else 1.5
"""How long the slow reference may take over one game with one number of players."""


# ---------------------------------------------------------------- the cases of other tests, twice


def cases(*modules: ModuleType) -> list[Any]:
    """The tests of modules as calls without arguments; those that want fixtures are left out."""
    return [
        pytest.param(function, arguments, id=f"{module.__name__.rsplit('.', 1)[-1]}-{name[5:]}-{number}")
        for module in modules
        for name, function in vars(module).items()
        if name.startswith("test_") and inspect.isfunction(function)
        for number, arguments in enumerate(combinations(function))
    ]


def combinations(function: Callable[..., None]) -> list[dict[str, Any]]:
    """The arguments that the marks of a test give it; none if it wants anything else."""
    found: list[dict[str, Any]] = [{}]
    for mark in getattr(function, "pytestmark", []):
        if mark.name == "parametrize":
            names = [word.strip() for word in mark.args[0].split(",")] if isinstance(mark.args[0], str) else list(mark.args[0])
            rows = [getattr(row, "values", row) if len(names) > 1 or hasattr(row, "values") else (row,) for row in mark.args[1]]
            found = [{**before, **dict(zip(names, row, strict=True))} for before in found for row in rows]
    wanted = set(inspect.signature(function).parameters)
    return [arguments for arguments in found if wanted <= arguments.keys()]


@pytest.mark.parametrize(("function", "arguments"), cases(tests.interpreter.machine.test_evaluate, tests.interpreter.setup.test_tiles))
def test_values_are_those_of_the_reference(
    function: Callable[..., None], arguments: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (tests.interpreter.machine.test_evaluate, tests.interpreter.setup.test_tiles):
        monkeypatch.setattr(module, "Evaluator", TwinEvaluator)
    function(**arguments)


SMALL = cases(
    tests.interpreter.machine.test_steps,
    tests.interpreter.machine.test_menus,
    tests.interpreter.machine.test_chance,
    tests.interpreter.machine.test_machine,
    tests.interpreter.machine.test_hooks,
    tests.interpreter.machine.test_simultaneous,
)


@pytest.mark.parametrize(("function", "arguments"), SMALL)
def test_small_games_go_as_with_the_reference(
    function: Callable[..., None], arguments: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tests.support.small_games, "Machine", TwinMachine)
    function(**arguments)


# ---------------------------------------------------------------- whole games


@cache
def machines(name: str, players: int) -> tuple[CompiledMachine, Machine]:
    game = check_game(find(name).path).game
    assert game is not None
    instance = make_instance(game, players, {})
    program = lower(instance)
    return CompiledMachine(instance, program), Machine(instance, program)


def players_of(name: str) -> list[tuple[str, int]]:
    game = check_game(find(name).path).game
    assert game is not None
    return [(name, players) for players in sorted(set(game.players))]


def random_game(machine: CompiledMachine, seed: int, most: int = 600) -> list[Position]:
    """Copies of all positions of a game in which a generator of the test's own decides."""
    decide = random.Random(seed)
    state = machine.start(seed)
    found = [state.copy()]
    while state.kind != OVER and len(found) < most:
        choice = machine.draw(state) if state.kind == CHANCE else decide.choice(machine.choices(state))
        machine.apply(state, choice)
        found.append(state.copy())
    return found


def compare_at(fast: CompiledMachine, slow: Machine, state: Position, decide: random.Random) -> None:
    """Both machines offer the same here and go the same way."""
    assert fast.choices(state) == slow.choices(state)
    assert fast.outcomes(state) == slow.outcomes(state)
    if state.kind == OVER:
        return
    mine, theirs = state.copy(), state.copy()
    if state.kind == CHANCE:
        choice = fast.draw(mine)
        assert slow.draw(theirs) == choice
    else:
        choice = decide.choice(fast.choices(mine))
    fast.apply(mine, choice)
    slow.apply(theirs, choice)
    assert mine.to_json() == theirs.to_json()


@pytest.mark.parametrize(("name", "players"), [pair for name in GAMES for pair in players_of(name)])
def test_shipped_games_are_those_of_the_reference(name: str, players: int) -> None:
    fast, slow = machines(name, players)
    assert fast.start(3).to_json() == slow.start(3).to_json()
    end = time.process_time() + SECONDS
    for seed in range(3):
        positions = random_game(fast, seed)
        decide = random.Random(seed)
        decide.shuffle(positions)
        for state in positions:
            compare_at(fast, slow, state, decide)
            if time.process_time() > end:
                return


def test_a_position_that_is_changed_from_outside_is_listed_anew() -> None:
    fast, _ = machines("tic-tac-toe", 2)
    state = fast.start(1)
    before = fast.choices(state)
    mark = fast.instance.kept["mark"]
    state.c[mark.column][mark.base + 4] = 1
    fast.forget()
    assert fast.choices(state) == [choice for choice in before if choice[1] != 4]


# ---------------------------------------------------------------- what the code is


def test_code_is_the_same_after_it_was_stored() -> None:
    game = check_game(find("tic-tac-toe").path).game
    assert game is not None
    instance = make_instance(game, 2, {})
    program = lower(instance)
    module = build(instance, program)
    again = undump(module.dump())
    assert again is not None
    assert replace(again, models={}) == replace(module, models={})
    first, second = (random_game(CompiledMachine(instance, program, made), 7) for made in (module, again))
    assert [state.to_json() for state in first] == [state.to_json() for state in second]


@pytest.mark.parametrize("name", GAMES)
def test_code_can_be_printed_and_reaches_nothing_but_what_it_is_given(name: str) -> None:
    fast, _ = machines(name, players_of(name)[0][1])
    tree = ast.parse(source(fast.instance, fast.program))
    assert all(isinstance(statement, ast.FunctionDef) for statement in tree.body)
    assert not any(isinstance(node, ast.Import | ast.ImportFrom | ast.Global | ast.Nonlocal | ast.Lambda) for node in ast.walk(tree))
    attributes = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    methods = {"append", "bit_length", "count", "extend", "get", "pop"}
    assert attributes <= methods | set(Position.__slots__)
    function = fast._resume[next(iter(fast.module.stops))]
    assert function.__globals__["__builtins__"] == {}
    # No word of the rules is an identifier.
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)} - set(fast._helpers())
    assert all(identifier.rstrip("0123456789") in WORDS for identifier in names), names


WORDS = {
    *("c", "f", "s", "t", "v", "l", "n", "d", "m", "x", "k", "i", "a", "M", "spent"),
    *(
        "at",
        "b",
        "bound",
        "carried",
        "can",
        "e",
        "each",
        "p",
        "trade",
        "found",
        "go",
        "halt",
        "legal",
        "memo",
        "one",
        "points",
        "piles",
        "raw",
        "seat",
        "sure",
        "word",
        "T",
        "M",
        "Z",
        "K",
    ),
}
"""What generated identifiers are made of, before their number."""


def test_generated_code_is_much_faster_than_the_reference() -> None:
    fast, slow = machines("tic-tac-toe", 2)

    def seconds(machine: Machine, games: int) -> float:
        """For one game, in the best of several series: what the collector of garbage takes now and then is not the machine's."""
        return min(series(machine, games) for _ in range(4))

    def series(machine: Machine, games: int) -> float:
        decide = random.Random(1)
        begin = time.process_time()
        for seed in range(games):
            state = machine.start(seed)
            while state.kind != OVER:
                choices = machine.choices(state)
                machine.apply(state, choices[int(decide.random() * len(choices))])
        return (time.process_time() - begin) / games

    assert seconds(slow, 10) > 5 * seconds(fast, 50)


# ---------------------------------------------------------------- masks


def holds(masks: tuple[int, int, bool], filled: int) -> bool:
    want, forbid, possible = masks
    return possible and filled & want == want and not filled & forbid


LITERALS = [ALWAYS, NEVER, (1, 0, True), (2, 0, True), (0, 1, True), (0, 4, True)]


@pytest.mark.parametrize("one", LITERALS)
@pytest.mark.parametrize("other", LITERALS)
def test_masks_say_what_the_conditions_say(one: tuple[int, int, bool], other: tuple[int, int, bool]) -> None:
    for filled in range(8):
        a, b = holds(one, filled), holds(other, filled)
        assert holds(all_of((one, other)), filled) == (a and b)
        assert holds(opposite(one), filled) == (not a)
        try:
            either = any_of((one, other))
        except Irreducible:
            assert one != other
            continue
        assert holds(either, filled) == (a or b)
