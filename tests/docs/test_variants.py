"""The guide to house rules: what it types is typed, its files are checked, its scenarios hold.

The runs of all scenarios of the large game take their time; they are made with `--full` only.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from custumal.dsl.check.variants import check_variants
from custumal.dsl.fmt.formatting import format_text
from custumal.interpreter.library import select
from custumal.interpreter.runs.scenarios import run_scenarios
from tests.docs.test_guides import DOCS, Fence, assert_prints, fences
from tests.support.scale import FULL

pytestmark = pytest.mark.slow

PAGE = "variants.md"
EXAMPLES = {fence.mark.removeprefix("write "): fence for fence in fences(PAGE) if fence.mark.startswith("write ")}
HOUSE_RULES = [name for name in EXAMPLES if ".accepted" not in name and name not in ("old-table.yaml", "long-pig.yaml", "my-table.yaml")]

AT_ODDS = {"open-notches.yaml": 6}
"""So many scenarios of the game are no longer so with a house rule, as the guide says of it."""


def session(fence: Fence) -> list[Fence]:
    """The commands of an example, each with what it prints."""
    parts = ["$ " + part for part in ("\n" + fence.text).split("\n$ ")[1:]]
    return [Fence(fence.mark, fence.kind, part.rstrip("\n") + "\n", fence.line) for part in parts]


def test_the_session_is_what_it_says(folder: Path) -> None:
    for fence in fences(PAGE):
        what, _, file = fence.mark.partition(" ")
        if what == "write":
            (folder / file).write_text(fence.text, encoding="utf-8")
        elif what == "shows":
            assert fence.text in (folder / file).read_text(encoding="utf-8")
        elif fence.kind == "console" and (FULL or what != "slow"):
            for command in session(fence):
                assert_prints(command)


def test_there_are_ten_house_rules() -> None:
    assert len(HOUSE_RULES) == 10


@pytest.mark.parametrize("name", [*HOUSE_RULES, "my-table.yaml"])
def test_a_house_rule_does_what_its_scenarios_say(name: str, folder: Path) -> None:
    text = EXAMPLES[name].text
    (folder / name).write_text(text, encoding="utf-8")
    beside = name.replace(".yaml", ".accepted.yaml")
    if beside in EXAMPLES:
        (folder / beside).write_text(EXAMPLES[beside].text, encoding="utf-8")
        assert format_text(EXAMPLES[beside].text, "accepted", beside) == EXAMPLES[beside].text
    chosen = select(name)
    checked, combined = check_variants(chosen.game.path, chosen.game.name, chosen.variants)
    assert checked.diagnostics == []
    assert checked.game is not None
    small = combined.base.header["game"].node.span.file.startswith("games/classics")
    wanted = [s for s in checked.game.scenarios if FULL or small or s.source.span.file == name]
    failed = [result for result in run_scenarios(checked.game, wanted) if result.failures]
    told = "\n".join(f"{result.scenario.source.id}: {failure.message}" for result in failed for failure in result.failures)
    assert wanted, name
    assert len(failed) == (AT_ODDS.get(name, 0) if FULL else 0), told
    assert all(result.scenario.source.span.file != name for result in failed), told
    assert format_text(text, "variant", name) == text


def test_the_guide_is_reachable_and_its_links_lead_somewhere() -> None:
    page = (DOCS / PAGE).read_text(encoding="utf-8")
    assert "(../README.md)" in page
    assert all(len(line) <= 260 for line in page.splitlines())
