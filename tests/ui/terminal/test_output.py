"""Nothing that a stranger wrote reaches the terminal as it is, or fills it."""

import ast
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from custumal.cli import run
from custumal.dsl.base.characters import UNSAFE, printable, printable_json
from custumal.interpreter.runs.records import Record

ROOT = Path(__file__).parents[3]
PROGRAM = [ROOT / "cli.py", *(path for room in ("dsl", "interpreter", "insight", "ui") for path in (ROOT / room).rglob("*.py"))]
EVIL = "\x1b[2Jhacked\u202e\x9b31m\r\x07"
LONG = "x" * 100_000

Cli = Callable[..., str]


@pytest.fixture
def said(capfd: pytest.CaptureFixture[str]) -> Cli:
    def called(*words: object) -> str:
        run([str(word) for word in words])
        out, err = capfd.readouterr()
        return out + err

    return called


def test_only_one_module_prints() -> None:
    def prints(node: ast.AST) -> bool:
        match node:
            case ast.Call(func=ast.Name("print")):
                return True
            case ast.Call(func=ast.Attribute(ast.Attribute(ast.Name("sys"), "stdout" | "stderr"), "write" | "writelines")):
                return True
            case ast.Call(func=ast.Attribute(ast.Name("click"), "echo" | "secho")):
                return True
        return False

    texts = {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in PROGRAM}
    some = {name: text for name, text in texts.items() if any(word in text for word in ("print", "sys", "click"))}
    found = {name for name, text in some.items() for node in ast.walk(ast.parse(text)) if prints(node)}
    assert found == {"ui/terminal/output.py"}


@given(st.text())
def test_what_is_printed_is_harmless(text: str) -> None:
    assert not UNSAFE.search(printable(text))
    as_json = json.dumps({text: [text]}, ensure_ascii=False)
    assert not UNSAFE.search(printable_json(as_json))
    assert json.loads(printable_json(as_json)) == {text: [text]}


def record(**changed: Any) -> dict[str, Any]:
    whole = json.loads(Record("nim", "h", 2, 1, seats=("human", "random"), choices=["take(1, 1)"]).to_json())
    return {**whole, **changed}


RECORDS = {
    "game": lambda text: record(game=text),
    "choice": lambda text: record(choices=[text]),
    "seat": lambda text: record(seats=[text, "random"]),
    "variant": lambda text: record(variants=[text]),
    "option": lambda text: record(options={text: text}),
    "hash": lambda text: record(rules_hash=text),
    "file": lambda text: record(game="none-such", files={"none-such": text}),
    "rule": lambda text: record(rules={text: text}),
    "key": lambda text: record(**{text: 1}),
    "format": lambda text: record(format=text),
}


@pytest.mark.parametrize("text", [EVIL, LONG], ids=["evil", "long"])
@pytest.mark.parametrize("part", RECORDS)
def test_records_of_strangers(part: str, text: str, said: Cli, tmp_path: Path) -> None:
    file = tmp_path / "r.json"
    file.write_text(json.dumps(RECORDS[part](text)), encoding="utf-8")
    for command in (
        ("replay", file),
        ("replay", file, "--json"),
        ("play", "nim", "--resume", file),
        ("explain", "nim", "take", "--record", file),
    ):
        answer = said(*command)
        assert answer
        assert not UNSAFE.search(answer)
        assert len(answer) < 3_000


@pytest.mark.parametrize(
    "text", [EVIL, LONG, "- " * 50_000, "(" * 5_000, "a: " * 30_000], ids=["evil", "long", "lists", "brackets", "maps"]
)
@pytest.mark.parametrize(
    "line", ["title: {}", "values: {}", "values: {{n: '{}'}}", "{}: 1", "players: {}", "kept: {{n: {{is: '{}'}}}}", "of: {}"]
)
def test_rule_files_of_strangers(line: str, text: str, said: Cli, tmp_path: Path) -> None:
    file = tmp_path / "game.yaml"
    file.write_text(f"custumal: 1\ngame: small\n{line.format(text)}\n", encoding="utf-8")
    for command in (("check", file), ("show", file), ("fmt", "--check", file)):
        answer = said(*command)
        assert not UNSAFE.search(answer)
        assert len(answer) < 12_000


def test_names_that_are_typed(said: Cli) -> None:
    for command in (
        ("play", EVIL),
        ("show", "nim", "--variant", EVIL),
        ("explain", "nim", EVIL),
        ("explain", EVIL),
        ("replay", EVIL),
        ("test", EVIL),
    ):
        assert not UNSAFE.search(said(*command))
