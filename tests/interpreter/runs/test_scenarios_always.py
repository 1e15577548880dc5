"""Invariants in scenarios: tested at every step, and the step that broke one is named."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from custumal import load_game
from custumal.interpreter.runs.scenarios import run_scenarios
from custumal.ui.story.session import Session
from tests.support.scale import FULL

GAME = """\
custumal: 1
game: well
title: Well
players: 2
options: {wet: {is: truth, default: false}}
kinds: {die: {}}
components: {dice: {kind: die, in: table}}
zones: {table: die}
kept: {shows(die): 1 to 6, pot: {is: -99 to 99, start: 5}}
actions:
  throw: {offered: turn, do: [roll shows of table, raise pot by sum(shows of d for d in table)]}
  dare: {offered: turn, do: [raise pot by 4, roll shows of table, lower pot by sum(shows of d for d in table)]}
  sink: {offered: turn, do: lower pot by 4}
  lift: {offered: turn, do: raise pot by 1}
play:
  turn:
    repeat: 8
    do:
      weather: {if: wet, do: [roll shows of table, raise pot by sum(shows of d for d in table)]}
      go: {players: seats, offer: turn}
scoring: {pot: pot}
ranking: {most: {most: my total}}
"""


def failures(folder: Path, game: str, invariants: str, scenarios: str) -> dict[str, list[str]]:
    (folder / "game.yaml").write_text(f"{game}invariants:\n{invariants}\nscenarios:\n{scenarios}", encoding="utf-8")
    results = run_scenarios(load_game(str(folder)).model)
    return {result.scenario.source.id: [failure.message for failure in result.failures] for result in results}


def breaking(session: Session, most: int) -> tuple[int, str] | None:
    """The first event behind which somebody chooses, or nobody any more, and there is more in the pot than `most`; and the key of the
    last one since the decision before it, before which there was not."""
    pot = [session.engine.evaluator.value(session.game.model.scoring[0].points, session.after(n), {}) for n in range(len(session.events))]
    for number, many in enumerate(pot):
        if many > most and session.after(number).kind != "chance":
            since = next((n for n in range(number, -1, -1) if session.events[n].seat is not None), 0)
            fallen = (n for n in range(number, since, -1) if pot[n - 1] <= most)
            return number, session.events[next(fallen, since)].key
    return None


@pytest.mark.parametrize("seed", range(1, 40 if FULL else 8))
def test_the_step_that_broke_one_is_named(seed: int, tmp_path: Path) -> None:
    """As in a game played by itself; chance may be said or bring what it does."""
    (tmp_path / "game.yaml").write_text(GAME, encoding="utf-8")
    session = Session(load_game(str(tmp_path)), ["random"] * 2, seed)
    session.settle()
    while not session.is_over:
        session.play_bot()
        session.settle()
    said = [event.key for event in session.events]
    chosen = [event.key for event in session.events if event.seat is not None]
    told = "\n".join(
        f"  {name}: {{seed: {seed}, when: {json.dumps(keys)}, then: {{any: pot > -99}}}}"
        for name, keys in (("said", said), ("chosen", chosen))
    )
    for most in range(5, 20):
        found = breaking(session, most)
        wanted = [] if found is None else [f"The invariant `few` does not hold after `{found[1]}`"]
        for failing in failures(tmp_path, GAME, f"  few: pot <= {most}", told).values():
            assert [message.partition(", which")[0].removesuffix(".") for message in failing] == wanted, most


SET_UP = "does not hold after set-up."
BEFORE = "does not hold at the first stop, after what `play` does before."


@pytest.mark.parametrize(
    ("invariant", "scenario", "said"),
    [
        # Set-up, with and without `given`, also where nothing is chosen.
        ("pot < 5", "", SET_UP),
        ("pot < 5", "when: [lift], ", SET_UP),
        ("pot < 5", "given: [set pot to 3], ", SET_UP),
        ("pot < 5", "given: [set pot to 7], when: [lift], ", SET_UP),
        ("pot < 5", "setup: false, when: [lift], ", SET_UP),
        ("pot < 5", "after: [lift], ", SET_UP),
        # What `given` breaks is not in force, from there to the end; the rest is.
        ("pot < 7", "given: [set pot to 7], when: [lift], ", None),
        ("pot < 7", "given: [set pot to 6], when: [lift], ", "does not hold after `lift`."),
        ("pot < 7", "given: [set pot to 7], when: [sink, lift, lift, lift, lift], ", None),
        ("pot < 7", "setup: false, given: [set pot to 7], when: [lift], ", None),
        ("pot < 7", "after: [lift], given: [set pot to 7], when: [lift], ", None),
        ("pot < 7", "after: [lift], given: [set pot to 6], when: [lift], ", "does not hold after `lift`."),
        ("pot < 7", "after: [lift, lift], given: [set pot to 1], ", "does not hold after `lift`."),
        # The way to the first choice.
        ("pot < 6", "from: wind, ", BEFORE),
        ("pot < 6", "from: wind, given: [set pot to 5], ", BEFORE),
        ("pot < 6", "from: wind, given: [set pot to 6], ", None),
        ("pot < 6", "from: wind, given: [set pot to 2], ", None),
        ("pot < 9", "options: {wet: true}, when: [roll(4), lift], ", "does not hold after `roll(4)`, which chance brings."),
        ("pot < 9", "options: {wet: true}, when: [roll(3), lift], ", "does not hold after `lift`."),
        ("pot < 6", "options: {wet: true}, ", "which chance brings."),
        ("pot < 6", "options: {wet: true}, given: [set pot to 5], ", "which chance brings."),
        # Behind the last choice; where chance stands it need not hold yet.
        ("pot < 6", "when: [throw], ", "which chance brings."),
        ("pot < 9", "when: [throw, roll(4)], ", "does not hold after `roll(4)`, which chance brings."),
        ("pot < 9", "when: [dare, roll(1)], ", None),
        ("pot < 8", "when: [dare, roll(1)], ", "does not hold after `dare`."),
        ("pot < 7", "when: [lift, lift], ", "does not hold after `lift`."),
    ],
)
def test_what_is_in_force(invariant: str, scenario: str, said: str | None, tmp_path: Path) -> None:
    windy = GAME.replace("scoring:", "  wind: {repeat: 2, do: {blow: raise pot by 1, stay: {players: seats, offer: turn}}}\nscoring:")
    found = failures(tmp_path, windy, f"  few: {invariant}", f"  one: {{seed: 3, {scenario}then: {{any: pot > -99}}}}")["one"]
    assert len(found) == (said is not None), found
    assert all(message.startswith("The invariant `few` ") and message.endswith(said or "") for message in found), found


def test_what_does_not_hold_yet_after_set_up_is_not_broken(tmp_path: Path) -> None:
    """Until the first choice the game itself may see to it; and it is in force from then on."""
    dealt = GAME.replace("do:\n      weather", "do:\n      deal: raise pot by 2\n      weather")
    scenarios = "\n".join(
        f"  {name}: {{{keys}then: {{any: pot > 0}}}}"
        for name, keys in (("bare", ""), ("laid", "given: [set pot to 6], "), ("sunk", "when: [sink], "))
    )
    found = failures(tmp_path, dealt, "  some: pot > 6", scenarios)
    assert found == {"bare": [], "laid": [], "sunk": ["The invariant `some` does not hold after `sink`."]}
