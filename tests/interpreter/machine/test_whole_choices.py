"""Actions that are chosen as one: the ways to carry them out, which of them are one, which are preferred."""

from __future__ import annotations

from random import Random

import pytest

from custumal import load_game
from custumal.interpreter.engine import Engine
from custumal.interpreter.position.state import OVER
from custumal.interpreter.program import links_of
from custumal.interpreter.setup.errors import PlayError
from tests.support.scale import FULL
from tests.support.small_games import Play, machine_for

WALK = """
    zones: {floor: {shape: {grid: [3, 3]}}}
    kept:
      at-cell: {is: cell of floor, start: "at(floor, 1, 1)", until: end}
      walked: {is: 0 to 9, until: turn}
      seen(cell of floor): {is: truth, until: end}
    play: {turn: {rounds: seats, until: passes(turn) > 9, offer: turn}}
    actions:
      walk:
        offered: turn
        as-one: true
        choose: {target: neighbours of at-cell}
        do:
          first: go(target)
          further:
            until: walked >= 2
            choose: {onward: neighbours of at-cell where row of it is not 3}
            do: go(onward)
      rest: {offered: turn}
    procedures:
      go(c cell of floor): {do: [set at-cell to c, raise walked by 1]}
    """


def test_ways_to_the_same_position_are_one_choice() -> None:
    """From the corner two steps lead back, along the side or to the middle; the first way there stands for all."""
    first = [f"walk(at(floor, 2, 1), further(at(floor, {x}, {y})))" for x, y in ((1, 1), (3, 1), (2, 2))]
    assert Play(WALK).keys == [*first, "rest"]


def test_what_has_one_candidate_has_no_key() -> None:
    game = Play(WALK.replace("where row of it is not 3", "where column of it is 1"))
    assert game.keys == ["walk(at(floor, 2, 1))", "walk(at(floor, 1, 2), further(at(floor, 1, 3)))", "rest"]
    assert game.do("walk(at(floor, 2, 1))").kept("at-cell") == 0


def test_what_is_ensured_is_asked_of_where_a_way_ends() -> None:
    text = WALK.replace(
        "as-one: true",
        "as-one: true\n        ensure: {east: {that: column of at-cell > 1, unless: walked is 1, because: Go east.}}\n"
        "        prefer: {low: {least: row of at-cell, because: Up.}}",
    )
    # Back to the corner is no way; to the middle is one, but the other leads higher up.
    assert Play(text).keys == ["walk(at(floor, 2, 1), further(at(floor, 3, 1)))", "rest"]
    waived = text + "\n    standing: {free: {waive: actions.walk.ensure.east}}\n"
    assert Play(waived).keys == [f"walk(at(floor, 2, 1), further(at(floor, {x}, 1)))" for x in (1, 3)] + ["rest"]
    engine = Engine(machine_for(text).instance)
    begun = engine.start(1)
    back, middle = ("walk(at(floor, 2, 1), further(at(floor, 1, 1)))", "walk(at(floor, 2, 1), further(at(floor, 2, 2)))")
    assert [reason.address for reason in engine.why_not(begun, back)] == ["actions.walk.ensure.east"]
    assert [reason.address for reason in engine.why_not(begun, middle)] == ["actions.walk.prefer.low"]


def test_a_key_that_is_no_way_is_told_which_ways_begin_so() -> None:
    engine = Engine(machine_for(WALK).instance)
    (reason,) = engine.why_not(engine.start(1), "walk(at(floor, 2, 1), further(at(floor, 3, 3)))")
    assert reason.address == "actions.walk"
    ways = [f"walk(at(floor, 2, 1), further(at(floor, {x}, {y})))" for x, y in ((1, 1), (3, 1), (2, 2))]
    assert all(f"`{way}`" in reason.text for way in ways)


@pytest.mark.parametrize("passing", ["pass: stop game", "else: {bank: raise n by 1}"])
def test_where_no_way_ends_well_nothing_can_be_chosen(passing: str) -> None:
    game = Play(
        """
        zones: {path: {shape: {track: 4}}}
        kept: {here: {is: cell of path, start: "at(path, 1)", until: end}, n: {is: 0 to 9, until: end}, steps: {is: 0 to 9, until: turn}}
        play: {turn: {rounds: seats, remember: here, until: n is 2, do: {act: {offer: turn, PASSING}}}}
        actions:
          walk:
            offered: turn
            as-one: true
            ensure: {new: {that: occurrences(turn) is 0, because: It has stood like this before.}}
            do:
              go:
                until: steps is 2
                choose: {onto: c in cells of path where next of c is here or next of here is c}
                do: [set here to onto, raise steps by 1]
        """.replace("PASSING", passing)
    )
    assert game.keys == ["walk(go(at(path, 3)))"]
    game.do("walk(go(at(path, 3)))")
    # From the third cell the ways lead back to it or to the first: both have been there.
    assert game.over
    assert game.kept("n") == (0 if passing.startswith("pass") else 2)


@pytest.mark.parametrize("as_one", ["say: Leap", "as-one: true"])
def test_whoever_has_only_free_actions_need_not_take_them(as_one: str) -> None:
    game = Play(
        """
        kept: {n: {is: 0 to 9, until: end}, m: {is: 0 to 9, until: end}}
        play: {turn: {rounds: seats, until: m > 3, do: {go: {offer: acts}}}}
        actions:
          leap:
            offered: acts
            AS-ONE
            choose: {a: 1 to 2}
            require: {now: {that: n > 2, because: Later.}}
            do: {second: {choose: {b: 1 to 2}, do: raise m by 1}}
          other: {any-time: turn, do: raise n by 1}
        """.replace("AS-ONE", as_one)
    )
    assert game.keys == ["other", "pass"]


def test_preferences_leave_the_best_ways() -> None:
    text = WALK.replace(
        "as-one: true",
        "as-one: true\n        prefer: {far: {most: column of at-cell, because: Go east.}, low: {least: row of at-cell, because: Up.}}",
    )
    assert Play(text).keys == ["walk(at(floor, 2, 1), further(at(floor, 3, 1)))", "rest"]
    waived = text + "\n    standing: {free: {waive: actions.walk.prefer.far}}\n"
    assert len(Play(waived).keys) == 3  # back to the corner, along the side, or rest


def test_a_preference_is_the_reason_why_a_way_is_forbidden() -> None:
    text = WALK.replace("as-one: true", "as-one: true\n        prefer: {far: {most: column of at-cell, because: Go east.}}").replace(
        "choose: {onward: neighbours of at-cell where row of it is not 3}",
        "choose: {onward: neighbours of at-cell where column of it is column of at-cell}",
    )
    machine = machine_for(text)
    engine, state = Engine(machine.instance), machine.start(1)
    cells = [engine.args(state, choice).get("target") for choice in engine.choices(state)]
    assert cells == ["at(floor, 2, 1)", None]
    reasons = engine.explain(state, "walk", {"target": "at(floor, 1, 2)"}).reasons
    assert [(reason.address, reason.text) for reason in reasons] == [("actions.walk.prefer.far", "Go east.")]


def test_what_never_ends_is_told() -> None:
    machine = machine_for(WALK.replace("until: walked >= 2", "until: row of at-cell is 9"))
    with pytest.raises(PlayError):
        Engine(machine.instance).choices(machine.start(1))


@pytest.mark.slow
@pytest.mark.parametrize("variants", [[], ["international"]])
def test_whole_choices_are_what_their_parts_do(variants: list[str]) -> None:
    """In random games of draughts: both machines list the same, every key is read back, and a whole is carried out like its parts."""
    engine = load_game("draughts", variants=variants).engine(2)
    plain = Engine(engine.instance, compiled=False)
    chains = 0
    for seed in range(20 if FULL else 2):
        dice, state = Random(seed), engine.start(seed)
        while state.kind != OVER:
            listed = engine.choices(state)
            assert listed == plain.choices(state)
            keys = [engine.key(state, choice) for choice in listed]
            assert len(set(keys)) == len(keys)
            for key, choice in zip(keys, listed, strict=True):
                if links_of(choice):
                    chains += 1
                    assert engine.find(state, key) == choice
                    assert engine.label(state, choice, "en")
            choice = dice.choice(listed)
            after = engine.after(state, choice)
            parts = state.copy()
            for _, part in plain.reference.course(state, (tuple(choice), *links_of(choice))):
                plain.apply(parts, part)
            assert parts == after
            state = after
    assert chains
