"""The tiles of a second Monastery and the ground they lie on, written from the rulebook: what fits where, what is joined, what is full."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

Cell = tuple[int, int]
TOWARDS = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""North, east, south, west."""
LARGEST = {"path": 4, "field": 4, "garden": 2}
PRINTED = """
secret-way-red 1 secret-way grey 2 1,2 P.P.
secret-way-blue 1 secret-way grey 2 1,2 P.P.
secret-way-green 1 secret-way grey 2 1,2 P.P.
secret-way-yellow 1 secret-way grey 2 1,2 P.P.
path-straight 5 path neutral 1 1 P.P.
path-corner 4 path neutral 1 1 PP..
field-tile 6 field brown 1 1 GGGG
garden-tile 4 garden grey 2 2 GGGG
beehive 1 feature neutral - - ....
carp-pond 1 feature neutral - - ....
dovecote 1 feature neutral - - ....
refectory 1 building both 4 1,2,3,4 PP.P
infirmary 1 building both 3 1,2,3 P.P.
garderobes 1 building both 2 1,2 PP..
chapel 1 building grey 3 1,2,3 PP.P
almonry 1 building grey 2 1,2 P.P.
farm 1 building brown 3 1,2,3 PP.P
scriptum 1 building grey 2 1,2 PP..
library 1 building grey 3 1,2,3 PP.P
workshop 1 building brown 2 1,2 PP..
stables 1 building brown 2 1,2 P.P.
abbots-house 1 building grey 3 1,2,3 P.P.
brewhouse 1 building brown 3 1,2,3 PP..
prison-cell 1 building grey 2 1,2 P...
kitchen 1 building brown 3 1,2,3 PP.P
bakehouse 1 building brown 2 1,2 P.P.
smithy 1 building brown 2 1,2 PP..
mill 1 building brown 3 1,2,3 P.P.
barn 1 building brown 3 1,2,3 PP.P
guest-house 1 building brown 4 1,2,3,4 PPPP
cloister 1 building grey 5 1,2,3,4,5 PPPP
chapter-house 1 building grey 4 1,2,3,4 PP.P
dormitory 1 building grey 3 1,2,3 PP.P
sacristy 1 building grey 2 1,2 P.P.
calefactory 1 building grey 2 1,2 PP..
novitiate 1 building grey 2 1,2 PP.P
muniment-room 1 building grey 2 1,2 PP..
"""
"""Name, copies, family, tone, circle, boxes and edges: P a pathway, G a gateway, . nothing."""
ABBEY_EDGES = ("P.P", "P.", "P.P", "P.")
"""Each side in the direction of the clock's hands."""


class Face(NamedTuple):
    copies: int
    family: str
    tone: str
    circle: int | None
    boxes: tuple[int, ...]
    edges: str


def _faces() -> dict[str, Face]:
    found = {"abbey": Face(1, "abbey", "grey", None, (), "")}
    for line in PRINTED.split("\n")[1:-1]:
        name, copies, family, tone, circle, boxes, edges = line.split()
        numbers = () if boxes == "-" else tuple(int(box) for box in boxes.split(","))
        found[name] = Face(int(copies), family, tone, None if circle == "-" else int(circle), numbers, edges)
    return found


FACES = _faces()


@dataclass(eq=False)
class Tile:
    number: int
    name: str
    edges: dict[tuple[Cell, int], str]
    constructed: bool = False
    built: int = 0
    gift: int = 0
    monks: list[Monk] = field(default_factory=list)

    @property
    def face(self) -> Face:
        return FACES[self.name]

    @property
    def prayed_on(self) -> bool:
        return any(monk.praying for monk in self.monks)

    def holds(self, seat: str) -> bool:
        return any(monk.owner == seat for monk in self.monks)

    def full(self, but: Monk | None = None) -> bool:
        """Whether it is fully occupied, not counting one monk."""
        if self.face.circle is None:
            return False
        room = self.face.circle if self.constructed else len(self.face.boxes)
        return sum(monk is not but for monk in self.monks) >= room

    def empty_boxes(self) -> list[int]:
        taken = {monk.box for monk in self.monks}
        return [box for box in range(1, len(self.face.boxes) + 1) if box not in taken]


@dataclass(eq=False)
class Monk:
    number: int
    owner: str
    cross: str | None = None
    tile: Tile | None = None
    box: int | None = None
    praying: bool = False
    arrived: bool = False
    scored: bool = False

    def move(self, tile: Tile | None, box: int | None = None) -> None:
        if self.tile is not None:
            self.tile.monks.remove(self)
        self.tile, self.box, self.cross = tile, box, None
        if tile is not None:
            tile.monks.append(self)

    def place(self) -> tuple[int | None, int | None]:
        return (self.tile.number if self.tile else None, self.box)


def beyond(cell: Cell, side: int) -> Cell:
    return (cell[0] + TOWARDS[side][0], cell[1] + TOWARDS[side][1])


def square(cell: Cell, edges: str) -> dict[tuple[Cell, int], str]:
    """The edges of a square tile by cell and side."""
    return {(cell, side): edge for side, edge in enumerate(edges)}


def turned(edges: str, quarters: int) -> str:
    return "".join(edges[(side - quarters) % 4] for side in range(4))


def abbey(number: int, cells: list[Cell]) -> Tile:
    """The Abbey, whose first cell is the one in the north-west."""
    x, y = min(cells)
    rim = [[(x, y), (x + 1, y), (x + 2, y)], [(x + 2, y), (x + 2, y + 1)]]
    rim += [[(x + 2, y + 1), (x + 1, y + 1), (x, y + 1)], [(x, y + 1), (x, y)]]
    edges = {(c, side): edge for side in range(4) for c, edge in zip(rim[side], ABBEY_EDGES[side], strict=True)}
    return Tile(number, "abbey", edges, constructed=True)


class Ground:
    """The tiles that lie on the table."""

    def __init__(self, centre: Tile) -> None:
        self.tiles: dict[int, Tile] = {}
        self.at: dict[Cell, Tile] = {}
        self.add(centre)

    def add(self, tile: Tile) -> None:
        self.tiles[tile.number] = tile
        self.at |= {cell: tile for cell, _ in tile.edges}

    def borders(self, tile: Tile) -> list[tuple[Tile, str, str]]:
        """Each neighbour with both edges, once for each edge that is shared."""
        found = []
        for (cell, side), mine in tile.edges.items():
            other = self.at.get(beyond(cell, side))
            if other is not None and other is not tile:
                found.append((other, mine, other.edges[beyond(cell, side), (side + 2) % 4]))
        return found

    def joined(self, tile: Tile) -> list[Tile]:
        """The tiles that a pathway or gateway leads to."""
        return list(dict.fromkeys(other for other, mine, theirs in self.borders(tile) if "." not in mine + theirs))

    def group(self, tile: Tile, *, constructed: bool) -> set[Tile]:
        """The tiles of its family that belong together: Paths along pathways, Fields and Gardens along edges."""
        found, open_ends = {tile}, [tile]
        while open_ends:
            for other, mine, theirs in self.borders(open_ends.pop()):
                linked = other.face.family == tile.face.family and (tile.face.family != "path" or "." not in mine + theirs)
                if linked and other not in found and (other.constructed or not constructed):
                    found.add(other)
                    open_ends.append(other)
        return found

    def spots(self, name: str, *, as_if_built: bool = False) -> set[tuple[Cell, str]]:
        """Where a tile may be placed, with its edges as they then lie."""
        rim = {beyond(cell, side) for cell in self.at for side in range(4)} - self.at.keys()
        ways = {turned(FACES[name].edges, quarters) for quarters in range(4)}
        return {(cell, edges) for cell in rim for edges in ways if self._fits(Tile(-1, name, square(cell, edges)), as_if_built)}

    def _fits(self, tile: Tile, as_if_built: bool) -> bool:
        borders, face = self.borders(tile), tile.face
        settled = any(as_if_built or other.constructed or other.full() for other, _, _ in borders)
        dead_end = any({mine, theirs} == {"P", "."} for _, mine, theirs in borders)
        clash = any({face.tone, other.face.tone} == {"grey", "brown"} for other, _, _ in borders)
        connected = face.family == "feature" or any("." not in mine + theirs for _, mine, theirs in borders)
        if not settled or dead_end or clash or not connected:
            return False
        return face.family not in LARGEST or self._group_with(tile) <= LARGEST[face.family]

    def _group_with(self, tile: Tile) -> int:
        (cell,) = {cell for cell, _ in tile.edges}
        self.at[cell] = tile
        size = len(self.group(tile, constructed=False))
        del self.at[cell]
        return size
