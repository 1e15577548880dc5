"""The tables of components, each printed value with a mark that says where it comes from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from custumal.dsl.base.types import Bundle, Column, Polycube, Set, Table, Type, bare
from custumal.dsl.model import ComponentTable, Kind, KindRow, StepTable
from custumal.interpreter.setup.boards import SIDES, Cubes
from custumal.interpreter.setup.values import Value
from custumal.ui.rulebook.blocks import Block, BookCell, BookTable, Heading, Paragraph
from custumal.ui.rulebook.edition import Edition
from custumal.ui.text.phrases import capital
from custumal.ui.text.rulebook_words import MARKS

MOST_NUMBERS = 3
"""So many numbers in a row are told one by one."""


def components_chapter(edition: Edition) -> Iterator[Block]:
    """A table for each table of components, and what the marks mean."""
    model = edition.game.model
    if not model.components:
        return
    yield Heading(2, edition.word("components"), "components")
    used = {origin for kind in model.kinds.values() for row in kind.rows for origin in row.provenance}
    used |= {origin for table in model.tables.values() for origin in table.provenance}
    legend = [edition.word(f"mark-{origin}") for origin in MARKS if origin in used]
    if legend:
        yield Paragraph("; ".join(legend) + ".", remark=True)
    for number, (name, table) in enumerate(model.components.items(), start=1):
        yield Heading(3, capital(edition.name(name)), f"components-{number}")
        yield from _table(edition, model.kinds[table.kind], table)
    for number, steps in enumerate((one for one in model.tables.values() if one.provenance), start=len(model.components) + 1):
        yield Heading(3, capital(edition.name(steps.name)), f"components-{number}")
        yield _steps(edition, steps)


def _listed(edition: Edition, values: Sequence[str]) -> str:
    """Values one by one; of several numbers without a gap the first and the last."""
    numbers = [int(value) for value in values if value.lstrip("-").isdecimal()]
    if len(numbers) == len(values) > MOST_NUMBERS and numbers == list(range(numbers[0], numbers[-1] + 1)):
        return edition.word("to", low=numbers[0], high=numbers[-1])
    return ", ".join(values)


def _table(edition: Edition, kind: Kind, table: ComponentTable) -> Iterator[Block]:
    each = [name for name, _, _ in table.for_each]
    for position, name in enumerate(each):
        values = _each_values(edition, table, position)
        mark = _mark_of(kind, kind.rows[table.rows[0]], name) if table.rows else ""
        if values and name != "owner":
            yield Paragraph(
                edition.word("each-of", what=edition.name(name), values=_listed(edition, values)) + (f" {mark}" if mark else "")
            )
    rows = [kind.rows[row] for row in table.rows]
    columns = [
        (number, name, of)
        for number, (name, of) in enumerate(kind.printed)
        if name not in each and any(row.values[number] not in (None, ()) for row in rows)
    ]
    counts = [_counts(edition, kind, row) for row in table.rows]
    texts = (edition.word("text"),) if any(row.text for row in rows) else ()
    head = (edition.word("name"), *(edition.name(name) for _, name, _ in columns), *texts, _number_head(edition, counts))
    cells = [_row(edition, kind, number, columns) for number in table.rows]
    written = [(BookCell((edition.with_values(row.text),)),) if texts else () for row in rows]
    numbers = [BookCell((str(count[0]) if len(set(count)) == 1 else " / ".join(map(str, count)),)) for count in counts]
    yield BookTable(head, tuple((*row, *text, number) for row, text, number in zip(cells, written, numbers, strict=True)))


def _steps(edition: Edition, table: StepTable) -> BookTable:
    """A table of numbers that says where they come from."""
    rows = zip(table.rows, table.provenance, strict=True)
    cells = tuple((BookCell((str(key),)), BookCell((str(value),), MARKS.get(origin, ""))) for (key, value), origin in rows)
    return BookTable((edition.word("from-number"), edition.word("gives")), cells)


def _each_values(edition: Edition, table: ComponentTable, position: int) -> list[str]:
    """The values of which each thing of a table exists once, in words."""
    of = table.for_each[position][2].type
    found = {
        thing.each[position]: None for instance in edition.instances.values() for thing in instance.things if thing.table == table.name
    }
    return [edition.labels.value(value, of, edition.language) for value in found]


def _counts(edition: Edition, kind: Kind, row: int) -> list[int]:
    """How many things of a row there are, by number of players."""
    return [len(instance.of_row[kind.name][row]) for instance in edition.instances.values()]


def _number_head(edition: Edition, counts: Sequence[list[int]]) -> str:
    head = edition.word("number")
    if all(len(set(count)) == 1 for count in counts):
        return head
    low, high = edition.game.players
    return f"{head} ({edition.word('numbers', low=low, high=high)})"


def _row(edition: Edition, kind: Kind, number: int, columns: Sequence[tuple[int, str, Type]]) -> tuple[BookCell, ...]:
    row = kind.rows[number]
    cells = [BookCell((edition.labels.row(kind.name, number, edition.language),))]
    for column, name, of in columns:
        value = row.values[column]
        cells.append(BookCell(()) if value is None else _value(edition, of, value, _mark_of(kind, row, name)))
    return tuple(cells)


def _mark_of(kind: Kind, row: KindRow, column: str) -> str:
    origins = dict(zip((name for name, _ in kind.printed), row.provenance, strict=True))
    return MARKS.get(origins.get(column, ""), "")


# ---------------------------------------------------------------- values


def _value(edition: Edition, of: Type, value: Value, mark: str) -> BookCell:
    if isinstance(of, Polycube):
        return BookCell(_shape(edition.game.model.shapes[value]), mark, plan=True)
    if isinstance(of, Table):
        return BookCell(_table_lines(edition, of, value), mark)
    return BookCell((_words(edition, of, value),), mark)


def _words(edition: Edition, of: Type, value: Value) -> str:
    """A printed value in one line."""
    if value in (None, ()):
        return "-"
    if isinstance(of, Table):
        return " ".join(_words(edition, of.value, one) for one in value)
    if isinstance(bare(of), Bundle):
        names = (edition.name(name) for name in edition.game.model.resources)
        return " + ".join(f"{amount} {name}" for amount, name in zip(value, names, strict=True) if amount) or "-"
    if isinstance(value, tuple) and not isinstance(bare(of), Set):
        # Along a side of several cells each has a value of its own.
        return " ".join(_words(edition, of, one) for one in value)
    return edition.labels.value(value, of, edition.language)


def _shape(cubes: Sequence[tuple[int, int, int]]) -> tuple[str, ...]:
    """A solid from above: full squares for single cubes, numbers for piles."""
    high: dict[tuple[int, int], int] = {}
    for x, y, _ in cubes:
        high[x, y] = high.get((x, y), 0) + 1
    across, down = (range(min(c[axis] for c in cubes), max(c[axis] for c in cubes) + 1) for axis in (0, 1))
    return tuple("".join(_square(high.get((x, y), 0)) for x in across).rstrip("·") for y in down)


def _square(count: int) -> str:
    return "·" if not count else "■" if count == 1 else str(count)


def _table_lines(edition: Edition, of: Table, values: Sequence[Value]) -> tuple[str, ...]:
    """A printed table: laid out like the board whose columns it speaks of, else one line for each value with its keys."""
    texts = [_words(edition, of.value, value) for value in values]
    across = _width_of_board(edition, of.key)
    if across:
        return tuple(" · ".join(texts[start : start + across]) for start in range(0, len(texts), across))
    keys_of: dict[str, list[str]] = {}
    for key, text in zip(_keys(edition, of.key, len(values)), texts, strict=True):
        keys_of.setdefault(text, []).append(key)
    return tuple(f"{', '.join(keys)}: {text}" for text, keys in keys_of.items())


def _width_of_board(edition: Edition, key: Type) -> int:
    if not isinstance(key, Column):
        return 0
    board = edition.labels.instance.zones[key.zone].board
    return board.box[0] if isinstance(board, Cubes) else 0


def _keys(edition: Edition, of: Type, count: int) -> list[str]:
    name = getattr(of, "list", None)
    if name is None:
        return [str(number + 1) for number in range(count)]
    words = SIDES if name == "side" else edition.labels.instance.symbols(name)
    return [edition.name(word) for word in words]
