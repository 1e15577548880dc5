"""From which number on a number means something, and from how many steps on a sentence is too costly: as docs/diagnostics.md says."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.game_frames import check_text, framed

TWICE = """
define:
  is-rich(s seat): coin of s > {number}
actions:
  rest: {{offered: turn, require: {{poor: {{that: my coin < {number}, because: Too rich.}}}}, do: set guest of me to none}}
"""
SETS = """
define:
  is-rich(s seat): {phrases} coin of s > 2
"""


def said(piece: str, code: str, folder: Path) -> list[str]:
    """How severe each diagnostic of a code is in the lines of the piece."""
    whole = framed(piece)
    found = check_text(whole.text, folder).diagnostics
    return [diagnostic.severity.value for diagnostic in found if diagnostic.code == code and diagnostic.span.line in whole.own]


@pytest.mark.parametrize("number", range(6))
def test_a_number_above_two_is_told_if_it_stands_in_two_rules(number: int, tmp_path: Path) -> None:
    assert said(TWICE.format(number=number), "written-twice", tmp_path) == ["warning"] * (number > 2)


@pytest.mark.parametrize(
    ("sizes", "severities"),
    [
        ((100, 1_000, 1_000), []),  # 10^8 members to look at, each in a few steps
        ((1_000, 1_000, 1_001), ["warning"]),  # more than 10^9
        ((1_000, 1_000, 1_000, 1_000), ["warning"]),
        ((1_000, 1_000, 1_000, 1_001, 10), ["error"]),  # more than 10^13
    ],
)
def test_what_a_sentence_goes_through_multiplies(sizes: tuple[int, ...], severities: list[str], tmp_path: Path) -> None:
    phrases = " ".join(f"some k{at} in 1 to {size} where" for at, size in enumerate(sizes))
    assert said(SETS.format(phrases=phrases), "costly", tmp_path) == severities
