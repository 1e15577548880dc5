"""Scenarios with variants: those of the game go on being run, those that a variant changes must fail, and failures show values."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from custumal.interpreter.runs.scenarios import Result, run_scenarios
from tests.support.variant_frames import check

DEAR = "edits:\n  dear: {set: values.fee, to: 2}\n"


def results(folder: Path, *texts: str, accepted: str = "") -> list[Result]:
    """What comes of the scenarios with variants; `accepted` is the file beside the last one."""
    beside = {f"v{len(texts) - 1}.accepted": accepted} if accepted else {}
    checked, _ = check(folder, {**{f"v{i}": text for i, text in enumerate(texts)}, **beside})
    assert checked.game is not None, checked.diagnostics
    return run_scenarios(checked.game)


def by_id(found: list[Result], name: str) -> list[Result]:
    return [r for r in found if r.scenario.source.id == name]


def test_the_scenarios_of_the_game_are_run(tmp_path: Path) -> None:
    found = results(tmp_path, "values: {gift: 1}\nscoring: {gift: gift}\n")
    assert [r.scenario.source.id for r in found] == ["a-card-and-a-stall", "a-full-hand"]
    assert all(r.passed for r in found)


def test_one_that_a_variant_breaks_fails(tmp_path: Path) -> None:
    (found,) = by_id(results(tmp_path, DEAR), "a-card-and-a-stall")
    assert not found.passed
    (failure,) = found.failures
    assert failure.problem.code == "failed-scenario"
    assert failure.message == "Expected `coin of p1 is 3`, but `coin of p1` is 2, not 3."
    assert failure.source.address == "scenarios.a-card-and-a-stall.then.paid"


PAID = "scenarios:\n  a-card-and-a-stall:\n    then: {paid: coin of p1 is 2}\n"


def test_what_holds_now_is_told_line_by_line(tmp_path: Path) -> None:
    """Of the lines of `then` those are others that are told; the rest has to be as in the game."""
    broken, new = by_id(results(tmp_path, DEAR, accepted=PAID), "a-card-and-a-stall")
    assert broken.passed and broken.broken is not None
    assert [f.source.id for f in broken.instead] == ["paid"]
    assert new.passed and new.broken is None
    assert [e.source.id for e in new.scenario.then] == [e.source.id for e in broken.scenario.then]
    files = {e.source.id: e.source.span.file for e in new.scenario.then}
    assert files["paid"] == "variants/v0.accepted.yaml"
    assert {file for name, file in files.items() if name != "paid"} <= {"game.yaml"}


def test_one_that_is_accepted_to_fail_and_holds(tmp_path: Path) -> None:
    full = "scenarios:\n  a-full-hand:\n    then: {full: coin of p1 >= 0}\n"
    found = by_id(results(tmp_path, DEAR, accepted=full), "a-full-hand")
    (failure,) = found[0].failures
    assert failure.problem.code == "accepted-holds"
    assert (failure.source.span.file, failure.source.span.line) == ("variants/v0.accepted.yaml", 4)


def test_a_line_that_is_accepted_to_fail_and_holds(tmp_path: Path) -> None:
    both = "scenarios:\n  a-card-and-a-stall:\n    then:\n      paid: coin of p1 is 2\n      fed: grain of p1 >= 0\n"
    lines = [e.source.id for e in by_id(results(tmp_path, DEAR), "a-card-and-a-stall")[0].scenario.then]
    other = next(line for line in lines if line != "paid")
    broken, new = by_id(results(tmp_path, DEAR, accepted=both.replace("fed:", f"{other}:")), "a-card-and-a-stall")
    (failure,) = broken.failures
    assert failure.problem.code == "accepted-holds"
    assert (failure.source.id, failure.source.span.line) == (other, 7)
    assert new.passed


def test_with_other_choices_the_whole_of_then_is_another(tmp_path: Path) -> None:
    other = "scenarios:\n  a-card-and-a-stall:\n    when: []\n    then: {rich: coin of p1 >= 3}\n"
    _, new = by_id(results(tmp_path, DEAR, accepted=other), "a-card-and-a-stall")
    assert new.passed
    assert [e.source.id for e in new.scenario.then] == ["rich"]


RECORDED = "scenarios:\n  whole: {record: kept.json, then: {grain: grain of p2 is 3}}\n"


def recorded(folder: Path) -> None:
    """Two turns of a recorded game beside the variants: both seats trade."""
    (folder / "variants").mkdir()
    kept = {"format": 1, "game": "bazaar", "rules_hash": "", "variants": [], "options": {}, "players": 2}
    record = {**kept, "seats": ["human", "human"], "seed": 1, "choices": ["trade", "trade"]}
    (folder / "variants" / "kept.json").write_text(json.dumps(record), encoding="utf-8")


def test_a_recorded_game_goes_only_as_far_as_the_variant_says(tmp_path: Path) -> None:
    recorded(tmp_path)
    told = "scenarios:\n  whole:\n    step: 1\n    then: {first: grain of p1 is 4, second: grain of p2 is 2}\n"
    more = "of: v0\nedits:\n  more: {set: resources.grain.start, to: 2}\n"
    broken, new = by_id(results(tmp_path, RECORDED, more, accepted=told), "whole")
    assert [f.source.id for f in broken.instead] == ["grain"]
    assert new.passed and len(new.scenario.after) == 1


def test_only_recorded_games_have_steps(tmp_path: Path) -> None:
    told = "scenarios:\n  a-card-and-a-stall:\n    step: 2\n    then: {paid: coin of p1 is 2}\n"
    checked, _ = check(tmp_path, {"v0": DEAR, "v0.accepted": told})
    (said,) = checked.diagnostics
    assert (said.span.file, said.span.line) == ("variants/v0.accepted.yaml", 5)


def test_what_is_accepted_has_to_hold(tmp_path: Path) -> None:
    broken, new = by_id(results(tmp_path, DEAR, accepted=PAID.replace("is 2", "is 1")), "a-card-and-a-stall")
    assert broken.passed
    assert [f.source.span.file for f in new.failures] == ["variants/v0.accepted.yaml"]


def test_a_variant_that_is_built_on_another_tells_on(tmp_path: Path) -> None:
    """What the first says of a scenario is contradicted by the second: the last word counts."""
    checked, _ = check(
        tmp_path,
        {
            "v0": DEAR,
            "v0.accepted": PAID,
            "v1": "of: v0\nedits:\n  dearer: {set: values.fee, to: 3}\n",
            "v1.accepted": PAID.replace("is 2", "is 1"),
        },
    )
    assert checked.game is not None, checked.diagnostics
    broken, new = by_id(run_scenarios(checked.game), "a-card-and-a-stall")
    assert broken.passed and new.passed
    assert new.scenario.source.span.file == "variants/v1.accepted.yaml"


UNREADABLE = "edits:\n  away: {remove: actions.draw}\n  full: {remove: define.full}\n"


def test_a_scenario_that_can_no_longer_be_read_is_an_error_unless_it_is_accepted(tmp_path: Path) -> None:
    checked, _ = check(tmp_path, {"v0": UNREADABLE})
    assert checked.game is None
    found = results(tmp_path, UNREADABLE, accepted="unreadable: [a-full-hand]\n")
    assert [r.scenario.source.id for r in found] == ["a-card-and-a-stall"]


def test_of_several_variants_each_alone_says_what_is_otherwise(tmp_path: Path) -> None:
    rich = "standing: {gift: {after: actions.build, do: gain 1 coin}}\n"
    found = results(tmp_path, rich, DEAR, accepted=PAID)
    assert [r.scenario.source.id for r in found] == ["a-full-hand"]


def test_a_variant_for_fewer_players_leaves_out_the_scenarios_of_others(tmp_path: Path) -> None:
    text = "players: 3\nscenarios:\n  three: {players: 3, then: {seats: count(seats) is 3}}\n"
    found = results(tmp_path, text)
    assert [r.scenario.source.id for r in found] == ["a-card-and-a-stall", "a-full-hand", "three"]
    assert all(r.passed for r in found)


@pytest.mark.parametrize(
    ("then", "message", "facts"),
    [
        ("coin of p2 is 3", "Expected `coin of p2 is 3`, but `coin of p2` is 4, not 3.", {"coin of p2": "4"}),
        (
            "count(hand of p1) is 2 and coin of p1 > grain of p1 + 5",
            "Expected `coin of p1 > grain of p1 + 5`, but `coin of p1` is 4, not above 6.",
            {"coin of p1": "4", "grain of p1": "1", "grain of p1 + 5": "6"},
        ),
        (
            "stall of at(plaza, 2, 2) is p1",
            "Expected `stall of at(plaza, 2, 2) is p1`, but `stall of at(plaza, 2, 2)` is none, not p1.",
            {"stall of at(plaza, 2, 2)": "none"},
        ),
        ("inn is in hand of p2", "Expected `inn is in hand of p2`, but `hand of p2` is nothing.", {}),
    ],
)
def test_a_failure_shows_the_values_inside(then: str, message: str, facts: dict[str, str], tmp_path: Path) -> None:
    text = f"scenarios:\n  wrong:\n    given: [move inn to hand of p1, move hand of p2 to deck]\n    then:\n      it: {then}\n"
    (found,) = by_id(results(tmp_path, text), "wrong")
    (failure,) = found.failures
    assert failure.message == message
    assert facts.items() <= {f.what: f.value for f in failure.facts}.items()


def test_a_choice_that_is_not_possible_says_why(tmp_path: Path) -> None:
    text = "scenarios:\n  wrong:\n    given: [draw 2 from deck to hand of p1]\n    then:\n      more: {allowed: draw}\n"
    (found,) = by_id(results(tmp_path, text), "wrong")
    (failure,) = found.failures
    assert "actions.draw.require.hand" in failure.message


def test_after_these_choices(tmp_path: Path) -> None:
    """Two turns are played, then the first seat is made rich; it has the next turn only after the second one's."""
    text = """
    scenarios:
      later:
        after: [trade, trade]
        given: [gain 5 coin for p2]
        when: [trade]
        then:
          second: grain of p2 is 5 and coin of p2 is 8
          first: grain of p1 is 3
          can: {allowed: trade}
    """
    (found,) = by_id(results(tmp_path, text), "later")
    assert found.failures == ()


def test_after_a_choice_that_is_not_possible(tmp_path: Path) -> None:
    text = "scenarios:\n  later:\n    after: [trade, pass]\n    then: {it: coin of p1 is 0}\n"
    (found,) = by_id(results(tmp_path, text), "later")
    (failure,) = found.failures
    assert failure.message.startswith("`pass`, choice 2 of those before, can't be chosen")


def test_what_set_up_asks_is_chosen_before(tmp_path: Path) -> None:
    """A position in the middle of set-up is none from which a scenario can go on."""
    text = """
    edits:
      ask: {add: setup.ask, with: {seat: first(seats), choose: {n: 1 to 2}, do: gain n * coin}}
    scenarios:
      unasked: {then: {it: coin of p1 >= 0}}
      asked:
        after: [ask(2)]
        then: {two-more: coin of p1 is coin of p2 + 2}
    """
    found = results(tmp_path, text)
    (failure,) = by_id(found, "unasked")[0].failures
    assert failure.message.startswith("Set-up asks for a choice, which `after` has to make: here can be chosen ask(1), ask(2)")
    assert by_id(found, "asked")[0].failures == ()
