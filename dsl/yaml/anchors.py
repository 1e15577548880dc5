"""Values that a file names to repeat them: `&name` before a value, `*name` where it stands once more."""

from __future__ import annotations

from collections.abc import Collection

from custumal.dsl.base.frozen import dataclass
from custumal.dsl.diagnostics.catalogue.yaml import anchor_twice, unused_anchor
from custumal.dsl.diagnostics.diagnostic import Report, Span
from custumal.dsl.yaml.source import SourceText
from custumal.dsl.yaml.tree import Mapping, Node, Scalar, Sequence


@dataclass(slots=True)
class Anchor:
    """A value with a name; `height` and `size` measure what is in it, `span` is where the name is given."""

    node: Node
    height: int
    size: int
    span: Span
    is_used: bool = False


class Anchors:
    """The names of one file."""

    def __init__(self, source: SourceText, report: Report) -> None:
        self._source = source
        self._report = report
        self._known: dict[str, Anchor] = {}

    @property
    def names(self) -> Collection[str]:
        return self._known.keys()

    def add(self, name: str, node: Node, height: int, size: int, at: int) -> None:
        """A value is named; the name stands at the index `at` of the text or behind it."""
        start = self._source.text.find(f"&{name}", at)
        span = self._source.span(start, start + 1 + len(name))
        earlier = self._known.get(name)
        if earlier is not None:
            self._report.tell(span, anchor_twice(name, earlier.span))
        self._known[name] = Anchor(node, height, size, span, earlier is not None and earlier.is_used)

    def used(self, name: str) -> Anchor | None:
        """The value of this name, which is used now; None if nothing before has the name."""
        anchor = self._known.get(name)
        if anchor is not None:
            anchor.is_used = True
        return anchor

    def report_unused(self) -> None:
        """Warn of names that nothing uses: probably they are no names, but texts."""
        for name, anchor in self._known.items():
            if not anchor.is_used:
                self._report.tell(anchor.span, unused_anchor(name))


def repeated(node: Node, span: Span, flow: bool) -> Node:
    """A copy of a named value that stands where its name is used."""
    if isinstance(node, Scalar):
        return Scalar(node.value, node.text, span, (), node.style, flow)
    if isinstance(node, Sequence):
        return Sequence(tuple(repeated(item, span, flow) for item in node), span, flow)
    pairs = []
    for key, value in node:
        pairs.append((Scalar(key.value, key.text, span, (), key.style, flow), repeated(value, span, flow)))
    return Mapping(tuple(pairs), span, flow)
