"""Signature help: what is handed over between the brackets in which the cursor is. And, beside bound names, their types."""

from __future__ import annotations

from pathlib import Path

from custumal.dsl.base.frozen import dataclass
from custumal.dsl.check.entries.context import Context
from custumal.dsl.check.symbols.questions import joined
from custumal.dsl.diagnostics.diagnostic import Span
from custumal.dsl.sentences.parsing import words_to_the_end
from custumal.ui.editor.cursor import cursor_at
from custumal.ui.editor.features.types import type_in_words
from custumal.ui.editor.view import View
from custumal.ui.editor.workspace import Workspace, kind_of_file


@dataclass(frozen=True, slots=True)
class SignatureHelp:
    """A word with what it takes; `active` is the number, from 0, of that at the cursor."""

    word: str
    parameters: tuple[str, ...]
    active: int


def signature(workspace: Workspace, path: Path, line: int, column: int) -> SignatureHelp | None:
    """What the innermost open bracket takes; None outside of brackets."""
    text, context = workspace.text(path), workspace.context(path)
    base = None if context is None else context.document
    cursor = None if text is None else cursor_at(path, kind_of_file(workspace, path), text, line, column, base)
    if cursor is None or context is None or not cursor.start:
        return None
    opened: list[tuple[str, int]] = []
    before = ""
    for word in words_to_the_end(cursor.before):
        if word.text in ("(", "["):
            opened.append((before if word.text == "(" else "", 0))
        elif word.text in (")", "]") and opened:
            opened.pop()
        elif word.text == "," and opened:
            opened[-1] = (opened[-1][0], opened[-1][1] + 1)
        before = word.text
    name, active = opened[-1] if opened else ("", 0)
    taken = _parameters(context, name, is_choice=cursor.start == "choice" and len(opened) == 1)
    return SignatureHelp(name, taken, active) if taken else None


def _parameters(context: Context, word: str, *, is_choice: bool) -> tuple[str, ...]:
    words = context.words
    asked = words.choice(word) if is_choice else None
    if asked is not None:
        return tuple(map(str, joined(asked).types or ()))
    info = words.procedure(word) or words.definition(word)
    if info is not None:
        return tuple(f"{each.name}: {type_in_words(each.type)}" for each in info.parameters)
    return tuple(map(type_in_words, words.meaning(word).parameters))


def hints(view: View, first: int, last: int) -> list[tuple[Span, str]]:
    """The types of the names that are bound on some lines, from 1, each at the name."""
    found: list[tuple[Span, str]] = []
    for use in view.index.uses.get(view.name, []):
        local = view.index.local(use.target) if use.is_definition and first <= use.span.line <= last else None
        if local is not None:
            found.append((use.span, type_in_words(local.type)))
    return found
