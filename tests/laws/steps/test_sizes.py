"""Sizes that only play can know: too much is refused by name, before it takes the memory of a machine."""

import pickle
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from math import comb
from pathlib import Path

import pytest

from custumal import load_game
from custumal.dsl.base.limits import LIMITS, MOST_PLACES
from custumal.dsl.check.variants import check_variants
from custumal.dsl.diagnostics.diagnostic import Report, RuleFileError
from custumal.dsl.documents import parts
from custumal.dsl.documents.rule_files import read_game
from custumal.interpreter.cache.setup_trials import Trials
from custumal.interpreter.codegen import compiled as compiled_machine
from custumal.interpreter.codegen import counting
from custumal.interpreter.engine import Engine
from custumal.interpreter.position.subsets import Keyed, subsets
from custumal.interpreter.reference import evaluate, listing
from custumal.interpreter.setup.boards import grid, ring, track
from custumal.interpreter.setup.boards.board import Board
from custumal.interpreter.setup.boards.polycube import covered, normalise, placements_in_box
from custumal.interpreter.setup.errors import PlayError
from custumal.interpreter.setup.values import Value

pytestmark = pytest.mark.slow

GAME = """
custumal: 1
game: large
title: Large
players: 2
options:
  size: {is: number, default: 3}
kinds:
  stone: {printed: {}}
components:
  stones: {kind: stone, in: heap, copies: 4 * size}
zones:
  heap: stone
  board: {holds: one stone, shape: {grid: [size, size]}}
kept:
  seen(a cell of board, b cell of board, c cell of board): {is: truth, until: turn}
actions:
  put:
    offered: turn
    choose: {taken: any among heap, cell: cells of board}
    require:
      free: {that: "cell is empty and some taken and not seen(cell, cell, cell)", because: It is taken.}
    do: [move first(taken) to cell, "set seen(cell, cell, cell) to true"]
play:
  turn: {rounds: seats, until: no heap, offer: turn}
scoring: {none: 0}
ranking: {most: my total}
"""


@pytest.fixture
def large(tmp_path: Path) -> Path:
    (tmp_path / "game.yaml").write_text(GAME, encoding="utf-8")
    return tmp_path


@pytest.fixture
def untried(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """What comes behind set-up is left to play: no trial of it refuses the game. That it was sound is kept nowhere."""
    monkeypatch.setenv("CUSTUMAL_HOME", str(tmp_path_factory.mktemp("home")))
    monkeypatch.setattr(Trials, "_in_play", lambda *_: [])


@pytest.mark.parametrize(
    ("size", "code"),
    [(20, "kept-too-large"), (200, "board-too-large"), (100_000, "too-many-things"), (10**18, "too-many-things")],
)
def test_what_is_too_large_is_named(large: Path, size: int, code: str) -> None:
    with pytest.raises(PlayError) as caught:
        load_game(str(large), options={"size": size}).start(players=2, seed=1).choices()
    assert caught.value.code == code
    assert caught.value.span is not None


def test_what_is_small_is_played(large: Path) -> None:
    state = load_game(str(large), options={"size": 1}).start(players=2, seed=1)
    # Alike stones are one candidate, so that a set is known by its size.
    assert len(state.choices()) == 4


def test_alike_things_are_taken_by_their_number(large: Path) -> None:
    # Of 24 alike stones at least one, and one of 36 cells: of sets of stones there would be 16 millions.
    state = load_game(str(large), options={"size": 6}).start(players=2, seed=1)
    assert len(state.choices()) == 24 * 36


@pytest.mark.usefixtures("untried")
@pytest.mark.parametrize("compiled", [True, False], ids=["generated", "reference"])
@pytest.mark.parametrize(("form", "is_listed"), [("any", False), ("exactly 10", False), ("up to 3", True), ("exactly 18", True)])
def test_sets_of_candidates_are_counted_before_they_are_listed(
    tmp_path: Path, form: str, *, is_listed: bool, compiled: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = GAME.replace("taken: any among heap", f"taken: {form} among 1 to 20").replace("first(taken)", "first(heap)")
    (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
    listed: list[int] = []

    def noted(keyed: Keyed, sizes: Iterable[int]) -> Iterator[tuple[Value, ...]]:
        listed.extend(sizes)
        return subsets(keyed, sizes)

    monkeypatch.setattr(listing, "subsets", noted)
    engine = load_game(str(tmp_path), options={"size": 1}).engine(2, compiled=compiled)
    if is_listed:
        assert len(engine.choices(engine.start(1))) == (comb(20, 18) if form == "exactly 18" else comb(20, 1) + comb(20, 2) + comb(20, 3))
        return
    with pytest.raises(PlayError) as caught:
        engine.choices(engine.start(1))
    assert (caught.value.code, listed) == ("too-many-choices", [])


@pytest.mark.parametrize(("do", "found"), [("set pot to pot * 3 + 1", "pot * 3"), ("raise pot by pot + 7", "raise pot by pot + 7")])
def test_a_number_beyond_64_bits_is_shown_where_it_arises(tmp_path: Path, do: str, found: str) -> None:
    text = GAME.replace("kept:\n", "kept:\n  pot: {is: number, until: end}\n").replace("do: [", f"do: [{{repeat: 100, do: {do}}}, ")
    (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
    state = load_game(str(tmp_path), options={"size": 1}).start(players=2, seed=1)
    with pytest.raises(PlayError) as caught:
        state.play(state.choices()[-1])
    span = caught.value.span
    assert caught.value.code == "number-overflow"
    assert span is not None
    assert text.splitlines()[span.line - 1][span.column - 1 : span.end_column - 1] == found


SHORT = """
custumal: 1
game: endless-work
title: Endless work
players: 2
options:
  size: {is: number, default: 60000}
resources: {coin: {}, chip: {}, token: {}}
kept:
  pot: {is: number, until: end}
  n: {is: 0 to 9, until: end}
standing:
  chips: {accept: chip, as: coin}
  tokens: {accept: token, as: coin}
define:
  pairs(k number): count(a in 1 to size where some b in 1 to size where a * b is pot - k)
actions:
  go:
    offered: turn
    choose: {c: 1 to 2}
    require: {}
    do: raise n by c
play:
  turn: {rounds: seats, until: n > 5, offer: turn}
scoring: {none: 0}
ranking: {most: my total}
"""
PLACES = {"choose": "choose: {c: 1 to 2}", "require": "require: {}", "do": "do: raise n by c", "scoring": "scoring: {none: 0}"}
WORK = {
    "nested folds in a deed": ("do", "do: raise n by count(a in 1 to size where some b in 1 to size where a + b is pot - 7)"),
    "nested folds in a restriction": (
        "require",
        'require: {r: {that: "every a in 1 to size has no b in 1 to size where a * b is pot - 1", because: No.}}',
    ),
    "candidates of several entries": ("choose", "choose: {c: 1 to size, d: 1 to size, e: 1 to size}"),
    "few of many candidates": ("require", 'choose: {c: 1 to size, d: 1 to size}, require: {r: {that: "c * d < pot", because: No.}}'),
    "subsets of several sets": (
        "choose",
        "choose:\n      c: 1 to 2\n      d: any among 1 to min(size, 19)\n      e: any among 1 to min(size, 19)",
    ),
    "a deed in loops of loops": ("do", "do: {repeat: 1000000, do: {repeat: 1000000, do: set pot to 1 - pot}}"),
    "a definition in a loop": ("do", "do: raise n by count(k in 1 to size where pairs(k) > 0)"),
    "a closure that looks at everything": ("do", "do: raise n by count(reach(x in [1] through (y in 1 to size where y > x + pot)))"),
    "trials of what takes long": ("choose", "choose: {c: 1 to size}\n    ensure: {e: {that: pot > 3, because: No.}}"),
}


def _working(tmp_path: Path, what: str) -> Path:
    place, text = WORK[what]
    game = SHORT
    if ", require: " in text:
        text, require = text.split(", require: ")
        game = game.replace(PLACES["choose"], text)
        text = f"require: {require}"
    (tmp_path / "game.yaml").write_text(game.replace(PLACES[place], text), encoding="utf-8")
    return tmp_path


def _play_a_choice(engine: Engine) -> None:
    state = engine.start(1)
    engine.apply(state, engine.choices(state)[0])


@pytest.mark.usefixtures("untried")
@pytest.mark.parametrize("compiled", [True, False], ids=["generated", "reference"])
@pytest.mark.parametrize("what", WORK)
def test_what_would_take_hours_is_given_up_by_name(tmp_path: Path, what: str, compiled: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    # The same, only sooner.
    for module in (evaluate, compiled_machine, counting):
        monkeypatch.setattr(module, "MOST_STEPS", 100_000)
    engine = load_game(str(_working(tmp_path, what))).engine(2, compiled=compiled)
    with pytest.raises(PlayError) as caught:
        _play_a_choice(engine)
    assert caught.value.code in ("costly", "too-many-choices")
    assert caught.value.span is not None
    assert caught.value.span.line > 1


HEAD = "custumal: 1\ngame: nasty\ntitle: Nasty\nplayers: 2\nranking: {most: my total}\n"
COURSE = "kept: {n: {is: number, until: end}}\nplay: {turn: {rounds: seats, until: n > 5, offer: turn}}\nscoring: {none: 0}\n"
HUNDRED = range(100)
NESTING = {
    "rules that set each other going": (
        "resources: {coin: {}, chip: {}}\nactions: {go: {offered: turn, do: gain 1 coin}}\nstanding:\n"
        "  a: {after: gain, if: resource is coin, limit: 100000 per turn, do: gain 1 chip for who}\n"
        "  b: {after: gain, if: resource is chip, limit: 100000 per turn, do: gain 1 coin for who}\n"
    ),
    "procedures that call each other many times": (
        "actions: {go: {offered: turn, do: p0}}\nprocedures:\n  p12: {do: raise n by 1}\n"
        + "".join(f"  p{i}: {{do: [{', '.join([f'p{i + 1}'] * 9)}]}}\n" for i in range(12))
    ),
    "many rules on many deeds": (
        "resources: {coin: {}}\nactions:\n"
        + "".join(f"  go{i}: {{offered: turn, do: [{', '.join(['gain 1 coin'] * 20)}]}}\n" for i in HUNDRED)
        + "standing:\n"
        + "".join(f"  a{i}: {{after: gain, do: raise n by 1}}\n" for i in HUNDRED)
    ),
}


@pytest.mark.usefixtures("untried")
@pytest.mark.parametrize("compiled", [True, False], ids=["generated", "reference"])
@pytest.mark.parametrize("what", NESTING)
def test_what_comes_together_has_a_bound(tmp_path: Path, what: str, compiled: bool) -> None:
    (tmp_path / "game.yaml").write_text(HEAD + COURSE + NESTING[what], encoding="utf-8")
    with pytest.raises(PlayError) as caught:
        _play_a_choice(load_game(str(tmp_path)).engine(2, compiled=compiled))
    assert caught.value.code == "costly"
    assert caught.value.span is not None
    assert caught.value.span.line > 5


def test_a_body_that_is_used_often_is_no_long_program(tmp_path: Path) -> None:
    doubling = "".join(f"  p{i}: {{do: [p{i + 1}, p{i + 1}]}}\n" for i in range(14))
    text = f"{HEAD}{COURSE}actions: {{go: {{offered: turn, do: p0}}}}\nprocedures:\n{doubling}  p14: {{do: raise n by 1}}\n"
    (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
    engine = load_game(str(tmp_path)).engine(2, compiled=False)
    assert len(engine.program.code) < 1_000
    state = engine.start(1)
    engine.apply(state, engine.choices(state)[0])
    assert engine.instance.kept["n"].size == 1
    assert 1 << 14 in state.c[engine.instance.kept["n"].column]


def test_included_files_have_a_bound_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = ", ".join(f"v{i}.yaml" for i in range(5))
    (tmp_path / "game.yaml").write_text(f"{HEAD}{COURSE}includes: [{names}]\n", encoding="utf-8")
    for i in range(5):
        (tmp_path / f"v{i}.yaml").write_text("values:\n" + "".join(f"  a{i}x{j}: 1\n" for j in range(25)), encoding="utf-8")
    monkeypatch.setattr(parts, "LIMITS", replace(LIMITS, game_nodes=200))
    report = Report()
    read_game(tmp_path / "game.yaml", report)
    found = [(d.code, d.span.line) for d in report.sorted() if d.is_error]
    assert found == [("file-too-large", 9)]


def test_variants_are_built_on_each_other_only_so_deep(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(HEAD + COURSE, encoding="utf-8")
    shelf = tmp_path / "variants"
    shelf.mkdir()
    for i in range(400):
        of = f"v{i - 1}" if i else "nasty"
        (shelf / f"v{i}.yaml").write_text(f"custumal: 1\nvariant: v{i}\nof: {of}\ntitle: V\n", encoding="utf-8")
    checked, combined = check_variants(tmp_path / "game.yaml", "game.yaml", [shelf / "v399.yaml"])
    assert "include-depth" in {d.code for d in checked.diagnostics}
    assert len(combined.variants) == LIMITS.variant_depth


LONG: dict[str, Callable[[], Board]] = {
    "ring": lambda: ring(MOST_PLACES),
    "track": lambda: track(MOST_PLACES),
    "square": lambda: grid(128, 128),
    "one row": lambda: grid(MOST_PLACES, 1),
    "one column of six-sided cells": lambda: grid(1, MOST_PLACES, hexagonal=True),
}


@pytest.mark.parametrize("shape", LONG)
def test_a_board_keeps_little_for_each_cell(shape: str) -> None:
    board = LONG[shape]()
    assert board.size == MOST_PLACES
    # Some hundred bytes: what is ahead of every cell would be thousands of cells for each.
    assert len(pickle.dumps(board)) < 500 * board.size


def test_what_lies_ahead_on_a_long_board_is_found() -> None:
    last = MOST_PLACES - 1
    assert ring(MOST_PLACES).relations["onward"][last] == tuple(range(last))
    assert track(MOST_PLACES).relations["onward"][0] == tuple(range(1, MOST_PLACES))
    assert grid(MOST_PLACES, 1).toward(last, "west") == tuple(range(last))[::-1]


@pytest.mark.parametrize(("bound", "most"), [("game_nodes", 400), ("game_bytes", 2_000)])
def test_tables_have_a_bound_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bound: str, most: int) -> None:
    names = [f"cards{i}" for i in range(9)]
    tables = "".join(f"  {name}: {{kind: card, in: heap, file: {name}.csv}}\n" for name in names)
    nouns = "kinds: {card: {printed: {worth: number}}}\nzones: {heap: card}\ncomponents:\n"
    (tmp_path / "game.yaml").write_text(f"{HEAD}{COURSE}{nouns}{tables}", encoding="utf-8")
    for name in names:
        (tmp_path / f"{name}.csv").write_text("id,worth\n" + "".join(f"{name}x{j},{j}\n" for j in range(50)), encoding="utf-8")
    monkeypatch.setattr(parts, "LIMITS", replace(LIMITS, **{bound: most}))
    report = Report()
    document = read_game(tmp_path / "game.yaml", report)
    assert [d.code for d in report.sorted() if d.is_error] == ["file-too-large"]
    read = [entry.id for entry in document.section("components") if entry.entries("rows")]
    # 50 rows of two cells, about 850 bytes: two or three of them fit.
    assert read == names[: len(read)]
    assert 1 < len(read) < 4


def _blocks(tmp_path: Path, shape: str, box: int) -> Engine:
    text = f"""{HEAD}{COURSE}kinds: {{block: {{printed: {{shape: polycube}}}}}}
components: {{blocks: {{kind: block, in: quarry, rows: {{bar: {{shape: {shape}}}}}}}}}
zones: {{quarry: block, tower: {{holds: one block, shape: {{cubes: [{box}, {box}, {box}]}}}}}}
actions:
  build:
    offered: turn
    choose:
      block: quarry
      pose: poses(block, tower)
    do: [move block to pose, raise n by 1]
"""
    (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
    return load_game(str(tmp_path)).engine(2)


def test_placements_of_shapes_have_a_bound(tmp_path: Path) -> None:
    engine = _blocks(tmp_path, "[[0, 0, 0], [1, 0, 0]]", 9)
    # Three ways to lie, and along the bar one place less.
    assert len(engine.choices(engine.start(1))) == 3 * 8 * 9 * 9
    # The check tries set-up, so that such a game isn't even loaded.
    with pytest.raises(RuleFileError) as caught:
        _blocks(tmp_path, str([[x, y, z] for x in range(4) for y in range(4) for z in range(4)]), 25)
    assert [problem.code for problem in caught.value.diagnostics] == ["board-too-large"]


@pytest.mark.parametrize("box", [(3, 3, 3), (5, 2, 4), (1, 1, 1)])
@pytest.mark.parametrize("cubes", [[(0, 0, 0)], [(0, 0, 0), (1, 0, 0), (1, 1, 0)], [(0, 0, z) for z in range(4)]])
def test_what_all_placements_cover_is_known_before_they_are_listed(cubes: list[tuple[int, int, int]], box: tuple[int, int, int]) -> None:
    assert covered(normalise(cubes), box) == sum(map(len, placements_in_box(normalise(cubes), box)))
