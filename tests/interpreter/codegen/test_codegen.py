"""Generated code gives the same values and plays the same games as the reference, out of reach of everything else.

The reference is what the other tests judge by rulebooks and published numbers; here their cases run once more with generated
code beside it, and every shipped game is compared at stops all over random games.
"""

from __future__ import annotations

import ast
import inspect
import random
import re
from collections.abc import Callable
from functools import cache, partial
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
from custumal import load_game
from custumal.dsl.check.game import check_game
from custumal.interpreter.codegen.compiled import CompiledMachine
from custumal.interpreter.codegen.masks import ALWAYS, NEVER, Irreducible, all_of, any_of, opposite
from custumal.interpreter.codegen.module import Module, build, source
from custumal.interpreter.library import find, shipped
from custumal.interpreter.lowering.lower import lower
from custumal.interpreter.position.state import CHANCE, OVER, Position
from custumal.interpreter.reference.instances import make_instance
from custumal.interpreter.reference.machine import Machine
from tests.support.compiled_twins import TwinEvaluator, TwinMachine
from tests.support.scale import FULL
from tests.support.steps import counted

pytestmark = pytest.mark.slow

GAMES = [name for name, _ in shipped()]
LONG = {"monolyth": 30, "kings-abbey": 40, "monastery": 40}
POSITIONS = 100
"""So many positions of random games are compared for each number of players, of a game that is long in the reference fewer; with `--full`
all of them."""


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
    instance = make_instance(load_game(name).model, players, {})
    program = lower(instance)
    return CompiledMachine(instance, program), Machine(instance, program)


def tables() -> list[tuple[str, int]]:
    """Every game with the smallest and the largest number of players, or all, as the line in its file says it: no game is checked before
    a test runs."""
    found: list[tuple[str, int]] = []
    for name in GAMES:
        line = re.search(r"^players: (\d+)(?: to (\d+))?$", find(name).path.read_text(encoding="utf-8"), re.MULTILINE)
        assert line is not None
        every = range(int(line[1]), int(line[2] or line[1]) + 1)
        found += [(name, players) for players in (every if FULL else sorted({every[0], every[-1]}))]
    return found


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


@pytest.mark.parametrize(("name", "players"), tables())
def test_shipped_games_are_those_of_the_reference(name: str, players: int) -> None:
    fast, slow = machines(name, players)
    assert fast.start(3).to_json() == slow.start(3).to_json()
    positions = [state for seed in range(3 if FULL else 2) for state in random_game(fast, seed)]
    decide = random.Random(players)
    decide.shuffle(positions)
    for state in positions if FULL else positions[: LONG.get(name, POSITIONS)]:
        compare_at(fast, slow, state, decide)


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
    again = Module.restored(*module.stored())
    assert again == module
    first, second = (random_game(CompiledMachine(instance, program, made), 7) for made in (module, again))
    assert [state.to_json() for state in first] == [state.to_json() for state in second]


@pytest.mark.parametrize("name", GAMES)
def test_code_can_be_printed_and_reaches_nothing_but_what_it_is_given(name: str) -> None:
    fast, _ = machines(name, next(players for each, players in tables() if each == name))
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


def play(machine: Machine, games: int) -> None:
    for seed in range(games):
        decide, state = random.Random(seed), machine.start(seed)
        while state.kind != OVER:
            choices = machine.choices(state)
            machine.apply(state, choices[int(decide.random() * len(choices))])


def test_generated_code_takes_far_fewer_steps_than_the_reference() -> None:
    fast, slow = (counted(partial(play, machine, 5))[1].steps for machine in machines("tic-tac-toe", 2))
    assert slow > 20 * fast


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
