"""Every mistake that the checker knows, in pieces of a game: what it says, and of which words.

A case is a piece (completed by the frame game), and what is expected of it: `code: words` with the words that are underlined,
or `code: {at: words, suggest: text}`. Nothing else may be said. Where words stand more than once `nth` counts from 1.
"""

from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from custumal.dsl.diagnostics.diagnostic import Diagnostic
from tests.support.game_frames import CASES, check_text, framed


def cases() -> list[Any]:
    found = []
    for path in sorted((CASES / "check").glob("*.yaml")):
        for name, case in YAML(typ="safe").load(path).items():
            found.append(pytest.param(case, id=f"{path.stem}: {name}"))
    return found


def place_of(text: str, words: str, nth: int) -> tuple[int, int, int]:
    """Line, column and end column of words in a text."""
    start = -1
    for _ in range(nth):
        start = text.find(words, start + 1)
        assert start >= 0, f"`{words}` does not stand in the piece"
    line = text.count("\n", 0, start) + 1
    column = start - (text.rfind("\n", 0, start) + 1) + 1
    return line, column, column + len(words)


def said(diagnostic: Diagnostic) -> tuple[str, int, int, int, str | None]:
    span = diagnostic.span
    return diagnostic.code, span.line, span.column, span.end_column, diagnostic.suggestion


@pytest.mark.parametrize("case", cases())
def test_case(case: dict[str, Any], tmp_path: Path) -> None:
    whole = framed(case["piece"])
    files = {key: value for key, value in case.items() if key not in ("piece", "says")}
    found = check_text(whole.text, tmp_path, **files).diagnostics
    # Most pieces declare something only to show a mistake in it.
    unasked = {"unused"} - {code for expected in case["says"] for code in expected}
    heard = [said(d) for d in found if (d.is_error or d.span.file != "game.yaml" or d.span.line in whole.own) and d.code not in unasked]
    wanted = []
    for expected in case["says"]:
        ((code, at),) = expected.items()
        at = {"at": at} if isinstance(at, str) else at
        text = whole.text if "in" not in at else files[at["in"]]
        suggest = str(at["suggest"]) if "suggest" in at else None
        wanted.append((code, *place_of(text, at["at"], at.get("nth", 1)), suggest))
    assert sorted(heard, key=str) == sorted(wanted, key=str)
