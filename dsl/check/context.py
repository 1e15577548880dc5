"""What every part of the checker shares: the document, the words declared so far, the expression checker, sentences for people."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from typing import Protocol, TypeVar

from custumal.dsl.base.types import NUMBER, Symbol, Type
from custumal.dsl.check.declarations.vocabulary import StepInfo, Vocabulary
from custumal.dsl.check.incremental.marks import Marks
from custumal.dsl.check.rules.questions import ChoiceNames
from custumal.dsl.check.typing.expressions import Expressions
from custumal.dsl.check.typing.scope import Locals, Premise, Scope
from custumal.dsl.diagnostics.catalogue.names import nothing_called_here
from custumal.dsl.diagnostics.catalogue.sources import no_rule
from custumal.dsl.diagnostics.diagnostic import Report, Span
from custumal.dsl.diagnostics.suggest import nearest
from custumal.dsl.documents.document import Document, Entry, Slot
from custumal.dsl.documents.game_files import GameFiles
from custumal.dsl.model import NO_TEXT, Const, Decision, Expr, Source, Text
from custumal.dsl.sentences import syntax as sx
from custumal.dsl.sentences.sentence import parse_expression
from custumal.dsl.yaml.source import Sources, file_span
from custumal.dsl.yaml.tree import Mapping, Node, Scalar, Sequence

_HOLE = re.compile(r"\{([^{}]*)\}")


Made = TypeVar("Made")


class Keeper(Protocol):
    """Keeps what was made of entries, for the next check of the same game, and the files from which that was."""

    files: GameFiles | None
    first: Context | None

    def at_work(self, cx: Context) -> AbstractContextManager[None]:
        """While this lasts, entries are remembered."""

    def made(self, cx: Context, entry: Entry, part: str, check: Callable[[], Made]) -> Made:
        """What a check makes of a part of an entry, or made of it before."""


class Context:
    """The state of one check. Sections are checked in an order in which what is needed is already known.

    `sources` are the files by what messages call them; records that scenarios name are entered there. `rulebook` is the one whose
    texts `rule_ids` has, if nothing is wrong with them. What is found on the way, for the checks of the whole game: `cited` rules;
    `modified` values, by their addresses; windows that are `opened`, and in which something is `offered`, with the first place;
    `written` values; `premises`, restrictions on which types rest; `exits`, which step is left and how; the `decisions` of actions,
    steps and rules; `lent`, the steps whose names rules may see.
    """

    def __init__(self, document: Document, report: Report, sources: Sources) -> None:
        self.document = document
        self.report = report
        self.sources = sources
        self.words = Vocabulary()
        self.ex = Expressions(self.words, report, Locals())
        self.rulebook: Document | None = None
        self.rule_ids: dict[str, Text] | None = None
        self.cited: set[str] = set()
        self.languages: tuple[str, ...] = ("en",)
        self.shapes: list[tuple[tuple[int, int, int], ...]] = []
        self.zone_names: list[str] = [entry.id for entry in document.section("zones")]
        self.modified: set[str] = set()
        self.opened: dict[str, Span] = {}
        self.offered: dict[str, Span] = {}
        self.written: set[str] = set()
        self.premises: dict[str, Premise] = {}
        self.exits: set[tuple[str, str]] = set()
        self.decisions: dict[str, Decision] = {}
        self.lent: dict[str, StepInfo] = {}
        self.choosable: ChoiceNames | None = None
        self.memory: Keeper | None = None
        self._reasons: set[str] | None = None
        self.no_span = file_span(document.file)

    @contextmanager
    def reporting_to(self, report: Report) -> Iterator[None]:
        """While this lasts, problems go to another report."""
        before = self.report
        self.report = self.ex.report = report
        try:
            yield
        finally:
            self.report = self.ex.report = before

    @contextmanager
    def numbering(self, inside: str) -> Iterator[None]:
        """While this lasts, bound names get ids of their own, which do not hang on what else there is in the game."""
        before = self.ex.locals
        self.ex.locals = Locals(f"{inside}.")
        try:
            yield
        finally:
            self.ex.locals = before

    def remembered(self, entry: Entry, check: Callable[[], Made], part: str = "") -> Made:
        """What a check makes of an entry, or of a part of it; nothing else may come of the check but what `Marks` has."""

        def numbered() -> Made:
            with self.numbering(entry.address + part):
                return check()

        return numbered() if self.memory is None else self.memory.made(self, entry, part, numbered)

    @contextmanager
    def aside(self, inside: str) -> Iterator[None]:
        """While this lasts, nothing is told: neither problems nor marks."""
        marks = Marks.of(self)
        Marks().taken_by(self)
        try:
            with self.numbering(inside), self.reporting_to(Report()):
                yield
        finally:
            marks.taken_by(self)

    # ------------------------------------------------------------ sources and texts

    def source(self, entry: Entry, scope: Scope | None = None) -> Source:
        """Identity, numbered rules and sentences of an entry; remembered by its address."""
        inside = scope or Scope()
        made = Source(
            entry.address,
            entry.key.span,
            self.rules(entry.slot("rule")),
            self.text(entry.slot("say"), inside),
            self.text(entry.slot("because"), inside),
        )
        if entry.id or entry.address not in self.words.sources:
            self.words.sources[entry.address] = made
        return made

    def rules(self, slot: Slot | None) -> tuple[str, ...]:
        """The numbered rules that are cited, each known to the rulebook where there is one."""
        if slot is None:
            return ()
        for node in slot.scalars:
            self._cite(node)
        return tuple(node.text for node in slot.scalars)

    def _cite(self, node: Scalar) -> None:
        self.cited.add(node.text)
        self.words.note("rule", node.text)
        if self.rule_ids is not None and node.text not in self.rule_ids:
            guess = nearest(node.text, self.rule_ids)
            self.report.tell(node.span, no_rule(node.text, guess))

    def text(self, slot: Slot | None, scope: Scope) -> Text:
        """A sentence for people, by language, its `{…}` checked as expressions."""
        if slot is None:
            return NO_TEXT
        return self.text_of(slot.node, scope)

    def text_of(self, node: Node, scope: Scope) -> Text:
        if isinstance(node, Scalar):
            return Text(((self.languages[0], self._pieces(node, scope)),))
        if isinstance(node, Mapping):
            return Text(tuple((key.text, self._pieces(value, scope)) for key, value in node if isinstance(value, Scalar)))
        return NO_TEXT

    def _pieces(self, node: Scalar, scope: Scope) -> tuple[str | Expr, ...]:
        pieces: list[str | Expr] = []
        last = 0
        for hole in _HOLE.finditer(node.text):
            pieces.append(node.text[last : hole.start()])
            last = hole.end()
            tree = parse_expression(part_of(node, hole.start(1), hole.end(1)), self.report)
            if tree is not None:
                pieces.append(self.ex.check(tree, scope))
        pieces.append(node.text[last:])
        return tuple(p for p in pieces if p != "")

    def reasons(self) -> set[str]:
        """The addresses of whatever may forbid a choice."""
        if self._reasons is None:
            found = {a for a, e in self.document.addresses.items() if e.form in ("require", "standing", "ability", "choice")}
            for deed in self.words.actions.values():
                found |= {deed.address, *(f"{deed.address}.{part}" for part in ("cost", "limit", "consent", "offered"))}
            self._reasons = found
        return self._reasons

    def for_each(self, table: str) -> list[str]:
        """The names of what a table of components, given by its address, has one thing for each of."""
        self.words.note("for-each", table)
        entry = self.document.entry(table)
        slot = entry.slot("for-each") if entry is not None else None
        return [each.id for each in slot.entries] if slot is not None else []

    def is_modified(self, address: str) -> bool:
        """Does some standing rule change this value or definition?"""
        self.words.note("modified", address)
        return address in self.modified

    # ------------------------------------------------------------ slots

    def expression(self, slot: Slot | None, scope: Scope, wanted: Type | None = None) -> Expr | None:
        """The expression that a slot holds, or None where it is absent or could not be parsed."""
        if slot is None:
            return None
        tree = self.tree(slot)
        return None if tree is None else self.ex.check(tree, scope, wanted)

    def set_of(self, slot: Slot | None, scope: Scope, hint: Type | None = None) -> Expr | None:
        tree = None if slot is None else self.tree(slot)
        return None if tree is None else self.ex.set_of(tree, scope, hint)

    def is_slip(self, slot: Slot, scope: Scope, words: tuple[str, ...]) -> bool:
        """Whether a slot holds a word that means nothing and looks like one of `words`, which stand only there; it is reported."""
        word = slot.sentence.text if isinstance(slot.sentence, sx.Name) else ""
        guess = nearest(word, words)
        if guess is None or word in scope.names or self.words.has_word(word):
            return False
        self.report.tell(slot.node.span, nothing_called_here(word, guess))
        return True

    def tree(self, slot: Slot) -> sx.Expression | None:
        """The sentence of a slot as a tree; a YAML list where an expression stands is a list."""
        if slot.items or isinstance(slot.node, Sequence):
            parts = [self.tree(item) for item in slot.items]
            return sx.ListOf(tuple(p for p in parts if p is not None), slot.node.span)
        return slot.sentence if isinstance(slot.sentence, sx.Expression) else None

    def symbols_of(self, of: Type) -> tuple[str, ...]:
        """The words of a list type."""
        if not isinstance(of, Symbol):
            return ()
        return tuple(self.words.resources) if of.list == "resource" else self.words.lists[of.list].symbols

    def literal(self, value: int, span: Span) -> Const:
        return Const(replace(NUMBER, low=value, high=value), span, value)


def part_of(node: Scalar, start: int, end: int) -> Scalar:
    """A stretch of a scalar's text as a scalar of its own, with the same places in the file."""
    places = tuple(node.places[start : end + 1])
    return Scalar(node.text[start:end], node.text[start:end], node.span_of(start, end), places, node.style, node.flow)
