"""Whether two pieces of a rule file say the same: compared as sentences where they are sentences, else as data."""

from __future__ import annotations

from custumal.dsl.diagnostics.diagnostic import Report
from custumal.dsl.sentences.sentence import is_sentence, parse
from custumal.dsl.sentences.syntax_tools import same
from custumal.dsl.yaml.tree import Mapping, Node, Scalar, Sequence, plain

_STARTS = ("expression", "effect", "choices", "loop", "type", "limit", "pick", "path")


def same_value(a: Node, b: Node) -> bool:
    """Do the two say the same? Layout, spaces and the style of sentences don't matter; the order of keys does."""
    if plain(a) == plain(b):
        return True
    if isinstance(a, Scalar) and isinstance(b, Scalar):
        return _same_sentence(a, b)
    if isinstance(a, Sequence) and isinstance(b, Sequence) and len(a) == len(b):
        return all(same_value(v, w) for v, w in zip(a, b, strict=True))
    if isinstance(a, Mapping) and isinstance(b, Mapping) and len(a) == len(b):
        return all(k.text == m.text and same_value(v, w) for (k, v), (m, w) in zip(a, b, strict=True))
    return False


def _same_sentence(a: Scalar, b: Scalar) -> bool:
    for start in _STARTS:
        if not (is_sentence(start, a) and is_sentence(start, b)):
            continue
        quiet = Report()
        first, second = parse(start, a, quiet), parse(start, b, quiet)
        if first is not None and second is not None:
            return same(first, second)
    return False
