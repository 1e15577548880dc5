"""What a game file says under `display`: how its boards are to be drawn. Unknown or odd hints are passed over.

boards: {ZONE: {cell: "KEPT of cell", glyphs: {VALUE: GLYPH}}}   what stands in a cell of a flat board, and its sign
cubes: {ZONE: {colour: "COLUMN of KIND"}}                        which printed symbol colours the cubes of a pile
letters: {SYMBOL: LETTER}, colours: {SYMBOL: COLOUR}             signs and terminal colours of symbols
hide: [ID, …]                                                    zones and kept values that are not worth a line
seats: KEPT                                                      the word that a seat has by this kept value is its sign and colour
things: {KIND: {sign: COLUMN, tint: COLUMN, small: KEPT}}        a thing as the sign of a printed word, in the colour of another,
                                                                 as a small letter while something is kept of it
boards: {ZONE: {columns: {things: KIND, show: [COLUMN, …]}}}     what is printed on the things of a kind heads the columns
boards: {ZONE: {empty: KEPT}}                                    an empty slot shows the word that is kept of it, in brackets
boards: {ZONE: {edges: {WORD: SIGNS}}}                           open grids: how an edge is drawn, upright and, with a second sign, flat;
                                                                 edges without a sign are closed
boards: {ZONE: {inside: [{column: C}, {kept: K}, {zone: Z}, …]}} open grids: what is shown on a tile, with `as: "({})"` around it, `if` or
                                                                 `unless` a kept truth of the tile
boards: {ZONE: {ground: chequered}}                              pictures: squares in two colours; `points`: men stand where lines meet;
                                                                 `triangles`: on points, in lines from the edge of the board
things: {KIND: {face: die}}                                      pictures: things are a `die`, a `card` or a `token`
boards: {ZONE: {men: [WORD, WORD]}}                              pictures: a number is so many men of a word, below 0 of the second
pictures: {WORD: SIGN}, paint: {WORD: COLOUR}                    signs and colours of words in pictures, where they are others than in text
boards: {ZONE: {cell: thing}}                                    the cells of a flat board show things by name
boards: {ZONE: {like: ZONE}}                                     what a seat holds there is drawn like the tiles of an open grid
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from custumal.dsl.base.frozen import dataclass, field
from custumal.ui.scene.arrangement import Arrangement, arrangement_of
from custumal.ui.scene.unchecked_data import as_list, as_map, as_words, first_word

SEAT_COLOURS = ("cyan", "yellow", "green", "magenta", "blue", "red")


@dataclass(frozen=True, slots=True)
class Hints:
    """The hints of one game. `cells` and `tints` name a kept value or column by zone, `glyphs` signs by zone and value, `edges`
    words by zone and `columns` or `rows`."""

    cells: Mapping[str, str] = field(default_factory=dict)
    glyphs: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    tints: Mapping[str, str] = field(default_factory=dict)
    letters: Mapping[str, str] = field(default_factory=dict)
    colours: Mapping[str, str] = field(default_factory=dict)
    hidden: frozenset[str] = frozenset()
    edges: Mapping[tuple[str, str], tuple[str, ...]] = field(default_factory=dict)
    heads: Mapping[str, tuple[str, tuple[str, ...]]] = field(default_factory=dict)
    edge_signs: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    inside: Mapping[str, tuple[Mapping[str, str], ...]] = field(default_factory=dict)
    things: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    empties: Mapping[str, str] = field(default_factory=dict)
    like: Mapping[str, str] = field(default_factory=dict)
    grounds: Mapping[str, str] = field(default_factory=dict)
    men: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    pictures: Mapping[str, str] = field(default_factory=dict)
    paint: Mapping[str, str] = field(default_factory=dict)
    seats: str = ""
    arrangement: Arrangement = field(default_factory=Arrangement)

    def edge(self, zone: str, edge: str, count: int) -> list[str]:
        """What is written at the columns or rows of a board: the words of the hint if there are enough, else numbers."""
        words = self.edges.get((zone, edge), ())
        return list(words[:count]) if len(words) >= count else [str(number) for number in range(1, count + 1)]

    def seat_sign(self, word: str) -> str:
        """The sign of a seat on the boards, or nothing."""
        return next((signs[word] for signs in self.glyphs.values() if word in signs), "")


def hints_of(display: object) -> Hints:
    """The hints in a game's display section, which may be anything."""
    data = as_map(display)
    boards = {zone: as_map(entry) for zone, entry in as_map(data.get("boards")).items()}
    return Hints(
        cells=_first_words(boards, "cell"),
        glyphs={zone: as_words(entry.get("glyphs")) for zone, entry in boards.items()},
        tints=_first_words({zone: as_map(entry) for zone, entry in as_map(data.get("cubes")).items()}, "colour"),
        letters=as_words(data.get("letters")),
        colours=as_words(data.get("colours")),
        hidden=frozenset(map(str, as_list(data.get("hide")))),
        edges=dict(_edges(boards)),
        heads={zone: _head(entry["columns"]) for zone, entry in boards.items() if isinstance(entry.get("columns"), Mapping)},
        edge_signs={zone: as_words(entry.get("edges")) for zone, entry in boards.items()},
        inside={zone: tuple(map(as_words, as_list(entry.get("inside")))) for zone, entry in boards.items()},
        things={kind: as_words(entry) for kind, entry in as_map(data.get("things")).items()},
        empties=_first_words(boards, "empty"),
        like=_first_words(boards, "like"),
        grounds=_first_words(boards, "ground"),
        men={zone: tuple(map(str, as_list(entry.get("men"))))[:2] for zone, entry in boards.items()},
        pictures=as_words(data.get("pictures")),
        paint=as_words(data.get("paint")),
        seats=first_word(data.get("seats")),
        arrangement=arrangement_of(data),
    )


def _first_words(entries: Mapping[str, Mapping[str, object]], key: str) -> dict[str, str]:
    """The first word under a key, of the entries that have one."""
    return {zone: word for zone, entry in entries.items() if (word := first_word(entry.get(key)))}


def _edges(boards: Mapping[str, Mapping[str, object]]) -> Iterator[tuple[tuple[str, str], tuple[str, ...]]]:
    for zone, entry in boards.items():
        for edge in ("columns", "rows"):
            words = as_list(entry.get(edge))
            if words:
                yield (zone, edge), tuple(map(str, words))


def _head(data: object) -> tuple[str, tuple[str, ...]]:
    entry = as_map(data)
    return str(entry.get("things", "")), tuple(map(str, as_list(entry.get("show"))))
