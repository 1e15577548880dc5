"""Printed values that variants write: where they come from says the variant, not the table of the game in which they stand."""

from __future__ import annotations

from collections.abc import Iterator

from custumal.dsl.base.frozen import dataclass, replace
from custumal.dsl.check.declarations.things import origin_of, origins_of_columns
from custumal.dsl.documents.document import Entry
from custumal.dsl.keys.holds import OF_VARIANT
from custumal.dsl.model import GameModel, Kind, KindRow, StepTable
from custumal.dsl.overlay.combine import Combined
from custumal.dsl.yaml.tree import Mapping, Node, Scalar

_TABLES = ("components.", "tables.")


def with_own_origins(combined: Combined, game: GameModel) -> GameModel:
    """The game, in which what a variant writes has no origin but one that this variant gives it.

    Where the game would give it one it is of a variant.
    """
    if not _writes_any(combined):
        return game
    origins = _Origins(combined)
    kinds = {name: replace(kind, rows=tuple(origins.row(kind, row) for row in kind.rows)) for name, kind in game.kinds.items()}
    return replace(game, kinds=kinds, tables={name: origins.steps(table) for name, table in game.tables.items()})


def origins_to_write(combined: Combined, game: GameModel) -> dict[str, Node]:
    """What has to be said, where the game and its variants are one file, of the origin of what a variant has written.

    Args:
        game: the model of all of them.

    Returns:
        By the address of a table or row what its `provenance` has to be.
    """
    return dict(_Origins(combined).to_write(game)) if _writes_any(combined) else {}


def _writes_any(combined: Combined) -> bool:
    return any(address.startswith(_TABLES) for address in combined.touched)


@dataclass(frozen=True, slots=True)
class _Origin:
    """The word for where a value comes from; `is_written`: it stands in a file."""

    word: Scalar
    is_written: bool


class _Origins:
    """Looks at who has written a value, and who has said where it comes from."""

    def __init__(self, combined: Combined) -> None:
        self.document = combined.document
        self.touched = combined.touched
        self.files = {variant.id: variant.files for variant in combined.variants}

    def row(self, kind: Kind, row: KindRow) -> KindRow:
        """A row of components with the origins that hold of its values."""
        found = self._of_row(kind, row)
        return replace(row, provenance=tuple(found[name].word.text if name in found else "" for name, _ in kind.printed))

    def steps(self, table: StepTable) -> StepTable:
        """A table of numbers with the origins that hold of its rows."""
        if not table.provenance:
            return table
        found = self._of_steps(table)
        return replace(table, provenance=tuple(found[str(key)].word.text if str(key) in found else "" for key, _ in table.rows))

    def to_write(self, game: GameModel) -> Iterator[tuple[str, Node]]:
        """Of the entries that don't say it what their `provenance` has to be."""
        for kind in game.kinds.values():
            for row in kind.rows:
                _, entry = self._entries(row)
                found = self._of_row(kind, row)
                if entry is not None and not all(each.is_written for each in found.values()):
                    here = {name: each for name, each in found.items() if not each.is_written or _is_said_in(entry, name)}
                    yield entry.address, _provenance(here, len(kind.printed), entry)
        for table in game.tables.values():
            steps, told = self.document.entry(f"tables.{table.name}"), self._of_steps(table)
            if steps is not None and not all(each.is_written for each in told.values()):
                yield steps.address, _provenance(told, len(table.rows), steps)

    def _of_row(self, kind: Kind, row: KindRow) -> dict[str, _Origin]:
        """For the printed columns where their values come from, as far as anything is known of it."""
        table, entry = self._entries(row)
        if table is None or entry is None:
            return {}
        columns = origins_of_columns(self.document, kind.name)
        said = {name: origin_of(entry, table, columns, name) for name, _ in kind.printed}
        return {name: self._origin(_cell(row, name, is_whole=entry is table), word) for name, word in said.items() if word is not None}

    def _entries(self, row: KindRow) -> tuple[Entry | None, Entry | None]:
        """The table of a row, and the row itself, which is the table where it has no rows."""
        table = self.document.entry(f"components.{row.table}")
        return table, self.document.entry(f"components.{row.table}.{row.name}") or table

    def _of_steps(self, table: StepTable) -> dict[str, _Origin]:
        """For the rows of a table of numbers where they come from."""
        entry = self.document.entry(f"tables.{table.name}")
        said = {} if entry is None else {key: _said(entry, str(key)) for key, _ in table.rows}
        return {str(key): self._origin(_step(table, key), word) for key, word in said.items() if word is not None}

    def _origin(self, addresses: Iterator[str], said: Scalar) -> _Origin:
        """What is said where whoever wrote the value says it, or no variant wrote it; else that it is of a variant."""
        written = next((self.touched[each] for each in addresses if each in self.touched), None)
        if written is None or said.text == OF_VARIANT or said.span.file in self.files.get(written[0], ()):
            return _Origin(said, is_written=True)
        return _Origin(Scalar(OF_VARIANT, OF_VARIANT, written[1]), is_written=False)


def _is_said_in(entry: Entry, column: str) -> bool:
    """Whether an entry itself says where the value of a column comes from."""
    slot = entry.slot("provenance")
    return slot is not None and (isinstance(slot.node, Scalar) or (isinstance(slot.node, Mapping) and column in slot.node))


def _provenance(origins: dict[str, _Origin], number: int, entry: Entry) -> Node:
    """A map of columns or rows; one word where it says the same of all, of which there are so many."""
    words = [each.word for each in origins.values()]
    if len(words) == number and len({word.text for word in words}) == 1:
        return words[0]
    return Mapping(tuple((Scalar(name, name, entry.key.span), each.word) for name, each in origins.items()), entry.key.span)


def _cell(row: KindRow, column: str, *, is_whole: bool) -> Iterator[str]:
    """The addresses at which a printed value can be written, the narrowest first."""
    table = f"components.{row.table}"
    if not is_whole:
        yield from (f"{table}.{row.name}.{column}", f"{table}.{row.name}")
    yield from (f"{table}.for-each.{column}", f"{table}.for-each", table)


def _step(table: StepTable, key: int) -> Iterator[str]:
    yield from (f"tables.{table.name}.{key}", f"tables.{table.name}.rows", f"tables.{table.name}")


def _said(table: Entry, row: str) -> Scalar | None:
    """What says where a row of a table of numbers comes from."""
    slot = table.slot("provenance")
    own = None if slot is None else next((said for said in slot.entries if said.id == row), None)
    told = slot if own is None else own.slot("is")
    return told.node if told is not None and isinstance(told.node, Scalar) else None
