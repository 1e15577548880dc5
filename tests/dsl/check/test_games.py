"""The checker has nothing to say about games that are right, and the hardest rules that are known can be written."""

import shutil
from pathlib import Path

import pytest

from custumal.dsl.check.game import check_game
from custumal.dsl.check.variants import check_variants
from custumal.dsl.diagnostics.diagnostic import Severity

ROOT = Path(__file__).parents[3]
SHIPPED = sorted((ROOT / "games").rglob("game.yaml"))
HARD = sorted((Path(__file__).parents[2] / "cases" / "hard").rglob("game.yaml"))
VARIANTS = sorted((Path(__file__).parents[2] / "cases" / "hard").rglob("variants/*.yaml"))
FRAME = Path(__file__).parents[2] / "cases" / "frame.yaml"


@pytest.mark.parametrize("path", [*SHIPPED, FRAME], ids=lambda p: p.parent.name)
def test_nothing_is_said_about_a_good_game(path: Path) -> None:
    checked = check_game(path, path.name)
    assert checked.diagnostics == []
    assert checked.game is not None


@pytest.mark.parametrize("path", HARD, ids=lambda p: p.parent.name)
def test_hard_rules_have_no_errors(path: Path) -> None:
    checked = check_game(path, path.name)
    assert [d for d in checked.diagnostics if d.is_error] == []
    # A fragment declares things that only rules outside of it use, and lacks things of which others are made.
    assert {d.code for d in checked.diagnostics} <= {"unused", "written-twice", "always-fails", "no-candidates"}
    assert checked.game is not None


@pytest.mark.parametrize("path", VARIANTS, ids=lambda p: p.stem)
def test_house_rules_of_hard_games_have_no_errors(path: Path) -> None:
    checked, _ = check_variants(path.parent.parent / "game.yaml", "game.yaml", [path])
    assert [d for d in checked.diagnostics if d.is_error] == []
    assert checked.game is not None


def test_there_are_hard_rules() -> None:
    assert [p.parent.name for p in HARD] == ["kings-abbey", "monastery"]
    assert [p.stem for p in VARIANTS] == ["bid-for-the-pawn", "company", "paired"]


def test_what_is_drawn_is_read_and_reasons_come_in_the_first_language(tmp_path: Path) -> None:
    text = """custumal: 1
game: small
title: {en: Small, fr: Petit}
players: 1
cites: SM
languages: [en, fr]
zones: {board: {shape: {grid: [2, 2]}}}
define: {far: 3, near: 2}
ranking: {most: {most: far}}
display: {layout: [[board, mark, "near?"]]}
unencoded: {SM-1: {en: Physical., fr: Matériel.}}
kept: {mark: {is: 0 to 3, until: end}}
play: {turn: {repeat: 1, do: {rest: {seat: chance, choose: {n: 1 to far}, do: set mark to n}}}}
"""
    path = tmp_path / "game.yaml"
    path.write_text(text, encoding="utf-8")
    checked = check_game(path, path.name)
    assert checked.game is not None
    assert [found.message for found in checked.diagnostics if found.code == "unused"] == []
    assert checked.game.unencoded == (("SM-1", "Physical."),)


def test_scenarios_of_different_files_have_different_names(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text((ROOT / "games" / "classics" / "pig" / "game.yaml").read_text("utf-8"), "utf-8")
    (tmp_path / "scenarios").mkdir()
    for name in ("one", "two"):
        text = "custumal: 1\nscenarios:\n  at-the-start:\n    then: {nothing: saved of p1 is 0}\n"
        (tmp_path / "scenarios" / f"{name}.yaml").write_text(text, "utf-8")
    (found,) = check_game(tmp_path / "game.yaml", "game.yaml").diagnostics
    assert (found.code, found.span.file, found.span.line) == ("duplicate-id", "scenarios/two.yaml", 3)
    assert found.related[0].span.file == "scenarios/one.yaml"


@pytest.mark.parametrize(("own", "said"), [("nimm", "another-game"), ("7", "bad-id"), ("", "wrong-shape")])
def test_the_wrong_name_of_a_game_is_told_once(own: str, said: str, tmp_path: Path) -> None:
    """However many files beside it know the right one."""
    nim = (ROOT / "games" / "classics" / "nim" / "game.yaml").read_text(encoding="utf-8").partition("\nscenarios:")[0]
    (tmp_path / "game.yaml").write_text(nim.replace("\ngame: nim", f"\ngame: {own}"), encoding="utf-8")
    (tmp_path / "scenarios").mkdir()
    for name in ("one", "two", "three"):
        text = f"custumal: 1\nof: nim\nscenarios: {{{name}: {{then: {{right: 1 < 2}}}}}}\n"
        (tmp_path / "scenarios" / f"{name}.yaml").write_text(text, encoding="utf-8")
    found = check_game(tmp_path / "game.yaml", "game.yaml").diagnostics
    assert [(one.code, one.span.file) for one in found if one.severity is Severity.ERROR] == [(said, "game.yaml")]


@pytest.mark.parametrize(
    ("own", "beside", "said"),
    [
        ("7", "high", ("bad-id", "variants/high.yaml")),
        ("hihg", "high", ("variant-of", "variants/high.yaml")),
        ("high", "7", ("bad-id", "variants/high.accepted.yaml")),
        ("high", "hihg", ("variant-of", "variants/high.accepted.yaml")),
    ],
)
def test_the_wrong_name_of_a_variant_is_told_once(own: str, beside: str, said: tuple[str, str], tmp_path: Path) -> None:
    """Either in it or in the file beside it, whichever is called otherwise than the file."""
    shutil.copy(ROOT / "games" / "classics" / "pig" / "game.yaml", tmp_path)
    (tmp_path / "variants").mkdir()
    texts = {"high.yaml": f"variant: {own}\nof: pig\n", "high.accepted.yaml": f"accepted: {beside}\n"}
    for name, text in texts.items():
        (tmp_path / "variants" / name).write_text(f"custumal: 1\n{text}", encoding="utf-8")
    found = check_variants(tmp_path / "game.yaml", "game.yaml", [tmp_path / "variants" / "high.yaml"])[0].diagnostics
    assert [(one.code, one.span.file) for one in found] == [said]


@pytest.mark.parametrize(("many", "told"), [(2, 2), (3, 1), (600, 1)])
def test_a_rule_that_no_entry_cites_is_told_where_it_stands(many: int, told: int, tmp_path: Path) -> None:
    """Each for itself, so that a reason can stand beside it; but not in dozens where hardly any rule has an entry yet."""
    shutil.copy(ROOT / "games" / "classics" / "pig" / "game.yaml", tmp_path)
    numbers = [f"PIG-{number}" for number in range(1, many + 1)]
    rules = "".join(f"  {number}: {{section: Play, text: Take some.}}\n" for number in numbers)
    known = "  PIG-0: {section: Play, text: Roll.}  # meant (uncited-rule): Nobody chooses it.\n"
    ruling = "rulings:\n  PIG-R-1: {question: Which?, ruling: Any., affects: [PIG-1]}\n"
    text = f"custumal: 1\nrulebook: pig\nrules:\n{known}{rules}{ruling}"
    (tmp_path / "rulebook.yaml").write_text(text, encoding="utf-8")
    found = check_game(tmp_path / "game.yaml", "game.yaml").diagnostics
    places = [one.span for one in found] + [each.span for one in found for each in one.related]
    assert [one.code for one in found] == ["uncited-rule"] * told
    lines = [text.splitlines()[span.line - 1][span.column - 1 : span.end_column - 1] for span in places]
    assert lines == numbers[:4] and {span.file for span in places} == {"rulebook.yaml"}


def test_two_games_in_one_folder_have_each_its_own_rulebook_and_scenarios(tmp_path: Path) -> None:
    nim = (ROOT / "games" / "classics" / "nim" / "game.yaml").read_text(encoding="utf-8").partition("\nscenarios:")[0]
    (tmp_path / "game.yaml").write_text(nim, encoding="utf-8")
    (tmp_path / "other.yaml").write_text(nim.replace("\ngame: nim", "\ngame: other"), encoding="utf-8")
    rules = "rules:\n  NIM-1: {section: Play, text: Take some.}\n"
    (tmp_path / "rulebook.yaml").write_text(f"custumal: 1\nrulebook: nim\n{rules}", encoding="utf-8")
    (tmp_path / "scenarios").mkdir()
    scenarios = "custumal: 1\nof: other\nscenarios: {start: {then: {wrong: nobody}}}\n"
    (tmp_path / "scenarios" / "some.yaml").write_text(scenarios, encoding="utf-8")

    def said(file: str) -> list[str]:
        return [diagnostic.code for diagnostic in check_game(tmp_path / file, file).diagnostics]

    assert said("game.yaml") == ["uncited-rule"], "its rulebook is read, the scenarios of the other one are not"
    assert said("other.yaml") == ["unknown-name"]
    # A game that is not there is a slip.
    (tmp_path / "rulebook.yaml").write_text(f"custumal: 1\nrulebook: nin\n{rules}", encoding="utf-8")
    assert "another-game" in said("other.yaml")
    assert "another-game" in said("game.yaml")


@pytest.mark.parametrize("name", ["backgammon", "belle-lucie", "chess", "oware", "pig", "spades"])
def test_a_section_without_its_header_is_told_once_where_its_entries_do_not_fit(name: str, tmp_path: Path) -> None:
    """At the first that can't be one of the section above; what could be read in both is told by whoever checks the game."""
    path = ROOT / "games" / "classics" / name / "game.yaml"
    lines, tried = path.read_text(encoding="utf-8").splitlines(), 0
    for number, line in enumerate(lines):
        section = line.removesuffix(":")
        if section not in ("zones", "kept", "setup", "play", "actions", "procedures", "end", "ranking") or line == section:
            continue
        (tmp_path / "game.yaml").write_text("\n".join([*lines[:number], *lines[number + 1 :]]), encoding="utf-8")
        found = check_game(tmp_path / "game.yaml", "game.yaml").diagnostics
        told = [one for one in found if "missing above it" in one.message]
        assert len(found) == 1 or not told, (section, found)
        assert all(f"`{section}:`" in one.message and one.span.line > number for one in told), (section, told)
        tried += len(told)
    assert tried >= 2
