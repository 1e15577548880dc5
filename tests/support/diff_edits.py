"""What a diff says, applied as variants: named edits, and sections for what has parameters."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from custumal.dsl.diagnostics.diagnostic import Report, Span
from custumal.dsl.documents.document import Document, Slot
from custumal.dsl.documents.reader import Reader
from custumal.dsl.overlay.apply import Applier
from custumal.dsl.overlay.combine import read_again
from custumal.dsl.overlay.diff import Difference
from custumal.dsl.overlay.target import find_target, value_of
from custumal.dsl.overlay.touched import Touched
from custumal.dsl.overlay.variant import Edit, Variant
from custumal.dsl.sentences.sentence import parse
from custumal.dsl.yaml.tree import Mapping, Node, Scalar

HERE = Span("diff.yaml", 1, 1, 1, 2)
VERBS = {"added": "add", "removed": "remove", "moved": "move", "changed": "set"}


def applied(document: Document, found: Iterable[Difference]) -> Document:
    """The document with all differences, as few variants as can be one after the other: one may not write an address twice."""
    waiting = [*found]
    while waiting:
        touched, batch = Touched(), list[Difference]()
        while waiting and touched.clash(waiting[0].address) is None:
            touched.add(waiting[0].address, HERE)
            batch.append(waiting.pop(0))
        document = _with(document, batch)
    return document


def _with(document: Document, found: list[Difference]) -> Document:
    headed = {one.address for one in found if one.kind == "added" and one.key is not None and "(" in one.key.text}
    away = {one.address for one in found if one.kind in ("moved", "removed")}
    edits = tuple(_edit(document, one, away) for one in found if one.address not in headed)
    sections = Reader(Report(), parse).document(_sections([one for one in found if one.address in headed]), "variant", HERE.file)
    variant = Variant("diff", "it", Path(HERE.file), HERE.file, sections, edits, (), (), (), (), HERE)
    report = Report()
    tree = Applier(document, variant, report).tree(edits)
    assert tree is not None, [(d.message, d.span) for d in report.sorted()]
    return read_again(document, tree, Report())


def _sections(found: list[Difference]) -> Mapping:
    """What is added with parameters, as a variant has it."""
    sections: dict[str, list[tuple[Scalar, Node]]] = {}
    for one in found:
        assert one.key is not None and one.node is not None
        sections.setdefault(one.address.partition(".")[0], []).append((one.key, one.node))
    return Mapping(tuple((Scalar(name, name, HERE), Mapping(tuple(pairs), HERE)) for name, pairs in sections.items()), HERE)


def _edit(document: Document, one: Difference, away: set[str]) -> Edit:
    target = Scalar(one.address, one.address, HERE)
    edit = Edit(one.address, VERBS[one.kind], one.address, target, one.node, None, *_place(document, one, away), HERE)
    there = find_target(document, one.address)
    whole = one.kind == "changed" and there is not None and value_of(there) is None
    return replace(edit, verb="replace") if whole else edit


def _place(document: Document, one: Difference, away: set[str]) -> tuple[Slot | None, Slot | None]:
    """Before the first of those that stay, or after what it stands behind."""
    parent, _, own = one.address.rpartition(".")
    if one.after:
        return None, Slot(None, Scalar(one.after, one.after, HERE))
    beside = (x.rpartition(".")[2] for x in document.addresses if x.rpartition(".")[0] == parent and x not in away)
    first = next((name for name in beside if name != own), None) if one.after == "" else None
    return None if first is None else Slot(None, Scalar(first, first, HERE)), None
