"""Values and definitions: typed when first needed, never in a circle."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from custumal.dsl.base.types import NUMBER, Anything, Bundle, Number, Set
from custumal.dsl.check.context import Context
from custumal.dsl.check.declarations.type_names import parameters
from custumal.dsl.check.declarations.vocabulary import DefinitionInfo
from custumal.dsl.check.typing import coercion
from custumal.dsl.check.typing.scope import Scope
from custumal.dsl.diagnostics.catalogue.keys import defined_already
from custumal.dsl.diagnostics.catalogue.values import definitions_in_a_circle, values_are_numbers
from custumal.dsl.model import Definition, Expr, Source
from custumal.dsl.sentences import syntax as sx
from custumal.dsl.sentences.syntax_tools import walk

_LONGEST_CHAIN = 20


class Definitions:
    """Types the bodies on demand; `chain` is what is being typed at the moment."""

    def __init__(self, cx: Context) -> None:
        self.cx = cx
        self.chain: list[str] = []
        self.report = cx.report
        cx.ex.define = self.body

    def signatures(self) -> None:
        for section in ("values", "define"):
            for entry in self.cx.document.section(section):
                with self.cx.numbering(f"{entry.address}()"):
                    locals_ = parameters(self.cx, entry.signature)
                if entry.id in self.cx.words.definitions:
                    self.cx.report.tell(entry.key.span, defined_already(entry.id))
                self.cx.words.definitions[entry.id] = DefinitionInfo(entry.id, locals_, entry, section == "values")

    def body(self, name: str) -> Expr | None:
        """The typed body of a definition; None where it can't be typed."""
        info = self.cx.words.definitions[name]
        if info.body is not None:
            return info.body
        if name in self.chain:
            return self._circle(self.chain[self.chain.index(name) :], name)
        if not self.chain:
            self._type_needed(name)
            known = self.cx.words.definitions[name].body
            if known is not None:
                return known
        return self._begin(name)

    def _begin(self, name: str) -> Expr:
        info = self.cx.words.definitions[name]
        self.chain.append(name)
        try:
            with self.cx.reporting_to(self.report):
                info.body = self.cx.remembered(info.entry, lambda: self._typed(info))
        finally:
            self.chain.pop()
        return info.body

    def _typed(self, info: DefinitionInfo) -> Expr:
        self.cx.words.note("parameters", info.name)
        scope = Scope(no_actor=True).bind(*info.parameters)
        slot = info.entry.slot("is")
        found = self.cx.expression(slot, scope)
        if found is None:
            return self.cx.ex.unknown(info.entry.key.span)
        if coercion.holds_one_unshaped(self.cx.words, found.type):
            found = coercion.content_of(self.cx.words, found)
        if info.is_value and info.body is None and not isinstance(found.type, Number | Bundle | Anything):
            self.cx.report.tell(found.span, values_are_numbers(info.name))
        return self._widened(info, found)

    def _widened(self, info: DefinitionInfo, found: Expr) -> Expr:
        """A value is within its own bounds, whatever it is computed from; one that rules may modify is known only by these."""
        is_modified = self.cx.is_modified(info.entry.address)
        if isinstance(found.type, Number):
            low, high = info.entry.number("least"), info.entry.number("most")
            known = NUMBER if is_modified else found.type
            return replace(found, type=Number(_tighter(max, known.low, low), _tighter(min, known.high, high)))
        if isinstance(found.type, Set) and is_modified:
            inner = NUMBER if isinstance(found.type.inner, Number) else found.type.inner
            return replace(found, type=replace(found.type, inner=inner, filled=False, at_most=None))
        return found

    def _type_needed(self, name: str) -> None:
        """Types what a definition needs, the innermost first: one after the other, so that no length of chain is too much for Python."""
        open_, waiting, seen = [name], [iter(self._needs(name))], {name}
        while waiting:
            needed = next(waiting[-1], None)
            if needed is None:
                waiting.pop()
                done = open_.pop()
                if open_ and self.cx.words.definitions[done].body is None:
                    self._begin(done)
            elif needed not in seen and self.cx.words.definitions[needed].body is None:
                seen.add(needed)
                open_.append(needed)
                waiting.append(iter(self._needs(needed)))
            elif needed in open_[:-_LONGEST_CHAIN]:
                # Only by the words; shorter circles are found when their sentences are typed, which knows what the words mean.
                self._circle(open_[open_.index(needed) :], needed)

    def _needs(self, name: str) -> Iterator[str]:
        """The definitions whose names stand in its sentence, or in what an action chooses of which it asks whether it can be done."""
        slots = [self.cx.words.definitions[name].entry.slot("is")]
        while slots:
            slot = slots.pop()
            if slot is None:
                continue
            slots += slot.items
            for node in walk(slot.sentence) if slot.sentence is not None else ():
                if isinstance(node, sx.Name) and node.text in self.cx.words.definitions:
                    yield node.text
                deed = self.cx.words.actions.get(node.action.text) if isinstance(node, sx.Can) else None
                choose = None if deed is None else deed.entry.slot("choose")
                slots += [entry.slot("from") for entry in choose.entries] if choose is not None else []

    def _circle(self, needed: list[str], name: str) -> Expr:
        """Reports the circle from its first definition in the file on; `name`, where it was found, can't be typed."""
        words = self.cx.words.definitions
        order = list(words)
        first = needed.index(min(needed, key=order.index))
        circle = [*needed[first:], *needed[:first], needed[first]]
        spans = [words[name].entry.key.span for name in circle[:-1]]
        self.cx.report.tell(spans[0], definitions_in_a_circle(circle, spans))
        words[name].body = self.cx.ex.unknown(words[name].entry.key.span)
        return self.cx.ex.unknown(words[name].entry.key.span)

    def all(self) -> dict[str, Definition]:
        """Every definition in full."""
        found = {}
        for name, info in self.cx.words.definitions.items():
            body = self.body(name)
            assert body is not None
            low, high, source = self.cx.remembered(info.entry, partial(self._about, info), ".bounds")
            found[name] = Definition(name, info.parameters, body, low, high, info.is_value, source)
        return found

    def _about(self, info: DefinitionInfo) -> tuple[Expr | None, Expr | None, Source]:
        """Bounds, and what is said to people."""
        self.cx.words.note("parameters", info.name)
        scope = Scope(no_actor=True).bind(*info.parameters)
        low = self.cx.expression(info.entry.slot("least"), scope, NUMBER)
        high = self.cx.expression(info.entry.slot("most"), scope, NUMBER)
        return low, high, self.cx.source(info.entry, scope)


def _tighter(choose: Callable[[int, int], int], first: int | None, second: int | None) -> int | None:
    return second if first is None else first if second is None else choose(first, second)
