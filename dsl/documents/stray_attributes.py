"""Attributes that are misspelt keys: where a form takes further keys, a slip in a key would go unseen."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from custumal.dsl.diagnostics.catalogue.keys import misspelt_key
from custumal.dsl.diagnostics.diagnostic import Report
from custumal.dsl.documents.document import Document, Entry
from custumal.dsl.documents.ids import NAME
from custumal.dsl.documents.key_faults import near_key
from custumal.dsl.keys import FORMS
from custumal.dsl.yaml.tree import Mapping, Node, Scalar

_WORD = re.compile(NAME)


def report_stray_attributes(document: Document, report: Report) -> None:
    """Reports attributes that look like a key of their form and that no sentence of the document reads.

    Printed columns are left out: their names are declared, so the checker knows which are wrong.
    """
    if document.tree is None:
        return
    read: set[str] | None = None
    for entry in _open_entries(document):
        form = FORMS[entry.form]
        for name, slot in entry.slots.items():
            if name in form.keys or slot.key is None:
                continue
            meant = near_key(form, name, entry.slots)
            if meant is None:
                continue
            read = set(_words(document.tree)) if read is None else read
            if name not in read:
                report.tell(slot.key.span, misspelt_key(form.a, slot.key.text, meant))


def _open_entries(document: Document) -> Iterator[Entry]:
    yield from document.section("resources")
    for entry in document.section("lists"):
        are = entry.slots.get("are")
        yield from are.entries if are is not None else ()


def _words(node: Node) -> Iterable[str]:
    """Every word in a value of the tree; keys are no use of a word."""
    if isinstance(node, Scalar):
        yield from _WORD.findall(node.text)
        return
    for inner in (value for _, value in node) if isinstance(node, Mapping) else node:
        yield from _words(inner)
