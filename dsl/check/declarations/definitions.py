"""Values and definitions: typed when first needed, never in a circle."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from weakref import proxy

from custumal.dsl.base.frozen import replace
from custumal.dsl.base.types import ANYTHING, NUMBER, Anything, Bundle, Number, Set, Type, bare
from custumal.dsl.check.declarations.type_names import parameters, type_of
from custumal.dsl.check.entries.context import Context
from custumal.dsl.check.symbols.signatures import DefinitionInfo
from custumal.dsl.check.typing import coercion
from custumal.dsl.check.typing.scope import Scope
from custumal.dsl.diagnostics.catalogue.keys import defined_already
from custumal.dsl.diagnostics.catalogue.types import may_be_none
from custumal.dsl.diagnostics.catalogue.values import definitions_in_a_circle, values_are_numbers
from custumal.dsl.documents.document import Entry
from custumal.dsl.model import Definition, Expr, Local, Source
from custumal.dsl.model.memo import unchanged
from custumal.dsl.sentences import syntax as sx
from custumal.dsl.sentences.syntax_tools import walk

_LONGEST_CHAIN = 20


class Definitions:
    """Types the bodies on demand; `chain` is what is being typed at the moment.

    The context knows it and not the other way round: without a circle, all that a check has made goes as soon as nobody needs it.
    """

    def __init__(self, cx: Context) -> None:
        self.cx: Context = proxy(cx)
        self.chain: list[str] = []
        self.report = cx.report
        self.entries: dict[str, Entry] = {}
        self.bodies: dict[str, Expr] = {}
        cx.declared.define = self.type_of

    def signatures(self) -> None:
        for section in ("values", "define"):
            for entry in self.cx.document.section(section):
                with self.cx.numbering(f"{entry.address}()"):
                    locals_ = parameters(self.cx, entry.signature)
                if entry.id in self.entries:
                    self.cx.report.tell(entry.key.span, defined_already(entry.id))
                self.entries[entry.id] = entry
                if entry.signature is None:
                    self.cx.declared.lost.add(entry.id)
                self.cx.declared.add_definition(DefinitionInfo(entry.id, entry.address, locals_, self._declared(entry)))

    def _declared(self, entry: Entry) -> Type | None:
        slot = entry.slot("gives")
        return type_of(self.cx, slot.sentence) if slot is not None and isinstance(slot.sentence, sx.TypeWord) else None

    def type_of(self, name: str) -> Type:
        """What a definition gives; Anything where it can't be typed or is not there."""
        return self.body(name).type if name in self.entries else ANYTHING

    def body(self, name: str) -> Expr:
        """The typed body of a definition."""
        if name in self.bodies:
            return self.bodies[name]
        if name in self.chain:
            return self._circle(self.chain[self.chain.index(name) :], name)
        if not self.chain:
            self._type_needed(name)
        return self.bodies[name] if name in self.bodies else self._begin(name)

    def _begin(self, name: str) -> Expr:
        entry = self.entries[name]
        self.chain.append(name)
        try:
            with self.cx.reporting_to(self.report):
                self.bodies[name] = self.cx.memoised(entry, partial(self._typed, entry))
        finally:
            self.chain.pop()
        return self.bodies[name]

    def _typed(self, entry: Entry) -> Expr:
        scope = self._scope(entry)
        declared = self._info(entry).gives
        found = self.cx.expression(entry.slot("is"), scope, declared)
        if found is None:
            return self.cx.ex.unknown(entry.key.span)
        if coercion.holds_one_unshaped(self.cx.words, found.type):
            found = coercion.content_of(self.cx.words, found)
        if _is_value(entry) and entry.id not in self.bodies and not isinstance(found.type, Number | Bundle | Anything):
            is_number = isinstance(bare(found.type), Number | Bundle)
            found = self.cx.ex.misfit(found.span, may_be_none(bare(found.type)) if is_number else values_are_numbers(entry.id))
        if declared is not None:
            self.cx.ex.within((declared,), (found,))
            found = replace(found, type=declared)
        return self._widened(entry, found)

    def _scope(self, entry: Entry) -> Scope:
        """The scope of a definition; where its key could not be read, which has been reported, its parameters are not known."""
        return Scope(no_actor=True, torn=entry.signature is None).bind(*self._parameters(entry))

    def _info(self, entry: Entry) -> DefinitionInfo:
        info = self.cx.words.definition(entry.id)
        assert info is not None
        return info

    def _parameters(self, entry: Entry) -> tuple[Local, ...]:
        return self._info(entry).parameters

    def _widened(self, entry: Entry, found: Expr) -> Expr:
        """A value is within its own bounds, whatever it is computed from; one that rules may modify is known only by these."""
        is_modified = self.cx.words.is_modified(entry.address)
        if isinstance(found.type, Number):
            low, high = entry.number("least"), entry.number("most")
            known = NUMBER if is_modified else _beyond_moving_bounds(entry, found.type)
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
                if open_ and done not in self.bodies:
                    self._begin(done)
            elif needed not in seen and needed not in self.bodies:
                seen.add(needed)
                open_.append(needed)
                waiting.append(iter(self._needs(needed)))
            elif needed in open_[:-_LONGEST_CHAIN]:
                # Only by the words; shorter circles are found when their sentences are typed, which knows what the words mean.
                self._circle(open_[open_.index(needed) :], needed)

    def _needs(self, name: str) -> Iterator[str]:
        """The definitions whose names stand in its sentence, or in what an action chooses of which it asks whether it can be done."""
        slots = [self.entries[name].slot("is")]
        while slots:
            slot = slots.pop()
            if slot is None:
                continue
            slots += slot.items
            for node in walk(slot.sentence) if slot.sentence is not None else ():
                if isinstance(node, sx.Name) and node.text in self.entries:
                    yield node.text
                if isinstance(node, sx.Can) and node.action.text in self.cx.declared.actions:
                    action = self.cx.document.entry(f"actions.{node.action.text}")
                    slots += [] if action is None else [entry.slot("from") for entry in action.entries("choose")]

    def _circle(self, needed: list[str], name: str) -> Expr:
        """Reports the circle from its first definition in the file on; `name`, where it was found, can't be typed."""
        order = list(self.entries)
        first = needed.index(min(needed, key=order.index))
        circle = [*needed[first:], *needed[:first], needed[first]]
        spans = [self.entries[each].key.span for each in circle[:-1]]
        self.cx.report.tell(spans[0], definitions_in_a_circle(circle, spans))
        self.bodies[name] = self.cx.ex.unknown(self.entries[name].key.span)
        return self.bodies[name]

    def all(self) -> dict[str, Definition]:
        """Every definition in full."""
        found = {}
        for name, entry in self.entries.items():
            body = self.body(name)
            low, high, source = self.cx.memoised(entry, partial(self._about, entry), ".bounds")
            made = Definition(name, self._parameters(entry), body, low, high, _is_value(entry), source)
            found[name] = unchanged(body, made)
        return found

    def _about(self, entry: Entry) -> tuple[Expr | None, Expr | None, Source]:
        """Bounds, and what is said to people."""
        scope = self._scope(entry)
        low = self.cx.expression(entry.slot("least"), scope, NUMBER)
        high = self.cx.expression(entry.slot("most"), scope, NUMBER)
        return low, high, self.cx.source(entry, scope)


def _is_value(entry: Entry) -> bool:
    """Whether it stands in the list of numbers that house rules may touch."""
    return entry.address.startswith("values.")


def _beyond_moving_bounds(entry: Entry, known: Number) -> Number:
    """What is known of a value before its own bounds; one that is no fixed number may be anywhere, and the value with it."""
    moving_low, moving_high = (entry.slot(key) is not None and entry.number(key) is None for key in ("least", "most"))
    return Number(None if moving_high else known.low, None if moving_low else known.high)


def _tighter(choose: Callable[[int, int], int], first: int | None, second: int | None) -> int | None:
    return second if first is None else first if second is None else choose(first, second)
