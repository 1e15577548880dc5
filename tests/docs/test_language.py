"""The reference of the language: every example is right, every sentence has the type that stands beside it, every key is listed."""

import re
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import pytest

from custumal import load_game
from custumal.dsl.base.types import SEAT, Border, Cell, Column, Corner, Half, Place, Pose, Thing, Type
from custumal.dsl.check.typing.builtins import builtin_words
from custumal.dsl.check.variants import check_variants
from custumal.dsl.keys import FORMS
from custumal.dsl.keys.reference import reference
from custumal.interpreter.runs.scenarios import run_scenarios
from tests.support.game_frames import FRAME, check_text, framed
from tests.support.probes import Probes

if TYPE_CHECKING:
    from custumal.dsl.check.typing.expressions import Expressions

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "language.md").read_text(encoding="utf-8")
FENCES = re.findall(r"^```(\w+)([^\n]*)\n(.*?)^```$", PAGE, flags=re.MULTILINE | re.DOTALL)
PIECES = [(info.strip(), body) for kind, info, body in FENCES if kind == "yaml"]
SENTENCES = [line.split(" -> ") for kind, _, body in FENCES if kind == "sentences" for line in body.splitlines()]


@pytest.mark.parametrize(("info", "piece"), PIECES, ids=[body.splitlines()[0] for _, body in PIECES])
def test_examples_are_right(info: str, piece: str, tmp_path: Path) -> None:
    if info == "variant":
        (tmp_path / "game.yaml").write_text(FRAME.read_text(encoding="utf-8"), encoding="utf-8")
        (tmp_path / "variant.yaml").write_text(piece, encoding="utf-8")
        checked, _ = check_variants(tmp_path / "game.yaml", "game.yaml", [tmp_path / "variant.yaml"])
        found = [d for d in checked.diagnostics if d.is_error]
    elif info == "whole":
        found = check_text(piece, tmp_path).diagnostics
    else:
        found = [d for d in check_text(framed(piece).text, tmp_path).diagnostics if d.is_error]
    assert found == []


SCENARIOS = [piece for info, piece in PIECES if info == "" and "\nscenarios:" in f"\n{piece}"]


@pytest.mark.parametrize("piece", SCENARIOS, ids=[body.splitlines()[0] for body in SCENARIOS])
def test_scenarios_of_examples_hold(piece: str, tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(framed(piece).text, encoding="utf-8")
    game = load_game(str(tmp_path), cached=False).model
    assert [failure.message for result in run_scenarios(game, game.scenarios) for failure in result.failures] == []


@pytest.fixture(scope="module")
def probes(tmp_path_factory: pytest.TempPathFactory) -> Probes:
    return Probes([text.strip() for text, _ in SENTENCES], tmp_path_factory.mktemp("probes"))


@pytest.mark.parametrize(("text", "wanted"), SENTENCES, ids=[text.strip() for text, _ in SENTENCES])
def test_sentences_have_these_types(text: str, wanted: str, probes: Probes) -> None:
    assert probes.said(text.strip()) == []
    assert probes.type_of(text.strip()) == wanted.strip()


_ROWS = re.findall(r"^\| an? (\w+)[^|]*\| (.+) \|$", PAGE, re.MULTILINE)
MEMBERS = {of: set(re.findall(r"`([a-z]+)`", members)) for of, members in _ROWS}


@pytest.mark.parametrize(
    "of",
    [SEAT, Thing("stone"), Cell("land"), Place("land"), Column("land"), Pose("land"), Border("land"), Corner("land"), Half("land")],
    ids=str,
)
def test_all_members_are_listed(of: Type) -> None:
    land = SimpleNamespace(holds=None, form="grid")
    known = set(builtin_words(cast("Expressions", SimpleNamespace(words=SimpleNamespace(zone={"land": land}.get))), of))
    row = MEMBERS["zone" if isinstance(of, Place) else str(of).split()[0] if not isinstance(of, Thing) else "thing"]
    assert known - row == set()


def test_all_keys_are_told_of() -> None:
    keys = {str(key) for form in FORMS.values() for key in form.keys}
    assert {key for key in keys if not re.search(rf"(?<![\w-]){re.escape(key)}(?![\w-])", PAGE)} == set()


def test_all_keys_are_listed() -> None:
    page = (ROOT / "docs" / "keys.md").read_text(encoding="utf-8")
    assert page.endswith(reference())
