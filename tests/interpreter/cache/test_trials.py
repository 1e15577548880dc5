"""Set-up is tried when a game is checked: for every number of players, with options, in variants; once for the same rules."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from custumal.dsl.base.limits import MOST_STEPS
from custumal.dsl.check.game import check_game
from custumal.dsl.diagnostics.diagnostic import Diagnostic, RuleFileError
from custumal.dsl.model import GameModel
from custumal.interpreter.api import load_game
from custumal.interpreter.cache import setup_trials as trials
from custumal.interpreter.cache.tried_setup import try_setup
from custumal.interpreter.lowering.lower import lower
from custumal.interpreter.position.state import CHANCE
from custumal.interpreter.reference import instances
from custumal.interpreter.reference.machine import Machine
from custumal.interpreter.setup.errors import PlayError
from custumal.interpreter.setup.values import Value
from tests.conftest import Cli

DEAL = """
custumal: 1
game: deal
title: Deal
players: 2 to 4
options: {more: {is: 0 to 2, default: 0}}
kinds: {coupon: {printed: {price: 1 to 9}}}
components: {coupons: {kind: coupon, in: heap, for-each: {price: 1 to 9}}}
zones:
  heap: {holds: coupon, shape: pile}
  till: {holds: coupon, room: ROOM}
  purse(seat): {holds: coupon, room: 2}
values:
  dealt: DEALT
setup:
  mix: shuffle heap
  deal: {each: s in seats, do: DO}
play: {turn: {players: seats, offer: turn}}
actions:
  spend: {offered: turn, choose: {coupon: my purse}, do: discard coupon}
scoring: {saved: count(till) + count(my purse)}
ranking: {saved: {most: my total}}
"""
MORE = """
custumal: 1
variant: more
of: deal
title: More for all
edits:
  more: {set: values.dealt, was: 2, to: 3}
"""


def deal(folder: Path, room: str = "9", dealt: str = "2", do: str = "draw dealt from heap to purse of s") -> Path:
    folder.mkdir(exist_ok=True)
    path = folder / "game.yaml"
    path.write_text(DEAL.replace("ROOM", room).replace("DEALT", dealt).replace("DO", do), encoding="utf-8")
    return path


def tried(path: Path) -> list[Diagnostic]:
    return [d for d in check_game(path, trial=try_setup).diagnostics if d.is_error]


@pytest.mark.parametrize(
    ("changed", "line", "for_whom"),
    [
        ({"dealt": "3"}, 17, "for 2, 3 and 4 players"),
        ({"room": "3", "do": "draw 1 from heap to till"}, 17, "for 4 players"),
        ({"dealt": "2 + more"}, 17, "for 2 and 4 players with the option more 2"),
    ],
)
def test_where_and_for_whom_it_goes_wrong_is_told(changed: dict[str, str], line: int, for_whom: str, tmp_path: Path) -> None:
    found = tried(deal(tmp_path, **changed))
    assert [(d.code, d.span.line) for d in found] == [("place-full", line)]
    assert for_whom in found[0].message


def test_the_command_and_python_say_the_same(tmp_path: Path, call: Cli) -> None:
    path = deal(tmp_path, dealt="3")
    code, _, errors = call("check", path)
    assert code == 1 and "[place-full]" in errors
    with pytest.raises(RuleFileError, match="no room in purse"):
        load_game(str(path))


def test_what_a_variant_causes_is_told_at_its_edit(tmp_path: Path, call: Cli) -> None:
    path = deal(tmp_path / "deal")
    variant = tmp_path / "more.yaml"
    variant.write_text(MORE, encoding="utf-8")
    assert call("check", path)[0] == 0
    code, _, errors = call("check", variant)
    assert code == 1 and f"{variant}:7:" in errors and "no room in purse" in errors


def test_rules_that_were_tried_are_not_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = deal(tmp_path, room="8")
    assert not tried(path)
    monkeypatch.setattr(trials, "Trials", None)
    assert not tried(path)


def test_what_takes_too_long_is_passed_over(tmp_path: Path) -> None:
    endless = f"each: n in 1 to 60000\n    do: set till-sum to till-sum + sum(x for x in 1 to {MOST_STEPS // 100})"
    text = DEAL.replace("ROOM", "9").replace("DEALT", "2").replace("{each: s in seats, do: DO}", f"\n    {endless}")
    path = tmp_path / "game.yaml"
    path.write_text(text + "kept: {till-sum: {is: number, until: end}}\n", encoding="utf-8")
    assert not tried(path)


def test_a_scenario_whose_option_is_not_for_its_players_is_told(tmp_path: Path) -> None:
    """As when it is run. Remembered is what went well by the rules, and scenarios are none."""
    path = deal(tmp_path)
    text = path.read_text(encoding="utf-8").replace("default: 0}}", "default: 0, if: players >= 3}}")
    path.write_text(text + "scenarios: {more: {players: 3, options: {more: 1}, then: {n: no till}}}\n", encoding="utf-8")
    assert tried(path) == []
    path.write_text(text + "scenarios:\n  more: {players: 2, options: {more: 1}, then: {n: no till}}\n", encoding="utf-8")
    assert [(d.code, d.span.line) for d in tried(path)] == [("option-value", path.read_text(encoding="utf-8").count("\n"))]


def test_options_of_scenarios_that_were_tried_are_tried_again_only_for_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = deal(tmp_path, room="10")
    path.write_text(path.read_text(encoding="utf-8").replace("default: 0}}", "default: 0, if: players >= 3}}"), encoding="utf-8")
    (tmp_path / "scenarios").mkdir()
    scenarios = tmp_path / "scenarios" / "more.yaml"
    asked: list[tuple[int, object]] = []
    refusal = instances.refusal

    def noted(game: GameModel, players: int, options: Mapping[str, Value]) -> PlayError | None:
        asked.append((players, dict(options)))
        return refusal(game, players, options)

    monkeypatch.setattr(instances, "refusal", noted)
    for players, then in ((3, "no till"), (3, "no till"), (3, "count(till) is 0"), (4, "no till")):
        scenario = f"more: {{players: {players}, options: {{more: 1}}, then: {{n: {then}}}}}"
        scenarios.write_text(f"custumal: 1\nof: deal\nscenarios: {{{scenario}}}\n", encoding="utf-8")
        assert tried(path) == []
    assert asked == [(3, {"more": 1}), (4, {"more": 1})]


ENDLESS = [
    ("rounds: seats, until: waited > 9, do: {a: set waited to 1, b: {if: waited > 3, offer: turn}}", "no-progress"),
    ("until: waited > 9, do: {a: {players: seats, offer: turn}, b: {each: s in seats, do: set waited to 2}}", "no-progress"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("turn", "code"), ENDLESS)
def test_play_that_comes_to_no_decision_is_told_as_play_tells_it(turn: str, code: str, tmp_path: Path) -> None:
    path = waiting(tmp_path, turn)
    found = tried(path)
    assert [d.code for d in found] == [code]
    game = check_game(path).game
    assert game is not None
    with pytest.raises(PlayError) as raised:
        begun(game)
    assert (raised.value.code, raised.value.span) == (found[0].code, found[0].span)
    assert "up to the first decision of play, for 2 players" in found[0].message


@pytest.mark.slow
def test_play_that_takes_long_to_begin_is_not_said_to_be_for_ever(tmp_path: Path) -> None:
    """More steps than a trial has, fewer than play has."""
    path = waiting(
        tmp_path, "until: waited > 9, do: {a: {each: n in 1 to 60000, do: set waited to n mod 9}, b: {players: seats, offer: turn}}"
    )
    assert tried(path) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("choose", "codes"),
    [
        ("pair: exactly 2 among my purse, few: up to 3 among 1 to 80", ["too-many-choices"]),
        ("pair: up to 2 among 1 to 360", []),
        ("a: 1 to 64, b: 1 to 64, c: 1 to 64", ["too-many-choices"]),
        ("n: 0 to 3, m: up to 4 among 1 to 26", ["too-many-choices"]),
        ("a: up to 2 among 1 to 4, b: up to 4 among 1 to 20", ["too-many-choices"]),
        ("n: 0 to 1, m: up to 4 among 1 to 26", []),
        ("a: 1 to 64, b: 1 to 64, c: 1 to 15", []),
    ],
)
def test_a_first_menu_that_is_too_large_as_things_lie_is_told_as_play_tells_it(choose: str, codes: list[str], tmp_path: Path) -> None:
    """Something is forbidden, so what is written does not tell how many choices are left: here almost all are."""
    path = waiting(
        tmp_path, "players: seats, offer: turn", f"{choose}}}, require: {{soon: {{that: waited < 9, because: No.}}}}, do: raise waited by 9"
    )
    found = tried(path)
    assert [d.code for d in found] == codes
    game = check_game(path).game
    assert game is not None
    assert [error.code for error in first_menu(game)] == codes
    assert [error.span for error in first_menu(game)] == [d.span for d in found]


@pytest.mark.slow
@pytest.mark.parametrize(("many", "codes"), [(300, ["costly"]), (100, ["costly"]), (20, [])])
def test_so_is_one_that_takes_too_many_steps(many: int, codes: list[str], tmp_path: Path) -> None:
    """Pairs of numbers, for each of which five hundred others are looked at."""
    slow = f"a: 1 to {many}, b: 1 to {many}}}, require: {{slow: {{that: no n in 1 to 500 where n + a + b > 700, because: No.}}}}"
    path = waiting(tmp_path, "players: seats, offer: turn", f"{slow}, do: raise waited by 9")
    found = tried(path)
    game = check_game(path).game
    assert game is not None
    assert [(error.code, error.span) for error in first_menu(game)] == [(d.code, d.span) for d in found]
    assert [d.code for d in found] == codes


def first_menu(game: GameModel) -> list[PlayError]:
    """What is wrong with the first menu."""
    instance = instances.make_instance(game, 2, {})
    machine = Machine(instance, lower(instance))
    state = machine.start(1)
    try:
        while state.kind == CHANCE:
            machine.apply(state, machine.draw(state))
        machine.choices(state)
    except PlayError as error:
        return [error]
    return []


def begun(game: GameModel) -> None:
    """Play up to the first decision."""
    instance = instances.make_instance(game, 2, {})
    machine = Machine(instance, lower(instance))
    machine.advance(machine.start(1))


NEVER = "coupon: my purse}, require: {long: {that: waited > 3, because: No.}}, do: [discard coupon, raise waited by 9]"


def waiting(folder: Path, turn: str, action: str = NEVER) -> Path:
    """A game whose only action can by default never be chosen before something has waited long enough."""
    text = DEAL.replace("ROOM", "9").replace("DEALT", "2").replace("DO", "draw dealt from heap to purse of s")
    text = text.replace("{players: seats, offer: turn}", f"{{{turn}}}")
    text = text.replace("coupon: my purse}, do: discard coupon", action)
    path = folder / "game.yaml"
    path.write_text(text + "kept: {waited: {is: 0 to 99, until: end}}\n", encoding="utf-8")
    return path
