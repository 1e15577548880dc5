"""Files that are found in a game's folder stay inside of it, as those do that it includes; what is no file is told and never waited for."""

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from custumal.cli import run

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="links need rights there, and there are no pipes in folders")

Cli = Callable[..., tuple[int, str]]
GAME = """\
custumal: 1
game: pebbles
title: Pebbles
players: 2
kept: {n: {is: 0 to 9, until: end}}
play: {turn: {rounds: seats, offer: turn}}
actions: {take: {offered: turn, do: {one: raise n by 1}}}
end: {done: {after: play.turn, if: n is 9, do: stop turn}}
"""
LINE = "not-for-your-eyes: 4711\n"
COMMANDS = (("check", "g"), ("test", "g"), ("show", "g"), ("simulate", "g", "--games", "1"), ("rulebook", "g"), ("fmt", "--check", "g"))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a game; beside it lies what is none of its business."""
    monkeypatch.chdir(tmp_path)
    for name in ("g", "g/scenarios", "g/variants", "outside"):
        (tmp_path / name).mkdir()
    (tmp_path / "g" / "game.yaml").write_text(GAME, encoding="utf-8")
    (tmp_path / "outside" / "secret.yaml").write_text(LINE, encoding="utf-8")
    return tmp_path / "g"


@pytest.fixture
def call(capfd: pytest.CaptureFixture[str]) -> Cli:
    def called(*words: str) -> tuple[int, str]:
        code = run(words)
        out, err = capfd.readouterr()
        return code, out + err

    return called


def test_the_game_alone_is_good(call: Cli, folder: Path) -> None:
    assert folder.is_dir()
    for command in COMMANDS:
        assert call(*command)[0] == 0


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
@pytest.mark.parametrize("name", ["rulebook.yaml", "scenarios/s.yaml", "variants/v.yaml", "game.yaml"])
def test_a_file_that_leads_out_is_told_and_not_shown(name: str, command: tuple[str, ...], call: Cli, folder: Path) -> None:
    (folder / name).unlink(missing_ok=True)
    (folder / name).symlink_to(folder.parent / "outside" / "secret.yaml")
    code, said = call(*command)
    assert "4711" not in said
    assert "not-for" not in said
    if command[0] in ("check", "fmt") or not name.startswith("variants"):  # a game without its variants needs none of them
        assert code == 1
        assert said.count("by a link; only files inside the folder can be used") == 1


def test_a_variant_that_leads_out_is_told_where_it_is_asked_for(call: Cli, folder: Path) -> None:
    (folder / "variants" / "v.yaml").symlink_to(folder.parent / "outside" / "secret.yaml")
    for asked in ("v", "g/variants/v.yaml"):
        code, said = call("show", "g", "--variant", asked)
        assert code == 1
        assert "leads out of the game's folder" in said


@pytest.mark.parametrize("name", ["scenarios", "variants"])
def test_a_folder_that_leads_out_is_told_once(name: str, call: Cli, folder: Path) -> None:
    (folder / name).rmdir()
    (folder.parent / "outside" / "other.yaml").write_text(LINE, encoding="utf-8")
    (folder / name).symlink_to(folder.parent / "outside")
    code, said = call("check", "g")
    assert code == 1
    assert said.count("error[include-outside]") == 1
    assert "4711" not in said


def test_links_inside_of_the_folder_are_followed(call: Cli, folder: Path) -> None:
    (folder / "said.yaml").write_text("custumal: 1\nscenarios: {begin: {then: {none: n is 0}}}\n", encoding="utf-8")
    (folder / "scenarios" / "s.yaml").symlink_to("../said.yaml")
    code, said = call("test", "g")
    assert code == 0
    assert "1 passed" in said


@pytest.mark.parametrize("name", ["rulebook.yaml", "scenarios/s.yaml", "variants/v.yaml", "game.yaml"])
def test_a_pipe_is_told(name: str, call: Cli, folder: Path) -> None:
    (folder / name).unlink(missing_ok=True)
    os.mkfifo(folder / name)
    code, said = call("check", "g")
    assert code == 1
    assert "is not a file" in said
    for command in COMMANDS[1:-1]:
        code, said = call(*command)
        assert code == (0 if name.startswith("variants") else 1)


def test_a_pipe_that_belongs_to_no_game_is_told(call: Cli, folder: Path) -> None:
    os.mkfifo(folder.parent / "loose.yaml")
    code, said = call("check", ".")
    assert code == 1
    assert "`loose.yaml` is not a file" in said


@pytest.mark.parametrize("of", ["{outside}/secret.yaml", "../outside", "secret", "~/x", "."])
def test_a_variant_names_its_game_and_no_file(of: str, call: Cli, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    outside = folder.parent / "outside"
    (outside / "secret").write_text(LINE, encoding="utf-8")
    (folder.parent / "v.yaml").write_text(f"custumal: 1\nvariant: v\ntitle: V\nof: {of.format(outside=outside)}\n", encoding="utf-8")
    monkeypatch.chdir(outside)
    code, said = call("check", "../v.yaml")
    assert code == 1
    assert "4711" not in said
