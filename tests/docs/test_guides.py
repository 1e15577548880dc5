"""The guides say what is so: their files are checked and played, their commands are run, their Python runs."""

from __future__ import annotations

import contextlib
import doctest
import io
import random
import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from custumal import cli, load_game
from custumal.dsl.check.game import check_game
from custumal.dsl.fmt.formatting import format_text
from custumal.interpreter.lowering.lower import lower
from custumal.interpreter.position.state import CHANCE, OVER
from custumal.interpreter.reference.instances import make_instance
from tests.support.compiled_twins import TwinMachine
from tests.support.scale import FULL

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
_FENCE = re.compile(r"(?:^<!-- (?P<mark>[^\n]+) -->\n)?^```(?P<kind>\w+)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
_ELISION = "…"


@dataclass(frozen=True)
class Fence:
    """One example of a guide, with the mark above it, which readers do not see."""

    mark: str
    kind: str
    text: str
    line: int


def fences(name: str) -> Iterator[Fence]:
    text = (DOCS / name).read_text(encoding="utf-8")
    for found in _FENCE.finditer(text):
        yield Fence(found["mark"] or "", found["kind"], found["text"], text.count("\n", 0, found.start()) + 1)


# ---------------------------------------------------------------- a session: files and commands


def sections(text: str) -> dict[str, str]:
    """The top-level sections of a file, with the blank lines and remarks between them left at the end of the one before."""
    parts = re.split(r"^(?=[\w-]+:)", text, flags=re.MULTILINE)
    return {part.partition(":")[0]: part for part in parts if part.strip()}


def put(path: Path, text: str) -> None:
    """Replaces the sections that a text has, and adds new ones at the end."""
    old, new = sections(path.read_text(encoding="utf-8").rstrip() + "\n\n"), sections(text.rstrip() + "\n\n")
    path.write_text("".join((old | new).values()).rstrip() + "\n", encoding="utf-8")


def put_whole(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def run(command: str, typed: list[str]) -> str:
    """What a command prints on a terminal."""
    screen = io.StringIO()
    program, *arguments = shlex.split(command)
    assert program == "custumal"
    with contextlib.redirect_stdout(screen), contextlib.redirect_stderr(screen), pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
        cli.run(arguments)
    return screen.getvalue()


def assert_prints(fence: Fence) -> None:
    """Every line of the example is printed, in this order; between two lines without `…` nothing else is."""
    first, *lines = fence.text.splitlines()
    printed = run(first.removeprefix("$ "), [line[2:] for line in lines if line.startswith("> ")]).splitlines()
    at, loose = 0, False
    for line in lines:
        if line == _ELISION:
            loose = True
            continue
        here = next((i for i in range(at, len(printed)) if printed[i].rstrip() == line), None)
        assert here is not None and (loose or here == at), f"line {fence.line}: expected {line!r} in\n" + "\n".join(printed[at:])
        at, loose = here + 1, False
    assert loose or at == len(printed), f"line {fence.line}: also printed\n" + "\n".join(printed[at:])


def follow(name: str, folder: Path) -> None:
    """Does what a reader of a guide is asked to do."""
    for fence in fences(name):
        what, _, rest = fence.mark.partition(" ")
        if what == "write":
            (folder / rest).parent.mkdir(parents=True, exist_ok=True)
            (folder / rest).write_text(fence.text, encoding="utf-8")
        elif what == "put":
            put(folder / rest, fence.text)
        elif what == "break":
            file, _, change = rest.partition(": ")
            before, _, after = change.partition(" => ")
            sound = (folder / file).read_text(encoding="utf-8")
            assert sound.count(before) == 1, f"line {fence.line}: {before!r}"
            (folder / file).write_text(sound.replace(before, after), encoding="utf-8")
            assert_prints(fence)
            (folder / file).write_text(sound, encoding="utf-8")
        elif fence.kind == "console":
            assert_prints(fence)


# ---------------------------------------------------------------- the tutorial


def test_the_tutorial_can_be_followed(folder: Path) -> None:
    follow("tutorial.md", folder)
    kinds = {"noughts.yaml": "game", "empty-hands/game.yaml": "game", "empty-hands/variants/neighbours.yaml": "variant"}
    kinds["empty-hands/rulebook.yaml"] = "rulebook"
    assert {path.relative_to(folder).as_posix() for path in folder.rglob("*.yaml")} == kinds.keys()
    for name, kind in kinds.items():
        text = (folder / name).read_text(encoding="utf-8")
        assert kind != "game" or check_game(folder / name).diagnostics == []
        assert format_text(text, kind, name) == text


def test_the_games_of_the_tutorial_can_be_played(folder: Path) -> None:
    follow("tutorial.md", folder)
    wide = {"size": 5, "row": 4}
    neighbours = "empty-hands/variants/neighbours.yaml"
    for name, options, players in (("noughts.yaml", {}, 2), ("noughts.yaml", wide, 2), ("empty-hands", {}, 4), (neighbours, {}, 3)):
        game = load_game(str(folder / name), options=options)
        for seed in range(5):
            rng, state = random.Random(seed), game.start(players=players, seed=seed)
            while not state.is_over:
                state = state.play(rng.choice(state.choices()))
            assert state.winners


# ---------------------------------------------------------------- the games to copy from


def test_the_recipes_can_be_followed_and_played(folder: Path) -> None:
    follow("recipes.md", folder)
    written = sorted(folder.glob("*.yaml"))
    assert [path.stem for path in written] == [
        "bazaar", "embers", "footpaths", "lanes", "lilies", "mint", "mosaic", "partners", "salt-harbour", "terraces",
    ]  # fmt: skip
    for path in written:
        text = path.read_text(encoding="utf-8")
        assert format_text(text, "game", path.name) == text
        game = load_game(str(path))
        for players in game.players:
            rng, state = random.Random(players), game.start(players=players, seed=players)
            while not state.is_over:
                state = state.play(rng.choice(state.choices()))
            assert state.winners or path.stem == "embers"  # where whoever does anything at random loses


# ---------------------------------------------------------------- what a rule does


def test_the_comparison_says_what_it_is_shown_to_say(folder: Path) -> None:
    pytest.importorskip("scipy", reason="intervals need scipy")
    assert folder.is_dir()
    follow("compare.md", folder)


def test_both_machines_play_the_recipes_alike(folder: Path) -> None:
    for fence in fences("recipes.md"):
        if fence.mark.startswith("write "):
            game = check_game(put_whole(folder / fence.mark.removeprefix("write "), fence.text)).game
            assert game is not None
            instance = make_instance(game, game.players[1], {})
            machine, rng = TwinMachine(instance, lower(instance)), random.Random(3)
            state, left = machine.start(3), 2000 if FULL else 40
            while state.kind != OVER and left:
                listed = machine.choices(state) or [outcome for _, outcome in machine.outcomes(state)]
                machine.apply(state, rng.choice(listed))
                left -= state.kind != CHANCE


# ---------------------------------------------------------------- Python


def test_the_python_examples_say_what_is_so(folder: Path) -> None:
    assert folder.is_dir()
    examples = [fence for fence in fences("python.md") if fence.kind == "pycon"]
    parser, names = doctest.DocTestParser(), dict[str, object]()
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    said: list[str] = []
    for fence in examples:
        # One session: each example goes on with the names of those before it.
        test = parser.get_doctest(fence.text, names, f"python.md:{fence.line}", "python.md", fence.line)
        runner.run(test, out=said.append, clear_globs=False)
        names = test.globs
    assert len(examples) > 10
    assert not runner.failures, "".join(said)


# ---------------------------------------------------------------- the map

MAP = (DOCS / "architecture.md").read_text(encoding="utf-8")
_PATH = re.compile(r"`((?:cli\.py|(?:dsl|interpreter|insight|ui|games|schemas|tests|bench)/)[\w./-]*)`")


def test_the_map_names_only_what_is_there() -> None:
    named = _PATH.findall(MAP)
    assert len(named) > 40
    assert [path for path in named if not (ROOT / path).exists()] == []
    there = {path.name for package in ("dsl", "interpreter", "insight", "ui") for path in (ROOT / package).rglob("*.py")}
    short = re.findall(r"`(\w+\.py)`", MAP)
    assert len(short) > 40
    assert set(short) - there == {"cli.py"}


_CODE_NAME = re.compile(r"`((?:[A-Z]\w*[A-Z_]\w*|[A-Z][a-z]\w+\.[a-z_]\w*|_[a-z]\w*))`")
"""What can only be a name of the code: constants, classes of two words, methods with their class, private functions."""
_DEFINED = re.compile(r"^\s*(?:async )?(?:def|class) (\w+)|^\s*(\w+)(?:: [^=\n]+)?(?: =|$)|^\s*(\w+): \w", re.MULTILINE)


@pytest.mark.parametrize("page", [DOCS / "architecture.md", ROOT / "CONTRIBUTING.md"], ids=lambda path: path.name)
def test_names_of_the_code_are_defined_somewhere(page: Path) -> None:
    packages = ("dsl", "interpreter", "insight", "ui", "tests", "bench")
    sources = [path for package in packages for path in (ROOT / package).rglob("*.py")]
    defined = {name for path in sources for found in _DEFINED.findall(path.read_text(encoding="utf-8")) for name in found if name}
    defined.update(re.findall(r"^(\w+):", (ROOT / "dsl/sentences/grammar.lark").read_text(encoding="utf-8"), re.MULTILINE))
    named = set(_CODE_NAME.findall(page.read_text(encoding="utf-8")))
    assert len(named) > 20
    assert sorted(name for name in named if not defined.issuperset(name.split("."))) == []


@pytest.mark.parametrize(
    ("package", "above"), [("dsl", "interpreter|insight|ui|cli"), ("interpreter", "insight|ui|cli"), ("insight", "ui|cli"), ("ui", "cli")]
)
def test_arrows_point_one_way(package: str, above: str) -> None:
    imports = re.compile(rf"^\s*(?:(?:from|import) custumal\.|from custumal import .*\b)(?:{above})\b", re.MULTILINE)
    assert [path for path in (ROOT / package).rglob("*.py") if imports.search(path.read_text(encoding="utf-8"))] == []


def anchors(page: Path) -> set[str]:
    """What a link into a page can name: its headings in small letters, blanks as hyphens, other signs left out."""
    titles = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w-]", "", title.lower().replace(" ", "-")) for title in titles}


@pytest.mark.parametrize("page", [ROOT / "README.md", *sorted(DOCS.glob("*.md"))], ids=lambda path: path.name)
def test_links_lead_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^):]+)\)", page.read_text(encoding="utf-8")):
        file, _, anchor = link.partition("#")
        target = page.parent / file if file else page
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link
