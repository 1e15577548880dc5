"""What is wrong with variants is said at the very edit, with the places that it concerns."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from custumal.dsl.base.limits import LIMITS
from custumal.dsl.diagnostics.diagnostic import Diagnostic
from tests.support.variant_frames import CASES, check


def cases() -> list[Any]:
    found = YAML(typ="safe").load(CASES / "faults.yaml")
    return [pytest.param(case, id=name) for name, case in found.items()]


def place(text: str, words: str, nth: int) -> tuple[int, int]:
    """Line and column of words in a text."""
    start = -1
    for _ in range(nth):
        start = text.find(words, start + 1)
        assert start >= 0, f"`{words}` does not stand in the file"
    return text.count("\n", 0, start) + 1, start - (text.rfind("\n", 0, start) + 1) + 1


def matches(found: Diagnostic, code: str, expected: Any, folder: Path) -> bool:
    at: dict[str, Any] = {"in": expected, "at": expected} if isinstance(expected, str) else expected
    text = (folder / "variants" / f"{at['in']}.yaml").read_text(encoding="utf-8")
    words = str(at["at"])
    line, column = place(text, words, int(at.get("nth", 1)))
    if at.get("end"):
        column += len(words)
    here = (found.code, found.span.file, found.span.line, found.span.column) == (code, f"variants/{at['in']}.yaml", line, column)
    return (
        here
        and found.suggestion == at.get("suggest", found.suggestion)
        and all(
            any((r.span.line, r.span.column) == place(base(folder), needed, 1) for r in found.related) for needed in at.get("related", ())
        )
        and ("related-in" not in at or any(r.span.file == f"variants/{at['related-in']}.yaml" for r in found.related))
    )


def base(folder: Path) -> str:
    return (folder / "game.yaml").read_text(encoding="utf-8")


@pytest.mark.parametrize("case", cases())
def test_fault(case: dict[str, Any], tmp_path: Path) -> None:
    checked, combined = check(tmp_path, case["variants"], case.get("chosen"))
    # which rules want other words is no fault
    found = [d for d in checked.diagnostics if d.code != "not-reworded"]
    told = "\n".join(f"{d.code} {d.span} {d.message} {d.suggestion} {[r.span for r in d.related]}" for d in found)
    assert len(found) == len(case["says"]), told
    for expected in case["says"]:
        ((code, at),) = expected.items()
        assert any(matches(d, code, at, tmp_path) for d in found), told
    if any(d.is_error for d in checked.diagnostics):
        assert checked.game is None
    else:
        assert checked.game is not None
        assert checked.game.variants == tuple(v.id for v in combined.variants)


@pytest.mark.slow
def test_there_is_a_bound_to_what_is_said(tmp_path: Path) -> None:
    """A file with thousands of faults gives the first of them, and the remark that there are more."""
    names = ["".join(chr(ord("a") + int(digit)) for digit in str(i)) for i in range(2000)]
    checked, _ = check(tmp_path, {"many": "define:\n" + "".join(f"  d{name}: nothing-{name}\n" for name in names)})
    assert [d.code for d in checked.diagnostics[:2]] == ["too-many-problems", "unknown-name"]
    assert {d.span.file for d in checked.diagnostics} == {"variants/many.yaml"}
    assert len(checked.diagnostics) == LIMITS.problems + 1
    assert checked.game is None
