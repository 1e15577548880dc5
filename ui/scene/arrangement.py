"""How a game file wants a position to be told under `display`: in which lines and tables, and with which words for a thing.

layout: {now: [STEP, …]}                         steps that are named above the board while they run, loops with the number of their pass
layout: {common: [[ID, …], …]}                   lines of places, kept values and definitions that are nobody's own
layout: {mine: [[ID, …], …], others: [[…], …]}   the same of the seat that looks, and of the other seats
layout: {tables: {ID: {rows: LIST or seat, columns: [ID, …]}}}  a row for each word or seat, and what there is of it
tracks: {KEPT: [WORD, …]}                        a number as a track: the words of its values from the least on, the present one in brackets
things: {KIND: {text: "{ID} …"}}                 a thing in these words instead of its name; `{ID:WORDS|OTHERS}` asks whether there is any

A flat board that a line names is told there, column by column, instead of being drawn.
An id with a question mark behind it is left out while there is nothing to tell. What no line names is told as ever.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from custumal.dsl.base.frozen import dataclass, field
from custumal.ui.scene.unchecked_data import as_list, as_map


@dataclass(frozen=True, slots=True)
class Item:
    """Something to tell: a place, a kept value or a definition. `optional`: only if there is something in it."""

    name: str
    optional: bool = False


@dataclass(frozen=True, slots=True)
class TableHint:
    """A table: its id, the list whose words are its rows (or `seat`), and what stands in its columns."""

    name: str
    rows: str
    columns: tuple[Item, ...]


Rows = tuple[tuple[Item, ...], ...]


@dataclass(frozen=True, slots=True)
class Arrangement:
    """The order in which a position is told. `named` are the ids in it."""

    now: tuple[str, ...] = ()
    common: Rows = ()
    mine: Rows = ()
    others: Rows = ()
    tables: tuple[TableHint, ...] = ()
    tracks: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def named(self) -> frozenset[str]:
        lines = (*self.common, *self.mine, *self.others, *(table.columns for table in self.tables))
        return frozenset(item.name for one in lines for item in one)


def arrangement_of(display: Mapping[str, object]) -> Arrangement:
    """What a display section says of it; what has another form is passed over."""
    layout = as_map(display.get("layout"))
    return Arrangement(
        tuple(map(str, as_list(layout.get("now")))),
        _lines(layout.get("common")),
        _lines(layout.get("mine")),
        _lines(layout.get("others")),
        tuple(
            TableHint(name, str(as_map(entry).get("rows", "")), _items(as_list(as_map(entry).get("columns"))))
            for name, entry in as_map(layout.get("tables")).items()
        ),
        {name: tuple(map(str, as_list(words))) for name, words in as_map(display.get("tracks")).items()},
    )


def _lines(data: object) -> Rows:
    return tuple(_items(as_list(one)) for one in as_list(data))


def _items(names: Iterable[object]) -> tuple[Item, ...]:
    return tuple(Item(str(name).removesuffix("?"), str(name).endswith("?")) for name in names)
