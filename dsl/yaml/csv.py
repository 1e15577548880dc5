"""A table as spreadsheets write it, with the place of every character: rows of cells, commas or semicolons between them."""

from __future__ import annotations

from custumal.dsl.base.frozen import dataclass
from custumal.dsl.diagnostics.catalogue.files import cell_ends_with_quote, cell_not_closed
from custumal.dsl.diagnostics.diagnostic import Report
from custumal.dsl.yaml.source import SourceText


@dataclass(frozen=True, slots=True)
class Cell:
    """What a cell says without blanks around it; `indexes[i]` is where `text[i]` stands in the file, with one more for the end."""

    text: str
    indexes: tuple[int, ...]


def read_rows(source: SourceText, report: Report) -> list[list[Cell]]:
    """The rows that say anything. In the first the columns have their names; it also shows what divides cells."""
    first = source.text.partition("\n")[0]
    return _Rows(source, report, ";" if ";" in first and "," not in first else ",").read()


class _Rows:
    def __init__(self, source: SourceText, report: Report, divider: str) -> None:
        self.source = source
        self.text = source.text
        self.report = report
        self.divider = divider
        self.at = 0

    def read(self) -> list[list[Cell]]:
        rows: list[list[Cell]] = []
        while self.at < len(self.text):
            row = self._row()
            if any(cell.text for cell in row):
                rows.append(row)
        return rows

    def _row(self) -> list[Cell]:
        cells = [self._cell()]
        while self._next() == self.divider:
            self.at += 1
            cells.append(self._cell())
        self.at += 1  # the end of the line
        return cells

    def _next(self) -> str:
        return self.text[self.at : self.at + 1]

    def _cell(self) -> Cell:
        while self._next() == " ":
            self.at += 1
        if self._next() == '"':
            return self._quoted()
        start = self.at
        while self._next() not in ("", "\n", self.divider):
            self.at += 1
        text = self.text[start : self.at].rstrip()
        return Cell(text, tuple(range(start, start + len(text) + 1)))

    def _quoted(self) -> Cell:
        """Between quotes everything stands for itself, and two quotes for one."""
        opening = self.at
        self.at += 1
        signs: list[str] = []
        indexes: list[int] = []
        while True:
            sign = self._next()
            if not sign:
                self.report.tell(self.source.span(opening, opening + 1), cell_not_closed())
                break
            if sign == '"':
                if self.text[self.at + 1 : self.at + 2] != '"':
                    break
                self.at += 1
            signs.append(sign)
            indexes.append(self.at)
            self.at += 1
        cell = Cell("".join(signs), (*indexes, self.at))
        self.at += 1
        self._close(opening)
        return cell

    def _close(self, opening: int) -> None:
        start = self.at
        while self._next() not in ("", "\n", self.divider):
            self.at += 1
        if self.text[start : self.at].strip():
            self.report.tell(self.source.span(opening, self.at), cell_ends_with_quote())
