"""A name with a character that looks like another, or like nothing, is told with its code point."""

# ruff: noqa: RUF001  # these characters are what it is about

import unicodedata
from pathlib import Path

import pytest

from custumal.dsl.check.game import check_game
from custumal.dsl.diagnostics.lookalikes import odd_characters

PIG = (Path(__file__).parents[2] / "games" / "classics" / "pig" / "game.yaml").read_text(encoding="utf-8")
SWAPS = [
    ("target", "tаrget"),
    ("target", "tar\u200bget"),
    ("target", "target\u00a0"),
    ("target", "ta\u0301rget"),
    ("hold", "hоld"),
    ("pot", "\uff50ot"),
]


@pytest.mark.parametrize(("name", "odd"), SWAPS, ids=[f"{name}-{ord(next(c for c in odd if not c.isascii())):04x}" for name, odd in SWAPS])
def test_one_odd_character_in_a_game(name: str, odd: str, tmp_path: Path) -> None:
    """In the first place that speaks of something declared."""
    (character,) = (one for one in odd if not one.isascii())
    assert PIG.count(name) > 1
    at = PIG.index(name, PIG.index(name) + 1)
    (tmp_path / "game.yaml").write_text(PIG[:at] + odd + PIG[at + len(name) :], encoding="utf-8")
    said = " ".join(found.message for found in check_game(tmp_path / "game.yaml").diagnostics)
    assert f"U+{ord(character):04X} {unicodedata.name(character)}" in said


@pytest.mark.parametrize(
    "text",
    ["`top-row` is no `cell`", "`couvent`, « le bâtiment » `bâtiment`", "`поле` is no `cell`", "`牌`", "`… of s`", "`→`", "`été`", "– `x`"],
)
def test_words_of_any_language_are_no_trap(text: str) -> None:
    assert odd_characters(text) == ""


@pytest.mark.parametrize("text", ["`сор`", "`x\u00b2`", "`top\u2011row`", "`a\u0301`", "`\u00a0`"])
def test_what_looks_like_something_else_is_one(text: str) -> None:
    assert "is written with U+" in odd_characters(text)


def test_what_messages_leave_out_is_no_odd_character() -> None:
    assert odd_characters("YAML ends a sentence inside `{…}` and `[…]`") == ""
