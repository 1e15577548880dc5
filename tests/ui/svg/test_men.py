"""Men on points and kings: as many are drawn as there are, and a king is another piece than a man."""

from __future__ import annotations

from xml.etree.ElementTree import Element, fromstring

import pytest

from custumal import load_game
from custumal.interpreter.engine import Engine
from custumal.interpreter.position.state import Position
from custumal.ui.draw.boards import draw_grid
from custumal.ui.scene.display_hints import hints_of
from custumal.ui.scene.look import Look
from custumal.ui.story.session import Session
from custumal.ui.svg.table import table_svg

SVG = "{http://www.w3.org/2000/svg}"


def looked_at(engine: Engine, state: Position) -> Look:
    return Look(engine, hints_of(engine.instance.game.display), state, 0, "en")


def cells(look: Look) -> dict[str, Element]:
    root = fromstring(table_svg(look))  # noqa: S314  # our own text
    return {str(group.get("data-name")): group for group in root.iter(f"{SVG}g") if str(group.get("class")).startswith("named cell")}


def positions(game: str, seed: int, every: int) -> list[tuple[Engine, Position]]:
    session, found = Session(load_game(game), ["random", "random"], seed), []
    session.settle()
    while not session.is_over and len(session.events) < 400:
        session.play_bot()
        session.settle()
        if len(session.events) % every == 0:
            found.append((session.engine, session.position))
    return found


@pytest.mark.slow
def test_on_every_point_stand_as_many_men_as_there_are_or_their_number() -> None:
    counted = set()
    for engine, state in positions("backgammon", 1, 40):
        look, zone = looked_at(engine, state), engine.instance.zones["board"]
        for cell, group in zip(range(zone.cells), cells(look).values(), strict=True):
            men = int(look.kept("men", (cell,)) or 0)
            discs, told = len(list(group.iter(f"{SVG}circle"))), [text.text for text in group.iter(f"{SVG}text")]
            assert discs == abs(men) or (discs < abs(men) and told == [str(abs(men))])
            counted.add(abs(men))
    assert len(counted) > 4


@pytest.mark.slow
def test_a_king_is_drawn_otherwise_than_a_man_in_text_and_pictures() -> None:
    kings = 0
    for engine, state in positions("draughts", 3, 10):
        look, zone = looked_at(engine, state), engine.instance.zones["board"]
        drawn = cells(look)
        rows = ["".join(piece.text for piece in line).split()[1:] for line in draw_grid(look, zone, 0, 80)[1:]]
        for y in range(8):
            for x in range(8):
                cell = y * 8 + x
                mark, is_king = look.kept("mark", (cell,)), bool(look.kept("crowned", (cell,)))
                sign = "." if mark is None else "wb"[int(mark)]
                assert rows[y][x] == (sign.upper() if is_king else sign)
                rings = [ring for ring in drawn[f"at(board, {x + 1}, {y + 1})"].iter(f"{SVG}circle") if ring.get("class") == "crown"]
                assert len(rings) == is_king
                kings += is_king
    assert kings > 0
