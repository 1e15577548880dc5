"""Going through sentences and comparing them, whatever they are made of."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args

from custumal.dsl.sentences.syntax import Number, Order, Parameter, Part, Range, Selection, Sentence

SyntaxNode = Sentence | Order | Parameter | Part

_WORDING = frozenset({"span", "style"})


_CONTENT: dict[type, tuple[str, ...]] = {
    kind: tuple(name for name in kind.__match_args__ if name not in _WORDING) for kind in get_args(SyntaxNode)
}


def children(node: SyntaxNode) -> Iterator[SyntaxNode]:
    """The nodes directly inside `node`, in the order of its fields."""
    for name in _CONTENT[type(node)]:
        value: Any = getattr(node, name)
        if isinstance(value, tuple):
            yield from value
        elif value is not None and not isinstance(value, (str, int)):
            yield value


def walk(node: SyntaxNode) -> Iterator[SyntaxNode]:
    """The node itself and everything inside it, outer before inner."""
    waiting = [node]
    while waiting:
        inner = waiting.pop()
        yield inner
        waiting.extend(reversed(list(children(inner))))


def same(a: SyntaxNode, b: SyntaxNode) -> bool:
    """Whether two sentences say the same, wherever they stand and however an application is written (`of`, dot, call)."""
    return _same(a, b)


def _same(a: Any, b: Any) -> bool:  # node, tuple of nodes, text, number or None
    if type(a) is not type(b):
        return False
    if isinstance(a, tuple):
        return len(a) == len(b) and all(map(_same, a, b))
    if a is None or isinstance(a, (str, int)):
        return bool(a == b)
    return all(_same(getattr(a, name), getattr(b, name)) for name in _CONTENT[type(a)])


def number_range(sentence: Sentence) -> tuple[int, int] | None:
    """The two ends of `2 to 4`, of `2` twice the same; None for all that is not written out."""
    tree = sentence.source if isinstance(sentence, Selection) else sentence
    if isinstance(sentence, Number):
        return sentence.value, sentence.value
    if isinstance(tree, Range) and isinstance(tree.low, Number) and isinstance(tree.high, Number):
        return tree.low.value, tree.high.value
    return None
