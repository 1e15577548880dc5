"""Printed values that variants write: where they come from says the variant, not the table of the game in which they stand."""

from __future__ import annotations

from collections.abc import Iterator

from custumal.dsl.base.frozen import replace
from custumal.dsl.check.declarations.things import origin_of, origins_of_columns
from custumal.dsl.documents.document import Entry
from custumal.dsl.model import GameModel, Kind, KindRow, StepTable
from custumal.dsl.overlay.combine import Combined
from custumal.dsl.yaml.tree import Node

_TABLES = ("components.", "tables.")


def with_own_origins(combined: Combined, game: GameModel) -> GameModel:
    """The game, in which what a variant writes has no origin but one that this variant gives it."""
    if not any(address.startswith(_TABLES) for address in combined.touched):
        return game
    origins = _Origins(combined)
    kinds = {name: replace(kind, rows=tuple(origins.row(kind, row) for row in kind.rows)) for name, kind in game.kinds.items()}
    return replace(game, kinds=kinds, tables={name: origins.steps(table) for name, table in game.tables.items()})


class _Origins:
    """Looks at who has written a value, and who has said where it comes from."""

    def __init__(self, combined: Combined) -> None:
        self.document = combined.document
        self.touched = combined.touched
        self.files = {variant.id: variant.files for variant in combined.variants}

    def row(self, kind: Kind, row: KindRow) -> KindRow:
        """A row of components with the origins that hold of its values."""
        table = self.document.entry(f"components.{row.table}")
        entry = self.document.entry(f"components.{row.table}.{row.name}") or table
        if table is None or entry is None:
            return row
        columns = origins_of_columns(self.document, kind.name)
        found = tuple(
            origin if self._holds(_cell(row, name, is_whole=entry is table), origin_of(entry, table, columns, name)) else ""
            for (name, _), origin in zip(kind.printed, row.provenance, strict=True)
        )
        return replace(row, provenance=found)

    def steps(self, table: StepTable) -> StepTable:
        """A table of numbers with the origins that hold of its rows."""
        entry = self.document.entry(f"tables.{table.name}")
        if entry is None or not table.provenance:
            return table
        rows = zip(table.rows, table.provenance, strict=True)
        found = tuple(origin if self._holds(_step(table, key), _said(entry, str(key))) else "" for (key, _), origin in rows)
        return replace(table, provenance=found)

    def _holds(self, addresses: Iterator[str], said: Node | None) -> bool:
        """Whether an origin is said by whoever wrote the value, or of a value of the game itself."""
        writer = next((self.touched[each][0] for each in addresses if each in self.touched), None)
        return writer is None or (said is not None and said.span.file in self.files.get(writer, ()))


def _cell(row: KindRow, column: str, *, is_whole: bool) -> Iterator[str]:
    """The addresses at which a printed value can be written, the narrowest first."""
    table = f"components.{row.table}"
    if not is_whole:
        yield from (f"{table}.{row.name}.{column}", f"{table}.{row.name}")
    yield from (f"{table}.for-each.{column}", f"{table}.for-each", table)


def _step(table: StepTable, key: int) -> Iterator[str]:
    yield from (f"tables.{table.name}.{key}", f"tables.{table.name}.rows", f"tables.{table.name}")


def _said(table: Entry, row: str) -> Node | None:
    """What says where a row of a table of numbers comes from."""
    slot = table.slot("provenance")
    if slot is None:
        return None
    own = next((said for said in slot.entries if said.id == row), None)
    return slot.node if own is None else own.key
