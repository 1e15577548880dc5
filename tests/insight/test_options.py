"""What actions are worth, where that is known: a seat that may not do what wins, loses."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

import pytest

from custumal import load_game
from custumal.insight.comparison.action_worth import Worth, above, worths
from custumal.insight.play.recording import noted_game
from custumal.insight.play.sides import Match, Side
from custumal.interpreter.engine import Engine
from custumal.interpreter.position.state import DECISION
from custumal.interpreter.program import ChoiceTuple
from custumal.interpreter.runs.bots import Restriction
from custumal.interpreter.runs.simulate import Plan, game_seed
from tests.insight.test_measures import game

pytestmark = pytest.mark.slow

pytest.importorskip("scipy", reason="intervals need scipy")
Cli = Callable[..., tuple[int, str, str]]
MATCH = Match(Side("pig"), Side("pig", ("two-dice",)), ("random", "random"), 1, 10)


def pig(action: str, *, must: bool) -> Worth:
    (found,) = worths(MATCH, [Restriction(action, must)], 30, 1, 0.05).found
    return found


def test_who_must_always_hold_or_never_roll_loses_every_game() -> None:
    for one in (pig("hold", must=True), pig("roll-on", must=False)):
        assert (one.base.mean, one.variant.mean, one.difference.differing) == (-0.5, -0.5, 0)


def test_who_may_not_hold_is_who_must_roll() -> None:
    one, other = pig("hold", must=False), pig("roll-on", must=True)
    assert (one.base, one.variant, one.difference) == (other.base, other.variant, other.difference)
    assert one.base.mean < 0


def test_the_restricted_seat_is_found_in_every_rotation() -> None:
    """Of three seats in turn it is the first, the last, the second: here it wins all three games, then only the second."""
    won = [game(scores=(1, 2, 3), winners=(seat,)) for seat in (0, 2, 1)]
    assert above(won) == pytest.approx(2 / 3)
    assert above([won[1], won[1], won[0]]) == pytest.approx(0)


@pytest.mark.parametrize("bot", ["random", "greedy", "mcts:3"])
def test_a_restricted_bot_keeps_to_it_wherever_it_has_a_choice(bot: str) -> None:
    loaded = load_game("monolyth")
    engine = loaded.engine(2)
    for restriction in (Restriction("prophesy", must=False), Restriction("prophesy", must=True)):
        plan = Plan("monolyth", 2, 1, seats=(restriction.of(bot), "random"))
        _, _, notes = noted_game(plan, loaded, engine, 0)
        assert obeyed(plan, engine, notes.log, restriction) > 3


def obeyed(plan: Plan, engine: Engine, log: Sequence[ChoiceTuple], restriction: Restriction) -> int:
    """How often the first seat kept to its restriction where it mattered; it has to always."""
    state, kept = engine.start(game_seed(plan.seed, 0)), 0
    for choice in log:
        if state.kind == DECISION and state.seat == 0:
            offered = {engine.action(state, one) for one in engine.choices(state)}
            if restriction.action in offered and len(offered) > 1:
                assert (engine.action(state, choice) == restriction.action) == restriction.must
                kept += 1
        engine.apply(state, choice)
    return kept


def test_what_is_printed(call: Cli) -> None:
    asked = ("compare", "pig", "--variant", "two-dice", "--seat", "1=random", "--seat", "2=random", "--games", "4", "--options", "hold")
    _, out, _ = call(*asked)
    assert max(map(len, out.splitlines())) <= 80
    _, out, _ = call(*asked, "--json")
    ((may_not, must),) = json.loads(out)["options"]
    assert [(one["action"], one["restriction"], one["enough"]) for one in (may_not, must)] == [
        ("hold", "not", False),
        ("hold", "must", False),
    ]
    assert must["base"]["mean"] == -0.5
    code, out, err = call(*asked[:-1], "hld")
    assert (code, out) == (2, "")
    assert err == "custumal: There is no action `hld`; did you mean `hold`?\n"
