"""Scenarios that fail with a variant because they begin elsewhere say nothing of it; those that contradict it fail."""

from __future__ import annotations

import json
from pathlib import Path

from custumal.dsl.model import GameModel
from custumal.interpreter.runs.scenarios import Result, run_scenarios
from custumal.interpreter.runs.shifts import DEAL, RECORD, with_shifts
from tests.support.variant_frames import check

MORE = "edits:\n  more: {add: components.cards.barn, with: {price: 4, colour: red, copies: 9}}\n"
"""With more cards every deal is another."""
DEAR = "edits:\n  dear: {set: values.fee, to: 2}\n"
DEALT = "seed: 2\nthen: {dealt: sum(price for hand of p1) is 1}"
"""A well, as with some seeds in the game alone; with more cards a barn."""
BUILT = "seed: 2\nwhen: ['build(well, at(plaza, 1, 1))']\nthen: {paid: coin of p1 is 3}"


def judged(folder: Path, scenario: str, variant: str) -> Result:
    """What comes of a scenario of the game with a variant. It holds in the game alone."""
    (folder / "scenarios").mkdir(exist_ok=True)
    lines = ["custumal: 1", "of: bazaar", "scenarios:", "  it:", *(f"    {line}" for line in scenario.splitlines())]
    (folder / "scenarios" / "mine.yaml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    alone, mine = model(folder, {}), model(folder, {"mine": variant})
    assert [r.passed for r in run_scenarios(alone) if r.scenario.source.id == "it"] == [True]
    (found,) = (r for r in with_shifts(run_scenarios(mine), mine, lambda: alone) if r.scenario.source.id == "it")
    return found


def model(folder: Path, variants: dict[str, str]) -> GameModel:
    checked, _ = check(folder, variants)
    assert checked.game is not None, checked.diagnostics
    return checked.game


def test_what_hangs_on_the_deal_and_is_dealt_otherwise(tmp_path: Path) -> None:
    found = judged(tmp_path, DEALT, MORE)
    assert (found.passed, found.shift) == (True, DEAL)
    assert [failure.source.id for failure in found.instead] == ["dealt"]


def test_what_holds_for_every_deal_is_contradicted(tmp_path: Path) -> None:
    """The deal is another, but that is not why it fails."""
    found = judged(tmp_path, "then: {six: count(deck) is 5}", MORE)
    assert (found.passed, found.shift) == (False, None)


def test_what_is_dealt_as_before_is_contradicted(tmp_path: Path) -> None:
    """It hangs on the deal, too, but this is the same."""
    found = judged(tmp_path, BUILT, DEAR)
    assert (found.passed, found.shift) == (False, None)
    found = judged(tmp_path, BUILT, MORE)
    assert (found.passed, found.shift) == (True, DEAL)


def test_a_recorded_game_that_can_not_be_followed(tmp_path: Path) -> None:
    """Its last choice can't be paid for with the variant; a choice of the scenario proper that can't be is a contradiction."""
    after = "after: [trade, trade, trade, trade, trade]\nthen: {grain: grain of p1 is 7}"
    poor = "edits:\n  poor: {set: actions.trade.cost, to: 3 coin}\n"
    found = judged(tmp_path, after, poor)
    assert (found.passed, found.shift) == (True, RECORD)
    found = judged(tmp_path, after.replace("after", "when"), poor)
    assert (found.passed, found.shift) == (False, None)


def test_a_recorded_game_that_leads_elsewhere_is_contradicted(tmp_path: Path) -> None:
    found = judged(
        tmp_path, "after: [trade]\nthen: {grain: grain of p1 is 3}", "edits:\n  more: {set: actions.trade.do, to: gain 3 grain}\n"
    )
    assert (found.passed, found.shift) == (False, None)


def test_chance_that_a_record_tells_is_no_other_deal(tmp_path: Path) -> None:
    """The record says what was dealt, so that another generator makes no difference: what is not so is contradicted."""
    kept = {"format": 1, "game": "bazaar", "rules_hash": "", "variants": [], "options": {}, "players": 2}
    (tmp_path / "scenarios").mkdir()
    record = {**kept, "seats": ["human", "human"], "seed": 1, "choices": ["trade"]}
    (tmp_path / "scenarios" / "kept.json").write_text(json.dumps(record), encoding="utf-8")
    found = judged(tmp_path, "record: kept.json\nthen: {coins: coin of p1 is 3}", "edits:\n  rich: {set: resources.coin.start, to: 4}\n")
    assert (found.passed, found.shift) == (False, None)
