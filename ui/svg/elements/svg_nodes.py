"""Elements of a drawing, and drawings of a known size that are put beside and below each other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from xml.etree.ElementTree import Element, tostring

from custumal.dsl.diagnostics.render.columns import safe
from custumal.ui.svg.elements.text_width import FAR, shortened, text_width

NAMESPACE = "http://www.w3.org/2000/svg"
Number = float | int


def element(tag: str, *children: Element | None, text: str = "", **attributes: str | Number | None) -> Element:
    """An element; `class_` and `data_name` become `class` and `data-name`, an attribute that is None or empty is left out.

    Texts of rule files may hold anything: what XML has no place for is replaced.
    """
    found = Element(tag)
    for name, value in attributes.items():
        if value is not None and value != "":
            found.set(name.rstrip("_").replace("_", "-"), safe(value) if isinstance(value, str) else number(value))
    if text:
        found.text = safe(text)
    found.extend([child for child in children if child is not None])
    return found


def number(value: Number) -> str:
    """A number with at most one digit behind the point."""
    return f"{round(value, 1):g}"


def written(root: Element) -> str:
    """The text of a drawing."""
    return tostring(root, encoding="unicode")


@dataclass(frozen=True, slots=True)
class Drawing:
    """Elements that take a rectangle of this width and height, whose north-western corner is (0, 0)."""

    width: float
    height: float
    parts: tuple[Element, ...] = ()

    def at(self, x: Number, y: Number) -> Element:
        """The drawing, moved."""
        return element("g", *self.parts, transform=f"translate({number(x)} {number(y)})" if x or y else None)


NOTHING = Drawing(0, 0)


def group(drawing: Drawing, class_: str) -> Drawing:
    """The drawing as one group with a class."""
    return Drawing(drawing.width, drawing.height, (element("g", *drawing.parts, class_=class_),))


def stacked(drawings: Iterable[Drawing], gap: float = 8) -> Drawing:
    """Drawings below each other."""
    found = [one for one in drawings if one.height]
    y, parts = 0.0, []
    for one in found:
        parts.append(one.at(0, y))
        y += one.height + gap
    return Drawing(max((one.width for one in found), default=0), max(y - gap, 0), tuple(parts)) if found else NOTHING


def in_rows(drawings: Sequence[Drawing], width: float, gap: float = 8, *, middle: bool = False) -> Drawing:
    """Drawings side by side, in as many rows as are needed; `middle` sets those of a row on one middle line."""
    rows: list[list[Drawing]] = []
    used = 0.0
    for one in (drawing for drawing in drawings if drawing.width):
        if not rows or used + gap + one.width > width:
            rows.append([])
            used = -gap
        rows[-1].append(one)
        used += gap + one.width
    return stacked((_row(row, gap, middle) for row in rows), gap)


def _row(drawings: Sequence[Drawing], gap: float, middle: bool) -> Drawing:
    height = max(one.height for one in drawings)
    x, parts = 0.0, []
    for one in drawings:
        parts.append(one.at(x, (height - one.height) / 2 if middle else 0))
        x += one.width + gap
    return Drawing(x - gap, height, tuple(parts))


def in_columns(drawings: Sequence[Drawing], columns: int, gap: float = 8) -> Drawing:
    """Drawings in columns of equal width, each below those of the column that is the shortest so far."""
    wide = max((one.width for one in drawings), default=0)
    heights, parts = [0.0] * columns, []
    for one in drawings:
        column = heights.index(min(heights))
        parts.append(one.at(column * (wide + gap), heights[column]))
        heights[column] += one.height + gap
    return Drawing(columns * (wide + gap) - gap, max(heights) - gap, tuple(parts)) if parts else NOTHING


def within(drawing: Drawing, width: float, height: float | None = None) -> Drawing:
    """The drawing, smaller where it is wider than this or higher than `height` (by default no higher than wide)."""
    factor = min(width / max(drawing.width, 1), (width if height is None else height) / max(drawing.height, 1))
    if factor >= 1:
        return drawing
    scaled = element("g", *drawing.parts, transform=f"scale({round(factor, 3)})")
    return Drawing(drawing.width * factor, drawing.height * factor, (scaled,))


def padded(drawing: Drawing, left: float, top: float | None = None, right: float | None = None, bottom: float | None = None) -> Drawing:
    """The drawing with room around it."""
    top = left if top is None else top
    right, bottom = left if right is None else right, top if bottom is None else bottom
    return Drawing(drawing.width + left + right, drawing.height + top + bottom, (drawing.at(left, top),))


# ---------------------------------------------------------------- texts


def words(text: str, x: Number, y: Number, size: Number, class_: str = "", *, anchor: str = "", room: float = FAR) -> Element:
    """One line of text whose base line is at y; longer ones than there is room for are set smaller, then cut."""
    fitting, smaller = shortened(safe(text), float(size), room)
    return element("text", text=fitting, x=x, y=y, font_size=smaller, class_=class_, text_anchor=anchor)


def line_of(text: str, size: float, class_: str = "", *, room: float = FAR) -> Drawing:
    """One line of text as a drawing."""
    wide = min(text_width(safe(text), size), room)
    return Drawing(wide, size * 1.3, (words(text, 0, size, size, class_, room=room),)) if text else NOTHING
