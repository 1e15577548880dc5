"""One gate: whatever is asked of a file, it is judged alike. What `check` refuses no command takes, and each says the same about it; what
`check` takes nothing refuses for its rules.

Tried are all mistakes that the checker knows, those of variants, the examples of the docs, and broken copies of the shipped files; a
sample of each, and everything with `--full`.
"""

from __future__ import annotations

import random
import re
import shutil
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from custumal import load_game
from custumal.dsl.base.file_names import is_of_accepted
from custumal.dsl.diagnostics.diagnostic import RuleFileError
from custumal.interpreter.library import NoGame
from tests.conftest import Cli
from tests.support import rule_texts
from tests.support.faults.plan import KINDS, faults
from tests.support.faults.subjects import Subject, shipped
from tests.support.game_frames import CASES, framed
from tests.support.scale import FULL, LARGE
from tests.support.variant_frames import CASES as OF_VARIANTS
from tests.support.variant_frames import header

pytestmark = pytest.mark.slow

SOME = 12
"""So many inputs of each source are tried in a normal run."""
EVERY = 4
"""Of the kinds of faults every so many-th is tried in a file of a large game."""
OF_GAMES = (("play",), ("simulate", "--games", "1"), ("test",), ("coverage", "--games", "1"), ("diff",), ("show",), ("rulebook",))
OF_MERGED = (*OF_GAMES, ("flatten",))
OF_SCENARIOS = (("test",),)
OF_NO_GAME: tuple[tuple[str, ...], ...] = ()
"""Of what belongs to a game and is none only `check` judges anything."""
RUN = {"failed-scenario", "breaks-holds"}
"""What is said of a scenario that has been run."""
_SAID = re.compile(r"^error\[(?P<code>[a-z-]+)\] (?P<place>.+)$", re.MULTILINE)


@dataclass(frozen=True)
class Input:
    """Files by their paths in a folder, and the one of them that is asked about."""

    name: str
    files: dict[str, str]
    asked: str = "game.yaml"
    commands: tuple[tuple[str, ...], ...] = OF_GAMES


def cases() -> Iterator[Input]:
    """Every mistake that the checker knows, in a game."""
    for path in sorted((CASES / "check").glob("*.yaml")):
        for name, case in YAML(typ="safe").load(path).items():
            beside = {f"{file}.yaml": text for file, text in case.items() if file not in {"piece", "says"}}
            yield Input(name, {"game.yaml": framed(case["piece"]).text, **beside})


def variants() -> Iterator[Input]:
    """Every mistake of variants that the checker knows."""
    base = {"game.yaml": "base", "rulebook.yaml": "rulebook"}
    files = {file: (OF_VARIANTS / f"{name}.yaml").read_text(encoding="utf-8") for file, name in base.items()}
    for name, case in YAML(typ="safe").load(OF_VARIANTS / "faults.yaml").items():
        beside = {f"variants/{each}.yaml": header(each, text) for each, text in case["variants"].items()}
        for asked in beside:
            yield Input(f"{name}: {asked}", files | beside, asked, OF_NO_GAME if is_of_accepted(Path(asked)) else OF_MERGED)


def examples() -> Iterator[Input]:
    """The examples of the docs that are whole games once they stand in a frame."""
    yield from (Input(name, {"game.yaml": text}) for name, kind, text in rule_texts.examples() if kind == "game")


FAILING = """\
custumal: 1
game: heaps
players: 2 to 4
options: {full: {is: truth, default: DEFAULT}}
kinds: {stone: {}}
components: {stones: {kind: stone, in: heap, copies: 9}}
zones: {heap: stone, tray: {holds: stone, room: 2}}
setup: {open: {if: WHEN, do: "move leading(3, heap) to tray"}}
play: {turn: {repeat: 3, do: {go: {players: seats, offer: turn}}}}
actions: {take: {offered: turn, do: discard first(heap)}}
scenarios: {bare: {then: {any: count(seats) > 0}}}
"""
VARIANT = "custumal: 1\nvariant: more\nof: heaps\nscoring: {points: 1}\n"


def failing() -> Iterator[Input]:
    """Games whose set-up fails, always or only with an option or so many players; and with a variant that does not touch it."""
    for when in ("full", "not full", "players > 0", "players is 3", "full and players is 4"):
        for default in ("true", "false"):
            text = FAILING.replace("WHEN", when).replace("DEFAULT", default)
            files = {"game.yaml": text, "variants/more.yaml": VARIANT}
            yield Input(f"{when}, {default}", files)
            yield Input(f"{when}, {default}, with a variant", files, "variants/more.yaml", OF_MERGED)


def broken() -> Iterator[Input]:
    """Shipped files with a fault in each, among the other files of their game. Each kind is tried in every file of a small game; of a
    large one, which each command reads for a second, in every so many-th file, in one the first kind, in the next one the second."""
    for number, subject in enumerate(shipped()):
        if FULL or len(subject.game.source.text) < 6_000:
            kinds = [*KINDS] if subject.game.path.parent.name not in LARGE else [*KINDS][number % EVERY :: EVERY]
            yield from (made for kind in kinds for made in _broken(subject, kind))


def _broken(subject: Subject, kind: str) -> Iterator[Input]:
    files = {each: each.source.text for each in (subject.game, subject.rulebook, subject) if each is not None}
    folder = subject.game.path.parent
    beside = {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in folder.rglob("*.yaml") if FULL}
    named = {each.path.relative_to(folder).as_posix(): text for each, text in files.items()}
    own = subject.path.relative_to(folder).as_posix()
    is_scenario = subject.kind == "scenario"
    for fault in faults(subject, kind, 1, 1 if FULL else 2):
        whole = {**beside, **named, own: fault.text}
        name = f"{subject.name}: {fault.what}"
        yield Input(name, whole, own if is_scenario else "game.yaml", OF_SCENARIOS if is_scenario else OF_GAMES)


def judgement(said: str) -> set[tuple[str, str]]:
    """The errors that were told: code and place."""
    return {(found["code"], found["place"]) for found in _SAID.finditer(said)}


def loaded(path: str) -> set[tuple[str, str]]:
    """What Python is told of a file."""
    try:
        load_game(path)
    except RuleFileError as error:
        return {(d.code, f"{d.span.file}:{d.span.line}:{d.span.column}") for d in error.diagnostics}
    return set()


def written(given: Input, folder: Path) -> None:
    shutil.rmtree(folder / "x", ignore_errors=True)
    for name, text in given.files.items():
        (folder / "x" / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / "x" / name).write_text(text, encoding="utf-8")


def disagreements(given: Input, call: Cli) -> Iterator[str]:
    """Who says otherwise than `check`."""
    path = f"x/{given.asked}"
    code, out, said = call("check", path)
    expected = judgement(said)
    assert bool(expected) == (code == 1), (given.name, out, said)
    if given.commands is OF_NO_GAME:
        yield from takings(path, call)
        return
    if given.commands in {OF_GAMES, OF_MERGED} and (found := loaded(path)) != expected:
        yield f"load_game: {found ^ expected}"
    for command, *options in given.commands if expected else (("test",),):
        ended, out, said = call(command, path, *options)
        found = {one for one in judgement(said) if one[0] not in RUN or one in expected}
        if found != expected or (expected and ended != 1):
            yield f"{command}: {found ^ expected} {out if command != 'diff' else ''} {said[:300]}"


def takings(path: str, call: Cli) -> Iterator[str]:
    """Who takes for a game what is none."""
    for command, *options in OF_GAMES:
        ended, out, said = call(command, path, *options)
        if ended != 2 or out or "no game" not in said:
            yield f"{command}: {ended} {out} {said}"
    with pytest.raises(NoGame, match="no game"):
        load_game(path)


def sample(given: Iterable[Input]) -> list[Input]:
    every = list(given)
    return every if FULL else random.Random(4).sample(every, SOME)


@pytest.mark.parametrize("source", [cases, variants, examples, failing, broken])
def test_every_command_judges_a_file_alike(
    source: Callable[[], Iterator[Input]], call: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tell: Callable[[str], None]
) -> None:
    monkeypatch.chdir(tmp_path)
    tried = sample(source())
    wrong = []
    for given in tried:
        written(given, tmp_path)
        wrong += [f"{given.name}: {each}" for each in disagreements(given, call)]
    assert not wrong, f"{len(wrong)} of {len(tried)}:\n" + "\n".join(wrong[:20])
    tell(f"one gate: {len(tried)} inputs from {source.__name__}")
