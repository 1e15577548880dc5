"""What everything is drawn with: the scene, the names in choice keys, and how much may still be drawn."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from xml.etree.ElementTree import Element

from custumal.dsl.base.types import Seat, Symbol, Type, bare
from custumal.interpreter.keys.names import cell_name, place_name, seat_name, thing_name
from custumal.interpreter.setup.layout import ZoneLayout
from custumal.ui.scene.look import Look
from custumal.ui.svg.elements.colours import COLOURS
from custumal.ui.svg.elements.svg_nodes import Drawing, element
from custumal.ui.text.style import Piece

MOST_GROUPS = 6_000
"""Things and cells that one drawing shows one by one; games that have more are told by their counts."""
_LONGEST_TITLE = 600


@dataclass
class Pen:
    """Draws one scene.

    `width` is how wide the drawing may be, `names` what things are called in keys where that is more than what is printed on
    them (the copy that is meant), `changed` the names of what has changed, `words` what can be chosen, words of lists among it. A
    `plain` drawing is for paper: nothing in it has a name. `left` counts down the groups that may still be drawn; `drawn` are the names
    of those that are, and `is_short` tells whether anything was left out.
    """

    look: Look
    width: float
    names: Mapping[int, str] = field(default_factory=dict)
    changed: frozenset[str] = frozenset()
    words: Collection[tuple[Type, int]] = frozenset()
    plain: bool = False
    left: int = MOST_GROUPS
    drawn: set[str] = field(default_factory=set)
    is_short: bool = False

    def spend(self, count: int = 1) -> bool:
        """Whether so many groups may still be drawn; if so, they are counted."""
        if count > self.left:
            self.is_short = True
            return False
        self.left -= count
        return True

    def __post_init__(self) -> None:
        self.look = painted(self.look)

    def picture(self, word: str) -> str | None:
        """The sign of a word in pictures, None where the display has none."""
        return self.look.hints.pictures.get(word)

    # ------------------------------------------------------------ names

    def thing_name(self, thing: int) -> str:
        """A thing as it stands in choice keys."""
        return self.names.get(thing) or thing_name(self.look.instance, thing)

    def cell_name(self, zone: ZoneLayout, cell: int) -> str:
        """A cell as it stands in choice keys."""
        return cell_name(self.look.instance, zone, cell)

    def place_name(self, zone: ZoneLayout, instance: int) -> str:
        """A place as it stands in choice keys."""
        return place_name(self.look.instance, zone, instance)

    def seat_name(self, seat: int) -> str:
        """A seat as it stands in choice keys."""
        return seat_name(self.look.instance, seat)

    def title_of_cell(self, zone: ZoneLayout, cell: int) -> str:
        """A cell for people."""
        return f"{self.look.name(zone.name)} {self.look.labels.cell(zone.name, cell, self.look.language)}"

    def title_of_place(self, zone: ZoneLayout, instance: int, *, whose: bool = True) -> str:
        """A place for people; whose it is only where that does not go without saying."""
        pairs = zip(zone.zone.parameters, zone.arguments(instance), strict=True)
        return " - ".join(
            [self.look.name(zone.name), *(self.look.value(value, of) for of, value in pairs if whose or not isinstance(of, Seat))]
        )

    # ------------------------------------------------------------ groups

    def named(self, name: str, title: str, kind: str, *parts: Element | None, outline: Element | None = None) -> Element:
        """A group that choice keys can name; `outline` is what lights up around it."""
        if self.plain:
            return parts[0] if len(parts) == 1 and parts[0] is not None else element("g", *parts)
        self.drawn.add(name)
        classes = f"named {kind}{' changed' if name in self.changed else ''}"
        told = element("title", text=title[:_LONGEST_TITLE]) if title else None
        return element("g", told, *parts, outline, class_=classes, data_name=name)

    def head(self, word: str) -> tuple[Symbol, int] | None:
        """The word of a list that can be chosen, if it is this one of the rule file."""
        return next(((of, value) for of, value in self.words if isinstance(of, Symbol) and self.look.word(value, of) == word), None)

    def word(self, of: Type, value: int, drawing: Drawing) -> Drawing:
        """What tells a word of a list, as a group that choice keys can name where the word can be chosen."""
        inner = bare(of)
        if not isinstance(inner, Symbol) or (inner, value) not in self.words:
            return drawing
        return self.framed(self.look.engine.keys.value(inner, value), self.look.value(value, inner), "symbol", drawing, round_=11)

    def framed(self, name: str, title: str, kind: str, drawing: Drawing, *, round_: float = 4) -> Drawing:
        """A drawing as a group that choice keys can name, lit up as a rectangle."""
        outline = frame(drawing.width, drawing.height, "outline", round_)
        return Drawing(drawing.width, drawing.height, (self.named(name, title, kind, *drawing.parts, outline=outline),))


def painted(look: Look) -> Look:
    """A look in the colours of pictures, where these are others than in text."""
    hints = look.hints
    return replace(look, hints=replace(hints, colours={**hints.colours, **hints.paint})) if hints.paint else look


def frame(width: float, height: float, class_: str, round_: float = 0, *, x: float = 0, y: float = 0) -> Element:
    """A rectangle."""
    return element("rect", x=x, y=y, width=max(width, 0), height=max(height, 0), rx=round_ or None, class_=class_)


def tint(piece: Piece | str) -> str:
    """The colour of a sign as a display may name it, empty for none."""
    style = piece if isinstance(piece, str) else piece.style
    return next((word for word in style.split() if word in COLOURS), "")
