"""Tiles on an open board, drawn as a plan: edges that meet, what is on a tile, and tiles in the hand."""

from __future__ import annotations

from pathlib import Path

from custumal import load_game
from custumal.ui.draw.position import scene
from custumal.ui.scene.display_hints import hints_of
from custumal.ui.scene.look import Look
from custumal.ui.text.style import paint

RULES = """
custumal: 1
game: halls
players: 2
lists:
  edge: [road, gate, wall]
  team: [north-men, south-men]
kinds:
  tile: {printed: {edges: edge per side, size: row of number, worth: maybe number}}
  man: {owned: true}
components:
  great:
    kind: tile
    in: middle of field
    rows:
      hall: {say: Great Hall of the king, size: [2, 1], edges: {north: [road, wall], east: [road], south: [wall, wall], west: [gate]}}
  small:
    kind: tile
    in: hand of first(seats)
    rows: {yard: {say: Yard, worth: 7, edges: {north: road, east: gate, south: wall, west: road}}}
  men: {kind: man, in: floor of hall, for-each: {owner: seat}}
zones:
  field: {holds: one tile, shape: {grid: open, edges: edge, turns: quarter}}
  hand(seat): {holds: tile, seen-by: owner}
  floor(tile): man
kept:
  team-of(seat): {is: team, start: north-men, until: end}
  asleep(man): {is: truth, until: end}
actions:
  wait: {offered: turn}
setup:
  teams: set team-of of last(seats) to south-men
  sleep: {each: m in all(man) where owner of m is last(seats), do: set asleep of m to true}
play:
  turn: {repeat: 1, do: {now: {players: seats, offer: turn}}}
ranking:
  most: {most: 0}
display:
  seats: team-of
  letters: {north-men: N, south-men: S}
  things: {man: {small: asleep}}
  boards:
    field: {edges: {road: "=|", gate: ":"}, inside: [{column: worth, as: "({})"}, {zone: floor}]}
    hand: {like: field}
  hide: [team-of, asleep]
"""

FIELD = """\
field
       31       32       33       34
31              .        .
            +---||---+--------+
            |Great Hall of the|
32     .    :king             =   .
            |N s              |
            +--------+--------+
33              .        .
"""

HAND = """\
+---||---+
|Yard    |
=(7)     :
|        |
+--------+
"""


def drawn(folder: Path, seat: int | None) -> str:
    (folder / "game.yaml").write_text(RULES, encoding="utf-8")
    game = load_game(str(folder), cached=False)
    engine = game.engine(2)
    look = Look(engine, hints_of(game.model.display), engine.start(1), seat, "en")
    return "\n".join(paint(one, color=False) for one in scene(look, 80))


def test_a_tile_shows_its_open_edges_and_who_is_on_it(tmp_path: Path) -> None:
    """A closed edge is a line; who sleeps is a small letter; a long name takes two lines."""
    assert FIELD in drawn(tmp_path, 0)
    assert "small letters: man, asleep" in drawn(tmp_path, 0)


def test_only_the_holder_sees_tiles_in_the_hand(tmp_path: Path) -> None:
    assert HAND in drawn(tmp_path, 0)
    assert "Yard" not in drawn(tmp_path, 1)
    assert "Yard" not in drawn(tmp_path, None)
