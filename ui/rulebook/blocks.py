"""What a printed rulebook is made of, before it is written in any form.

In all texts what stands between grave accents is code, and the id of a rule that has a place in the book leads there.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from custumal.ui.text.style import Line


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of rank 2 (a chapter) or 3; `anchor` is where the contents lead."""

    rank: int
    text: str
    anchor: str


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Some sentences; a `remark` is set smaller."""

    text: str
    remark: bool = False


@dataclass(frozen=True, slots=True)
class BulletList:
    """A list of short texts."""

    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NumberedRule:
    """A rule with what belongs to it: its example, where to look further, and what variants make of it."""

    id: str
    text: str
    example: str = ""
    further: str = ""
    changes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BookCell:
    """A field of a table: its lines, and a mark that says where the value comes from. `plan`: the lines are a drawing."""

    lines: tuple[str, ...]
    mark: str = ""
    plan: bool = False


@dataclass(frozen=True, slots=True)
class BookTable:
    """A table with a heading over each column."""

    head: tuple[str, ...]
    rows: tuple[tuple[BookCell, ...], ...]


@dataclass(frozen=True, slots=True)
class PlaceContents:
    """The name of a place and what lies in it, in a few signs each."""

    label: str
    items: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """A position: drawings in signs of one width, which may stand beside each other, and below them places in a line each; and the same
    as SVG."""

    drawings: tuple[tuple[Line, ...], ...]
    listings: tuple[PlaceContents, ...] = ()
    svg: str = ""


Block = Heading | Paragraph | BulletList | NumberedRule | BookTable | Picture


@dataclass(frozen=True)
class Book:
    """A whole rulebook in one language. `about` stands below the title; `contents` is the heading of the contents."""

    title: str
    language: str
    about: str
    contents: str
    blocks: tuple[Block, ...]

    @cached_property
    def rules(self) -> frozenset[str]:
        """The ids of the rules that have a place in it."""
        return frozenset(block.id for block in self.blocks if isinstance(block, NumberedRule))
