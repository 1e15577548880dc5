"""Tables of components that stand in files of their own: their rows take the place of the `file` that names them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from collections.abc import Mapping as Dictionary
from pathlib import Path

from custumal.dsl.base.frozen import replace
from custumal.dsl.base.limits import LIMITS
from custumal.dsl.diagnostics.catalogue.files import (
    cell_beyond,
    column_without_name,
    columns_called,
    first_column,
    row_without_name,
    table_is_empty,
    too_many_cells,
)
from custumal.dsl.diagnostics.catalogue.yaml import table_row_twice
from custumal.dsl.diagnostics.diagnostic import Report, Span
from custumal.dsl.documents.includes import include_path
from custumal.dsl.yaml.csv import Cell, read_rows
from custumal.dsl.yaml.load import load_text
from custumal.dsl.yaml.scalar_values import Odd, resolve
from custumal.dsl.yaml.source import Sources, SourceText, file_span, read_source
from custumal.dsl.yaml.tree import Mapping, Node, Scalar, Sequence

_TEXTS = frozenset(("rule", "say", "text", "note", "because", "provenance"))
ROW_NAMES = "id"
"""The name of the first column, which has the names of the rows."""


def load_tables(
    tree: Node,
    folder: Path,
    prefix: str,
    report: Report,
    sources: Sources,
    has_room: Callable[[Scalar, SourceText], bool] = lambda *_: True,
) -> tuple[list[str], bool]:
    """Enter the files of the tables of a tree into `sources`, named as seen from the folder behind a prefix; `has_room` reports a
    file that is too much.

    Returns:
        Their names, and whether all of them could be read; what could not is reported.
    """
    names, complete = [], True
    for _, _, _, file in _tables(tree):
        path = include_path(folder, file.text, file.span, report)
        name = prefix + file.text
        source = sources.get(name) or (None if path is None else read_source(path, name, report))
        if source is None or not has_room(file, source):
            complete = False
            continue
        sources[name] = source
        names.append(name)
    return names, complete


def with_tables(tree: Node, prefix: str, tables: Dictionary[str, SourceText], report: Report) -> Node:
    """The tree with the rows of its tables; a table that could not be read has none."""
    for number, place, table, file in _tables(tree):
        assert isinstance(tree, Mapping)
        section = tree.pairs[number][1]
        assert isinstance(section, Mapping)
        source = tables.get(prefix + file.text)
        rows = Mapping((), file.span) if source is None else _rows(source, report)
        pairs = tuple((replace(key, value="rows", text="rows", places=()), rows) if value is file else (key, value) for key, value in table)
        changed = _with(section, place, replace(table, pairs=pairs, _index={}))
        tree = _with(tree, number, changed)
    return tree


def _with(mapping: Mapping, place: int, node: Node) -> Mapping:
    pairs = list(mapping.pairs)
    pairs[place] = (pairs[place][0], node)
    return replace(mapping, pairs=tuple(pairs), _index={})


def _tables(tree: Node) -> Iterator[tuple[int, int, Mapping, Scalar]]:
    """Each table that names a file: where its section and it itself stand in their maps, the table, the name."""
    for number, (key, section) in enumerate(tree.pairs if isinstance(tree, Mapping) else ()):
        if key.text != "components" or not isinstance(section, Mapping):
            continue
        for place, (_, table) in enumerate(section):
            file = table.get("file") if isinstance(table, Mapping) else None
            if isinstance(table, Mapping) and isinstance(file, Scalar) and isinstance(file.value, str) and "rows" not in table:
                yield number, place, table, file


# ---------------------------------------------------------------- from cells to nodes


def _rows(source: SourceText, report: Report) -> Mapping:
    rows = read_rows(source, report)
    whole = source.span(0, len(source.text))
    if not rows:
        report.tell(file_span(source.name), table_is_empty(ROW_NAMES))
        return Mapping((), whole)
    heads = [_scalar(source, cell) for cell in rows[0]]
    _check_heads(heads, report)
    found: dict[str, tuple[Scalar, Node]] = {}
    for row in rows[1:]:
        key = _scalar(source, row[0])
        if not key.text:
            report.tell(key.span, row_without_name(ROW_NAMES))
        elif key.text in found:
            report.tell(key.span, table_row_twice(key.text, found[key.text][0].span))
        else:
            found[key.text] = (key, _row(source, heads, row, report))
        if len(found) * len(heads) > LIMITS.nodes:
            report.tell(key.span, too_many_cells(LIMITS.nodes))
            break
    return Mapping(tuple(found.values()), whole)


def _check_heads(heads: list[Scalar], report: Report) -> None:
    names = [head.text for head in heads]
    if names[0] != ROW_NAMES:
        report.tell(heads[0].span, first_column(ROW_NAMES, names[0]))
    for number, head in enumerate(heads):
        if not head.text:
            report.tell(head.span, column_without_name())
        elif head.text in names[:number]:
            report.tell(head.span, columns_called(head.text))


def _row(source: SourceText, heads: list[Scalar], row: list[Cell], report: Report) -> Mapping:
    beyond = [cell for cell in row[len(heads) :] if cell.text]
    if beyond:
        report.tell(_scalar(source, beyond[0]).span, cell_beyond(len(heads)))
    pairs = {
        head.text: (head, _scalar(source, cell) if head.text in _TEXTS else _value(source, cell, report))
        for head, cell in zip(heads[1:], row[1:], strict=False)
        if head.text and cell.text
    }
    return Mapping(tuple(pairs.values()), source.span(row[0].indexes[0], row[-1].indexes[-1]))


def _scalar(source: SourceText, cell: Cell) -> Scalar:
    start, end = cell.indexes[0], cell.indexes[-1]
    return Scalar(cell.text, cell.text, source.span(start, end), tuple(map(source.place, cell.indexes)), "plain")


def _value(source: SourceText, cell: Cell, report: Report) -> Node:
    """What a cell says: a list or a map as YAML writes them, else a number, a truth, a word or a sentence."""
    scalar = _scalar(source, cell)
    if cell.text[0] in "[{":
        return _flow(scalar, report)
    found = resolve(cell.text)
    if isinstance(found, Odd):
        report.tell(scalar.span, found.problem)
        found = found.value
    return replace(scalar, value=found)


def _flow(scalar: Scalar, report: Report) -> Node:
    inside = Report()
    node = load_text(scalar.text, scalar.span.file, inside)
    lines = scalar.text.split("\n")
    starts = [sum(len(line) + 1 for line in lines[:number]) for number in range(len(lines))]

    def moved(span: Span) -> Span:
        start, end = starts[span.line - 1] + span.column - 1, starts[span.end_line - 1] + span.end_column - 1
        return scalar.span_of(min(start, len(scalar.text)), min(end, len(scalar.text)))

    for found in inside.sorted():
        report.add(replace(found, span=moved(found.span), related=()))
    return scalar if node is None else _moved(node, moved)


def _moved(node: Node, moved: Callable[[Span], Span]) -> Node:
    """The node with its places in the file instead of in the cell."""
    if isinstance(node, Sequence):
        return replace(node, items=tuple(_moved(item, moved) for item in node), span=moved(node.span))
    if isinstance(node, Mapping):
        pairs = tuple((_moved_scalar(key, moved), _moved(value, moved)) for key, value in node)
        return Mapping(pairs, moved(node.span), node.flow)
    return _moved_scalar(node, moved)


def _moved_scalar(scalar: Scalar, moved: Callable[[Span], Span]) -> Scalar:
    spans = [moved(Span(scalar.span.file, line, column, line, column)) for line, column in scalar.places]
    return replace(scalar, span=moved(scalar.span), places=tuple((span.line, span.column) for span in spans))
