"""Bad input of every sort: nothing but diagnostics comes out, each lies in its file and can be shown, and nothing costs many steps.

By default some eight thousand inputs are tried; with `--full` twenty-five times as many. How many there were and what the costliest took is
printed.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import product
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from ruamel.yaml import YAML

from custumal.dsl.base.limits import LIMITS
from custumal.dsl.check.build import build
from custumal.dsl.check.game import check_game
from custumal.dsl.diagnostics.diagnostic import Diagnostic, Report, Span
from custumal.dsl.documents.rule_files import _untorn, read_document
from custumal.dsl.keys import FILES
from custumal.dsl.sentences.grammar import STARTS
from custumal.dsl.sentences.sentence import parse, parse_text
from custumal.dsl.yaml.load import load_source
from custumal.dsl.yaml.source import SourceText, normalised
from custumal.dsl.yaml.tree import Scalar
from tests.support.faults.bombs import BOMBS, GROWING
from tests.support.faults.inputs import SMALL_GAME, documents, mixed, mutated, sentences
from tests.support.faults.subjects import ROOT, shipped
from tests.support.faults.trials import STEPS_OF_SMALL, Read, Trials, judge
from tests.support.scale import FULL, some
from tests.support.steps import Cost, counted, forget

pytestmark = pytest.mark.slow

MORE = 25 if FULL else 1
SEED = 1


@pytest.fixture(autouse=True, scope="module")
def _what_is_read_once() -> None:
    """The grammar is built once for all: it is not counted."""
    parse_text("expression", "a")


def fuzzed(examples: int) -> settings:
    return settings(max_examples=examples * MORE, deadline=None, database=None, suppress_health_check=list(HealthCheck))


# ---------------------------------------------------------------- how inputs are read


def read_sentence(start: str, scalar: Scalar) -> Read:
    report = Report()
    tree = parse(start, scalar, report)
    assert (tree is None) == report.has_errors
    return report.sorted(), {"a": SourceText(Path("a"), "a", scalar.text)}


def scalar_of(text: str) -> Scalar:
    """The text as a scalar that fills a file."""
    source = SourceText(Path("a"), "a", text)
    places = tuple(source.place(i) for i in range(len(text) + 1))
    return Scalar(text, text, Span("a", 1, 1, *source.place(len(text))), places, "literal")


def read_text(kind: str, text: str) -> Read:
    """As much of a check as there is for one file of a kind."""
    report, source = Report(), SourceText(Path("a.yaml"), "a.yaml", normalised(text))
    tree = load_source(source, report)
    if tree is not None:
        document = read_document(tree, kind, "a.yaml", report, _untorn({"a.yaml": source}))
        if document.tree is not None and kind == "game":
            build(document, None, [], report)
    return report.sorted(), {"a.yaml": source}


def read_yaml(text: str) -> Read:
    report, source = Report(), SourceText(Path("a.yaml"), "a.yaml", normalised(text))
    tree = load_source(source, report)
    assert tree is not None or report.has_errors
    return report.sorted(), {"a.yaml": source}


def read_missing(path: Path) -> Read:
    return check_game(path, path.name).diagnostics, {}


def read_game_file(path: Path, data: bytes) -> Read:
    path.write_bytes(data)
    checked = check_game(path, path.name)
    assert (checked.game is None) == any(diagnostic.is_error for diagnostic in checked.diagnostics)
    return checked.diagnostics, checked.sources


# ---------------------------------------------------------------- sentences


@cache
def good_sentences() -> tuple[tuple[str, str], ...]:
    """Start rule and text of every sentence in the list of sentences."""
    cases = YAML(typ="safe").load(ROOT / "tests" / "cases" / "sentences.yaml")["canonical"]
    return tuple((start, texts[0]) for start, entries in cases.items() for texts in entries)


def test_words_in_any_order_give_a_sentence_or_a_diagnostic(tell: Callable[[str], None]) -> None:
    trials = Trials()

    @fuzzed(600)
    @given(st.sampled_from(STARTS), sentences())
    def try_sentence(start: str, text: str) -> None:
        trials.take(read_sentence, start, scalar_of(text))

    try_sentence()
    tell(f"fuzz, words in any order: {trials}")


def test_mixed_sentences_give_a_sentence_or_a_diagnostic(tell: Callable[[str], None]) -> None:
    dice, trials = random.Random(SEED), Trials()
    for _ in range(4000 * MORE):
        start, text = dice.choice(good_sentences())
        made = mixed(text, dice.choice(good_sentences())[1], dice)
        trials.take(read_sentence, start, scalar_of(made))
    tell(f"fuzz, mixed sentences: {trials}")


# ---------------------------------------------------------------- documents


def test_anything_like_a_rule_file_is_read_or_refused(tell: Callable[[str], None]) -> None:
    trials = Trials()

    @fuzzed(160)
    @given(st.sampled_from(sorted(FILES)), documents())
    def try_document(kind: str, text: str) -> None:
        trials.take(read_text, kind, text)

    try_document()
    tell(f"fuzz, documents: {trials}")


def test_a_small_game_with_bytes_changed_is_read_or_refused(tmp_path: Path, tell: Callable[[str], None]) -> None:
    dice, trials = random.Random(SEED), Trials()
    path = tmp_path / "game.yaml"
    assert read_game_file(path, SMALL_GAME.encode())[0] == []
    for _ in range(900 * MORE):
        data = mutated(SMALL_GAME.encode(), dice)
        trials.take(read_game_file, path, data)
    tell(f"fuzz, a small game with bytes changed: {trials}")


@pytest.mark.parametrize("number", [number for number, row in enumerate(SMALL_GAME.splitlines()) if ":" in row])
def test_a_small_game_with_a_key_that_is_empty_is_refused(number: int, tmp_path: Path) -> None:
    rows = SMALL_GAME.splitlines(keepends=True)
    rows[number] = re.sub(r"^( *)[^:]*:", r"\1:", rows[number])
    found, _ = cost_of(partial(read_game_file, tmp_path / "game.yaml", "".join(rows).encode()))
    assert found


@pytest.mark.parametrize("start", STARTS)
@pytest.mark.parametrize("text", ["", "0", "a is", "1 to", "draw", "a +", "(", "some"])
def test_a_sentence_that_breaks_off_before_line_ends_is_told_where_it_ends(start: str, text: str) -> None:
    for ends in range(1, 4):
        cost_of(partial(read_sentence, start, scalar_of(text + ends * "\n")))  # judges where it is told


def test_shipped_files_with_bytes_changed_are_read_or_refused(tmp_path: Path, tell: Callable[[str], None]) -> None:
    """Whole files where they are short; of long ones, some lines under a head that lets them be read."""
    dice, trials = random.Random(SEED), Trials()
    path = tmp_path / "game.yaml"
    pieces = list(_pieces())
    for _ in range(600 * MORE):
        kind, text = dice.choice(pieces)
        data = mutated(text.encode(), dice)
        if kind == "game":
            trials.take(read_game_file, path, data)
        else:
            trials.take(read_text, kind, data.decode("utf-8", "replace"))
    tell(f"fuzz, shipped files with bytes changed: {trials}")


def _pieces(lines: int = 60) -> Iterator[tuple[str, str]]:
    for subject in shipped():
        text = subject.source.text
        whole = text.split("\n")
        if len(whole) <= 2 * lines:
            yield subject.kind, text
        starts = [i for i, line in enumerate(whole) if line[:1].isalpha() and line.rstrip().endswith(":")]
        for start in starts:
            yield subject.kind, "custumal: 1\n" + "\n".join(whole[start : start + lines]) + "\n"


def test_yaml_with_bytes_changed_is_read_or_refused(tell: Callable[[str], None]) -> None:
    """Only YAML: a few lines of some file, changed much."""
    dice, trials = random.Random(SEED), Trials()
    pieces = [text for _, text in _pieces(20)]
    for _ in range(1500 * MORE):
        text = mutated(dice.choice(pieces).encode(), dice).decode("utf-8", "surrogateescape")
        trials.take(read_yaml, text)
    tell(f"fuzz, YAML with bytes changed: {trials}")


# ---------------------------------------------------------------- bombs

PIECES = [
    "(",
    "[",
    "not ",
    "-",
    "a of ",
    "a.",
    "if a then ",
    "some a where ",
    "every a has ",
    "maybe ",
    "f(",
    "a + ",
    "my ",
    "1 to ",
    "x in ",
]


def cost_of(read: Callable[[], Read]) -> tuple[list[Diagnostic], Cost]:
    """What is said of a text, and what it costs when it is read for the first time."""
    forget()
    (found, sources), cost = counted(read)
    judge(found, sources, cost)
    assert cost.is_fair, cost
    return found, cost


@pytest.mark.parametrize("name", BOMBS)
def test_a_bomb_does_not_go_off(name: str, tmp_path: Path) -> None:
    def cost(text: str) -> Cost:
        found, cost = cost_of(partial(read_game_file, tmp_path / "game.yaml", text.encode("utf-8", "surrogatepass")))
        assert found, "nothing was said about it"
        assert len(found) <= LIMITS.problems + 1
        return cost

    steps = cost(BOMBS[name]).steps
    if name in GROWING:
        size, text = GROWING[name]
        half = cost(text(size // 2)).steps
        assert steps <= 2.5 * half + 100_000, f"{half:,} steps for the half, {steps:,} for the whole"


@pytest.mark.parametrize(("start", "piece"), some([*product(("expression", "effect", "choices", "type", "choice"), PIECES)], 30))
def test_a_sentence_of_one_piece_over_and_over_is_read_or_refused_at_once(start: str, piece: str) -> None:
    for text in (piece * (3_900 // len(piece)) + "a", piece * (1_900 // len(piece)) + "a" + ")" * (1_900 // len(piece)), piece * 100_000):
        scalar = scalar_of(text)
        assert cost_of(partial(read_sentence, start, scalar))[1].steps <= STEPS_OF_SMALL


# ---------------------------------------------------------------- good files


def test_what_is_said_about_files_that_are_not_there(tmp_path: Path) -> None:
    trials = Trials()
    for path in (tmp_path / "none.yaml", tmp_path, tmp_path / "nul\0"):
        said = trials.take(read_missing, path)
        assert [diagnostic.code for diagnostic in said] == ["unreadable-file"]
