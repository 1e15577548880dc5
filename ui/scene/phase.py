"""Where in the turn structure a position is, in the words of the rules."""

from __future__ import annotations

from custumal.interpreter.engine import Engine
from custumal.interpreter.position.state import Position
from custumal.interpreter.program.internals import passes_id
from custumal.ui.scene.display_hints import Hints


def phase(engine: Engine, hints: Hints, position: Position, language: str) -> str:
    """The steps under way among those that the display names, a loop that rules count with the number of its pass."""
    program = engine.program
    # A return address is behind the call, where already the next step may begin.
    under_way = (position.pc, *(back - 1 for back in position.stack))
    places = [program.steps[pc] for pc in under_way if 0 <= pc < len(program.steps)]
    found = []
    for step in hints.arrangement.now:
        address = next((within for place in places if (within := _within(place, step))), None)
        if address is not None:
            slot = program.slots.get(passes_id(address))
            count = "" if slot is None else f" {position.frame[slot]}"
            found.append(f"{_name(engine, address, language)}{count}")
    return ", ".join(found)


def _name(engine: Engine, address: str, language: str) -> str:
    """What a step says of itself, else its id."""
    game = engine.instance.game
    said = game.sources[address].say.pieces(language, game.languages) if address in game.sources else ()
    return "".join(piece for piece in said if isinstance(piece, str)) or engine.labels.name(address.rpartition(".")[2], language)


def _within(place: str, step: str) -> str | None:
    """The address of a step, given by the end of its address, in which a place lies."""
    before, found, _ = f".{place}.".partition(f".{step}.")
    return f"{before}.{step}".strip(".") if found else None
