"""What the variants of this edition change: the first chapter, and the marks at the rules.

What is new is told by its sentence or by the numbered rules that it follows, and by its name where it has neither; what is changed
also by the words of the files, which are short.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from custumal.dsl.base.types import Number, Truth
from custumal.dsl.keys.rulebook import numbered
from custumal.dsl.model import Call, Const, Definition
from custumal.dsl.model.rule_changes import speaks_for_itself
from custumal.dsl.overlay.diff import Difference
from custumal.dsl.overlay.touched import around
from custumal.dsl.overlay.variant import Variant
from custumal.ui.rulebook.blocks import Block, BulletList, Heading, Paragraph
from custumal.ui.rulebook.different import TEXTS, is_foreign, is_nameless, is_sentence, name_of, sentence_of
from custumal.ui.rulebook.edition import Edition
from custumal.ui.text.phrases import capital
from custumal.ui.text.rulebook_words import WORDS

_LONGEST = 240
_NUMBER = re.compile(r"-?\d+")
_TRUTHS = ("false", "true")


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
        found = [one for one in edition.differences if _writer(edition, one) == variant.id and not is_foreign(edition, one)]
        items = tuple(_items(edition, found)) or (() if found else tuple(_rewritten(edition, variant)))
        if items:
            yield BulletList(items)
        # Of what is new the numbered rules are told, and not the edit that added it.
        told = " ".join(items)
        yield from (Paragraph(reason) for reason in dict.fromkeys(_reasons(edition, variant)) if reason not in told)
        new = [one for one in found if _is_silent(edition, one)]
        named = [one for one in new if _last(one) in edition.game.model.labels]
        # Where nothing else is told of a variant, what is new is told by the names that the files have for it.
        silent = [name_of(edition, one) for one in named or (() if items else new)]
        if silent:
            yield Paragraph(edition.word("new", names=", ".join(name for name in dict.fromkeys(silent) if name)), remark=True)


def _rewritten(edition: Edition, variant: Variant) -> Iterator[str]:
    """What a variant changes in the words of another one, which is told of as that one's: its name, and what it makes of values now."""
    touched = {} if edition.merged is None else edition.merged.touched
    found = (_difference(edition, address) for address, (writer, _) in touched.items() if writer == variant.id)
    for one in dict.fromkeys(each for each in found if each is not None):
        yield capital(" - ".join(filter(None, (name_of(edition, one), "; ".join(_modified(edition, one))))))


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


def _reasons(edition: Edition, variant: Variant) -> Iterator[str]:
    """The reasons of the edits of a variant."""
    for entry in variant.document.section("edits"):
        because = edition.of_entry(entry, "because")
        if because:
            yield because


def _reason(edition: Edition, one: Difference) -> str:
    """The reason of the edit that made a difference: the one of the nearest address around it."""
    variants = edition.merged.variants if edition.merged is not None else ()
    edits = [(edit.target, variant, edit.id) for variant in variants if variant.id == _writer(edition, one) for edit in variant.edits]
    around = [(len(target), variant, id_) for target, variant, id_ in edits if f"{one.address}.".startswith(f"{target}.")]
    if not around:
        return ""
    _, variant, id_ = max(around, key=lambda found: found[0])
    return edition.of_entry(next(entry for entry in variant.document.section("edits") if entry.id == id_), "because")


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
        if one.kind != "added" or (_told(edition, one) and not _followed(edition, one)):
            rules = ", ".join(rule_ids(one))
            see = f" ({edition.word('concerns', rules=rules)})" if rules else ""
            unnamed = _is_by_name(one) or (one.kind == "added" and (_key(edition, one) or is_nameless(edition, one)))
            name = "" if unnamed or name_of(edition, one) == _told(edition, one) else f"{name_of(edition, one)} - "
            because = _reason(edition, one) or (_sentence(edition, one) if any(_modified(edition, one)) else "")
            yield capital(f"{name}{said(edition, one)}{see}") + (f" - {because}" if because else "")


def _is_silent(edition: Edition, one: Difference) -> bool:
    """New, without anything to be said of it and without a numbered rule."""
    return one.kind == "added" and not _told(edition, one) and not _followed(edition, one)


def _followed(edition: Edition, one: Difference) -> tuple[str, ...]:
    """The numbered rules that a new element and everything inside it follows, and nothing did before; none for what is only changed."""
    if one.kind != "added":
        return ()
    inside = f"{one.address}."
    sources = (source for address, source in edition.game.model.sources.items() if f"{address}.".startswith(inside))
    cited = (*one.rules, *(rule for source in sources for rule in source.rules))
    return tuple(dict.fromkeys(rule for rule in cited if rule in edition.rule_texts and rule not in edition.rules_before))


def _last(one: Difference) -> str:
    return one.address.rpartition(".")[2]


def _sentence(edition: Edition, one: Difference) -> str:
    source = edition.game.model.sources.get(one.address)
    return "" if source is None else edition.said_with_names(source.because) or edition.said_with_names(source.say)


def _told(edition: Edition, one: Difference) -> str:
    """What is new, in words: what it makes of values, its sentence, or the value of a key; empty for an entry with none of these."""
    return "; ".join(_modified(edition, one)) or _sentence(edition, one) or _waived(edition, one) or _key(edition, one)


def _key(edition: Edition, one: Difference) -> str:
    """A key with its value, where that is a number, or yes or no: `sand - start: 1`."""
    entries = edition.merged.document.addresses if edition.merged is not None else {}
    plain = "" if one.address in entries or one.address.startswith(TEXTS) else _plain(edition, one.new or "")
    return edition.word("fact", what=name_of(edition, one), value=plain) if plain else ""


def _modified(edition: Edition, one: Difference) -> Iterator[str]:
    """What a new rule always makes of values: `longest walk: 2 more`."""
    rule = next((rule for rule in edition.game.model.standing if rule.source.address == one.address), None)
    if rule is None or any(part is not None for part in (rule.condition, rule.applies, rule.seats, rule.carrier)):
        return
    for target in rule.targets:
        for operation, expr in rule.changes:
            if isinstance(expr, Const) and isinstance(expr.type, Number) and f"modify-{operation}" in WORDS:
                made = edition.word(f"modify-{operation}", by=expr.value)
                yield edition.word("fact", what=edition.name(target.rpartition(".")[2]), value=made)


def _waived(edition: Edition, one: Difference) -> str:
    """The restrictions that a new rule lifts, in the words in which players are told of them."""
    rule = next((rule for rule in edition.game.model.standing if rule.source.address == one.address and rule.head == "waive"), None)
    if rule is None:
        return ""
    sources = (edition.game.model.sources.get(target) for target in rule.targets)
    texts = [text for source in sources if source is not None and (text := edition.said_with_names(source.because))]
    always = all(part is None for part in (rule.condition, rule.applies, rule.seats, rule.carrier))
    return edition.word("waived" if always else "waived-at-times", what=" ".join(texts)) if texts else ""


def said(edition: Edition, one: Difference) -> str:
    """What is different: the sentence for players where there is one; else of what is new the name, of what is changed the words of
    the file."""
    if one.kind == "added":
        return edition.word("added", new=_told(edition, one) or name_of(edition, one))
    if _is_by_name(one):
        return edition.word(one.kind, old=name_of(edition, one), new=name_of(edition, one))
    old, new = _values(edition, one.address) or (_quoted(edition, one, text) for text in (one.old, one.new))
    return edition.word(one.kind, old=old, new=new)


def _is_by_name(one: Difference) -> bool:
    """What is gone or stands elsewhere, and is more than a word: its name is enough."""
    return one.kind in ("removed", "moved") and not one.address.startswith(TEXTS)


def _quoted(edition: Edition, one: Difference, text: str | None) -> str:
    if text is None:
        return ""
    if text in edition.game.model.definitions:
        return edition.name(text)
    plain = _plain(edition, text)
    if plain:
        return plain
    if is_sentence(edition, one):
        return edition.word("quoted", text=sentence_of(edition, text))
    short = text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
    return edition.word("quoted", text=short) if one.address.startswith(TEXTS) else f"`{short}`"


def _plain(edition: Edition, text: str) -> str:
    """A number, or yes or no; empty for everything else."""
    if text in _TRUTHS:
        return edition.labels.value(text == _TRUTHS[1], Truth(), edition.language)
    return text if _NUMBER.fullmatch(text) else ""


def rule_ids(one: Difference) -> tuple[str, ...]:
    """The numbered rules that a change touches; of a change of the rulebook the rule itself."""
    if one.address.startswith(TEXTS):
        return (numbered(one.address)[1],)
    return one.rules


def marks(edition: Edition) -> dict[str, tuple[str, ...]]:
    """For each numbered rule what variants have changed in it: its words, or what it rests on."""
    return {rule: texts for rule in edition.game.model.rulebook if (texts := marks_of(edition, rule))}


def marks_of(edition: Edition, rule: str) -> tuple[str, ...]:
    """What variants have changed in one numbered rule."""
    if edition.merged is None:
        return ()
    titles = {variant.id: title_of(edition, variant) for variant in edition.merged.variants}
    return (*_rewordings(edition, rule, titles), *_restings(edition, rule, titles))


def _rewordings(edition: Edition, rule: str, titles: Mapping[str, str]) -> Iterator[str]:
    """The sentence that each variant has worded anew in this language."""
    for one in edition.differences:
        if one.address.startswith(TEXTS) and rule_ids(one) == (rule,) and not is_foreign(edition, one) and one.old is not None:
            title = titles.get(_writer(edition, one))
            if title is not None:
                yield edition.word("reworded", variant=title, old=edition.word("quoted", text=_before(edition, one)))


def _before(edition: Edition, one: Difference) -> str:
    """A text of the rulebook as it was in this language."""
    base = edition.merged.base_rulebook if edition.merged is not None else None
    section, rule, inside = numbered(one.address)
    entry = None if base is None else base.entry(f"{section}.{rule}")
    return one.old or "" if entry is None or not inside else edition.of_entry(entry, inside[0])


def _restings(edition: Edition, rule: str, titles: Mapping[str, str]) -> Iterator[str]:
    """What the rule rests on and a variant has changed without wording the rule anew."""
    model = edition.game.model
    changes = model.rule_changes.get(rule, ())
    for variant, title in titles.items():
        mine = [change for change in changes if change.variant == variant]
        if any(each.variant == variant and each.language in ("", edition.language) for each in model.reworded.get(rule, ())):
            continue
        near = [change for change in mine if change.is_near]
        see = tuple(dict.fromkeys(each for change in near or mine for each in change.rules))
        said = (_change(edition, change.address) for change in near or mine if not change.rules)
        what = [*filter(None, dict.fromkeys(said))]
        if see:
            yield edition.word("changed-by" if near else "rests-on", variant=title, what=edition.word("concerns", rules=", ".join(see)))
        if what:
            key = "changed-by" if speaks_for_itself(model.rulebook[rule]) else "not-reworded"
            yield edition.word(key if near else "rests-on", variant=title, what="; ".join(what))


def _change(edition: Edition, address: str) -> str:
    """A change by its name, and what is so now; of a rule that modifies values these."""
    one = _difference(edition, address)
    if one is None:
        return ""
    if one.kind == "added":
        rule = next((rule for rule in edition.game.model.standing if rule.source.address == address and rule.head == "modify"), None)
        facts = [fact for target in (() if rule is None else rule.targets) if (fact := _value_fact(edition, target))]
        return "; ".join(facts) or said(edition, one)
    return f"{name_of(edition, one)} - {said(edition, one)}" if one.kind == "changed" else said(edition, one)


def _difference(edition: Edition, address: str) -> Difference | None:
    """What is different at an address, or around it; nothing where a further variant has put it back."""
    found = {one.address: one for one in edition.differences}
    return next((found[each] for each in (address, *around(address)) if each in found), None)


def _value_fact(edition: Edition, address: str) -> str:
    """`longest walk - was 4, is 6`; empty where the value is not the same all the time."""
    values = _values(edition, address)
    if values is None:
        return ""
    return f"{edition.name(address.rpartition('.')[2])} - {edition.word('changed', old=values[0], new=values[1])}"


def _values(edition: Edition, address: str) -> tuple[str, str] | None:
    """What a value comes to all the time, before and now; None where one of these is not known."""
    name = address.rpartition(".")[2]
    old, new = (game.model.definitions.get(name) for game in (edition.before, edition.game))
    if old is None or new is None or new.source.address != address or old.parameters or new.parameters:
        return None
    said_before, said_now = edition.was_in_force(_called(old)), edition.in_force(_called(new))
    return (said_before, said_now) if said_before and said_now else None


def _called(definition: Definition) -> Call:
    """What a definition answers, with all that rules make of it."""
    return Call(definition.body.type, definition.source.span, definition.name, ())
