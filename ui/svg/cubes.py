"""Piles of cubes: in isometry from the south-east, from above with the height of each column, and flat from each of the four sides."""

from __future__ import annotations

from collections.abc import Callable
from xml.etree.ElementTree import Element

from custumal.interpreter.keys.names import place_name
from custumal.interpreter.setup.boards import SIDES, Cubes
from custumal.interpreter.setup.layout import ZoneLayout
from custumal.ui.scene.sights import sights
from custumal.ui.svg.faces import title
from custumal.ui.svg.nodes import Drawing, element, in_rows, words
from custumal.ui.svg.pen import Pen, frame, tint
from custumal.ui.text.style import Piece

_ACROSS, _DOWN, _UP = 19.0, 10.5, 21.0
"""Half the width and height of the top of a cube, and the height of its sides."""
_FEWEST_LEVELS = 3
_MOST_CUBES = 1_500
Cell = tuple[int, int, int]
Spot = Callable[[int, int, int], tuple[float, float]]
"""Where a corner of one cube is drawn."""


def cubes(pen: Pen, zone: ZoneLayout, instance: int, width: float) -> Drawing:
    """All views of a pile."""
    board = zone.board
    assert isinstance(board, Cubes)
    start = instance * zone.cells
    pile = _pile(pen, zone, instance)
    levels = max([_FEWEST_LEVELS, *(z for _, _, z in pile)])
    sides = [_side(pen, zone, side, min(levels, board.box[2]), pile) for side in SIDES]
    return in_rows(
        [_isometry(pen, zone, start, pile, levels), _above(pen, zone, instance, pile), in_rows(sides, max(width / 2, 200), 14)], width, 18
    )


def _pile(pen: Pen, zone: ZoneLayout, instance: int) -> dict[Cell, int]:
    """The things by the cells in which their cubes stand."""
    assert zone.board is not None
    found: dict[Cell, int] = {}
    for cell, (x, y, z) in enumerate(zone.board.coordinates):
        thing = pen.look.content(zone, instance * zone.cells + cell)
        if thing is not None:
            found[x, y, z] = thing
    return found


def _sign(pen: Pen, zone: ZoneLayout, thing: int) -> Piece:
    return pen.look.letter(thing, pen.look.hints.tints.get(zone.name))


# ---------------------------------------------------------------- isometry


def _isometry(pen: Pen, zone: ZoneLayout, start: int, pile: dict[Cell, int], levels: int) -> Drawing:
    """The cubes from back to front; of each the faces behind which no other cube stands."""
    board = zone.board
    assert isinstance(board, Cubes)
    across, down, _ = board.box
    left = down * _ACROSS
    top = levels * _UP
    parts: list[Element] = [_floor(across, down, left, top)]
    order = sorted(pile, key=lambda at: (at[0] + at[1] + at[2], at[2], at[0]))
    for at in order[:_MOST_CUBES]:
        if not all(one in pile for one in _before(at)):
            parts.append(_cube(pen, zone, start + board.at[at], at, pile, (left, top)))
    return Drawing((across + down) * _ACROSS + 2, top + (across + down) * _DOWN + 2, tuple(parts))


def _before(at: Cell) -> tuple[Cell, Cell, Cell]:
    """The cells that hide a cube: above it, to its south and to its east."""
    x, y, z = at
    return (x, y, z + 1), (x, y + 1, z), (x + 1, y, z)


def _spot(x: float, y: float, z: float, origin: tuple[float, float]) -> tuple[float, float]:
    """Where a corner of the box is drawn: x to the south-east, y to the south-west, z upwards."""
    return origin[0] + (x - y) * _ACROSS, origin[1] + (x + y) * _DOWN - z * _UP


def _points(*corners: tuple[float, float]) -> str:
    return " ".join(f"{round(x, 1):g},{round(y, 1):g}" for x, y in corners)


def _floor(across: int, down: int, left: float, top: float) -> Element:
    lines = [_line((x, 0), (x, down), left, top) for x in range(across + 1)] + [
        _line((0, y), (across, y), left, top) for y in range(down + 1)
    ]
    corners = [_spot(x, y, 0, (left, top)) for x, y in ((0, 0), (across, 0), (across, down), (0, down))]
    return element("g", element("polygon", points=_points(*corners), class_="square"), *lines)


def _line(one: tuple[int, int], other: tuple[int, int], left: float, top: float) -> Element:
    (x1, y1), (x2, y2) = _spot(*one, 0, (left, top)), _spot(*other, 0, (left, top))
    return element("line", x1=x1, y1=y1, x2=x2, y2=y2, class_="rule")


def _cube(pen: Pen, zone: ZoneLayout, cell: int, at: Cell, pile: dict[Cell, int], origin: tuple[float, float]) -> Element:
    x, y, z = at[0] - 1, at[1] - 1, at[2] - 1
    thing = pile[at]
    sign = _sign(pen, zone, thing)

    def spot(a: int, b: int, c: int) -> tuple[float, float]:
        return _spot(x + a, y + b, z + c, origin)

    faces = (
        (spot(0, 0, 1), spot(1, 0, 1), spot(1, 1, 1), spot(0, 1, 1)),
        (spot(0, 1, 1), spot(1, 1, 1), spot(1, 1, 0), spot(0, 1, 0)),
        (spot(1, 0, 1), spot(1, 1, 1), spot(1, 1, 0), spot(1, 0, 0)),
    )
    parts: list[Element] = []
    for corners, hiding, shade in zip(faces, _before(at), ("", "shade", "shade deep"), strict=True):
        if hiding not in pile:
            parts += _face(corners, sign, shade)
    parts += _seams(at, pile, spot)
    outline = element(
        "polygon",
        points=_points(spot(0, 0, 1), spot(1, 0, 1), spot(1, 0, 0), spot(1, 1, 0), spot(0, 1, 0), spot(0, 1, 1)),
        class_="outline",
    )
    inner = pen.named(pen.thing_name(thing), title(pen, thing), "thing", *parts)
    return pen.named(pen.cell_name(zone, cell), pen.title_of_cell(zone, cell), "cell", inner, outline=outline)


def _face(corners: tuple[tuple[float, float], ...], sign: Piece, shade: str) -> list[Element]:
    colour = tint(sign)
    found = [element("polygon", points=_points(*corners), class_=f"tint-{colour}" if colour else "face")]
    if shade:
        found.append(element("polygon", points=_points(*corners), class_=shade))
    x, y = sum(one[0] for one in corners) / 4, sum(one[1] for one in corners) / 4
    letter = f"strong on-{colour}" if colour else "strong"
    return [*found, words(sign.text[:2], x, y + 4, 11, letter, anchor="middle")]


def _seams(at: Cell, pile: dict[Cell, int], spot: Spot) -> list[Element]:
    """The edges of the visible faces: strong where another thing or nothing begins, faint inside one thing."""
    x, y, z = at
    found = []
    top, south, east = (one not in pile for one in _before(at))
    edges = (
        (top, (0, 0, 1), (1, 0, 1), (x, y - 1, z)), (top, (0, 0, 1), (0, 1, 1), (x - 1, y, z)),
        (top or south, (0, 1, 1), (1, 1, 1), (x, y + 1, z) if top else (x, y, z + 1)),
        (top or east, (1, 0, 1), (1, 1, 1), (x + 1, y, z) if top else (x, y, z + 1)),
        (south, (0, 1, 1), (0, 1, 0), (x - 1, y, z)), (south, (0, 1, 0), (1, 1, 0), (x, y, z - 1)),
        (east, (1, 0, 1), (1, 0, 0), (x, y - 1, z)), (east, (1, 0, 0), (1, 1, 0), (x, y, z - 1)),
        (south or east, (1, 1, 1), (1, 1, 0), (x + 1, y, z) if south else (x, y + 1, z)),
    )  # fmt: skip
    for drawn, one, other, beyond in edges:
        if drawn:
            (x1, y1), (x2, y2) = spot(*one), spot(*other)
            own = " own" if pile.get(beyond) == pile[at] else ""
            found.append(element("line", x1=x1, y1=y1, x2=x2, y2=y2, class_=f"seam{own}"))
    return found


# ---------------------------------------------------------------- from above and from the sides


def _above(pen: Pen, zone: ZoneLayout, instance: int, pile: dict[Cell, int]) -> Drawing:
    """The board from above: for each column its highest cube, with its height."""
    board = zone.board
    assert isinstance(board, Cubes)
    across, down, _ = board.box
    size = 34.0
    place = place_name(pen.look.instance, zone, instance)
    parts = [words(str(x + 1), 14 + (x + 0.5) * size, 10, 10, "soft", anchor="middle") for x in range(across)]
    parts += [words(str(y + 1), 0, 16 + (y + 0.6) * size, 10, "soft") for y in range(down)]
    for number, (x, y) in enumerate(board.columns.coordinates):
        if not pen.spend():
            break
        tops = [z for z in range(board.box[2], 0, -1) if (x, y, z) in pile]
        drawn, told = _top(pen, zone, (x, y, tops[0]), pile, size) if tops else (frame(size, size, "square"), "")
        name = f"column({place}, {number + 1})"
        group = pen.named(name, f"{x}, {y}{told}", "column", drawn, outline=frame(size - 3, size - 3, "outline", x=1.5, y=1.5))
        parts.append(element("g", group, transform=f"translate({14 + (x - 1) * size:g} {14 + (y - 1) * size:g})"))
    return Drawing(14 + across * size + 1, 14 + down * size + 1, tuple(parts))


def _top(pen: Pen, zone: ZoneLayout, at: Cell, pile: dict[Cell, int], size: float) -> tuple[Element, str]:
    board = zone.board
    assert isinstance(board, Cubes)
    sign = _sign(pen, zone, pile[at])
    colour = tint(sign)
    on = f"strong on-{colour}" if colour else "strong"
    drawn = element(
        "g",
        frame(size, size, f"edge tint-{colour}" if colour else "face"),
        words(f"{sign.text[:2]}{at[2]}", size / 2, size / 2 + 5, 14, on, anchor="middle"),
    )
    return drawn, f": {title(pen, pile[at])} ({at[2]})"


def _side(pen: Pen, zone: ZoneLayout, side: str, levels: int, pile: dict[Cell, int]) -> Drawing:
    """The pile as somebody sees it who stands on this side; a cube behind the outer layer is a dot."""
    board = zone.board
    assert isinstance(board, Cubes)
    size = 17.0
    rows = sights(side, board.box[0], board.box[1])
    parts = [words(pen.look.name(side), len(rows) * size / 2, 9, 10, "soft", anchor="middle")]
    for level in range(levels, 0, -1):
        for n, sight in enumerate(rows):
            depth = next((depth for depth, (x, y) in enumerate(sight) if (x, y, level) in pile), None)
            x, y = n * size, 13 + (levels - level) * size
            parts.append(_seen(pen, zone, None if depth is None else pile[(*sight[depth], level)], depth, size, x, y))
    return Drawing(len(rows) * size, 13 + levels * size, tuple(parts))


def _seen(pen: Pen, zone: ZoneLayout, thing: int | None, depth: int | None, size: float, x: float, y: float) -> Element:
    if thing is None:
        return frame(size, size, "square", x=x, y=y)
    sign = _sign(pen, zone, thing)
    colour = tint(sign)
    if depth:
        return element("g", frame(size, size, "square", x=x, y=y), element("circle", cx=x + size / 2, cy=y + size / 2, r=2, class_="dot"))
    on = f"strong on-{colour}" if colour else "strong"
    text = words(sign.text[:2], x + size / 2, y + size * 0.72, 10, on, anchor="middle")
    return element("g", frame(size, size, f"edge tint-{colour}" if colour else "face", x=x, y=y), text)
