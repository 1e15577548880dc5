"""Hover: what a word is, its type and bounds, the rules that it cites, what reads and writes it; for a key what the table says of it."""

from __future__ import annotations

from collections.abc import Iterator

from custumal.dsl.base.types import Type
from custumal.dsl.diagnostics.diagnostic import Span
from custumal.dsl.documents.document import Entry
from custumal.dsl.keys import FILES, FORMS, Form, Key
from custumal.dsl.keys.reference import yaml_of
from custumal.dsl.yaml.tree import Scalar
from custumal.ui.editor.features.address_parts import Part, part_at
from custumal.ui.editor.features.navigation import use_at
from custumal.ui.editor.features.rule_text import rule_text
from custumal.ui.editor.features.types import type_in_words
from custumal.ui.editor.index import Index, Use
from custumal.ui.editor.leaves import Leaf, leaves
from custumal.ui.editor.view import View

_MOST = 8
"""So many readers and writers are named."""
Hover = tuple[Span, str]
"""The place of which something is told, and that as Markdown."""


def hover(view: View, line: int, column: int) -> Hover | None:
    """What is at a place; None where there is nothing to say."""
    use = use_at(view, line, column)
    if use is not None and (told := describe(view.index, use)):
        return use.span, told
    part = part_at(view, line, column)
    if part is not None:
        return part.span, told_of_part(view.index, part)
    leaf = next((leaf for leaf in leaves(view.own) if leaf.role == "key" and _holds(leaf.scalar.span, line, column)), None)
    found = None if leaf is None else key_of(view, leaf)
    return None if leaf is None or found is None else (leaf.scalar.span, told_of_key(found))


def _holds(span: Span, line: int, column: int) -> bool:
    return (span.line, span.column) <= (line, column) <= (span.end_line, span.end_column)


# ---------------------------------------------------------------- keys


def key_of(view: View, leaf: Leaf) -> Key | None:
    """What the table of keys says of a key where it stands."""
    form = _form(view, leaf.entry)
    return None if form is None else form.keys.get(leaf.key)


def _form(view: View, entry: Entry | None) -> Form | None:
    return FILES.get(view.kind) if entry is None else FORMS.get(entry.form)


def told_of_key(key: Key) -> str:
    """A key as Markdown: its sentence, what it holds, what its absence means, an example."""
    absent = "Required." if key.required else f"Without it: {key.default}." if key.default else ""
    example = f"```yaml\n{key.name}: {yaml_of(key.example)}\n```"
    return "\n\n".join(part for part in (f"**{key.name}**: {key.holds.what}", key.text, absent, example) if part)


def told_of_part(index: Index, part: Part) -> str:
    """A part of an address as Markdown: the key that it is, and what stands there."""
    entry = None if part.target is None else part.target.entry
    if entry is not None:
        return "\n\n".join(_of_entry(index, part.address, entry, None))
    here = None if part.target is None else part.target.node
    now = f"Here: `{here.text}`" if isinstance(here, Scalar) else ""
    told = "" if part.key is None else told_of_key(part.key)
    return "\n\n".join(each for each in (f"`{part.address}`", now, told) if each)


# ---------------------------------------------------------------- words


def describe(index: Index, use: Use) -> str:
    """What a word names, as Markdown."""
    target = use.target
    if target.startswith("§"):
        return _rule(index, target[1:]) or ""
    of = index.type_at(use.span)
    if target.startswith("#"):
        local = index.local(target)
        return "" if local is None else f"**{local.name}**: {type_in_words(local.type)}"
    if target.startswith("="):
        listed, _, word = target[1:].rpartition(".")
        return f"**{word}**: a word of `{listed}`"
    if target.startswith("~"):
        return "\n\n".join(_of_window(index, target))
    entry = index.entries.get(target)
    return "" if entry is None else "\n\n".join(_of_entry(index, target, entry, of if _is_value(target) else None))


def _of_window(index: Index, target: str) -> Iterator[str]:
    """A window: who opens it, and what is offered in it."""
    yield f"**{target[1:]}**: a window, in which actions are offered"
    uses = index.of(target)
    for word, opens in (("Opened by", True), ("Offered there:", False)):
        owners = sorted({use.owner for use in uses if use.is_definition is opens and not use.owner.startswith("scenarios.")})
        if owners:
            yield f"{word} {', '.join(f'`{owner}`' for owner in owners[:_MOST])}."


def _is_value(target: str) -> bool:
    return target.partition(".")[0] in ("options", "values", "define", "kept", "zones", "resources")


def _of_entry(index: Index, target: str, entry: Entry, of: Type | None) -> Iterator[str]:
    written = entry.key.text if entry.signature is not None else entry.id
    form = FORMS.get(entry.form)
    what = f" ({form.a})" if form is not None else ""
    declared = None if of is not None or not _is_value(target) else declared_type(index, entry.id)
    shown = of or declared
    yield f"**{written}**{what}" + (f": {type_in_words(shown)}" if shown is not None else "") + f"\n\n`{target}`"
    main = None if form is None or form.main is None else entry.text(form.main)
    if main:
        yield f"```\n{main}\n```"
    for number in [node.text for part in entry.parts("rule") for node in part.scalars]:
        if text := _rule(index, number):
            yield text
    yield from _readers(index, target)


def declared_type(index: Index, word: str) -> Type | None:
    """The type of what the game declares under a word."""
    if index.context is None:
        return None
    meaning = index.context.words.meaning(word)
    if meaning.kept is not None:
        return meaning.kept.type
    if meaning.definition is not None:
        return index.context.words.definition_type(word)
    return meaning.option


def _rule(index: Index, number: str) -> str | None:
    """The text of a numbered rule, or of a ruling."""
    if index.context is not None and (said := rule_text(index.context, number)):
        return f"> **{number}** {said}"
    entry = index.entries.get(f"rulebook.rules.{number}") or index.entries.get(f"rulebook.rulings.{number}")
    slot = None if entry is None else entry.slot("text") or entry.slot("ruling")
    if slot is None:
        return None
    text = slot.text or next((inner.text("text") or inner.node.text for inner in slot.entries if hasattr(inner.node, "text")), "")
    return f"> **{number}** {text}"


def _readers(index: Index, target: str) -> Iterator[str]:
    uses = [use for use in index.of(target) if use.owner and use.owner != target and not use.owner.startswith("scenarios.")]
    for word, wanted in (("Written by", True), ("Read by", False)):
        owners = sorted({use.owner for use in uses if use.writes is wanted and not use.owner.startswith(f"{target}.")})
        if owners:
            more = f" and {len(owners) - _MOST} more" if len(owners) > _MOST else ""
            yield f"{word} {', '.join(f'`{owner}`' for owner in owners[:_MOST])}{more}."
