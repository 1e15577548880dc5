"""Rename, quick fixes, colours, types and what can be done with scenarios."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from custumal.dsl.check.paths import check_paths
from custumal.interpreter.library import shipped
from custumal.ui.editor.features.covered import measured
from custumal.ui.editor.features.fixes import fixes
from custumal.ui.editor.features.lenses import lenses, run
from custumal.ui.editor.features.rename import RefusedError, applied, rename
from custumal.ui.editor.features.semantic_tokens import tokens
from custumal.ui.editor.features.signatures import hints, signature
from custumal.ui.editor.view import View, view_of
from custumal.ui.editor.workspace import Workspace

pytestmark = pytest.mark.slow

FILES = dict(shipped())


def copied(game: str, folder: Path) -> Path:
    return Path(shutil.copytree(FILES[game].parent, folder / game)) / "game.yaml"


def view(path: Path, text: str | None = None) -> View:
    workspace = Workspace({path: path.read_text("utf-8") if text is None else text})
    found = view_of(workspace, path)
    assert found is not None
    return found


def place(of: View, line: str, word: str) -> tuple[int, int]:
    lines = of.source.text.splitlines()
    number = next(i for i, each in enumerate(lines, start=1) if line in each)
    return number, lines[number - 1].index(line) + line.index(word) + 1


@pytest.mark.parametrize(
    ("line", "word", "new"),
    [
        ("mark(cell of board)", "mark", "owner-mark"),
        ("board: {shape", "board", "field"),
        ("  claim:", "claim", "take-cell"),
        ("cell: cells of board", "cell", "spot"),
        ("unmarked:", "unmarked", "free"),
        ("every c in line", "c in", "square"),
    ],
)
def test_a_name_is_changed_wherever_it_stands(line: str, word: str, new: str, tmp_path: Path) -> None:
    path = copied("tic-tac-toe", tmp_path)
    here = view(path)
    for file, changes in rename(here, *place(here, line, word), new).items():
        file.write_text(applied(file.read_text("utf-8"), changes), "utf-8")
    assert new in path.read_text("utf-8")
    assert check_paths([path.parent]).diagnostics == []


@pytest.mark.slow
def test_a_value_is_renamed_in_variants_too(tmp_path: Path) -> None:
    path = copied("monolyth", tmp_path)
    here = view(path)
    found = rename(here, *place(here, "  height-limit:", "height-limit"), "highest")
    assert {file.parent.name for file in found} >= {"monolyth", "variants"}
    for file, changes in found.items():
        file.write_text(applied(file.read_text("utf-8"), changes), "utf-8")
    assert not [one for one in check_paths([path.parent]).diagnostics if one.is_error]
    assert "height-limit" not in "".join(file.read_text("utf-8") for file in path.parent.rglob("*.yaml"))


@pytest.mark.parametrize("new", ["victor", "is", "two words", "9th"])
def test_nothing_is_renamed_to_what_is_taken_or_no_name(new: str, tmp_path: Path) -> None:
    here = view(copied("tic-tac-toe", tmp_path))
    with pytest.raises(RefusedError):
        rename(here, *place(here, "mark(cell of board)", "mark"), new)


def test_what_was_meant_is_a_fix(tmp_path: Path) -> None:
    path = copied("tic-tac-toe", tmp_path)
    text = path.read_text("utf-8")
    here = view(path, text.replace("that: mark of cell is none", "that: marc of cell is none"))
    line, _ = place(here, "marc of cell", "marc")
    (fix,) = fixes(here, line, line)
    assert applied(here.source.text, [(fix.span, fix.new)]) == text


def test_a_missing_key_is_added(tmp_path: Path) -> None:
    path = copied("tic-tac-toe", tmp_path)
    text = path.read_text("utf-8")
    because = next(line for line in text.splitlines(keepends=True) if "because:" in line)
    here = view(path, text.replace(because, "", 1))
    (fix,) = fixes(here, 1, text.count("\n"))
    assert fix.title == "Add `because`"
    lines = here.source.text.split("\n")
    at = lines[fix.span.line - 1]
    lines[fix.span.line - 1] = at[: fix.span.column - 1] + fix.new + at[fix.span.column - 1 :]
    path.write_text("\n".join(lines), "utf-8")
    assert not [one for one in check_paths([path]).diagnostics if one.is_error]


@pytest.mark.parametrize("sentence", ["mark of cell: is none", "`mark of cell", "[mark] of cell", "&mark of cell", "*mark", "!mark"])
def test_what_yaml_takes_apart_is_quoted(sentence: str, tmp_path: Path) -> None:
    path = copied("tic-tac-toe", tmp_path)
    here = view(path, path.read_text("utf-8").replace("that: mark of cell is none", f"that: {sentence}"))
    fix = fixes(here, 1, 99)[0]
    assert f'that: "{sentence}"' in applied(here.source.text, [(fix.span, fix.new)])


@pytest.mark.parametrize(
    ("line", "above", "deeper"),
    [("    offered: turn", "        that: mark of cell is none\n", "        "), ("players: 2\n", "    offered: turn", "    ")],
)
def test_a_key_that_stands_too_deep_is_moved_out(line: str, above: str, deeper: str, tmp_path: Path) -> None:
    """The text then has no problem any more, and the key is where such a key belongs."""
    path = copied("tic-tac-toe", tmp_path)
    text = path.read_text("utf-8")
    key = line.strip()
    broken = text.replace(line, "", 1).replace(above, f"{deeper}{key}\n{above}", 1)
    here = view(path, broken)
    at, _ = place(here, f"{deeper}{key}", key)
    (fix,) = [each for each in fixes(here, at, at) if each.title.startswith("Move it out")]
    lines = here.source.text.split("\n")
    lines[fix.span.line - 1 : fix.span.end_line] = fix.new.split("\n")
    path.write_text("\n".join(lines), "utf-8")
    assert check_paths([path]).diagnostics == []


def test_a_rule_that_no_scenario_shows_gets_one(tmp_path: Path) -> None:
    """It is complete but for what has to be so, which the check asks for."""
    folder = copied("monolyth", tmp_path).parent
    book = folder / "rulebook.yaml"
    rule = "  MLY-NEW-01:\n    section: Aim\n    text: {en: New., fr: Nouveau.}\n"
    book.write_text(book.read_text("utf-8").replace("rules:\n", f"rules:\n{rule}", 1), "utf-8")
    here = view(book)
    line, _ = place(here, "  MLY-NEW-01:", "MLY")
    (fix,) = fixes(here, line, line)
    file = here.workspace.path_of(fix.span.file)
    before = file.read_text("utf-8")
    assert (file.parent.name, before.split("\n")[fix.span.line :]) == ("scenarios", [""])
    file.write_text(before.rstrip("\n") + fix.new + " players is 3\n", "utf-8")
    assert not [one for one in check_paths([folder]).diagnostics if one.is_error]
    file.write_text(before.rstrip("\n") + fix.new + "\n", "utf-8")
    assert {one.span.file for one in check_paths([folder]).diagnostics if one.is_error} == {str(file)}
    assert not [fix for fix in fixes(view(book), line, line) if fix.title.startswith("Begin")]


def test_every_word_of_every_sentence_has_a_kind(tmp_path: Path) -> None:
    here = view(copied("tic-tac-toe", tmp_path))
    found = {here.source.line(span.line)[span.column - 1 : span.end_column - 1]: kind for span, kind in tokens(here)}
    assert (found["mark"], found["cell"], found["none"], found["set"]) == ("variable", "parameter", "keyword", "keyword")
    spans = [span for span, _ in tokens(here)]
    assert spans == sorted(spans)


def test_what_an_edit_writes_is_coloured_too() -> None:
    here = view(FILES["monolyth"].parent / "variants" / "no-cliffs.yaml")
    line, column = place(here, "every n in neighbours of col", "neighbours")
    assert ("property", column) in [(kind, span.column) for span, kind in tokens(here) if span.line == line]


def test_what_is_handed_over_between_brackets(tmp_path: Path) -> None:
    here = view(copied("tic-tac-toe", tmp_path))
    text = here.source.text.replace("that: mark of cell is none", "that: mark(")
    here.workspace.put(here.path, text)
    line = next(i for i, each in enumerate(text.splitlines(), start=1) if "that: mark(" in each)
    found = signature(here.workspace, here.path, line, len(text.splitlines()[line - 1]) + 1)
    assert found is not None
    assert (found.word, found.parameters, found.active) == ("mark", ("cell of board",), 0)


def test_bound_names_have_their_types(tmp_path: Path) -> None:
    here = view(copied("tic-tac-toe", tmp_path))
    line, column = place(here, "cell: cells of board", "cell")
    assert ("cell of board", column) in [(of, span.column) for span, of in hints(here, line, line)]


def test_scenarios_can_be_run_where_they_stand() -> None:
    here = view(min((FILES["monolyth"].parent / "scenarios").glob("*.yaml")))
    offered = [each for each in lenses(here, {}) if each.command == "custumal.runScenario"]
    from_here = [each for each in lenses(here, {}) if each.title == "play from here"]
    assert [(each.span, each.about) for each in from_here] == [(each.span, each.about) for each in offered]
    assert len(offered) == len(here.own.section("scenarios"))
    assert run(here, offered[0].about) == "passed"
    assert lenses(here, {offered[0].about: "passed"})[0].title == "run (passed)"


def test_what_scenarios_come_to_stands_beside_the_rules(tmp_path: Path) -> None:
    """A requirement that alone refuses a choice in a scenario says so; an action that no scenario takes was never come to."""
    path = copied("tic-tac-toe", tmp_path)
    wait = "  wait:\n    say: {en: Wait, fr: Attendre}\n    offered: turn\n    do: set victor to none\n"
    here = view(path, path.read_text("utf-8").replace("  claim:\n", f"{wait}  claim:\n", 1))
    assert here.game is not None
    told = {each.span.line: each.title for each in lenses(here, {}, measured(here.game)) if "last measured" in each.title}
    assert "decided alone" in told[place(here, "      unmarked:", "unmarked")[0]]
    assert "never" not in told[place(here, "  claim:", "claim")[0]]
    assert "never" in told[place(here, "  wait:", "wait")[0]]
    assert not [each for each in lenses(here, {}) if "last measured" in each.title]
