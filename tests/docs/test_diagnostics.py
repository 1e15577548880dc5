"""The page of diagnostics: every code has a section, every example does what its section says."""

import ast
import re
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from custumal.dsl.check.variants import check_variants
from custumal.interpreter.runs.simulate import Plan, simulate
from custumal.interpreter.setup.errors import PlayError
from tests.support.game_frames import FRAME, check_text, framed

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "diagnostics.md"
REPORTING = {"PlayError", "error", "warn", "add", "_fail", "_error", "Mend", "Odd", "BuildError", "Diagnostic", "Finding"}
CODE = re.compile(r"[a-z0-9]+(-[a-z0-9]+)+|date|fraction|leak|unused|endless|arity|recursion|syntax|unreachable|costly")
WITHOUT_EXAMPLE = {
    "unreadable-file", "not-utf8", "missing-file", "file-too-large", "include-depth", "alias-too-large", "nested-too-deep",
    "sentence-too-long", "too-many-problems", "defined-too-deep", "another-game", "bad-table",
    "board-shape", "open-board-full",
}  # fmt: skip
TYPED = {"players", "unknown-option", "option-value", "option"}
"""Problems of what somebody typed to start a game; they are told as a sentence, without a code."""


@dataclass
class Section:
    code: str
    text: str
    files: dict[str, str] = field(default_factory=dict)
    failing: list[tuple[str, str]] = field(default_factory=list)
    mended: list[tuple[str, str]] = field(default_factory=list)


def sections() -> dict[str, Section]:
    found: dict[str, Section] = {}
    for part in re.split(r"^### ", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
        code, _, text = part.partition("\n")
        section = Section(code.strip(), text)
        for info, body in re.findall(r"^```yaml ([^\n]*)\n(.*?)^```$", text, flags=re.MULTILINE | re.DOTALL):
            if info.startswith("file "):
                section.files[info.removeprefix("file ").removesuffix(".yaml")] = body
            elif info.endswith("failing"):
                section.failing.append((info, body))
            else:
                section.mended.append((info, body))
        assert section.code not in found, f"two sections `{section.code}`"
        found[section.code] = section
    return found


SECTIONS = sections()


def codes() -> set[str]:
    """Every code that stands in the sources beside a call that reports."""
    found: set[str] = set()
    for path in sorted(path for part in ("dsl", "interpreter") for path in (ROOT / part).rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        named = {
            target.id: node.value.value
            for node in ast.walk(tree)
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and getattr(node.func, "attr", getattr(node.func, "id", "")) in REPORTING:
                for argument in node.args:
                    value = (
                        getattr(argument, "value", None) if isinstance(argument, ast.Constant) else named.get(getattr(argument, "id", ""))
                    )
                    if isinstance(value, str) and CODE.fullmatch(value):
                        found.add(value)
    return found - TYPED


def said(info: str, body: str, files: dict[str, str], folder: Path) -> list[str]:
    """The codes that an example gives."""
    if "escapes" in info:
        body = re.sub(r"\\u([0-9a-f]{4})", lambda found: chr(int(found.group(1), 16)), body)
    if "variant" in info:
        return said_of_variant(body, files, folder)
    if "played" in info:
        return said_in_play(body, folder)
    if "whole" in info:
        return [d.code for d in check_text(body, folder, **files).diagnostics]
    whole = framed(body)
    found = check_text(whole.text, folder, **files).diagnostics
    return [d.code for d in found if d.is_error or d.span.file != "game.yaml" or d.span.line in whole.own]


def said_in_play(body: str, folder: Path) -> list[str]:
    """The code for which a game is stopped that has no errors; the place in its rules has to be known."""
    path = folder / "game.yaml"
    path.write_text(body, encoding="utf-8")
    assert not [d for d in check_text(body, folder).diagnostics if d.is_error]
    try:
        simulate(Plan(str(path), 2, 1, check_invariants=True), 3)
    except PlayError as error:
        return [error.code] if error.span is not None else []
    return []


def said_of_variant(body: str, files: dict[str, str], folder: Path) -> list[str]:
    """The codes for the frame game with this variant and the others in the files of the section."""
    (folder / "game.yaml").write_text(FRAME.read_text(encoding="utf-8"), encoding="utf-8")
    (folder / "variants").mkdir(exist_ok=True)
    for name, content in {"variants/mine": body, **files}.items():
        (folder / f"{name}.yaml").write_text(content, encoding="utf-8")
    checked, _ = check_variants(folder / "game.yaml", "game.yaml", sorted((folder / "variants").glob("*.yaml")))
    return [d.code for d in checked.diagnostics]


def test_every_code_has_a_section() -> None:
    known = codes()
    assert "unknown-name" in known
    assert "torn-sentence" in known
    assert sorted(known - SECTIONS.keys()) == []


@pytest.mark.parametrize("code", SECTIONS)
def test_section_has_examples(code: str) -> None:
    section = SECTIONS[code]
    assert section.text.startswith(("Error. ", "Warning. ", "Note. "))
    if code not in WITHOUT_EXAMPLE:
        assert section.failing
        assert section.mended


@pytest.mark.parametrize("code", [c for c, s in SECTIONS.items() if s.failing])
def test_examples_do_what_they_say(code: str, tmp_path: Path) -> None:
    section = SECTIONS[code]
    for info, body in section.failing:
        assert code in said(info, body, section.files, tmp_path)
    for info, body in section.mended:
        assert said(info, body, section.files, tmp_path) == []
