"""A variant file as data: what it belongs to, its edits, what it adds."""

from __future__ import annotations

from pathlib import Path

from custumal.dsl.base.frozen import dataclass
from custumal.dsl.diagnostics.diagnostic import Span
from custumal.dsl.documents.document import Document, Entry, Slot
from custumal.dsl.documents.ids import is_id
from custumal.dsl.yaml.tree import Node, Scalar

VERBS = ("set", "replace", "add", "remove", "move")
RULEBOOK = "rulebook."
"""Addresses that begin so name the texts of the rulebook, all others the rules."""


@dataclass(frozen=True, slots=True)
class Unit:
    """The least part of a variant that can be left out: an edit (`edits.ID`) or an added entry (its address)."""

    variant: str
    address: str


@dataclass(frozen=True, slots=True, eq=False)
class Edit:
    """One named change. `target` is the address as written, `target_node` where it stands."""

    id: str
    verb: str
    target: str
    target_node: Node
    value: Node | None
    was: Node | None
    before: Slot | None
    after: Slot | None
    span: Span

    @property
    def of_rulebook(self) -> bool:
        return self.target.startswith(RULEBOOK)

    @property
    def address(self) -> str:
        """The address inside the file that it changes."""
        return self.target.removeprefix(RULEBOOK)


@dataclass(frozen=True, slots=True, eq=False)
class Broken:
    """A scenario of the game that fails with the variant, as it must. `entry` says what holds now; without it the scenario can't be
    read with the variant."""

    scenario: str
    key: Scalar
    entry: Entry | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Variant:
    """A variant as read. `of` is the game or variant that it changes; `after` are variants that come before it; `breaks` are the
    scenarios of which the file beside it says what is so with it."""

    id: str
    of: str
    path: Path
    name: str
    document: Document
    edits: tuple[Edit, ...]
    after: tuple[str, ...]
    requires: tuple[str, ...]
    excludes: tuple[str, ...]
    breaks: tuple[Broken, ...]
    span: Span
    accepted: Document | None = None

    def conflict(self, other: str) -> str | None:
        """The sentence that this variant has for its conflict with another."""
        entry = next((e for e in self.document.section("conflicts") if e.id == other), None)
        return None if entry is None else entry.text("because")

    @property
    def files(self) -> tuple[str, ...]:
        """What messages call its file and the one beside it."""
        return (self.name,) if self.accepted is None else (self.name, self.accepted.file)

    @property
    def earlier(self) -> tuple[str, ...]:
        """The variants (or the game) that are applied before this one where they are chosen too."""
        return (*self.after, *self.requires, self.of)

    def span_of(self, key: str, word: str) -> Span:
        """Where the header names something, such as a variant in `requires`."""
        slot = self.document.header.get(key)
        nodes = () if slot is None else slot.scalars
        return next((node.span for node in nodes if node.text == word), self.span)


def variant_of(document: Document, path: Path, accepted: Document | None = None) -> Variant | None:
    """The variant that a document describes, and the one beside it; None where its header can't be read (which has been reported)."""
    header = document.header
    name, of = document.text("variant"), document.text("of")
    if name is None or of is None or not (is_id("id", name) and is_id("id", of)):
        return None
    slot = header["variant"]
    return Variant(
        name,
        of,
        path,
        document.file,
        document,
        tuple(e for entry in document.section("edits") if (e := _edit(entry)) is not None),
        _words(header.get("after")),
        _words(header.get("requires")),
        _words(header.get("excludes")),
        () if accepted is None else _breaks(accepted),
        slot.node.span,
        accepted,
    )


def _edit(entry: Entry) -> Edit | None:
    verb = next((v for v in VERBS if v in entry.slots), None)
    if verb is None:
        return None
    target = entry.slots[verb].node
    value = entry.slot("to") or entry.slot("with")
    was = entry.slot("was")
    if verb in ("set", "replace", "add") and value is None:
        return None
    return Edit(
        entry.id,
        verb,
        target.text if isinstance(target, Scalar) else "",
        target,
        None if value is None else value.node,
        None if was is None else was.node,
        entry.slot("before"),
        entry.slot("after") if verb in ("add", "move") else None,
        target.span,
    )


def _breaks(accepted: Document) -> tuple[Broken, ...]:
    slot = accepted.header.get("unreadable")
    unreadable = (Broken(node.text, node) for node in (() if slot is None else slot.scalars))
    return (*unreadable, *(Broken(entry.id, entry.key, entry) for entry in accepted.section("scenarios")))


def _words(slot: Slot | None) -> tuple[str, ...]:
    return () if slot is None else tuple(node.text for node in slot.scalars if is_id("id", node.text))
