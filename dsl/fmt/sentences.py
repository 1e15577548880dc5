"""Sentences as `fmt` writes them: the words of their author, apart from each other as the language wants it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from custumal.dsl.documents.document import Document, Entry, Slot
from custumal.dsl.sentences.syntax import Effect, Sentence
from custumal.dsl.sentences.unparse import CALLED, called_words, unparse
from custumal.dsl.sentences.words import RESERVED_WORDS
from custumal.dsl.yaml.scalar_values import resolve
from custumal.dsl.yaml.tree import Scalar

_WORD = re.compile(r"[^\W\d_][^\W_]*(?:-[^\W\d_][^\W_]*)*|[0-9]+|[<>]=|\S")
_OPERANDS = frozenset({"true", "false", "none"})
_SIGN_FOLLOWS = frozenset("([,+-*<>") | {"<=", ">=", ""} | (RESERVED_WORDS - _OPERANDS)
_NOT_PLAIN = re.compile(r": | #|:\Z|\A[^\w(-]|\A-(?:\s|\Z)|\n")
_LOOSE = re.compile(r"\s*[^\W\d_][\w-]*\s+\(")
_NOT_IN_FLOW = re.compile(r"[,\[\]{}]")


def sentences_in(document: Document) -> dict[int, tuple[Scalar, Sentence]]:
    """The sentences of a document, by the identity of the scalar that holds each."""
    slots = [*document.header.values(), *(slot for entries in document.sections.values() for slot in _keys(entries))]
    found: dict[int, tuple[Scalar, Sentence]] = {}
    while slots:
        slot = slots.pop()
        if slot.sentence is not None and isinstance(slot.node, Scalar):
            found[id(slot.node)] = slot.node, slot.sentence
        slots.extend(slot.items)
        slots.extend(_keys(slot.entries))
    return found


def _keys(entries: tuple[Entry, ...]) -> Iterator[Slot]:
    """The slots of entries; the key of an entry with parameters is a sentence too."""
    for entry in entries:
        if entry.signature is not None:
            yield Slot(None, entry.key, entry.signature)
        yield from entry.slots.values()


def worded(sentence: Sentence) -> str:
    """The canonical words of a sentence: one step with `of`, longer paths with dots; calls stay calls."""
    return unparse(sentence, calls=CALLED | called_words(sentence))


def spaced(sentence: Sentence, text: str) -> str:
    """The words of a sentence as they are, with the canonical space between them."""
    # Only here blanks mean something: `verb (…)` does something with what stands in parentheses, `procedure(…)` is given arguments.
    loose = isinstance(sentence, Effect) and _LOOSE.match(text) is not None
    out: list[str] = []
    before, sign, dotted = "", False, False
    for word in _WORD.findall(text):
        if out and not sign and ((loose and len(out) == 1) or _apart(before, word, dotted)):
            out.append(" ")
        out.append(word)
        sign = word == "-" and not dotted and before in _SIGN_FOLLOWS
        dotted, before = before == ".", word
    return "".join(out)


def _apart(before: str, word: str, dotted: bool) -> bool:
    """Whether a space stands between two words; `dotted`: the first follows a dot, so it is a name whatever it reads."""
    if word in (")", "]", ",", ".") or before in ("(", "[", "."):
        return False
    return word != "(" or not before[-1].isalnum() or (before in RESERVED_WORDS and not dotted)


def written(scalar: Scalar, text: str, *, flow: bool) -> str:
    """A sentence as a YAML scalar on one line, with `flow` inside `{…}` or `[…]`: plain if it can be, else quoted as it was."""
    if is_plain(text, flow=flow):
        return text
    return f"'{text}'" if scalar.style == "single" else f'"{text}"'


def is_plain(text: str, *, flow: bool) -> bool:
    """Whether YAML reads exactly this text where it stands without quotes."""
    return not (_NOT_PLAIN.search(text) or (flow and _NOT_IN_FLOW.search(text))) and resolve(text) == text
