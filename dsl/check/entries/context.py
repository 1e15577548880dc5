"""What every part of the checker shares: the document, the words declared so far, the expression checker, sentences for people."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TypeVar, cast

from custumal.dsl.base.frozen import replace
from custumal.dsl.base.types import NUMBER, Symbol, Type
from custumal.dsl.check.incremental.cache import CheckCache, Comparison
from custumal.dsl.check.incremental.findings import Findings, Lent, LentName
from custumal.dsl.check.symbols.declared import Declared
from custumal.dsl.check.symbols.vocabulary import Vocabulary
from custumal.dsl.check.typing.forms import expressions
from custumal.dsl.check.typing.scope import Locals, Scope
from custumal.dsl.diagnostics.catalogue.names import nothing_called_here
from custumal.dsl.diagnostics.catalogue.sources import no_rule
from custumal.dsl.diagnostics.diagnostic import Report, Span
from custumal.dsl.diagnostics.suggest import nearest
from custumal.dsl.documents.document import Document, Entry, Slot
from custumal.dsl.model import NO_TEXT, Const, Expr, Local, Source, Text
from custumal.dsl.sentences import syntax as sx
from custumal.dsl.sentences.sentence import parse_expression
from custumal.dsl.yaml.source import Sources, file_span
from custumal.dsl.yaml.tree import Mapping, Node, Scalar, Sequence

_HOLE = re.compile(r"\{([^{}]*)\}")


Made = TypeVar("Made")


class Context:
    """The state of one check. Sections are checked in an order in which what is needed is already known.

    What is declared stands in `declared`, where declarations are checked; whatever checks a single entry asks `words` about the rest of
    the game, and tells others by `findings` only. `sources` are the files by what messages call them.
    """

    def __init__(self, document: Document, report: Report, sources: Sources) -> None:
        self.document = document
        self.sources = sources
        self.declared = Declared(document)
        self.words = Vocabulary(self.declared)
        self.ex = expressions(self.words, report, Locals())
        self.no_span = file_span(document.file)
        self._cache: CheckCache | None = None
        self._comparison: Comparison | None = None
        self._whole = self.findings

    @property
    def report(self) -> Report:
        """Takes problems."""
        return self.ex.report

    @property
    def findings(self) -> Findings:
        """Takes what is found out for the checks of others."""
        return self.ex.findings

    @contextmanager
    def reporting_to(self, report: Report) -> Iterator[None]:
        """While this lasts, problems go to another report."""
        before, self.ex.report = self.ex.report, report
        try:
            yield
        finally:
            self.ex.report = before

    @contextmanager
    def finding_for(self, findings: Findings) -> Iterator[None]:
        """While this lasts, what is found out goes there."""
        before, self.ex.findings = self.ex.findings, findings
        try:
            yield
        finally:
            self.ex.findings = before

    @contextmanager
    def numbering(self, inside: str) -> Iterator[None]:
        """While this lasts, bound names get ids of their own, which do not hang on what else there is in the game."""
        before, self.ex.locals = self.ex.locals, Locals(f"{inside}.")
        try:
            yield
        finally:
            self.ex.locals = before

    @contextmanager
    def aside(self, inside: str) -> Iterator[None]:
        """While this lasts, nothing is told to anybody."""
        with self.numbering(inside), self.reporting_to(Report()), self.finding_for(Findings()):
            yield

    # ------------------------------------------------------------ entry by entry

    @contextmanager
    def caching(self, cache: CheckCache | None) -> Iterator[None]:
        """While this lasts, entries are checked by way of the cache: the first check fills it, further ones take from it."""
        self._cache = cache
        known = cache if cache is None or cache.is_filled else cache.before
        self._comparison = None if known is None else Comparison(known, self.words)
        if cache is not None:
            cache.is_filled = True
        try:
            yield
        finally:
            self._cache = self._comparison = None
            if cache is not None:
                cache.before = None

    def memoised(self, entry: Entry, check: Callable[[], Made], part: str = "") -> Made:
        """What a check makes of an entry, or of a part of it; it is taken from the cache where all that the check asked is as it was.

        The check may ask `words` about the rest of the game, and tell others by `findings`; nothing else may go in or out.
        """
        cache, comparison = self._cache, self._comparison
        filled = cache if comparison is None or comparison.cache is not cache else None
        known = None if comparison is None else comparison.cache.find(entry, part)
        if comparison is not None and known is not None and comparison.holds(known):
            if filled is not None:
                filled.carry(entry, part, known, comparison.cache.answers)
            self._tell(known.findings)
            return cast(Made, known.made)
        made = partial(self._numbered, entry.address + part, check)
        return made() if filled is None else self._recorded(filled, entry, part, made)

    def _numbered(self, inside: str, check: Callable[[], Made]) -> Made:
        with self.numbering(inside):
            return check()

    def _recorded(self, cache: CheckCache, entry: Entry, part: str, check: Callable[[], Made]) -> Made:
        """Checks an entry and keeps what is made of it, unless there is something to say about it.

        A definition may be needed, and so checked, in the middle of another entry; what is asked and found for it is its own.
        """
        findings, report = Findings(), Report()
        with self.words.recording() as answers, self.reporting_to(report), self.finding_for(findings):
            made = check()
        self._whole.add(findings)
        told = report.sorted()
        self.report.extend(told)
        if not told:
            cache.keep(entry, part, made, findings, answers)
        return made

    def lend(self, address: str, names: Iterable[Local], *, has_actor: bool, is_torn: bool = False) -> None:
        """Let rules know which names are bound at a step or an action, whether somebody acts there, and whether some can't be read."""
        lent = Lent(tuple(LentName(local.name, local.type, local.span) for local in names), has_actor, is_torn)
        self._tell(Findings(lent={address: lent}))

    def _tell(self, findings: Findings) -> None:
        self.findings.add(findings)
        for address, lent in findings.lent.items():
            self.words.lend(address, lent)

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
        if entry.id or entry.address not in self.findings.sources:
            self.findings.sources[entry.address] = made
        return made

    def rules(self, slot: Slot | None) -> tuple[str, ...]:
        """The numbered rules that are cited, each known to the rulebook where there is one."""
        if slot is None:
            return ()
        for node in slot.scalars:
            self._cite(node)
        return tuple(node.text for node in slot.scalars)

    def _cite(self, node: Scalar) -> None:
        self.findings.cited.add(node.text)
        if not self.words.is_rule(node.text):
            guess = nearest(node.text, self.words.rule_numbers())
            self.report.tell(node.span, no_rule(node.text, guess))

    def text(self, slot: Slot | None, scope: Scope) -> Text:
        """A sentence for people, by language, its `{…}` checked as expressions."""
        if slot is None:
            return NO_TEXT
        return self.text_of(slot.node, scope)

    def text_of(self, node: Node, scope: Scope) -> Text:
        if isinstance(node, Scalar):
            return Text(((self.words.languages()[0], self._pieces(node, scope)),))
        if isinstance(node, Mapping):
            return Text(tuple((key.text, self._pieces(value, scope)) for key, value in node if isinstance(value, Scalar)))
        return NO_TEXT

    def _pieces(self, node: Scalar, scope: Scope) -> tuple[str | Expr, ...]:
        if "{" not in node.text:
            return (node.text,) if node.text else ()
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
        if not slot.items and isinstance(slot.node, Sequence) and slot.node.items:
            return None  # no list can stand there, which has been reported
        if slot.items or isinstance(slot.node, Sequence):
            parts = [self.tree(item) for item in slot.items]
            return sx.ListOf(tuple(p for p in parts if p is not None), slot.node.span)
        return slot.sentence if isinstance(slot.sentence, sx.Expression) else None

    def symbols_of(self, of: Type) -> tuple[str, ...]:
        """The words of a list type."""
        if not isinstance(of, Symbol):
            return ()
        if of.list == "resource":
            return self.words.resources()
        listing = self.words.list_called(of.list)
        return () if listing is None else listing.symbols

    def literal(self, value: int, span: Span) -> Const:
        return Const(replace(NUMBER, low=value, high=value), span, value)


def part_of(node: Scalar, start: int, end: int) -> Scalar:
    """A stretch of a scalar's text as a scalar of its own, with the same places in the file."""
    places = tuple(node.places[start : end + 1])
    return Scalar(node.text[start:end], node.text[start:end], node.span_of(start, end), places, node.style, node.flow)
