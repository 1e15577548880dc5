"""The file beside a variant, written anew: what goes on being so stays as somebody has written it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from collections.abc import Mapping as Map

from custumal.dsl.documents.document import Document, Entry
from custumal.dsl.yaml.source import SourceText
from custumal.dsl.yaml.tree import Mapping, Scalar, Sequence

_SECTION = "scenarios"
_HEAD = """\
# What is so with this variant where scenarios of the game say something else; `custumal test … --accept` keeps it true.
custumal: 1
accepted: NAME
"""


Before = tuple[Document, SourceText]
"""The file as it is."""


def written(
    variant: str, before: Before | None, new: Map[str, Callable[[str], str]], gone: Iterable[str], unreadable: list[str]
) -> str | None:
    """The text of the file; None where it would say nothing.

    Args:
        variant: the id of the variant.
        before: the file as it is, if there is one.
        new: the entries that are written anew, by their scenarios; each is given the line of the numbered rules that it has had.
        gone: the scenarios whose entries are taken out.
        unreadable: the scenarios that can't be read.
    """
    kept = {} if before is None else _entries(*before)
    rules = {} if before is None else {entry.id: _rule(entry) for entry in before[0].section(_SECTION)}
    without = {*gone, *new}
    entries = [text for name, text in kept.items() if name not in without]
    entries += [make(rules.get(name, "")) for name, make in new.items()]
    if not entries and not unreadable:
        return None
    head = _HEAD.replace("NAME", variant) if before is None else _head(*before)
    told = f"unreadable: [{', '.join(unreadable)}]\n" if unreadable else ""
    return head + told + (f"{_SECTION}:\n{''.join(entries)}" if entries else "")


def _head(document: Document, source: SourceText) -> str:
    """Everything up to the key that names the variant."""
    slot = document.header["accepted"]
    return "".join(f"{line}\n" for line in source.text.split("\n")[: slot.node.span.end_line])


def _entries(document: Document, source: SourceText) -> dict[str, str]:
    """The text of each entry, with the remarks above it."""
    lines = source.text.rstrip("\n").split("\n")
    entries = document.section(_SECTION)
    starts = [_start(entry, lines) for entry in entries]
    ends = [*starts[1:], len(lines)]
    return {entry.id: "".join(f"{line}\n" for line in lines[start:end]) for entry, start, end in zip(entries, starts, ends, strict=True)}


def _start(entry: Entry, lines: list[str]) -> int:
    """The number of lines before an entry and the remarks above it."""
    start = entry.key.span.line - 1
    while lines[start - 1].lstrip().startswith("#"):
        start -= 1
    return start


def _rule(entry: Entry) -> str:
    """The line that names the numbered rules."""
    node = entry.node.get("rule") if isinstance(entry.node, Mapping) else None
    names = node.items if isinstance(node, Sequence) else () if node is None else (node,)
    words = [name.text for name in names if isinstance(name, Scalar)]
    return "" if not words else f"rule: {words[0]}" if len(words) == 1 else f"rule: [{', '.join(words)}]"
