"""The parser of choice keys: words with arguments, lists, numbers; parsed into trees that can be compared."""

from __future__ import annotations

import re

from custumal.dsl.base.frozen import dataclass

NAME = r"[^\W\d_][^\W_]*(?:-[^\W\d_][^\W_]*)*"
NUMBER = r"(?:0|-?[1-9][0-9]{0,18})"
"""As numbers are written in keys: in one way only."""
TOKEN = re.compile(rf"\s*(?:{NAME}|{NUMBER}|[()\[\],+])")
DEEPEST = 50
"""How deep keys may be nested; what stands deeper no game has written."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word with arguments: `at(row, 2)`, `hand of p1` (`is_of`, which is another key than `hand(p1)`), `low`."""

    name: str
    arguments: tuple[Node, ...] = ()
    is_of: bool = False


@dataclass(frozen=True, slots=True)
class Items:
    """A list."""

    members: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Amounts:
    """A bundle: amounts with their words, in the order in which they are written."""

    parts: tuple[tuple[int, str], ...]


Node = int | Word | Items | Amounts


def read_key(text: str) -> Node | None:
    """The parsed key, or None if the text is none."""
    tokens: list[str] = []
    position = 0
    text = text.strip()
    while position < len(text):
        match = TOKEN.match(text, position)
        if match is None:
            return None
        tokens.append(match.group().strip())
        position = match.end()
    reader = _Reader(tokens)
    node = reader.node()
    return node if node is not None and reader.at_end() else None


class _Reader:
    def __init__(self, tokens: list[str]) -> None:
        self.tokens = tokens
        self.position = 0
        self.depth = 0

    def at_end(self) -> bool:
        return self.position == len(self.tokens)

    def peek(self) -> str:
        return "" if self.at_end() else self.tokens[self.position]

    def take(self, piece: str) -> bool:
        if self.peek() != piece:
            return False
        self.position += 1
        return True

    def node(self) -> Node | None:
        piece = self.peek()
        if not piece or piece in "()],+" or self.depth == DEEPEST:
            return None
        self.position += 1
        self.depth += 1
        found = self._node(piece)
        self.depth -= 1
        return found

    def _node(self, piece: str) -> Node | None:
        if piece == "[":
            members = self._until("]")
            return None if members is None else Items(members)
        if not _is_number(piece):
            return self._word(piece)
        resource = self._resource()
        return int(piece) if resource is None else self._amounts(int(piece), resource)

    def _amounts(self, first: int, resource: str) -> Node | None:
        parts = [(first, resource)]
        while self.take("+"):
            number = self.peek()
            if not _is_number(number):
                return None
            self.position += 1
            word = self._resource()
            if word is None:
                return None
            parts.append((int(number), word))
        return Amounts(tuple(parts))

    def _resource(self) -> str | None:
        word = self.peek()
        if not word[:1].isalpha() or word == "of":
            return None
        self.position += 1
        return word

    def _word(self, name: str) -> Node | None:
        if self.take("("):
            arguments = self._until(")")
            return Word(name, arguments) if arguments else None
        if self.take("of"):
            inner = self.node()
            return None if inner is None else Word(name, (inner,), is_of=True)
        return Word(name)

    def _until(self, close: str) -> tuple[Node, ...] | None:
        found: list[Node] = []
        if self.take(close):
            return ()
        while True:
            node = self.node()
            if node is None:
                return None
            found.append(node)
            if self.take(close):
                return tuple(found)
            if not self.take(","):
                return None


def _is_number(piece: str) -> bool:
    return piece.removeprefix("-").isdecimal()


def canonical(node: Node) -> Node:
    """The same for keys that say the same: what is listed (a set, the cells of a pose) may come in any order."""
    match node:
        case Word("pose-at", (place, row, Items(cells), *turn)):
            return Word("pose-at", (canonical(place), row, Items(tuple(sorted(cells, key=repr))), *turn))
        case Word(name, arguments, is_of):
            return Word(name, tuple(map(canonical, arguments)), is_of)
        case Items(members):
            return Items(tuple(sorted(map(canonical, members), key=repr)))
    return node
