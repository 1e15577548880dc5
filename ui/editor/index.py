"""What the words of a game mean: every place at which something is named, and what is named there."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from functools import cached_property

from custumal.dsl.base.frozen import dataclass
from custumal.dsl.base.types import Type
from custumal.dsl.check.entries.context import Context
from custumal.dsl.check.incremental.noted import Noted
from custumal.dsl.diagnostics.diagnostic import Span
from custumal.dsl.documents.document import Document, Entry
from custumal.dsl.model import Local
from custumal.dsl.sentences import syntax as sx
from custumal.ui.editor.leaves import Leaf, leaves
from custumal.ui.editor.name_roles import Word, words_of

_VALUES = ("options", "values", "define", "kept", "zones", "resources", "tables", "kinds", "lists", "graphs", "house-seats")
_SECTIONS = {
    "verb": ("procedures",),
    "action": ("actions",),
    "choice": ("actions",),
    "type": ("lists", "kinds", "zones", "options", "values", "graphs"),
    "kind": ("kinds", "components"),
    "value": (*_VALUES, "actions", "procedures"),
}
"""In which sections a word is looked for, by its role."""
ADDRESSED = ("set", "replace", "add", "remove", "move", "before", "after", "because", "waive")
_WINDOWS = ("offer", "offered", "window")
_ASKING = ("play.", "setup.", "procedures.", "standing.")
_EDITS = "edits"


@dataclass(frozen=True, slots=True)
class Use:
    """One place at which something is named.

    `target` is the address of what is named; `#ID` for a name that is bound in a sentence or an entry, `=LIST.WORD` for a word of a list,
    `§ID` for a numbered rule, `~WINDOW` for a window. `owner` is the address of the entry in which the place is.
    """

    span: Span
    target: str
    owner: str
    is_definition: bool = False
    writes: bool = False


class Index:
    """All uses in some documents that were checked together.

    Args:
        context: what the check worked with, with what it noted.
        documents: the rules, the rulebook, scenarios and perhaps a variant.
    """

    def __init__(self, context: Context | None, documents: Iterable[Document]) -> None:
        self.context = context
        self.documents = tuple(documents)
        self.entries: dict[str, Entry] = {}
        for document in self.documents:
            prefix = "rulebook." if document.kind == "rulebook" else ""
            for address, entry in document.addresses.items():
                self.entries.setdefault(prefix + address, entry)
        self.notes: dict[Span, Noted] = {}
        for note in [] if context is None else context.findings.noted:
            self.notes[_span_of(note.node)] = note

    @cached_property
    def uses(self) -> dict[str, list[Use]]:
        """The uses in each file, in their order."""
        found: dict[Span, Use] = {}
        for document in self.documents:
            for leaf in leaves(document):
                for use in self._in_leaf(document, leaf):
                    found.setdefault(use.span, use)
        for span, note in self.notes.items():
            noted = None if span in found else self._noted(span, note)
            if noted is not None:
                found[span] = noted
        for use in list(found.values()):
            local = self._locals.get(use.target)
            if local is not None and self._is_bound(local) and local.span not in found:
                found[local.span] = Use(local.span, use.target, use.owner, is_definition=True)
        by_file: dict[str, list[Use]] = {}
        for use in sorted(found.values(), key=lambda use: use.span):
            by_file.setdefault(use.span.file, []).append(use)
        return by_file

    def at(self, file: str, line: int, column: int) -> Use | None:
        """What is named at a place."""
        return next((use for use in self._near(file, line, column) if _holds(use.span, line, column)), None)

    def _near(self, file: str, line: int, column: int) -> Iterator[Use]:
        uses = self.uses.get(file, [])
        after = bisect_right(uses, (line, column), key=lambda use: (use.span.line, use.span.column))
        yield from reversed(uses[max(0, after - 3) : after])

    def of(self, target: str) -> list[Use]:
        """Every place at which a target is named, its definition among them."""
        return [use for uses in self.uses.values() for use in uses if use.target == target]

    def definition(self, target: str) -> Span | None:
        """Where a target is declared."""
        if target.startswith("#"):
            local = self._locals.get(target)
            return None if local is None or not self._is_bound(local) else local.span
        if target.startswith(("=", "~")):
            return next((use.span for use in self.of(target) if use.is_definition), None)
        entry = self.entries.get(f"rulebook.rules.{target[1:]}") or self.entries.get(f"rulebook.rulings.{target[1:]}")
        entry = entry if target.startswith("§") else self.entries.get(target)
        return None if entry is None else id_span(entry)

    def local(self, target: str) -> Local | None:
        """The bound name that a target is."""
        _ = self.uses
        return self._locals.get(target)

    def _is_bound(self, local: Local) -> bool:
        """Whether a name is written where it is bound; others, such as `me`, are given by the language."""
        source = None if self.context is None else self.context.sources.get(local.span.file)
        return source is not None and source.line(local.span.line)[local.span.column - 1 : local.span.end_column - 1] == local.name

    @cached_property
    def _locals(self) -> dict[str, Local]:
        return {f"#{local.id}": local for note in self.notes.values() for local in note.names.values()}

    # ------------------------------------------------------------ what words mean

    def _in_leaf(self, document: Document, leaf: Leaf) -> Iterator[Use]:
        address = leaf.address
        if leaf.role == "key":
            return
        if leaf.role == "id" and leaf.entry is not None:
            named = f"§{leaf.entry.id}" if document.kind == "rulebook" else self._named(leaf.entry)
            declares = named in (address, self._bound.get(id_span(leaf.entry))) or document.kind == "rulebook"
            tells = document.kind == "accepted"  # of what the game's own files define
            yield Use(id_span(leaf.entry), named, address, is_definition=declares and not tells)
        elif leaf.key in ("rule", "affects"):
            yield Use(leaf.scalar.span, f"§{leaf.scalar.text}", address)
        elif leaf.key in ADDRESSED and address.startswith((_EDITS, "scenarios")) and not isinstance(leaf.sentence, sx.Path):
            yield from self._address(leaf)
        if leaf.sentence is not None:
            for word in words_of(leaf.sentence):
                target = self._target(word) or self._window(leaf, word)
                if target is not None:
                    opens = target.startswith("~") and leaf.key == "offer"
                    yield Use(word.span, target, address, is_definition=opens, writes=word.written)
        elif leaf.role == "value" and address.startswith("lists.") and leaf.scalar.text.isascii():
            yield Use(leaf.scalar.span, f"={address.removeprefix('lists.')}.{leaf.scalar.text}", address, is_definition=True)

    def _named(self, entry: Entry) -> str:
        """What the id of an entry names: itself, what it binds, or that for which it is a label."""
        section, _, name = entry.address.partition(".")
        if section == "names":
            chosen = self._chosen.get(name, set())
            return self._global(name, "value") or (next(iter(chosen)) if len(chosen) == 1 else entry.address)
        return self._bound.get(id_span(entry), entry.address)

    def _address(self, leaf: Leaf) -> Iterator[Use]:
        text, at = leaf.scalar.text, 0
        for step in text.split("."):
            end = at + len(step)
            if text[:end] in self.entries:
                yield Use(leaf.scalar.span_of(at, end), self._same(text[:end]), leaf.address)
            at = end + 1

    def _target(self, word: Word) -> str | None:
        if word.role == "path":
            found = (word.text, *(f"{section}.{word.text}" for section in ("actions", "play", "procedures")))
            known = next((self._same(address) for address in found if address in self.entries), None)
            return known or (self._step(word.text) if "." not in word.text else None)
        if word.role == "step":
            return self._step(word.text)
        note = self.notes.get(word.span)
        if word.role in ("value", "binding") and note is not None and word.text in note.names:
            return f"#{note.names[word.text].id}"
        if word.role == "binding":
            return self._bound.get(word.span)
        return self._global(word.text, word.role) or (self._ending(word.text) if word.role == "choice" else None)

    def _window(self, leaf: Leaf, word: Word) -> str | None:
        """The window that a word names: it is opened by what offers it, and no entry of its own."""
        opened = () if self.context is None else self.context.findings.opened
        return f"~{word.text}" if leaf.key in _WINDOWS and word.text in opened else None

    def _ending(self, word: str) -> str | None:
        """The one step or rule that asks under a word."""
        found = [address for address in self.entries if address.endswith(f".{word}") and address.startswith(_ASKING)]
        return found[0] if len(found) == 1 else None

    def _same(self, address: str) -> str:
        """What an address names: an entry that binds a name is that name."""
        return self._bound.get(id_span(self.entries[address]), address)

    @cached_property
    def _bound(self) -> dict[Span, str]:
        return {local.span: target for target, local in self._locals.items() if self._is_bound(local)}

    @cached_property
    def _chosen(self) -> dict[str, set[str]]:
        """What is bound by entries, by its name."""
        found: dict[str, set[str]] = {}
        for entry in self.entries.values():
            target = self._bound.get(id_span(entry)) if ".choose." in entry.address else None
            if target is not None:
                found.setdefault(entry.id, set()).add(target)
        return found

    def _noted(self, span: Span, note: Noted) -> Use | None:
        text = note.node.text if isinstance(note.node, sx.Name) else _word(note.node).text
        target = f"#{note.names[text].id}" if text in note.names else self._global(text, "value")
        return None if target is None else Use(span, target, "")

    def _step(self, word: str) -> str | None:
        found = () if self.context is None else self.context.words.steps_named(word)
        return found[0] if len(found) == 1 else None

    def _global(self, word: str, role: str) -> str | None:
        """The address of what the game declares under a word."""
        found = next((f"{section}.{word}" for section in _SECTIONS.get(role, _VALUES) if f"{section}.{word}" in self.entries), None)
        if found is not None or self.context is None:
            return found
        words = self.context.words
        rows = words.rows_named(word)
        if rows:
            return words.rows(rows[0][0])[rows[0][1]].address
        symbols = words.symbols(word)
        return f"={symbols[0][0]}.{word}" if symbols else None

    def type_at(self, span: Span) -> Type | None:
        """The type of what was made of the word at a place."""
        note = self.notes.get(span)
        return None if note is None else note.made.type


def id_span(entry: Entry) -> Span:
    """Where the id of an entry stands, without parameters."""
    return entry.key.span_of(0, len(entry.id)) if entry.key.text.startswith(entry.id) else entry.key.span


def _word(node: sx.Apply | sx.Units | sx.Can | sx.Name) -> sx.Name:
    match node:
        case sx.Apply():
            return node.word
        case sx.Units():
            return node.name
        case sx.Can():
            return node.action
    return node


def _span_of(node: sx.Apply | sx.Units | sx.Can | sx.Name) -> Span:
    return _word(node).span


def _holds(span: Span, line: int, column: int) -> bool:
    return (span.line, span.column) <= (line, column) <= (span.end_line, span.end_column)
