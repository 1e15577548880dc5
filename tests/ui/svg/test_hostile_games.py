"""Texts of rule files are texts in drawings, odd hints are passed over, and no game makes a drawing without bound."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree.ElementTree import Element, fromstring

import pytest

from custumal import load_game
from custumal.interpreter.api import Game
from custumal.ui.scene.display_hints import hints_of
from custumal.ui.scene.look import Look
from custumal.ui.svg.elements.pen import MOST_GROUPS
from custumal.ui.svg.table import table_svg

EVIL = "</title><script>alert(1)</script>\" onload='x' & ]]> <b>"
GAME = """
custumal: 1
game: hostile
title: %(evil)s
players: 2
kinds: {card: {printed: {value: number}, say: %(evil)s}}
components: {cards: {kind: card, in: heap, rows: {one: {value: 1, text: %(evil)s}}, copies: %(copies)s}}
zones:
  board: {shape: {grid: [%(side)s, %(side)s]}}
  heap: card
  row: {shape: {track: %(side)s}}
%(more)s
kept: {mark(cell of board): maybe seat, points(seat): 0 to 9}
play: {turn: {rounds: seats, offer: acts}}
actions:
  place:
    offered: acts
    choose: {cell: cells of board}
    require: {free: {that: mark of cell is none, because: %(evil)s}}
    do: set mark of cell to me
end: {full: {after: play.turn, if: no cells of board where mark is none, do: stop game}}
scoring: {p: points of me}
display:
  letters: {p1: %(evil)s, one: %(evil)s}
  colours: {p1: %(evil)s, p2: %(evil)s}
  boards:
    board: {cell: mark of cell, glyphs: {p1: %(evil)s, none: 7}, columns: [%(evil)s, {}], ground: %(evil)s, men: %(evil)s, inside: 3}
    row: [1]
  pictures: {p2: %(evil)s, p1: []}
  paint: %(evil)s
  tracks: {points: [%(evil)s]}
  things: {card: {face: %(evil)s, text: %(evil)s}}
  layout: {common: %(evil)s, mine: [[points, heap?]]}
names: {board: %(evil)s, heap: %(evil)s, points: %(evil)s}
"""


def hostile(folder: Path, *, side: int = 4, copies: int = 9, more: str = "") -> Game:
    path = folder / "game.yaml"
    path.write_text(GAME % {"evil": json.dumps(EVIL), "side": side, "copies": copies, "more": more}, encoding="utf-8")
    return load_game(str(path), cached=False)


def drawn(game: Game, moves: int) -> Element:
    engine = game.engine(2)
    state = engine.settled(engine.start(1))
    for _ in range(moves):
        state = engine.settled(engine.after(state, engine.choices(state)[0]))
    return fromstring(table_svg(Look(engine, hints_of(game.model.display), state, 0, "en"), width=600))  # noqa: S314  # our own text


@pytest.mark.slow
def test_texts_are_texts(tmp_path: Path) -> None:
    root = drawn(hostile(tmp_path), 5)
    tags = {element.tag.rpartition("}")[2] for element in root.iter()}
    assert tags <= {"svg", "title", "g", "rect", "circle", "polygon", "path", "line", "text"}
    assert {name for element in root.iter() for name in element.attrib}.isdisjoint({"onload", "style", "href"})
    texts = "".join(text for element in root.iter() for text in (element.text or "", *element.attrib.values()))
    assert "<script>" in texts


@pytest.mark.slow
def test_large_games_are_drawn_in_part(tmp_path: Path) -> None:
    shapes = "{grid: [120, 120]}", "{grid: [120, 120], cells: hex}", "{ring: 9000}", "{track: 9000}"
    many = "\n".join(f"  z{letter}-{word}: {{shape: {shape}}}" for letter in "abcd" for word, shape in zip("klmn", shapes, strict=True))
    root = drawn(hostile(tmp_path, side=120, copies=10_000, more=many), 0)
    assert sum(1 for _ in root.iter()) < 20 * MOST_GROUPS
    assert "There is more than is drawn here." in [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")]
