"""What the variants of this edition change: the first chapter, and the marks at the rules."""

from __future__ import annotations

from collections.abc import Iterator

from custumal.dsl.overlay.diff import Difference
from custumal.dsl.overlay.variant import Variant
from custumal.terminal.rulebook.blocks import Block, Heading, Items, Paragraph
from custumal.terminal.rulebook.edition import Edition

_TEXTS = "rulebook."
_LONGEST = 240


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
        found = [one for one in edition.differences if one.span.file == variant.name]
        if found:
            yield Items(tuple(_item(edition, one) for one in found))


def title_of(edition: Edition, variant: Variant) -> str:
    """The name of a variant for people."""
    return _header(edition, variant, "title") or variant.id


def _header(edition: Edition, variant: Variant, key: str) -> str:
    slot = variant.document.header.get(key)
    return "" if slot is None else edition.of_node(slot.node)


def _item(edition: Edition, one: Difference) -> str:
    rules = ", ".join(rule_ids(one))
    see = f" ({edition.word('concerns', rules=rules)})" if rules else ""
    return f"`{one.address.removeprefix(_TEXTS)}` - {said(edition, one)}{see}"


def said(edition: Edition, one: Difference) -> str:
    """What is different: the sentence for players where there is one, and else the words of the file."""
    entry = edition.merged.document.entry(one.address) if edition.merged is not None else None
    sentence = "" if entry is None else edition.of_entry(entry, "because") or edition.of_entry(entry, "say")
    if one.kind == "added" and sentence:
        return edition.word("added", new=sentence)
    old, new = (_quoted(one, text) for text in (one.old, one.new))
    return edition.word(one.kind, old=old, new=new)


def _quoted(one: Difference, text: str | None) -> str:
    if text is None:
        return ""
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
    titles = {variant.name: title_of(edition, variant) for variant in edition.merged.variants}
    found: dict[str, list[str]] = {}
    for one in edition.differences:
        for rule in rule_ids(one):
            if one.span.file in titles:
                what = edition.word("changed-by", variant=titles[one.span.file], what=said(edition, one))
                found.setdefault(rule, []).append(what)
    return {rule: tuple(dict.fromkeys(texts)) for rule, texts in found.items()}
