"""The list of all tables of a server, for whoever has started it: the way to each table, to another like it, and away."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from custumal.interpreter.runs.records import Record
from custumal.ui.story.session import HUMAN
from custumal.ui.text.table_words import said
from custumal.ui.web.pages.frame import document
from custumal.ui.web.pages.markup import Part, tag
from custumal.ui.web.store.store import Listed

MOST_LISTED = 50
"""So many tables stand on one page of the list."""
_HEADS = ("table-game", "table-seats", "table-since", "table-choices", "table-pages")
"""What stands in the columns; on a narrow screen in each row before what it is."""


@dataclass(frozen=True, slots=True)
class TableList:
    """One page of the list. `here` is its address; `pages` how many pages are open at each of its tables; `start` is the number of its
    first table among all."""

    here: str
    language: str
    tables: Sequence[Listed]
    pages: Sequence[int]
    start: int
    count: int


def tables_page(found: TableList) -> str:
    """The page."""
    title = said("tables", found.language)
    body = (tag("header", tag("h1", title), class_="bar"), tag("main", _listed(found), _turning(found), class_="listed"))
    return document(title, found.language, *body)


def _listed(found: TableList) -> Markup:
    if not found.tables:
        return tag("p", said("no-tables", found.language))
    heads = tag("tr", (tag("th", said(word, found.language), scope="col") for word in _HEADS), tag("td"), tag("td"))
    rows = (_row(found, one, pages) for one, pages in zip(found.tables, found.pages, strict=True))
    return tag("div", tag("table", tag("thead", heads), tag("tbody", rows), class_="tables"), class_="wide")


def _row(found: TableList, one: Listed, pages: int) -> Markup:
    record = Record.from_json(one.header)
    name = " + ".join((record.game, *record.variants))
    link = tag("a", name, href=f"/t/{one.host}", aria_label=said("table-open", found.language, game=name))
    heads = [said(word, found.language) for word in _HEADS[1:]]
    seats = ", ".join(said("person", found.language) if who == HUMAN else who for who in record.seats)
    return tag(
        "tr",
        tag("th", link, scope="row"),
        (tag("td", text, class_="text", data_head=head) for head, text in zip(heads, (seats, one.created), strict=False)),
        (tag("td", str(number), data_head=head) for head, number in zip(heads[2:], (one.choices, pages), strict=True)),
        tag("td", _posting(found, one, "another", "new-table", name)),
        tag("td", _clearing(found, one, name)),
    )


def _posting(found: TableList, one: Listed, do: str, word: str, name: str) -> Markup:
    """A button that does something, by a form: this page needs no script."""
    told = said(word, found.language)
    return tag("form", tag("button", told, aria_label=f"{told}: {name}"), method="post", action=f"{found.here}/{one.id}/{do}")


def _clearing(found: TableList, one: Listed, name: str) -> Markup:
    summary = tag("summary", said("clear-away", found.language), aria_label=f"{said('clear-away', found.language)}: {name}")
    return tag("details", summary, _posting(found, one, "clear", "clear-away-sure", name))


def _turning(found: TableList) -> Part:
    """The ways to other pages of the list."""
    links = list(_ways(found))
    return tag("p", (part for link in links for part in (link, " "))) if links else None


def _ways(found: TableList) -> Iterator[Markup]:
    language = f"&lang={found.language}"
    if found.start:
        yield tag("a", said("newer", found.language), href=f"?from={max(found.start - MOST_LISTED, 0)}{language}")
    if found.start + len(found.tables) < found.count:
        yield tag("a", said("older", found.language), href=f"?from={found.start + MOST_LISTED}{language}")
