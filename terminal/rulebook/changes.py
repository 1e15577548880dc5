"""What the variants of this edition change: the first chapter, and the marks at the rules.

What is new is told by its sentence or by the numbered rules that it follows, and by its name where it has neither; what is changed
also by the words of the files, which are short.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from custumal.dsl.overlay.diff import Difference
from custumal.dsl.overlay.variant import Variant
from custumal.terminal.rulebook.blocks import Block, Heading, Items, Paragraph
from custumal.terminal.rulebook.edition import Edition, capital

_TEXTS = "rulebook."
_LONGEST = 240
_KEYS = frozenset(("printed", "rows", "abilities", "require", "ensure", "do"))
"""Parts of an address that name no thing."""


def changes_chapter(edition: Edition) -> Iterator[Block]:
    """Each variant with its reason, and each change with the rules that it touches."""
    if edition.merged is None:
        return
    yield Heading(2, edition.word("changes"), "changes")
    for variant in edition.merged.variants:
        yield Heading(3, title_of(edition, variant), f"change-{variant.id}")
        because = _header(edition, variant, "because")
        if because:
            yield Paragraph(because)
        found = [one for one in edition.differences if _writer(edition, one) == variant.id]
        items = tuple(_items(edition, found))
        if items:
            yield Items(items)
        silent = [name_of(edition, one) for one in found if _is_silent(edition, one)]
        if silent:
            yield Paragraph(edition.word("new", names=", ".join(dict.fromkeys(silent))), remark=True)


def _writer(edition: Edition, one: Difference) -> str:
    """The id of the variant that made the difference; of what it removed or moved the words are another's."""
    if edition.merged is None:
        return ""
    written = {variant.name: variant.id for variant in edition.merged.variants}
    if one.span.file in written:
        return written[one.span.file]
    address = one.address
    while address and address not in edition.merged.touched:
        address = address.rpartition(".")[0]
    return edition.merged.touched[address][0] if address else ""


def title_of(edition: Edition, variant: Variant) -> str:
    """The name of a variant for people."""
    return _header(edition, variant, "title") or variant.id


def _header(edition: Edition, variant: Variant, key: str) -> str:
    slot = variant.document.header.get(key)
    return "" if slot is None else edition.of_node(slot.node)


def _items(edition: Edition, found: Sequence[Difference]) -> Iterator[str]:
    """First the numbered rules that what is new follows, each once; then what is changed, and what has a sentence of its own."""
    new = {rule for one in found for rule in _followed(edition, one)}
    yield from (f"{rule} {text}" for rule, text in edition.rule_texts.items() if rule in new)
    for one in found:
        if one.kind != "added" or (_sentence(edition, one) and not _followed(edition, one)):
            rules = ", ".join(rule_ids(one))
            see = f" ({edition.word('concerns', rules=rules)})" if rules else ""
            name = "" if _is_by_name(one) else f"{name_of(edition, one)} - "
            yield capital(f"{name}{said(edition, one)}{see}")


def _is_silent(edition: Edition, one: Difference) -> bool:
    """New, without a sentence and without a numbered rule."""
    return one.kind == "added" and not _sentence(edition, one) and not _followed(edition, one)


def _followed(edition: Edition, one: Difference) -> tuple[str, ...]:
    """The numbered rules that a new element and everything inside it follows, and nothing did before; none for what is only changed."""
    if one.kind != "added":
        return ()
    inside = f"{one.address}."
    sources = (source for address, source in edition.game.model.sources.items() if f"{address}.".startswith(inside))
    cited = (*one.rules, *(rule for source in sources for rule in source.rules))
    return tuple(dict.fromkeys(rule for rule in cited if rule in edition.rule_texts and rule not in edition.rules_before))


def name_of(edition: Edition, one: Difference) -> str:
    """What is different, by its name; a text of the rulebook by its number."""
    if one.address.startswith(_TEXTS):
        return one.address.split(".")[2]
    section, *parts = one.address.split(".")
    return " - ".join(edition.name(part) for part in parts if part not in _KEYS) or edition.name(section)


def _sentence(edition: Edition, one: Difference) -> str:
    source = edition.game.model.sources.get(one.address)
    return "" if source is None else edition.said_with_names(source.because) or edition.said_with_names(source.say)


def said(edition: Edition, one: Difference) -> str:
    """What is different: the sentence for players where there is one; else of what is new the name, of what is changed the words of
    the file."""
    if one.kind == "added":
        return edition.word("added", new=_sentence(edition, one) or name_of(edition, one))
    if _is_by_name(one):
        return edition.word(one.kind, old=name_of(edition, one), new=name_of(edition, one))
    old, new = (_quoted(edition, one, text) for text in (one.old, one.new))
    return edition.word(one.kind, old=old, new=new)


def _is_by_name(one: Difference) -> bool:
    """What is gone or stands elsewhere, and is more than a word: its name is enough."""
    return one.kind in ("removed", "moved") and not one.address.startswith(_TEXTS)


def _quoted(edition: Edition, one: Difference, text: str | None) -> str:
    if text is None:
        return ""
    if text in edition.game.model.definitions:
        return edition.name(text)
    short = text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
    return f"“{short}”" if one.address.startswith(_TEXTS) else f"`{short}`"


def rule_ids(one: Difference) -> tuple[str, ...]:
    """The numbered rules that a change touches; of a change of the rulebook the rule itself."""
    if one.address.startswith(_TEXTS):
        return (one.address.split(".")[2],)
    return one.rules


def marks(edition: Edition) -> dict[str, tuple[str, ...]]:
    """For each numbered rule what variants have changed in it."""
    if edition.merged is None:
        return {}
    titles = {variant.id: title_of(edition, variant) for variant in edition.merged.variants}
    found: dict[str, list[str]] = {}
    for one in edition.differences:
        for rule in rule_ids(one):
            writer = _writer(edition, one)
            if writer in titles:
                what = edition.word("changed-by", variant=titles[writer], what=said(edition, one))
                found.setdefault(rule, []).append(what)
    return {rule: tuple(dict.fromkeys(texts)) for rule, texts in found.items()}
