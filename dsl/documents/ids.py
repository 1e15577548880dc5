"""What the keys of a map of entries may look like."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from custumal.dsl.diagnostics.catalogue.keys import bad_id, no_parameters_here
from custumal.dsl.diagnostics.catalogue.sentences import reserved_for_sentences
from custumal.dsl.diagnostics.diagnostic import Report
from custumal.dsl.sentences.words import RESERVED_WORDS
from custumal.dsl.yaml.tree import Scalar

_LETTER = r"A-Za-z\u00C0-\u024F\u0370-\u03FF\u0400-\u04FF"
NAME = rf"[{_LETTER}][{_LETTER}0-9]*(?:-[{_LETTER}][{_LETTER}0-9]*)*"
"""A name of the language: letters and digits, where a hyphen stands only before a letter."""


PATTERNS: dict[str, str] = {
    "id": NAME,
    "name": rf"(?!(?:{'|'.join(sorted(RESERVED_WORDS))})$){NAME}",
    "signature": rf"\s*{NAME}\s*(?:\([\s\S]*\)\s*)?",
    "number": r"-?[0-9]+",
    "rule": r"[^\s,;()\[\]{}]+",
    "language": r"[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})?",
    "any": r"[\s\S]+",
}
"""What the keys of a map look like, by the sort of ids in the table of keys."""


def is_id(kind: str, text: str) -> bool:
    """Whether `text` may be a key of this sort."""
    return _pattern(kind).fullmatch(text) is not None


@cache
def _pattern(kind: str) -> re.Pattern[str]:
    return re.compile(PATTERNS[kind])


def check_id(report: Report, kind: str, key: Scalar, text: str) -> bool:
    """Whether `text`, the key or the part of it before its parameters, is well formed; reports `bad-id` if not."""
    kind = "id" if kind == "signature" else kind
    if is_id(kind, text):
        return True
    if kind == "name" and text in RESERVED_WORDS:
        report.tell(key.span, reserved_for_sentences(text))
        return False
    span = key.span_of(0, len(text)) if key.text.startswith(text) else key.span
    bare = text.partition("(")[0].strip()
    kind = "id" if kind == "name" else kind
    if kind == "id" and bare != text:
        report.tell(span, no_parameters_here(bare))
    else:
        report.tell(span, bad_id(text, kind, mended_id(text) if kind == "id" else None))
    return False


def mended_id(text: str) -> str | None:
    """The same with hyphens for other marks, where that makes an id; without what nobody sees, and accents as one letter."""
    seen = "".join(sign for sign in unicodedata.normalize("NFC", text) if unicodedata.category(sign) != "Cf")
    words = re.sub(r"[^\w]+|_", " ", seen).split()
    name = seen.removesuffix("seat)")
    if name != seen and is_id("id", name):
        return f"{name}(seat)"
    joined = "".join(word if not i or word[0].isdigit() else f"-{word}" for i, word in enumerate(words))
    return joined if joined != text and is_id("id", joined) else None
