"""What `new` writes is sound as it is."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest

from custumal import load_game
from custumal.dsl.check.game import check_game
from custumal.dsl.check.variants import check_variants
from custumal.dsl.documents.templates import new_game, new_scenario, new_variant
from custumal.dsl.fmt.formatting import format_text
from custumal.interpreter.library import shipped
from custumal.interpreter.runs.scenarios import run_scenarios

VALUES = {"values.most": "3", "kept.heap.start": "12", "values.other": "if players is 2 then 4 else 3"}


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "heap" / "game.yaml"
    path.parent.mkdir()
    path.write_text(new_game("heap", 'The "last" stone: yours'), encoding="utf-8")
    return path


def test_a_new_game_can_be_played(game: Path) -> None:
    assert check_game(game).diagnostics == []
    loaded = load_game(str(game))
    assert loaded.title() == 'The "last" stone: yours'
    assert all(r.passed for r in run_scenarios(loaded.model))
    for seed in range(20):
        rng, state = random.Random(seed), loaded.start(seed=seed)
        while not state.is_over:
            state = state.play(rng.choice(state.choices()))
        assert len(state.winners) == 1


def test_a_new_variant_changes_nothing(game: Path) -> None:
    path = game.parent / "variants" / "mine.yaml"
    path.parent.mkdir()
    path.write_text(new_variant("mine", "heap", VALUES), encoding="utf-8")
    checked, _ = check_variants(game, "game.yaml", [path])
    assert checked.diagnostics == []
    assert checked.game is not None
    assert checked.game.rules_hash == load_game(str(game)).rules_hash


@pytest.mark.parametrize("first", ["# edits:", "# standing:"])
def test_without_its_marks_a_new_variant_is_sound(first: str, game: Path) -> None:
    """The example below a heading, from which a user takes the marks away."""
    text = new_variant("mine", "heap", {"values.most": "3"})
    head, _, rest = text.partition(first)
    block, _, tail = rest.partition("\n\n")
    path = game.parent / "mine.yaml"
    path.write_text(head + (first + block).replace("# ", "", 1).replace("\n# ", "\n") + "\n\n" + tail, encoding="utf-8")
    checked, _ = check_variants(game, "game.yaml", [path])
    # the example sets what is there already, for the user to change it
    assert {d.code for d in checked.diagnostics} <= {"edit-changes-nothing"}
    assert "modify" not in block or checked.game is not None


@pytest.mark.parametrize("name", [name for name, _ in shipped() if name != "monolyth"])
def test_a_new_file_of_scenarios_holds(name: str, tmp_path: Path) -> None:
    source = dict(shipped())[name]
    shutil.copytree(source.parent, tmp_path, dirs_exist_ok=True, ignore=shutil.ignore_patterns("scenarios", "variants"))
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "scenarios" / "new.yaml").write_text(new_scenario(name), encoding="utf-8")
    checked = check_game(tmp_path / "game.yaml")
    assert checked.diagnostics == []
    assert checked.game is not None
    found = next(s for s in checked.game.scenarios if s.source.id == "start")
    assert all(r.passed for r in run_scenarios(checked.game, [found]))


def test_they_are_laid_out_as_fmt_does() -> None:
    for text, kind in (
        (new_game("heap", "Heap"), "game"),
        (new_variant("a", "heap", VALUES), "variant"),
        (new_scenario("heap"), "scenario"),
    ):
        assert format_text(text, kind, "new.yaml") == text
        assert text.startswith("# yaml-language-server: $schema=file:")
        assert len(text.splitlines()) < 60
