"""The numbered rules by section, and the rulings; for games without a rulebook what the rules say of their actions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from custumal.dsl.documents.document import Document, Entry
from custumal.dsl.model import Action
from custumal.ui.rulebook.blocks import Block, BulletList, Heading, NumberedRule, Paragraph
from custumal.ui.rulebook.changes import marks
from custumal.ui.rulebook.edition import Edition, words_of
from custumal.ui.text.phrases import capital


def rules_chapter(edition: Edition, examples: Mapping[str, list[int]]) -> Iterator[Block]:
    """All numbered rules. `examples` are the numbers of the examples that show each."""
    rulebook = edition.rulebook
    if rulebook is None:
        yield from _without_rulebook(edition)
        return
    yield Heading(2, edition.word("rules"), "rules")
    changed = marks(edition)
    rulings = _rulings_by_rule(rulebook)
    for number, (section, entries) in enumerate(_sections(edition, rulebook).items(), start=1):
        yield Heading(3, section, f"section-{number}")
        for entry in entries:
            yield _rule(edition, entry, changed.get(entry.id, ()), _further(edition, rulings, examples, entry.id))
    yield from _rulings(edition, rulebook, changed, examples)


def _sections(edition: Edition, rulebook: Document) -> dict[str, list[Entry]]:
    """The rules by the name of their section in this language, sections in the order in which they begin."""
    titles = {entry.id: edition.of_entry(entry, "say") for entry in rulebook.section("sections")}
    found: dict[str, list[Entry]] = {}
    for entry in rulebook.section("rules"):
        slot = entry.slot("section")
        # The title is not asked for in this language where the file has only one name.
        name = "" if slot is None else next(iter(words_of(entry, "section")), "")
        found.setdefault(titles.get(name) or " ".join(name.split()), []).append(entry)
    return found


def _rule(edition: Edition, entry: Entry, changed: tuple[str, ...], further: str) -> NumberedRule:
    return NumberedRule(entry.id, edition.rule_texts[entry.id], _example(edition, entry), further, changed)


def _example(edition: Edition, entry: Entry) -> str:
    """The example of a rule, and whose it is."""
    text = edition.text_under(entry, "example")
    return edition.word(f"example-{entry.text('example-from') or 'ours'}", text=text) if text else ""


def _rulings_by_rule(rulebook: Document) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for entry in rulebook.section("rulings"):
        for rule in words_of(entry, "affects"):
            found.setdefault(rule, []).append(entry.id)
    return found


def _further(edition: Edition, rulings: Mapping[str, list[str]], examples: Mapping[str, list[int]], rule: str) -> str:
    """Where to look further: `see MLY-R-04; example 3`."""
    parts = [edition.word("concerns", rules=", ".join(rulings[rule]))] if rule in rulings else []
    parts += [edition.word("see-example", numbers=", ".join(map(str, examples[rule])))] if rule in examples else []
    return "; ".join(parts)


def _rulings(
    edition: Edition, rulebook: Document, changed: Mapping[str, tuple[str, ...]], examples: Mapping[str, list[int]]
) -> Iterator[Block]:
    entries = rulebook.section("rulings")
    if not entries:
        return
    yield Heading(2, edition.word("rulings"), "rulings")
    yield Paragraph(edition.word("about-rulings"), remark=True)
    for entry in entries:
        affects = ", ".join(words_of(entry, "affects"))
        further = [edition.word("concerns", rules=affects)] if affects else []
        further += [edition.word("see-example", numbers=", ".join(map(str, examples[entry.id])))] if entry.id in examples else []
        yield NumberedRule(entry.id, edition.rule_texts[entry.id], further="; ".join(further), changes=changed.get(entry.id, ()))


# ---------------------------------------------------------------- without a rulebook


def _without_rulebook(edition: Edition) -> Iterator[Block]:
    model = edition.game.model
    yield Heading(2, edition.word("rules"), "rules")
    yield Paragraph(edition.word("about-no-rulebook"), remark=True)
    for number, (name, action) in enumerate(model.actions.items(), start=1):
        yield Heading(3, capital(edition.name(name)), f"section-{number}")
        yield from _action(edition, action)


def _action(edition: Edition, action: Action) -> Iterator[Block]:
    """The sentence of an action and those of its restrictions."""
    said = edition.said_with_names(action.source.say)
    if said:
        yield Paragraph(f"{said}.")
    tests = (*action.decision.require, *action.decision.ensure)
    because = [text for test in tests if (text := edition.said_with_names(test.source.because))]
    if because:
        yield BulletList(tuple(because))
