"""The grammar by which editors colour sentences without a server: made from the words of the language and the table of keys."""

from __future__ import annotations

from typing import Any

from custumal.dsl.keys import FILES, FORMS
from custumal.dsl.keys.form import Entries, Holds, Sentence
from custumal.dsl.sentences.words import RESERVED_WORDS, SIGNS

SCOPE = "source.yaml.custumal"


def grammar() -> dict[str, Any]:
    """A TextMate grammar that is injected into YAML: it colours what stands behind keys that hold sentences, to the end of the line."""
    keys = "|".join(sorted(sentence_keys(), key=lambda key: (-len(key), key)))
    return {
        "scopeName": SCOPE,
        "injectionSelector": "L:source.yaml -comment -string.quoted",
        "patterns": [{"include": "#sentence"}],
        "repository": {
            "sentence": {
                "begin": rf"(?<![\w-])({keys})(:)[ \t]+(?=[^\s#&*!|>%@`'\"{{])",
                "end": r"(?=[ \t]+#|\}|$)",
                "beginCaptures": {"1": {"name": "entity.name.tag.yaml"}, "2": {"name": "punctuation.separator.key-value.mapping.yaml"}},
                "name": "meta.sentence.custumal",
                "patterns": _words(),
            }
        },
    }


def sentence_keys() -> set[str]:
    """The keys that hold nothing but sentences, in whatever form of entry they stand."""
    found: dict[str, list[bool]] = {}
    for form in (*FORMS.values(), *FILES.values()):
        for key in form.keys.values():
            found.setdefault(key.name, []).append(_holds_sentence(key.holds))
    return {name for name, said in found.items() if all(said)}


def _holds_sentence(holds: Holds) -> bool:
    return isinstance(holds.scalar, Sentence) and not isinstance(holds.map, Entries)


def _words() -> list[dict[str, str]]:
    words = "|".join(sorted(RESERVED_WORDS))
    signs = "|".join(sorted(("".join(f"\\{letter}" for letter in sign) for sign in SIGNS.values()), key=len, reverse=True))
    return [
        {"name": "keyword.control.custumal", "match": rf"(?<![\w.-])({words})(?![\w-])"},
        {"name": "constant.numeric.custumal", "match": r"(?<![\w-])[0-9]+(?![\w-])"},
        {"name": "variable.other.custumal", "match": r"[^\W\d_][^\W_]*(-[^\W\d_][^\W_]*)*"},
        {"name": "keyword.operator.custumal", "match": signs},
    ]
