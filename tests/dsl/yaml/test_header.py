"""The keys at the top of a file: what YAML says that they are, however they are written."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from custumal.dsl.diagnostics.diagnostic import Report
from custumal.dsl.documents.file_kinds import kind_of
from custumal.dsl.yaml.header import header, header_of
from custumal.dsl.yaml.load import load_text
from custumal.dsl.yaml.tree import Mapping, Scalar
from custumal.interpreter.library import GAMES
from tests.conftest import Cli

RULES = """\
players: 2
kept: {pot: {is: 0 to 9, until: end}}
play: {turn: {repeat: 2, do: {go: {players: seats, offer: turn}}}}
actions: {lift: {offered: turn, do: raise pot by 1}}
scoring: {points: pot}
ranking: {most: {most: my total}}
"""
FLOW = """\
{custumal: 1, KEY: ID, players: 2, kept: {pot: {is: 0 to 9, until: end}}, actions: {lift: {offered: turn, do: raise pot by 1}},
play: {turn: {repeat: 2, do: {go: {players: seats, offer: turn}}}}, scoring: {points: pot}, ranking: {most: {most: my total}}}
"""
WAYS = {
    "plain": "KEY: ID",
    "remark": "KEY: ID # a remark: with a colon",
    "far": "KEY:      ID",
    "quoted": '"KEY": "ID"',
    "single": "'KEY': 'ID'",
    "next": "KEY:\n  ID",
    "next-but-one": "KEY: # a remark\n\n  # another\n  ID",
    "next-quoted": 'KEY:\n  "ID"',
    "folded": "KEY: >-\n  ID",
    "literal": "KEY: |-\n  ID",
    "escaped": 'KEY: "ESCAPED"',
    "escaped-key": '"KEYS": ID',
    "broken": 'KEY: "HEAD\\\n  TAIL"',
    "asked": "? KEY\n: ID",
    "spaced": "KEY : ID",
}


def written(way: str, key: str, name: str) -> str:
    code = "".join(f"\\x{ord(letter):02x}" if n % 2 else letter for n, letter in enumerate(name))
    keys = f"\\x{ord(key[0]):02x}{key[1:]}"
    parts = {"KEYS": keys, "KEY": key, "ESCAPED": code, "HEAD": name[:3], "TAIL": name[3:], "ID": name}
    for word, value in parts.items():
        way = way.replace(word, value)
    return way


def texts(key: str, name: str, rest: str) -> dict[str, str]:
    """A file with this id in all ways, also as one map in braces, and under a mark of the document."""
    found = {way: f"custumal: 1\n{written(form, key, name)}\n{rest}" for way, form in WAYS.items()}
    found["last"] = f"custumal: 1\n{rest}{key}: {name}\n"
    found["marked"] = f"---\ncustumal: 1\n{key}: {name}\n{rest}"
    found["windows"] = f"\ufeffcustumal: 1\n{key}:\n  {name}\n{rest}".replace("\n", "\r\n")
    return found


GAME = texts("game", "pot-of-gold", RULES) | {"flow": FLOW.replace("KEY", "game").replace("ID", "pot-of-gold")}


def said(text: str) -> dict[str, str]:
    """The keys as the whole file has them."""
    tree = load_text(text, "it", Report())
    return {key.text: value.text for key, value in tree if isinstance(value, Scalar)} if isinstance(tree, Mapping) else {}


@pytest.mark.parametrize("way", GAME)
def test_the_id_is_what_the_whole_file_says(way: str, tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    path.write_text(GAME[way], encoding="utf-8", newline="")
    assert (header(path, "game"), kind_of(path)) == ("pot-of-gold", "game")
    assert said(GAME[way])["game"] == "pot-of-gold"


def test_what_looks_like_a_key_inside_of_a_text_is_none(tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    for before in (
        'title: "a\ngame: false-one\nb"',
        "title: >\n  a\n  game: false-one\n",
        '? "a\n\n  game: b"\n: c',
        "names: {\ngame: other\n}",
    ):
        path.write_text(f"custumal: 1\n{before}\ngame: true-one\n{RULES}", encoding="utf-8")
        assert header(path, "game") == "true-one", before


def test_of_shipped_files_all_that_matters_is_so() -> None:
    for path in GAMES.rglob("*.yaml"):
        tree = said(path.read_text(encoding="utf-8"))
        names = {key: tree[key] for key in ("game", "variant", "of", "rulebook") if key in tree}
        assert {key: header_of(path).get(key) for key in names} == names


@pytest.mark.parametrize("way", GAME)
def test_a_game_is_found_by_its_own_records_and_variants(way: str, call: Cli, tmp_path: Path) -> None:
    path = tmp_path / "pot-of-gold.yaml"
    path.write_text(GAME[way], encoding="utf-8", newline="")
    assert call("check", path)[0] == 0
    for kind, text in texts("variant", "poor", "of: pot-of-gold\nscoring: {more: 1}\n").items():
        (tmp_path / "poor.yaml").write_text(text, encoding="utf-8", newline="")
        if way in {"plain", "flow", kind}:
            replays(call, tmp_path, "poor.yaml")
    for text in texts("of", "pot-of-gold", "variant: poor\nscoring: {more: 1}\n").values() if way in {"plain", "flow"} else ():
        (tmp_path / "poor.yaml").write_text(text, encoding="utf-8", newline="")
        replays(call, tmp_path, "poor.yaml")
    replays(call, tmp_path, "pot-of-gold.yaml")


def replays(call: Cli, folder: Path, name: str) -> None:
    """A game of this file is recorded and played again."""
    assert call("simulate", folder / name, "--games", "1", "--record", folder / "kept", "--force")[0] == 0
    file = folder / "kept" / "pot-of-gold-1.json"
    assert json.loads(file.read_text(encoding="utf-8"))["game"] == "pot-of-gold"
    assert (call("replay", file)[0], call("replay", file, "--game", folder / name)[0]) == (0, 0), (folder / name).read_text(
        encoding="utf-8"
    )
