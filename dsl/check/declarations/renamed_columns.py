"""A printed column that all rows know by another name: told once, at the column."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from custumal.dsl.base.types import Bundle, Maybe, Set, Type
from custumal.dsl.check.entries.context import Context
from custumal.dsl.documents.document import Entry

_SEVERAL = 2


def name_in_rows(cx: Context, kind: Entry, columns: Mapping[str, Type], row_keys: Collection[str]) -> tuple[str, str] | None:
    """A column that every row needs and none has, with the one further name that all rows have instead; None where that is not so."""
    tables = [table for table in cx.document.section("components") if table.text("kind") == kind.id and table.slot("rows") is not None]
    rows = [set(row.slots).difference(row_keys) for table in tables for row in table.entries("rows")]
    if len(rows) < _SEVERAL:
        return None
    given = {each.id for table in tables for each in table.entries("for-each")}
    strange = rows[0].difference(columns)
    needed = {name for name, of in columns.items() if not isinstance(of, Maybe | Set | Bundle)}
    lacking = needed.difference(given, *rows)
    if len(strange) != 1 or len(lacking) != 1 or any(row.difference(columns) != strange for row in rows):
        return None
    name = strange.pop()
    keys = [slot.key for table in tables for row in table.entries("rows") if (slot := row.slot(name)) is not None]
    if len({key.span for key in keys if key is not None}) == 1:  # the head of a table in a file of its own, where it is told once
        return None
    return lacking.pop(), name
