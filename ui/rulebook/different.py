"""What is different, by a name for people, and sentences of the game that are different."""

from __future__ import annotations

import re
from collections.abc import Iterator

from custumal.dsl.keys.rulebook import numbered
from custumal.dsl.overlay.diff import Difference
from custumal.ui.rulebook.edition import Edition
from custumal.ui.text.rulebook_words import WORDS

TEXTS = "rulebook."
"""How the addresses of the texts of the rulebook begin."""
_PARTS = frozenset(("printed", "rows", "abilities", "require", "ensure", "do"))
"""Parts of an address that name no thing."""
_SENTENCES = ("say", "because", "title")
"""Keys under which there is a text for people."""
_RULE_TEXTS = ("text", "example", "question", "ruling")
_HOLE = re.compile(r"\{([\w-]++)[^{}]*\}")


def name_of(edition: Edition, one: Difference) -> str:
    """What is different, by its name; a text of the rulebook by its number."""
    if one.address.startswith(TEXTS):
        return numbered(one.address)[1]
    section, _, rest = _told(edition, one).partition(".")
    if not rest:
        return edition.word(f"key-{section}") if f"key-{section}" in WORDS else edition.name(section)
    return " - ".join(_names(edition, _told(edition, one))).strip(" ,")


def _told(edition: Edition, one: Difference) -> str:
    """The address without the key and the language of a sentence."""
    if not is_sentence(edition, one):
        return one.address
    address = one.address.removesuffix(f".{edition.language}")
    return address.rpartition(".")[0]


def _names(edition: Edition, address: str) -> Iterator[str]:
    entries = edition.game.model.sources
    parts = address.split(".")
    for count in range(1, len(parts)):
        part, whole = parts[count], ".".join(parts[: count + 1])
        if part in _PARTS:
            continue
        key = f"key-{part}"
        yield edition.word(key) if key in WORDS and whole not in entries else _name(edition, part, whole)


def _name(edition: Edition, id_: str, address: str) -> str:
    """The name of an id; without one what the element says of itself, if nothing is left open in it."""
    source = edition.game.model.sources.get(address)
    said = "" if source is None or id_ in edition.game.model.labels else edition.said_with_names(source.say)
    return said if said and "(" not in said else edition.name(id_)


def is_nameless(edition: Edition, one: Difference) -> bool:
    """Whether it has only its id, which speaks the language in which the game was written, and this edition is in another one."""
    return edition.language != edition.game.model.languages[0] and one.address.rpartition(".")[2] not in edition.game.model.labels


def is_sentence(edition: Edition, one: Difference) -> bool:
    """Whether it is a text for people, in the language of this edition or in one for all."""
    address = one.address.removesuffix(f".{edition.language}")
    is_entry = edition.merged is not None and address in edition.merged.document.addresses
    return address.rpartition(".")[2] in _SENTENCES and not is_entry and not one.address.startswith(TEXTS)


def is_foreign(edition: Edition, one: Difference) -> bool:
    """Whether it is a text for people in a language that is not the one of this edition."""
    before, _, last = one.address.rpartition(".")
    others = set(edition.game.model.languages) - {edition.language}
    return last in others and before.rpartition(".")[2] in (*_SENTENCES, *_RULE_TEXTS)


def sentence_of(edition: Edition, text: str) -> str:
    """A sentence of a file, with the names of what will stand in its holes."""
    named = _HOLE.sub(lambda hole: f"({edition.name(hole[1]).strip(' ,')})", text)
    return named.replace("((", "(").replace("))", ")")
