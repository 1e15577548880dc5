"""Piles of cubes: in isometry from the south-east, from above with the height of each column, and flat from each of the four sides."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from custumal.interpreter.keys.names import place_name
from custumal.interpreter.setup.boards import SIDES, Cubes
from custumal.interpreter.setup.layout import ZoneLayout
from custumal.ui.scene.sights import sights
from custumal.ui.svg.elements.pen import Pen, frame, tint
from custumal.ui.svg.elements.svg_nodes import Drawing, element, in_rows, words
from custumal.ui.svg.things.facts import title
from custumal.ui.svg.things.isometry import Cell, Isometry, back_to_front, cube, outline, view_of
from custumal.ui.text.style import Piece

_FEWEST_LEVELS = 3


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


def _isometry(pen: Pen, zone: ZoneLayout, start: int, pile: dict[Cell, int], levels: int) -> Drawing:
    """The pile from the south-east; what stands in the middle of others is not seen."""
    board = zone.board
    assert isinstance(board, Cubes)
    across, down, _ = board.box
    view, wide, high = view_of(across, down, levels)
    parts: list[Element] = [_floor(view, across, down)]
    for at in back_to_front(pile):
        if pen.spend():
            thing = pile[at]
            sign = _sign(pen, zone, thing)
            inner = pen.named(pen.thing_name(thing), title(pen, thing), "thing", *cube(view, at, pile, tint(sign), sign.text))
            cell = start + board.at[at]
            parts.append(pen.named(pen.cell_name(zone, cell), pen.title_of_cell(zone, cell), "cell", inner, outline=outline(view, at)))
    return Drawing(wide, high, tuple(parts))


def _floor(view: Isometry, across: int, down: int) -> Element:
    ends = [((x, 0), (x, down)) for x in range(across + 1)] + [((0, y), (across, y)) for y in range(down + 1)]
    lines = [_line(view.spot(*one, 0), view.spot(*other, 0)) for one, other in ends]
    ground = element("polygon", points=view.points((0, 0, 0), (across, 0, 0), (across, down, 0), (0, down, 0)), class_="square")
    return element("g", ground, *lines)


def _line(one: tuple[float, float], other: tuple[float, float]) -> Element:
    return element("line", x1=one[0], y1=one[1], x2=other[0], y2=other[1], class_="rule")


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
