"""Every warning is silenced where it stands by a remark with a reason, and by nothing less."""

from pathlib import Path

import pytest

from custumal.dsl.diagnostics.code import WARNING
from custumal.dsl.diagnostics.diagnostic import Diagnostic
from custumal.dsl.diagnostics.render.manual import Entry, entries
from tests.support.game_frames import check_text, framed

SHOWN = [entry for entry in entries().values() if entry.failing and entry.form in ("part", "whole")]
WARNINGS = [entry for entry in SHOWN if entry.code.severity is WARNING and entry.code.id != "meant"]
SENTENCE = """\
end:
  never:
    after: round
{before}    if: {begun}
      starter is none
      and starter is not none
    do: stop round
"""
BEGUN = {"folded": ">-", "literal": "|", "one that begins in its own line": "starter is none and"}
REMARK = "# meant (constant-condition): It is an example."


def warned(text: str, folder: Path, files: dict[str, str]) -> list[Diagnostic]:
    return [found for found in check_text(text, folder, **files).diagnostics if found.span.file == "game.yaml"]


def with_remark(text: str, warning: Diagnostic, reason: str) -> str:
    """The text with a remark above the line of a warning."""
    lines = text.splitlines()
    line = lines[warning.span.line - 1]
    indent = line[: len(line) - len(line.lstrip())]
    return "\n".join([*lines[: warning.span.line - 1], f"{indent}# meant ({warning.code}){reason}", *lines[warning.span.line - 1 :]]) + "\n"


@pytest.mark.slow
@pytest.mark.parametrize("entry", WARNINGS, ids=lambda entry: entry.code.id)
def test_every_warning_is_silenced_by_a_remark_with_a_reason(entry: Entry, tmp_path: Path) -> None:
    files = {name.removesuffix(".yaml"): file for name, file in entry.files.items()}
    text = entry.failing if entry.form == "whole" else framed(entry.failing).text
    told = [found for found in warned(text, tmp_path, files) if found.code == entry.code.id and not found.is_error]
    for one in told:
        after = [found.code for found in warned(with_remark(text, one, ": So it is wanted."), tmp_path, files)]
        assert after.count(one.code) == sum(found.span.line != one.span.line for found in told)
        assert "meant" in [found.code for found in warned(with_remark(text, one, ""), tmp_path, files)]


def test_most_warnings_have_been_tried() -> None:
    assert len(WARNINGS) > 25


@pytest.mark.parametrize("begun", BEGUN.values(), ids=BEGUN)
@pytest.mark.parametrize("is_above", [True, False])
def test_a_sentence_on_several_lines_is_silenced_above_its_first(begun: str, is_above: bool, tmp_path: Path) -> None:
    silent = SENTENCE.format(before=f"    {REMARK}\n" if is_above else "", begun=begun if is_above else f"{begun}  {REMARK}")
    if not is_above and begun not in (">-", "|"):
        return  # YAML has no remarks in the middle of such a text
    codes = [found.code for found in warned(framed(silent).text, tmp_path, {})]
    assert "constant-condition" not in codes and "meant" not in codes
    assert "constant-condition" in [found.code for found in warned(framed(SENTENCE.format(before="", begun=begun)).text, tmp_path, {})]
