"""A name with a character that looks like another, or like nothing, is told with its code point."""

# ruff: noqa: RUF001  # these characters are what it is about

import re
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


@pytest.mark.parametrize(("name", "odd"), [("target", "tаrget"), ("pot", "ро\uff54"), ("hold", "hоld"), ("shows", "\u0455hows")])
def test_an_odd_character_where_it_is_declared(name: str, odd: str, tmp_path: Path) -> None:
    """Every place that speaks of it has the plain name, which is near to how the other one looks."""
    declared = re.search(rf"^  {name}\b", PIG, re.MULTILINE)
    assert declared is not None
    at = declared.end() - len(name)
    (tmp_path / "game.yaml").write_text(PIG[:at] + odd + PIG[declared.end() :], encoding="utf-8")
    found = [found.message for found in check_game(tmp_path / "game.yaml").diagnostics]
    assert any(f"`{name}`" in said and f"`{odd}` is written with U+" in said for said in found)


def test_an_odd_blank_behind_a_colon(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(PIG.replace("target: 100", "target:\u00a0100\n  most: 3"), encoding="utf-8")
    (found,) = check_game(tmp_path / "game.yaml").diagnostics
    assert (found.code, found.suggestion) == ("yaml-syntax", "target: 100")
    assert "U+00A0 NO-BREAK SPACE" in found.message


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
