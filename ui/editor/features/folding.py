"""Folding: what can be folded away are sections, entries and whatever else goes over several lines, and comments."""

from __future__ import annotations

from custumal.dsl.yaml.tree import Mapping, Node, Sequence
from custumal.ui.editor.view import View

Fold = tuple[int, int, bool]
"""The first and the last line, from 1, and whether it is a comment."""


def folds(view: View) -> list[Fold]:
    """The folds of a file, in its order."""
    tree = view.own.tree
    return sorted([*_comments(view), *([] if tree is None else _in(tree))])


def _in(node: Node) -> list[Fold]:
    found: list[Fold] = []
    if isinstance(node, Mapping):
        for key, value in node:
            if value.span.file == key.span.file and (last := _last_line(value)) > key.span.line:
                found.append((key.span.line, last, False))
            found += _in(value)
    elif isinstance(node, Sequence):
        for item in node:
            found += _in(item)
    return found


def _last_line(node: Node) -> int:
    """The last line on which something of a node stands; the span of a block reaches to the next key."""
    if isinstance(node, Mapping) and len(node) and not node.flow:
        return _last_line(node.pairs[-1][1])
    if isinstance(node, Sequence) and len(node) and not node.flow:
        return _last_line(node.items[-1])
    return node.span.end_line if node.span.end_column > 1 else node.span.end_line - 1


def _comments(view: View) -> list[Fold]:
    found: list[Fold] = []
    first: int | None = None
    for number, line in enumerate([*view.source.text.split("\n"), ""], start=1):
        if line.lstrip().startswith("#"):
            first = first or number
        elif first is not None:
            if number - first > 1:
                found.append((first, number - 1, True))
            first = None
    return found
