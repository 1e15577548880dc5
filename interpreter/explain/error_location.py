"""Source locations of run-time errors: generated code has none, so the reference machine does again what went wrong."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from custumal.dsl.diagnostics.catalogue.play import came_to_this_after, came_to_this_at_setup
from custumal.dsl.diagnostics.diagnostic import Problem
from custumal.interpreter.keys.keys import Keys
from custumal.interpreter.position.state import CHANCE, OVER, Position
from custumal.interpreter.program import ChoiceTuple
from custumal.interpreter.reference.machine import Machine
from custumal.interpreter.reference.scores import scores
from custumal.interpreter.setup.errors import PlayError


def placed(error: PlayError, reference: Machine, before: Position, choice: ChoiceTuple) -> PlayError:
    """The error that a choice led to, with its place in the rules.

    Args:
        error: as it was raised, with a place or without.
        reference: the plain machine of the same game.
        before: the position before the choice; it is left as it is.
        choice: the choice, or what chance did.
    """
    return _with_place(error, lambda: reference.apply(before.copy(), choice))


def placed_in_game(error: PlayError, reference: Machine, seed: int, log: Sequence[ChoiceTuple]) -> PlayError:
    """The error that a whole game led to, with its place in the rules, saying after which choice.

    Args:
        error: as it was raised, with a place or without.
        reference: the plain machine of the same game.
        seed: of this game.
        log: every choice and every act of chance until then.
    """
    found = _with_place(error, lambda: _play_again(reference, seed, log))
    return PlayError(_when(found.problem, reference, seed, log), found.span)


def _with_place(error: PlayError, again: Callable[[], None]) -> PlayError:
    if error.span is not None:
        return error
    try:
        again()
    except PlayError as found:
        return found
    return error


def _play_again(reference: Machine, seed: int, log: Sequence[ChoiceTuple]) -> None:
    state = reference.start(seed)
    for choice in log:
        _go_on(reference, state, choice)
    if state.kind != OVER:
        reference.choices(state)
    scores(reference.evaluator, state)


def _go_on(reference: Machine, state: Position, choice: ChoiceTuple) -> None:
    if state.kind == CHANCE:
        reference.draw(state)  # so that the generator stands where it stood
    reference.apply(state, choice)


def _when(problem: Problem, reference: Machine, seed: int, log: Sequence[ChoiceTuple]) -> Problem:
    """The problem with the last choice before it, in words that a person can look for."""
    if not log:
        return came_to_this_at_setup(problem, seed)
    state = reference.start(seed)
    for choice in log[:-1]:
        _go_on(reference, state, choice)
    return came_to_this_after(problem, Keys(reference).at_stop(state, log[-1]), seed)
