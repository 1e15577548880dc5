"""`draw`: a position as a picture."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from custumal.interpreter.api import Game
from custumal.interpreter.engine import Engine
from custumal.interpreter.position.state import Position
from custumal.ui.scene.display_hints import hints_of
from custumal.ui.scene.look import Look
from custumal.ui.svg.table import table_svg
from custumal.ui.terminal.begun_at import laid
from custumal.ui.terminal.exit_codes import DONE
from custumal.ui.terminal.new_files import put
from custumal.ui.terminal.problems import UsageProblem
from custumal.ui.terminal.recorded import replayed
from custumal.ui.terminal.wanted import Wanted, language_of


@dataclass(frozen=True, slots=True)
class Picture:
    """What is wanted: the position behind so many choices of a saved game, that of a scenario, or a first one with this seed; as a seat
    sees it (from 1; None: as a spectator does), so wide, in a language."""

    step: int | None
    scenario: str | None
    seed: int
    seat: int | None
    width: int
    language: str | None


def draw_position(wanted: Wanted, picture: Picture, output: str | None, force: bool) -> int:
    """Write a picture, or print it.

    Raises:
        UsageProblem: there is no such position or seat, or the file is there already.
    """
    engine, position = _position(wanted, picture)
    if picture.seat is not None and picture.seat > engine.instance.players:
        raise UsageProblem(f"There is no seat {picture.seat}; {engine.instance.players} play.")
    seat = None if picture.seat is None else picture.seat - 1
    language = language_of(engine.instance.game, picture.language)
    look = Look(engine, hints_of(engine.instance.game.display), position, seat, language)
    put(output, table_svg(look, width=picture.width, standalone=True) + "\n", force)
    return DONE


def _position(wanted: Wanted, picture: Picture) -> tuple[Engine, Position]:
    path = Path(wanted.game)
    if path.suffix == ".json" and path.is_file():
        _, session = replayed(path, None, wanted.variants, to=picture.step)
        return session.engine, session.position
    if picture.step is not None:
        raise UsageProblem(f"--step needs a saved game; {wanted.game} is none.")
    if picture.scenario is not None:
        beginning = laid(wanted, picture.scenario).beginning
        return beginning.engine, beginning.position
    game = wanted.load()
    return _first(game, wanted.number_of_players(game), picture.seed)


def _first(game: Game, players: int, seed: int) -> tuple[Engine, Position]:
    engine = game.engine(players)
    return engine, engine.settled(engine.start(seed))
