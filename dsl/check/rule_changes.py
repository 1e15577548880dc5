"""Which numbered rules rest on what variants change, and which of these the variants leave as they were."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from custumal.dsl.check.beside import Beside
from custumal.dsl.diagnostics.catalogue.edits import not_reworded, stands_anyway
from custumal.dsl.diagnostics.catalogue.sources import no_rule
from custumal.dsl.diagnostics.diagnostic import Report, Span
from custumal.dsl.diagnostics.suggest import nearest
from custumal.dsl.keys.rulebook import numbered
from custumal.dsl.model import GameModel
from custumal.dsl.model.dependencies import Dependencies
from custumal.dsl.model.rule_changes import Rewording, RuleChange, speaks_for_itself
from custumal.dsl.overlay.changes import changes, without_variants
from custumal.dsl.overlay.combine import Combined
from custumal.dsl.overlay.conflicts import lines_of
from custumal.dsl.overlay.diff import Difference
from custumal.dsl.overlay.touched import around
from custumal.dsl.overlay.variant import RULEBOOK, Unit, Variant
from custumal.dsl.yaml.tree import Scalar

_TOLD = ("say", "because", "title")
_NOT_RULES = ("names.", "display.", "scenarios.", "invariants.", "unencoded.")
_TEXTS = ("text", "question", "ruling")

Changes = dict[str, tuple[RuleChange, ...]]
Rewordings = dict[str, tuple[Rewording, ...]]


def rule_changes(combined: Combined, game: GameModel) -> tuple[Changes, Rewordings]:
    """For each numbered rule what it rests on that variants have changed, and by whom it is reworded."""
    if not game.rulebook:
        return {}, {}
    return _Tracing(combined, game).found()


class _Tracing:
    """Follows what variants change to the numbered rules that rest on it.

    Args:
        combined: the game with its variants.
        game: its model.
    """

    def __init__(self, combined: Combined, game: GameModel) -> None:
        self.combined = combined
        self.game = game
        self.readers = Dependencies(game).readers
        self.lines = lines_of(combined.variants)
        self.changed: dict[str, dict[RuleChange, None]] = {}
        self.reworded: dict[str, list[Rewording]] = {}
        self.added: set[str] = set()
        self.beside = Beside(combined.document, combined.document)

    def found(self) -> tuple[Changes, Rewordings]:
        before = without_variants(self.combined)
        for variant, after in _layers(self.combined):
            self.beside = Beside(before.document, after.document)
            self._follow(changes(before, after), variant)
            before = after
        return {rule: tuple(each) for rule, each in self.changed.items()}, {rule: tuple(each) for rule, each in self.reworded.items()}

    def _follow(self, found: list[Difference], variant: Variant) -> None:
        """Follow what one variant changes of what there was before it."""
        self.added = {one.address for one in found if one.kind == "added"}
        for one in found:
            if one.address.startswith(RULEBOOK):
                self._reword(one, variant)
            elif not one.address.startswith(_NOT_RULES) and not self._is_told(one.address):
                self._trace(one, variant)

    def _reword(self, one: Difference, variant: Variant) -> None:
        """A text worded by a variant is also what those on which it is built would have had to say."""
        _, rule, inner = numbered(one.address)
        # a whole rule, which is new, is worded by the variant as well
        if inner[0] in _TEXTS if inner else one.kind == "added":
            told = self.reworded.setdefault(rule, [])
            told += [Rewording(each, "".join(inner[1:])) for each in (variant.id, *sorted(self.lines[variant.id] - {variant.id}))]

    def _is_told(self, address: str) -> bool:
        """Whether something is said to people there, in one language or in all, which changes no rule."""
        outside, _, last = address.rpartition(".")
        key = outside if last in self.game.languages else address
        return key.rpartition(".")[2] in _TOLD and not any(key in each.addresses for each in (self.combined.document, self.combined.base))

    def _trace(self, one: Difference, variant: Variant) -> None:
        """Mark the rules behind a difference, and those behind all that reads what is different."""
        element = next((each for each in (one.address, *around(one.address)) if each in self.game.sources), "")
        own = self._own_rules(element) if one.kind == "added" and element == one.address else ()
        told = tuple(dict.fromkeys(own or rules_of_change(one, variant)))
        if not own:
            self._mark(one.rules, RuleChange(variant.id, one.address, told))
        for address in self.beside.concerned(one):
            self._mark(self._rules(address), RuleChange(variant.id, one.address, told))
        self._mark(self.beside.of_all(one), RuleChange(variant.id, one.address, told))
        # what a rule modifies is changed as if it were edited
        targets = next((rule.targets for rule in self.game.standing if rule.source.address == element), ())
        seen, waiting = {element}, [(element, True)]
        while waiting:
            address, is_near = waiting.pop(0)
            for reader in sorted(self.readers.get(address, set()) - seen):
                seen.add(reader)
                # what is new follows its rules as they are
                rules = () if any(each in self.added for each in (reader, *around(reader))) else self._rules(reader)
                self._mark(rules, RuleChange(variant.id, one.address, told, is_near))
                waiting.append((reader, is_near and (not rules or reader in targets)))

    def _own_rules(self, element: str) -> tuple[str, ...]:
        source = self.game.sources.get(element)
        return () if source is None else source.rules

    def _rules(self, address: str) -> tuple[str, ...]:
        """The numbered rules that an element follows, or the nearest one around it that follows any."""
        return next((rules for each in (address, *around(address)) if (rules := self._own_rules(each))), ())

    def _mark(self, rules: tuple[str, ...], change: RuleChange) -> None:
        for rule in rules:
            if rule not in change.rules and rule in self.game.rulebook:
                self.changed.setdefault(rule, {})[change] = None


def _layers(combined: Combined) -> Iterator[tuple[Variant, Combined]]:
    """The variants in the order in which they are applied, each with the game as it is then."""
    applied: set[str] = set()
    for variant in combined.variants[:-1]:
        applied.add(variant.id)
        layer = combined.without(partial(_is_of, frozenset(applied)))
        if layer is not None:
            yield variant, layer
    if combined.variants:
        yield combined.variants[-1], combined


def _is_of(variants: frozenset[str], unit: Unit) -> bool:
    return unit.variant in variants


def _written(combined: Combined, address: str) -> tuple[str, Span] | None:
    """Which variant has written an address, or what is around it or its own main key, and where."""
    outside = next((combined.touched[each] for each in (address, *around(address)) if each in combined.touched), None)
    return outside or next((each for inner, each in combined.touched.items() if inner.startswith(f"{address}.")), None)


def rules_of_change(one: Difference, variant: Variant) -> tuple[str, ...]:
    """The numbered rules that tell of a change: those that its edit names, or else the whole variant."""
    edited = {edit.address: edit.id for edit in variant.edits}
    edit = next((edited[each] for each in (one.address, *around(one.address)) if each in edited), None)
    entry = next((entry for entry in variant.document.section("edits") if entry.id == edit), None)
    slot = (None if entry is None else entry.slot("rule")) or variant.document.header.get("rule")
    return () if slot is None else tuple(node.text for node in slot.scalars)


# ---------------------------------------------------------------- what is left as it was


def check_rewordings(combined: Combined, game: GameModel, found: Changes, reworded: Rewordings, report: Report) -> None:
    """Every rule that rests on a change, that no other rule tells of, is reworded in all languages, or the variant says that it stands."""
    for variant in combined.variants:
        _check_cited(variant, game, report)
        stands = {node.text: node.span for node in _stands(variant)}
        missing: dict[Span, dict[str, None]] = {}
        near = {rule: [c for c in each if c.variant == variant.id and _wants_words(c)] for rule, each in found.items()}
        for rule, changes_ in near.items():
            if changes_ and rule not in stands and not _is_reworded(rule, variant, game, reworded):
                span = _span(combined, changes_[0].address, variant)
                missing.setdefault(span, {})[rule] = None
        for span, rules in missing.items():
            report.tell(span, not_reworded(variant.id, [*rules], _key(combined, next(iter(rules)))))
        for rule, span in stands.items():
            if rule not in game.rulebook:
                report.tell(span, no_rule(rule, nearest(rule, game.rulebook)))
            elif not near.get(rule):
                report.tell(span, stands_anyway(rule))


def _wants_words(change: RuleChange) -> bool:
    """Whether a rule has to be worded anew for a change: no other rule tells of it, and it is no choice that the rules leave to a table."""
    is_option = change.address.startswith("options.") and change.address.endswith(".default")
    return change.is_near and not change.rules and not is_option


def _check_cited(variant: Variant, game: GameModel, report: Report) -> None:
    """The rules that the variant, or one of its edits, says it follows are there; what it adds is looked at as any entry is."""
    slots = (variant.document.header.get("rule"), *(entry.slot("rule") for entry in variant.document.section("edits")))
    for node in (node for slot in slots if slot is not None for node in slot.scalars):
        if game.rulebook and node.text not in game.rulebook:
            report.tell(node.span, no_rule(node.text, nearest(node.text, game.rulebook)))


def _stands(variant: Variant) -> tuple[Scalar, ...]:
    """The rules that the variant says are right as they are worded."""
    slot = variant.document.header.get("stands")
    return () if slot is None else slot.scalars


def without_standing(combined: Combined, found: Changes) -> Changes:
    """The changes without those of rules that are right all the same."""
    stands = {(variant.id, node.text) for variant in combined.variants for node in _stands(variant)}
    left = {rule: tuple(each for each in changes_ if (each.variant, rule) not in stands) for rule, changes_ in found.items()}
    return {rule: changes_ for rule, changes_ in left.items() if changes_}


def _is_reworded(rule: str, variant: Variant, game: GameModel, reworded: Rewordings) -> bool:
    """By the variant or one that is built on it, in all languages in which it has a text; or by the values in it."""
    if speaks_for_itself(game.rulebook[rule]):
        return True
    languages = {language for language, _ in game.rulebook[rule].by_language}
    done = {each.language for each in reworded.get(rule, ()) if each.variant == variant.id}
    return "" in done or languages <= done


def _key(combined: Combined, rule: str) -> str:
    """The address of the text of a numbered rule."""
    rulebook = combined.rulebook
    is_ruling = rulebook is not None and any(entry.id == rule for entry in rulebook.section("rulings"))
    return f"{RULEBOOK}rulings.{rule}.ruling" if is_ruling else f"{RULEBOOK}rules.{rule}.text"


def _span(combined: Combined, address: str, variant: Variant) -> Span:
    written = _written(combined, address)
    if written is not None and written[0] == variant.id:
        return written[1]
    own = {edit.address: edit.span for edit in variant.edits}  # which another variant has written again
    return next((own[each] for each in (address, *around(address)) if each in own), variant.span)
