"""Corners of tiles and halves of their edges: a sign at each corner, a way between the halves on which the same is printed."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from custumal.interpreter.reference.operations.joints import lying
from custumal.interpreter.setup.boards.footprint import turned_size
from custumal.interpreter.setup.boards.joints import Half
from custumal.interpreter.setup.layout import ZoneLayout
from custumal.ui.scene.around import corner_words, half_words
from custumal.ui.svg.elements.pen import Pen
from custumal.ui.svg.elements.svg_nodes import element, number, words

Point = tuple[float, float]
_INSET, _SIZE = 9.0, 10.0


def joints_of(pen: Pen, zone: ZoneLayout, pose: int, wide: float, high: float) -> Iterator[Element]:
    """What is printed around a tile of this size in the picture."""
    yield from _ways(pen, zone, pose, wide, high)
    places = ((wide - _INSET, _INSET), (wide - _INSET, high - _INSET), (_INSET, high - _INSET), (_INSET, _INSET))
    for (x, y), (_, word) in zip(places, corner_words(pen.look.instance, zone, pose), strict=False):
        sign = pen.look.hints.pictures.get(word) or pen.look.hints.letters.get(word) or word[:1].upper()
        yield words(sign, x, y + 0.35 * _SIZE, _SIZE, "strong", anchor="middle")


def _ways(pen: Pen, zone: ZoneLayout, pose: int, wide: float, high: float) -> Iterator[Element]:
    """Curves that join the halves of one word; where there are not just two of them, from each to the middle of all."""
    _, _, size, place = lying(zone, pose)
    columns, rows = turned_size(size, place.turn)
    ends: dict[str, list[Point]] = {}
    for half, _, word in half_words(pen.look.instance, zone, pose):
        ends.setdefault(word, []).append(_point(half, wide, high, columns, rows))
    for points in ends.values():
        middle = (wide / 2, high / 2) if len(points) == len("ab") else _middle(points, (wide / 2, high / 2))
        pairs = [(points[0], points[1])] if len(points) == len("ab") else [(point, middle) for point in points]
        for one, other in pairs:
            yield element("path", d=f"M{_at(one)} Q{_at(middle)} {_at(other)}", class_="way")


def _point(half: Half, wide: float, high: float, columns: int, rows: int) -> Point:
    """Where a half of an edge has its middle."""
    along = half.edge + (0.75 if half.is_right else 0.25)  # clockwise
    across, down = wide * along / columns, high * along / rows
    return ((across, 0.0), (wide, down), (wide - across, high), (0.0, high - down))[half.side]


def _middle(points: list[Point], centre: Point) -> Point:
    """Half-way between the middle of some points and that of the tile."""
    x, y = sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)
    return (x + centre[0]) / 2, (y + centre[1]) / 2


def _at(point: Point) -> str:
    return f"{number(point[0])} {number(point[1])}"
