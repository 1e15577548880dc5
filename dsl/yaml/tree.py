"""A YAML file as a tree of positioned nodes, the form in which everything above the loader sees it."""

from __future__ import annotations

from collections.abc import Iterator

from custumal.dsl.base.frozen import dataclass, field
from custumal.dsl.diagnostics.diagnostic import Span
from custumal.dsl.yaml.character_positions import OnLine, Place

Places = tuple[Place, ...] | OnLine


@dataclass(frozen=True, slots=True, eq=False)
class Scalar:
    """A key or a leaf.

    `value` is what YAML 1.2 core makes of it; `text` are its decoded characters (for a number the source characters).
    `places[i]` is the (line, column) of `text[i]` in the file, with one more entry for the end; it is empty where the
    exact map could not be verified, and then every span is that of the whole scalar. `style` is "plain", "single",
    "double", "literal" or "folded"; `flow` tells whether the scalar stands inside `{…}` or `[…]`.
    """

    value: str | int | bool | None
    text: str
    span: Span
    places: Places = ()
    style: str = "plain"
    flow: bool = False

    def span_of(self, start: int, end: int) -> Span:
        """The span in the file of `text[start:end]`; never empty unless the text is, or a line ends there."""
        places = self.places
        if not places:
            return self.span
        if end <= start:
            end = max(end, min(start + 1, len(self.text)))
        if isinstance(places, OnLine):  # as below, without making the places
            return Span(self.span.file, places.line, places.first + start, places.line, places.first + end)
        line, column = places[start]
        if end == 0:
            return Span(self.span.file, line, column, line, column)
        last_line, last_column = places[end - 1]
        return Span(self.span.file, line, column, last_line, last_column + (self.text[end - 1] != "\n"))


@dataclass(frozen=True, slots=True, eq=False)
class Mapping:
    """`{key: value}` in file order; keys are text and unique. `is_torn`: some stood there twice, which has been reported."""

    pairs: tuple[tuple[Scalar, Node], ...]
    span: Span
    flow: bool = False
    is_torn: bool = False
    _index: dict[str, tuple[Scalar, Node]] = field(default_factory=dict)

    def _pair(self, name: object) -> tuple[Scalar, Node] | None:
        """The pair with this key. The index is made when the first one is looked for, which for most mappings never happens."""
        if not self._index:
            self._index.update({pair[0].text: pair for pair in self.pairs})
        return self._index.get(name)  # type: ignore[call-overload, no-any-return]  # whatever else has no pair

    def get(self, name: str) -> Node | None:
        pair = self._pair(name)
        return None if pair is None else pair[1]

    def key(self, name: str) -> Scalar | None:
        pair = self._pair(name)
        return None if pair is None else pair[0]

    def __contains__(self, name: object) -> bool:
        return self._pair(name) is not None

    def __iter__(self) -> Iterator[tuple[Scalar, Node]]:
        return iter(self.pairs)

    def __len__(self) -> int:
        return len(self.pairs)


@dataclass(frozen=True, slots=True, eq=False)
class Sequence:
    """`[item, …]` in file order."""

    items: tuple[Node, ...]
    span: Span
    flow: bool = False

    def __iter__(self) -> Iterator[Node]:
        return iter(self.items)

    def __len__(self) -> int:
        return len(self.items)


Node = Scalar | Mapping | Sequence
Data = str | int | bool | None | dict[str, "Data"] | list["Data"]


def plain(node: Node) -> Data:
    """The node as plain Python data, without positions."""
    if isinstance(node, Scalar):
        return node.value
    if isinstance(node, Mapping):
        return {key.text: plain(value) for key, value in node}
    return [plain(item) for item in node]
