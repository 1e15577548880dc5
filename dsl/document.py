"""Reading rule files into documents: a tree against the table of keys, and a game file with the files that it includes."""

from __future__ import annotations

from custumal.dsl.diagnostic import Report
from custumal.dsl.entry import Document, Entry, Parse, Slot
from custumal.dsl.reader import Reader
from custumal.dsl.tree import Node

__all__ = ["Document", "Entry", "Parse", "Slot", "read_document"]


def read_document(tree: Node, kind: str, file: str, report: Report, parse: Parse | None = None) -> Document:
    """The document of a tree. `kind` is "game", "components" (an included file), "variant", "scenario" or "rulebook".

    Everything that is wrong is reported; what could be read is in the document all the same. `parse` is the parser of
    sentences, that of `dsl.sentence` by default.
    """
    return Reader(report, parse or _own_parser()).document(tree, kind, file)


def _own_parser() -> Parse:
    from custumal.dsl import sentence  # noqa: PLC0415  # the grammar is slow to load, and tests bring their own

    return sentence.parse
