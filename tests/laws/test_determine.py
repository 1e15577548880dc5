"""What is drawn anew for a seat looks the same to it, can be played, and tells nothing that it may not know.

By default a few positions of each game; with `--full` many more.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from custumal import Game
from custumal.interpreter.engine import Engine
from custumal.interpreter.keys.views import view
from custumal.interpreter.knowledge.course import Course
from custumal.interpreter.library import shipped
from custumal.interpreter.position.state import CHANCE, OVER, Position
from custumal.interpreter.program import ChoiceTuple
from custumal.interpreter.runs.bots import bot, carry_out
from custumal.interpreter.runs.simulate import check_invariants
from custumal.interpreter.setup.layout import PLACES
from custumal.ui.story.passed import passed
from custumal.ui.story.trails import Passed, trails
from tests.support.hiding.asking import kept_otherwise
from tests.support.hiding.called import game_called
from tests.support.hiding.games import MERGING, VEILED
from tests.support.scale import FULL

pytestmark = pytest.mark.slow

WANTED = 150 if FULL else 12
"""Redraws of each game."""
OWN = VEILED
SHIPPED = [name for name, _ in shipped()]


def engine_of(game: Game, chance: random.Random) -> Engine:
    low, high = game.players
    return game.engine(chance.randint(max(low, min(2, high)), high))


def walk(engine: Engine, seed: int, chance: random.Random) -> Iterator[tuple[Position, Course]]:
    """A random game at its decisions, with what has happened; every few of them."""
    state = engine.start(seed)
    course = engine.course(state)
    pause = 0
    while state.kind != OVER:
        if state.kind == CHANCE:
            carry_out(engine, state, engine.draw(state), course)
            continue
        if pause == 0:
            yield state.copy(), course
            pause = chance.randrange(1, 60)
        pause -= 1
        carry_out(engine, state, chance.choice(engine.choices(state)), course)


def written(engine: Engine, state: Position, seat: int) -> str:
    """Everything that a seat sees of a position."""
    seen = engine.eyes.seen(state, seat)
    parts = seen.c, seen.piles, seen.known, seen.frame, seen.stack, seen.pc, seen.kind, seen.seat
    return json.dumps(view(engine.evaluator, state, seat), sort_keys=True) + repr(parts)


def play_on(engine: Engine, state: Position, chance: random.Random) -> None:
    while state.kind != OVER:
        engine.advance(state)
        choices = engine.choices(state)
        if choices:
            engine.apply(state, choices[int(chance.random() * len(choices))])


@pytest.mark.parametrize("knows", ["course", "position"])
@pytest.mark.parametrize("name", [*OWN, *SHIPPED])
def test_a_redraw_looks_the_same_and_can_be_played_to_the_end(name: str, knows: str, tmp_path: Path) -> None:
    chance, done, seed = random.Random(name), 0, 0
    game = game_called(name, OWN, tmp_path)
    if not game.engine(game.players[1]).eyes.has_secrets:
        return
    while done < WANTED:
        seed += 1
        engine = engine_of(game, chance)
        for state, course in walk(engine, seed, chance):
            seat = chance.choice([*engine.instance.seats, state.seat or 0])
            before = state.copy()
            found = engine.possible(state, seat, course if knows == "course" else None).draw(chance)
            assert state == before
            assert written(engine, found, seat) == written(engine, state, seat), (seed, seat)
            if seat == state.seat:
                keys = [[engine.key(one, choice) for choice in engine.choices(one)] for one in (state, found)]
                assert keys[0] == keys[1], (seed, seat)
            check_invariants(engine, found)
            play_on(engine, found, chance)
            done += 1
            if done >= WANTED:
                break


# ---------------------------------------------------------------- nothing hidden shines through


def alike(engine: Engine, seen: str, state: Position, choices: list[ChoiceTuple], seat: int, chance: random.Random) -> ChoiceTuple | None:
    """One of these after which the seat sees just this; None if there is none."""
    order = chance.sample(choices, len(choices))
    return next((choice for choice in order if written(engine, engine.after(state, choice), seat) == seen), None)


def of_one_action(engine: Engine, state: Position, choice: ChoiceTuple) -> list[ChoiceTuple]:
    """The choices that are of the action of one that was made elsewhere, which all are told."""
    return [other for other in engine.choices(state) if other[:1] == choice[:1]]


def in_step(engine: Engine, seed: int, seat: int, chance: random.Random) -> Iterator[tuple[Position, Course, Position, Course]]:
    """Two games that look the same to a seat all the time, at the decisions of that seat."""
    one, other = engine.start(seed), engine.start(seed)
    courses = engine.course(one), engine.course(other)
    while one.kind != OVER:
        if one.kind == CHANCE:
            choice = engine.draw(one)
        else:
            if one.seat == seat:
                yield one.copy(), courses[0], other.copy(), courses[1]
            choice = chance.choice(engine.choices(one))
        can_come = [found for _, found in engine.outcomes(other)] if one.kind == CHANCE else of_one_action(engine, other, choice)
        carry_out(engine, one, choice, courses[0])
        same = alike(engine, written(engine, one, seat), other, can_come, seat, chance)
        if same is None:
            return
        carry_out(engine, other, same, courses[1])


def taken(engine: Engine, state: Position, course: Course) -> list[str]:
    """What bots choose here, with the same seeds."""
    assert state.seat is not None
    choices = engine.choices(state)
    found = []
    for name in ("greedy", "mcts:6"):
        one = bot(name, 3, 1, state.seat)
        one.course = course
        found.append(engine.key(state, choices[one.pick(engine, state, choices)]))
    return found


@pytest.mark.parametrize("name", ["kuhn-poker", "goofspiel", "spades", "liars-dice", "monastery", *OWN])
def test_where_a_seat_knows_the_same_the_same_is_drawn(name: str, tmp_path: Path) -> None:
    game = game_called(name, OWN, tmp_path)
    engine, chance = game.engine(max(2, game.players[0])), random.Random(7)
    pairs = different = 0
    for seed in range(1, 40):
        seat = chance.choice(engine.instance.seats)
        for one, first, other, second in in_step(engine, seed, seat, chance):
            different += one.c != other.c or one.piles != other.piles or one.frame != other.frame
            pairs += 1
            for again in range(3):
                drawn = engine.possible(one, seat, first).draw(random.Random(again))
                like = engine.possible(other, seat, second).draw(random.Random(again))
                found = [engine.essence(position) for position in (drawn, like)]
                whole = [(each.c, each.piles, each.frame, each.known) for each in found]
                assert whole[0] == whole[1], (seed, seat)
            assert taken(engine, one, first) == taken(engine, other, second), (seed, seat)
            if pairs % 15 == 14:
                break
        if pairs >= (300 if FULL else 30):
            break
    assert different > 0


@pytest.mark.parametrize("name", [*OWN, *SHIPPED])
def test_hidden_kept_values_change_nothing_that_is_drawn(name: str, tmp_path: Path) -> None:
    """Of a position alone nothing is known of values that a seat doesn't see, its own past and that of others apart."""
    game, chance, done = game_called(name, OWN, tmp_path), random.Random(name), 0
    if not game.engine(game.players[1]).eyes.veiled_values:
        return
    for seed in range(1, 2 * WANTED):
        engine = engine_of(game, chance)
        for state, _ in walk(engine, seed, chance):
            seat = chance.choice(engine.instance.seats)
            other = kept_otherwise(engine, state, seat, chance)
            if other is None:
                continue
            drawn = [engine.essence(engine.possible(one, seat).draw(random.Random(seed))) for one in (state, other)]
            whole = [(each.c, each.piles, each.frame, each.known) for each in drawn]
            assert whole[0] == whole[1], (seed, seat)
            done += 1
        if done >= WANTED:
            return


# ---------------------------------------------------------------- what a seat has seen stays so


@pytest.mark.parametrize("name", ["merging", *OWN, "goofspiel", "kuhn-poker", "spades"])
def test_what_a_seat_saw_go_out_of_sight_is_where_it_can_have_come_to(name: str, tmp_path: Path) -> None:
    """Also where things that it saw in several places were laid together and mixed: they are all there."""
    game, chance = game_called(name, {**OWN, "merging": MERGING}, tmp_path), random.Random(name)
    for seed in range(12 if FULL else 3):
        engine = engine_of(game, chance)
        state, begun = engine.start(seed), 0
        course, ways = engine.course(state), [Passed(state)]
        while state.kind != OVER and len(ways) < 400:
            choice = engine.draw(state) if state.kind == CHANCE else chance.choice(engine.choices(state))
            after = engine.after(state, choice)
            ways += passed(engine, state, choice, after)
            course.note(state, choice, after)
            state = after
            if state.kind == CHANCE or chance.random() < 0.7:
                continue
            begun = chance.randrange(begun, len(ways))
            for seat in engine.instance.seats:
                followed = trails(engine, ways[begun:], seat)
                drawn = engine.possible(state, seat, course).draw(chance)
                known = followed.came.keys() | followed.unseen
                for thing, places in followed.lost.items():
                    assert thing in known or drawn.c[PLACES][thing] in places, (seed, seat, thing)


def test_what_is_chosen_unseen_for_a_pick_that_is_still_made_can_have_been_chosen(tmp_path: Path) -> None:
    engine = game_called("wagers", OWN, tmp_path).engine(3)
    slots = {name: slot for name, slot in engine.program.slots.items() if name.startswith(("card.", "stake."))}
    (card, stake) = (slot for _, slot in sorted(slots.items()))
    hand, chance, state = engine.instance.zones["hand"].base, random.Random(1), engine.start(2)
    course = engine.course(state)
    for asked in range(6):
        while state.kind == CHANCE:
            carry_out(engine, state, engine.draw(state), course)
        carry_out(engine, state, chance.choice(engine.choices(state)), course)
        if asked % 2 == 0:  # the seat that chooses has chosen once
            for seat in {*engine.instance.seats} - {state.seat}:
                found = [engine.possible(state, seat, course).draw(chance) for _ in range(30)]
                assert {one.c[PLACES][one.frame[card]] for one in found} == {hand + (state.seat or 0)}
                assert {one.frame[stake] for one in found} == {1, 2, 3, 4, 5}
