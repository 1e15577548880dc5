"""The page of diagnostics: every code has a section, every example does what its section says."""

import re
from pathlib import Path

import pytest

from custumal.dsl.base.file_names import variants_in
from custumal.dsl.check.game import Checked
from custumal.dsl.check.variants import check_variants
from custumal.dsl.diagnostics.diagnostic import RuleFileError
from custumal.dsl.diagnostics.render.manual import PAGE, Entry, entries, page
from custumal.interpreter.runs.scenarios import run_scenarios
from custumal.interpreter.runs.simulate import Plan, simulate
from custumal.interpreter.setup.errors import NOWHERE, PlayError
from tests.support.game_frames import FRAME, check_text, framed

DOCS = Path(__file__).parents[2] / "docs"
WITHOUT_EXAMPLE = {
    "unreadable-file", "not-utf8", "missing-file", "file-too-large", "include-depth", "alias-too-large", "nested-too-deep",
    "sentence-too-long", "too-many-problems", "defined-too-deep", "another-game", "bad-table",
    "board-shape", "open-board-full", "players", "option-value",
}  # fmt: skip


def said(entry: Entry, body: str, folder: Path) -> list[str]:
    """The codes that an example gives."""
    files = {name.removesuffix(".yaml"): file for name, file in entry.files.items()}
    if entry.form == "escapes":
        body = re.sub(r"\\u([0-9a-f]{4})", lambda found: chr(int(found.group(1), 16)), body)
    if entry.form == "variant":
        return said_of_variant(body, files, folder)
    if entry.form == "played":
        return said_in_play(body, folder)
    if entry.form == "whole":
        return [d.code for d in check_text(body, folder, **files).diagnostics]
    whole = framed(body)
    checked = check_text(whole.text, folder, **files)
    found = [d for d in checked.diagnostics if d.is_error or d.span.file != "game.yaml" or d.span.line in whole.own]
    return [d.code for d in found] + failures(checked)


def failures(checked: Checked) -> list[str]:
    """The codes of what is not so in the scenarios, and of what is told of them besides."""
    results = [] if checked.game is None else run_scenarios(checked.game)
    return [found.problem.code for result in results for found in (*result.failures, *result.remarks)]


def said_in_play(body: str, folder: Path) -> list[str]:
    """The code for which a game is stopped in whose rules is no error, or which comes to it before anybody decides; the place in them
    has to be known."""
    path = folder / "game.yaml"
    path.write_text(body, encoding="utf-8")
    assert not [d for d in check_text(body, folder).diagnostics if d.is_error]
    try:
        simulate(Plan(str(path), 2, 1, check_invariants=True), 3)
    except RuleFileError as error:
        return [d.code for d in error.diagnostics if d.span != NOWHERE]
    except PlayError as error:
        return [error.code] if error.span is not None else []
    return []


def said_of_variant(body: str, files: dict[str, str], folder: Path) -> list[str]:
    """The codes for the frame game with this variant and the others in the files of the section."""
    (folder / "game.yaml").write_text(FRAME.read_text(encoding="utf-8"), encoding="utf-8")
    for name, content in {"variants/mine": body, **files}.items():
        file = folder / f"{name}.yaml"
        file.parent.mkdir(exist_ok=True)
        file.write_text(content, encoding="utf-8")
    checked, _ = check_variants(folder / "game.yaml", "game.yaml", variants_in(folder / "variants"))
    return [d.code for d in checked.diagnostics] + failures(checked)


def test_the_page_is_made_of_the_catalogue() -> None:
    shipped = (DOCS / PAGE).read_text(encoding="utf-8")
    assert shipped == page(), "run custumal.dsl.diagnostics.render.manual.write_page(Path('docs'))"


@pytest.mark.parametrize("entry", entries().values(), ids=entries())
def test_a_code_says_what_is_wrong(entry: Entry) -> None:
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", entry.code.id)
    assert entry.code.summary.endswith(".")
    assert bool(entry.failing) == bool(entry.mended) == (entry.code.id not in WITHOUT_EXAMPLE)


@pytest.mark.parametrize("entry", [entry for entry in entries().values() if entry.failing], ids=lambda entry: entry.code.id)
def test_examples_do_what_they_say(entry: Entry, tmp_path: Path) -> None:
    assert entry.code.id in said(entry, entry.failing, tmp_path)
    assert said(entry, entry.mended, tmp_path) == []
