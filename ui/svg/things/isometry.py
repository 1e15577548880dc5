"""Cubes in isometry, seen from the south-east: which faces are seen, and where one thing ends and another begins."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from custumal.ui.svg.elements.svg_nodes import Drawing, element, number, words

Cell = tuple[int, int, int]
_ACROSS, _DOWN, _UP = 19.0, 10.5, 21.0
"""Half the width and height of the top of a cube, and the height of its sides."""
_LEAST_LETTER = 8.5
_NEAR = 3.0


@dataclass(frozen=True, slots=True)
class Isometry:
    """A view of a box: `left` and `top` say where its north-western corner stands, `scale` how large it is drawn."""

    left: float = 0.0
    top: float = 0.0
    scale: float = 1.0

    def spot(self, x: float, y: float, z: float) -> tuple[float, float]:
        """Where a corner is drawn: x goes to the south-east, y to the south-west, z upwards."""
        return self.left + (x - y) * _ACROSS * self.scale, self.top + ((x + y) * _DOWN - z * _UP) * self.scale

    def points(self, *corners: tuple[float, float, float]) -> str:
        """The points of a figure."""
        return " ".join(f"{round(x, 1):g},{round(y, 1):g}" for x, y in (self.spot(*corner) for corner in corners))


def view_of(across: int, down: int, levels: int, scale: float = 1.0) -> tuple[Isometry, float, float]:
    """The view of a box with its width and height."""
    view = Isometry(down * _ACROSS * scale + 1, levels * _UP * scale + 1, scale)
    return view, (across + down) * _ACROSS * scale + 2, ((across + down) * _DOWN + levels * _UP) * scale + 2


def before(at: Cell) -> tuple[Cell, Cell, Cell]:
    """The cells that hide the faces of a cube: above it, to its south and to its east."""
    x, y, z = at
    return (x, y, z + 1), (x, y + 1, z), (x + 1, y, z)


def back_to_front(cells: Collection[Cell]) -> list[Cell]:
    """Cells in the order in which they are drawn, without those of which nothing is seen."""
    seen = [at for at in cells if not all(one in cells for one in before(at))]
    return sorted(seen, key=lambda at: (at[0] + at[1] + at[2], at[2], at[0]))


def cube(view: Isometry, at: Cell, pile: Mapping[Cell, object], colour: str, sign: str = "") -> list[Element]:
    """The faces of a cube that are seen, each with its sign, and their edges: strong ones where something else begins."""
    x, y, z = at[0] - 1, at[1] - 1, at[2] - 1
    faces = (
        ((x, y, z + 1), (x + 1, y, z + 1), (x + 1, y + 1, z + 1), (x, y + 1, z + 1)),
        ((x, y + 1, z + 1), (x + 1, y + 1, z + 1), (x + 1, y + 1, z), (x, y + 1, z)),
        ((x + 1, y, z + 1), (x + 1, y + 1, z + 1), (x + 1, y + 1, z), (x + 1, y, z)),
    )
    parts: list[Element] = []
    for corners, hiding, shade in zip(faces, before(at), ("", "shade", "shade deep"), strict=True):
        if hiding not in pile:
            is_seen = not any(_covers(view, other, _middle(view, corners)) for other in pile if sum(other) > sum(at))
            parts += _face(view, corners, colour, shade, sign if is_seen else "")
    return parts + _seams(view, at, pile, "seam pale" if colour == "black" else "seam")


def outline(view: Isometry, at: Cell) -> Element:
    """The contour of a cube, to be lit up."""
    x, y, z = at[0] - 1, at[1] - 1, at[2] - 1
    corners = ((x, y, z + 1), (x + 1, y, z + 1), (x + 1, y, z), (x + 1, y + 1, z), (x, y + 1, z), (x, y + 1, z + 1))
    return element("polygon", points=view.points(*corners), class_="outline")


def _face(view: Isometry, corners: tuple[Cell, ...], colour: str, shade: str, sign: str) -> list[Element]:
    points = view.points(*corners)
    found = [element("polygon", points=points, class_=f"tint-{colour}" if colour else "face")]
    if shade:
        found.append(element("polygon", points=points, class_=shade))
    return [*found, _letter(view, corners, colour, sign)] if sign else found


def _letter(view: Isometry, corners: tuple[Cell, ...], colour: str, sign: str) -> Element:
    x, y = _middle(view, corners)
    size = max(_LEAST_LETTER, 10.5 * view.scale)
    return words(sign[:2], x, y + 0.36 * size, size, f"strong on-{colour}" if colour else "strong", anchor="middle")


def _middle(view: Isometry, corners: tuple[Cell, ...]) -> tuple[float, float]:
    """The middle of a face."""
    places = [view.spot(*corner) for corner in corners]
    return sum(place[0] for place in places) / 4, sum(place[1] for place in places) / 4


def _covers(view: Isometry, at: Cell, point: tuple[float, float]) -> bool:
    """Whether a cube is drawn over a point, or so near to it that a letter there would be cut."""
    x, y = view.spot(at[0] - 0.5, at[1] - 0.5, at[2] - 0.5)
    aside, above = abs(point[0] - x) / view.scale, abs(point[1] - y) / view.scale
    return aside < _ACROSS + _NEAR and above < _UP + _NEAR - aside * _DOWN / _ACROSS


def _seams(view: Isometry, at: Cell, pile: Mapping[Cell, object], kind: str) -> list[Element]:
    x, y, z = at
    top, south, east = (one not in pile for one in before(at))
    edges = (
        (top, (0, 0, 1), (1, 0, 1), (x, y - 1, z)),
        (top, (0, 0, 1), (0, 1, 1), (x - 1, y, z)),
        (top or south, (0, 1, 1), (1, 1, 1), (x, y + 1, z) if top else (x, y, z + 1)),
        (top or east, (1, 0, 1), (1, 1, 1), (x + 1, y, z) if top else (x, y, z + 1)),
        (south, (0, 1, 1), (0, 1, 0), (x - 1, y, z)),
        (south, (0, 1, 0), (1, 1, 0), (x, y, z - 1)),
        (east, (1, 0, 1), (1, 0, 0), (x, y - 1, z)),
        (east, (1, 0, 0), (1, 1, 0), (x, y, z - 1)),
        (south or east, (1, 1, 1), (1, 1, 0), (x + 1, y, z) if south else (x, y + 1, z)),
    )
    lines: dict[str, str] = {}
    for drawn, one, other, beyond in edges:
        if drawn:
            own = f"{kind} own" if pile.get(beyond) == pile[at] else kind
            lines[own] = lines.get(own, "") + _stroke(view, at, one, other)
    return [element("path", d=d, class_=own) for own, d in sorted(lines.items())]


def _stroke(view: Isometry, at: Cell, one: Cell, other: Cell) -> str:
    (x1, y1), (x2, y2) = (view.spot(at[0] - 1 + a, at[1] - 1 + b, at[2] - 1 + c) for a, b, c in (one, other))
    return f"M{number(x1)} {number(y1)}L{number(x2)} {number(y2)}"


def solid(cells: Collection[Cell], colour: str, sign: str, room: float) -> Drawing:
    """A body of cubes that fits into a square, with its sign where there is room for it."""
    low = [min(cell[axis] for cell in cells) for axis in range(3)]
    moved: dict[Cell, object] = {(x - low[0] + 1, y - low[1] + 1, z - low[2] + 1): True for x, y, z in cells}
    across, down, levels = (max(cell[axis] for cell in moved) for axis in range(3))
    _, wide, high = view_of(across, down, levels)
    view, wide, high = view_of(across, down, levels, min(1.0, room / max(wide, high)))
    order = back_to_front(moved)
    parts = [part for at in order for part in cube(view, at, moved, colour)]
    x, y, z = order[-1]
    front = ((x - 1, y - 1, z), (x, y - 1, z), (x, y, z), (x - 1, y, z))
    return Drawing(wide, high, (*parts, _letter(view, front, colour, sign)))
