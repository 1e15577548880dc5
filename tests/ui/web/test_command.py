"""The command `serve`: what it refuses, each in a sentence; and games that go from the terminal to a table and back."""

from __future__ import annotations

import json
import socket
import sqlite3
from pathlib import Path

import pytest

from custumal import load_game
from custumal.ui.story.session import HUMAN
from custumal.ui.terminal.recorded import replayed
from custumal.ui.text.table_words import WORDS
from tests.conftest import Cli
from tests.ui.web.browsing import served
from tests.ui.web.serving import Server

pytestmark = pytest.mark.slow


def test_rules_that_do_not_check_are_not_served(call: Cli, tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    path.write_text("custumal: 1\ngame: broken\ntitel: Broken\n", encoding="utf-8")
    code, out, err = call("serve", path, "--store", tmp_path / "tables.sqlite")
    assert (code, out) == (1, "")
    assert "titel" in err
    assert not (tmp_path / "tables.sqlite").exists()


def test_a_port_in_use_is_told(call: Cli, tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        code, out, err = call("serve", "tic-tac-toe", "--port", str(port), "--store", tmp_path / "tables.sqlite")
    assert (code, out) == (2, "")
    assert f"Port {port} of 127.0.0.1 can't be listened on" in err
    assert "--port" in err


@pytest.mark.parametrize("wrong", ["later", "text", "folder"])
def test_a_store_that_can_not_be_used_is_left_as_it_is(call: Cli, tmp_path: Path, wrong: str) -> None:
    path = tmp_path / "tables.sqlite"
    if wrong == "later":
        with sqlite3.connect(path) as base:
            base.execute("PRAGMA user_version = 99")
            base.execute("CREATE TABLE other (x)")
    elif wrong == "text":
        path.write_text("what somebody has written\n" * 200, encoding="utf-8")
    else:
        path.mkdir()
    before = path.read_bytes() if path.is_file() else b""
    code, out, err = call("serve", "tic-tac-toe", "--port", "0", "--store", path)
    assert (code, out) == (1, "")
    assert "The tables can't be kept" in err
    assert "Traceback" not in err
    assert before == (path.read_bytes() if path.is_file() else b"")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["no-such-game"], "no-such-game"),
        (["tic-tac-toe", "--seat", "3=random"], "for 2 players, not 3"),
        (["tic-tac-toe", "--seat", "2=nobody"], "Nobody called `nobody`"),
        (["tic-tac-toe", "--players", "5"], "not 5"),
        (["tic-tac-toe", "--lang", "de"], "is written in `en` and `fr`, not in `de`"),
        (["tic-tac-toe", "--host", "no.such.host.invalid"], "can't be listened on"),
        (["tic-tac-toe", "--host", "ä" * 100], "can't be listened on: no machine can be called so"),
        (["tic-tac-toe", "--host", "a\udc9b"], "can't be listened on: no machine can be called so"),
    ],
)
def test_what_can_not_be_served_is_told_in_a_sentence(call: Cli, tmp_path: Path, words: list[str], said: str) -> None:
    code, out, err = call("serve", *words, "--port", "0", "--store", tmp_path / "tables.sqlite")
    assert code in (1, 2)
    assert out == ""
    assert said in err
    assert "Traceback" not in err


def test_a_saved_game_that_is_none_is_told(call: Cli, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text('{"format": 1}', encoding="utf-8")
    code, _, err = call("serve", path, "--port", "0", "--store", tmp_path / "tables.sqlite")
    assert code == 1
    assert "is no record" in err


def test_a_saved_game_goes_on_at_a_table_and_comes_back(call: Cli, folder: Path, tmp_path: Path) -> None:
    code, _, _ = call("play", "pig", "--seat", "1=human", "--seat", "2=human", "--seed", "3", "--save", "pig.json", typed="1\n1\n")
    assert code == 0
    before = json.loads((folder / "pig.json").read_text(encoding="utf-8"))
    with served("pig.json", store=tmp_path / "tables.sqlite") as server:
        from urllib.request import urlopen  # noqa: PLC0415  # only here

        with urlopen(f"{server.address}/record") as answer:  # noqa: S310  # our own server
            text = answer.read().decode()
    assert json.loads(text)["choices"] == before["choices"]
    (folder / "back.json").write_text(text, encoding="utf-8")
    code, out, err = call("replay", "back.json")
    assert (code, err) == (0, "")
    assert f"{len(before['choices'])} of {len(before['choices'])} choices verified" in out


def test_what_was_played_at_a_table_is_a_saved_game(tmp_path: Path) -> None:
    server = Server(tmp_path)
    with server.client:
        table = server.house.new(load_game("tic-tac-toe"), [HUMAN, HUMAN], 4)
        with server.open(table.links[0].token) as page:
            page.choose("claim(at(board, 2, 2))")
            page.choose("claim(at(board, 1, 1))")
        text = server.client.get(f"/t/{table.links[0].token}/record").text
    path = tmp_path / "game.json"
    path.write_text(text, encoding="utf-8")
    _, session = replayed(path)
    assert [event.key for event in session.events] == ["claim(at(board, 2, 2))", "claim(at(board, 1, 1))"]


def test_every_word_is_there_in_both_languages() -> None:
    for key, by_language in WORDS.items():
        assert set(by_language) == {"en", "fr"}, key
        assert by_language["en"].count("{") == by_language["fr"].count("{") or "{seat}" in by_language["en"], key
