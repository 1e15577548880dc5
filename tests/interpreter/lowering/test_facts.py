"""What is known of a program before its instructions are read is what they say."""

import pytest

from custumal.interpreter.api import load_game
from custumal.interpreter.library import shipped
from custumal.interpreter.program import CallRoutine, Chance, Decide, DrawOne, RollOne, ShuffleOne


@pytest.mark.parametrize("name", [name for name, _ in shipped()])
def test_the_facts_of_a_program_are_those_of_its_instructions(name: str) -> None:
    game = load_game(name)
    program = game.engine(min(game.players)).program
    code = dict(enumerate(program.code))
    assert program.chances == {pc: one for pc, one in code.items() if isinstance(one, Chance | DrawOne | RollOne | ShuffleOne)}
    assert program.decides == {pc: one.point.number for pc, one in code.items() if isinstance(one, Decide)}
    assert program.saving == {pc + 1: one for pc, one in code.items() if isinstance(one, CallRoutine) and one.saved}
    asked = [one.point for one in code.values() if isinstance(one, Decide)]
    assert program.has_wholes == any(choosing.inside is not None for point in asked for choosing in point.choosings)
