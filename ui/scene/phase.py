"""Where in the turn structure a position is, in the words of the rules."""

from __future__ import annotations

from custumal.dsl.model import GameModel, Source, Step
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
    source = _source(game, address)
    said = () if source is None else source.say.pieces(language, game.languages)
    return "".join(piece for piece in said if isinstance(piece, str)) or engine.labels.name(address.rpartition(".")[2], language)


def _source(game: GameModel, address: str) -> Source | None:
    """Where a step comes from. The table of all sources is large, and is not needed for a step of set-up or play itself."""
    waiting: list[object] = [*game.setup, *game.play]
    while waiting:
        step = waiting.pop()
        if isinstance(step, Step):
            if step.source.address == address:
                return step.source
            waiting += (*step.body, *step.other, *step.passing)
    return game.sources.get(address)


def _within(place: str, step: str) -> str | None:
    """The address of a step, given by the end of its address, in which a place lies."""
    before, found, _ = f".{place}.".partition(f".{step}.")
    return f"{before}.{step}".strip(".") if found else None
