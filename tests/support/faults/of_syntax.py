"""Faults of writing: YAML that is none, sentences that are none."""

from __future__ import annotations

from collections.abc import Iterator

from custumal.dsl.yaml.tree import Mapping, Node, Scalar, Sequence
from tests.support.faults.pages import Fault, in_turn
from tests.support.faults.slips import slip
from tests.support.faults.workshop import Word, Workshop

# ---------------------------------------------------------------- YAML


def broken_yaml(shop: Workshop) -> Iterator[Fault]:
    """A bracket, a quote or a colon lost; a line pushed to the right or left; a tab."""
    nodes = list(_nodes(shop.subject.tree))
    return in_turn(_unclosed(shop, nodes), _unquoted(shop, nodes), _without_colon(shop, nodes), _shifted(shop, nodes), _tabbed(shop))


def _nodes(root: Node) -> Iterator[Node]:
    left = [root]
    while left:
        node = left.pop()
        yield node
        if isinstance(node, Mapping):
            left.extend(inner for pair in node for inner in pair)
        elif isinstance(node, Sequence):
            left.extend(node)


def _broken(text: str, lines: set[int], what: str) -> Fault:
    return Fault("broken YAML", text, frozenset(lines), what)


def _unclosed(shop: Workshop, nodes: list[Node]) -> Iterator[Fault]:
    for node in shop.shuffled([node for node in nodes if not isinstance(node, Scalar) and node.flow]):
        end = shop.page.end(node)
        assert shop.page.text[end - 1] in "}]"
        yield _broken(shop.page.replaced(end - 1, end, ""), {node.span.line, node.span.end_line}, f"no {shop.page.text[end - 1]}")


def _unquoted(shop: Workshop, nodes: list[Node]) -> Iterator[Fault]:
    for node in shop.shuffled([node for node in nodes if isinstance(node, Scalar) and node.style in ("single", "double")]):
        end = shop.page.end(node)
        yield _broken(shop.page.replaced(end - 1, end, ""), {node.span.line, node.span.end_line}, "no closing quote")


def _block_pairs(nodes: list[Node]) -> list[tuple[Mapping, int]]:
    """The pairs of block mappings of at least two: alone, a key without its colon is a text."""
    return [(node, i) for node in nodes if isinstance(node, Mapping) and not node.flow and len(node) > 1 for i in range(len(node))]


def _without_colon(shop: Workshop, nodes: list[Node]) -> Iterator[Fault]:
    for node, i in shop.shuffled(_block_pairs(nodes)):
        key = node.pairs[i][0]
        colon = shop.page.text.index(":", shop.page.end(key))
        yield _broken(shop.page.replaced(colon, colon + 1, ""), {key.span.line}, f"no colon after {key.text}")


def _shifted(shop: Workshop, nodes: list[Node]) -> Iterator[Fault]:
    """A line that is not the first of its mapping moved by one column; a value before it keeps it from being the first of another."""
    for node, i in shop.shuffled([pair for pair in _block_pairs(nodes) if pair[1] > 0]):
        key = node.pairs[i][0]
        line = shop.page.source.index(key.span.line, 1)
        if shop.page.indent(key.span.line) and shop.dice.random() < 0.5:
            yield _broken(shop.page.replaced(line, line + 1, ""), {key.span.line}, f"{key.text} to the left")
        else:
            yield _broken(shop.page.replaced(line, line, " "), {key.span.line}, f"{key.text} to the right")


def _tabbed(shop: Workshop) -> Iterator[Fault]:
    keys = [place.key for place in shop.places.keys if not place.node.flow and shop.page.indent(place.key.span.line)]
    for key in shop.shuffled(keys):
        line = shop.page.source.index(key.span.line, 1)
        yield _broken(shop.page.replaced(line, line + 2, "\t"), {key.span.line}, f"a tab before {key.text}")


# ---------------------------------------------------------------- sentences


def broken_sentences(shop: Workshop) -> Iterator[Fault]:
    """A parenthesis lost, a foreign sign, an operator twice or not at all, a word of the language misspelt."""
    return in_turn(_parentheses(shop), _foreign_signs(shop), _lost_operators(shop), _dangling_words(shop), _misspelt_words(shop))


def _spoilt(shop: Workshop, index: int, end: int, new: str, what: str) -> Fault:
    return Fault("broken sentence", shop.page.replaced(index, end, new), frozenset([shop.page.line_at(index)]), what)


def _parentheses(shop: Workshop) -> Iterator[Fault]:
    spots = [
        (place, i) for place in shop.sentences if place.start != "signature" for i, sign in enumerate(place.scalar.text) if sign in "()"
    ]
    for place, i in shop.shuffled(spots):
        index = shop.page.index_of(place.scalar, i)
        yield _spoilt(shop, index, index + 1, "", f"no {place.scalar.text[i]} in {place.scalar.text[:50]}")


def _words(shop: Workshop) -> list[Word]:
    return [word for word in shop.words if word.place.start not in ("signature", "path")]


def _foreign_signs(shop: Workshop) -> Iterator[Fault]:
    """Signs of other languages for words of this one."""
    signs = {"is": "==", "and": "&&", "or": "||", "not": "~"}
    for word in shop.shuffled([word for word in _words(shop) if word.token.text in signs and not word.is_after_dot]):
        yield _spoilt(shop, word.token.index, word.token.index + len(word.token.text), signs[word.token.text], f"{signs[word.token.text]}")


def _lost_operators(shop: Workshop) -> Iterator[Fault]:
    """`a is b` without `is`; not where the rest would read as `3 coin` or as `x in S`."""
    for word in shop.shuffled([word for word in _words(shop) if word.token.text == "is" and not word.is_after_dot]):
        if word.before is None or word.before.is_number or word.after is None or word.after.text in ("in", "not"):
            continue
        end = word.token.index + len(word.token.text)
        yield _spoilt(shop, word.token.index, end + 1, "", f"no is in {word.place.scalar.text[:50]}")


def _dangling_words(shop: Workshop) -> Iterator[Fault]:
    """A sentence that ends in a word which wants more."""
    for place in shop.shuffled([place for place in shop.sentences if place.start in ("expression", "effect", "choices", "loop")]):
        end = shop.page.end(place.scalar)
        if place.scalar.style == "plain" and place.scalar.text.strip():
            extra = shop.dice.choice((" and", " +", " is", " where", " )"))
            yield _spoilt(shop, end, end, extra, f"{place.scalar.text[:50]}{extra}")


def _misspelt_words(shop: Workshop) -> Iterator[Fault]:
    """`sme card in my hand`: a word of the language that is none."""
    for word in shop.shuffled([word for word in _words(shop) if word.token.is_reserved and not word.is_after_dot]):
        if len(word.token.text) < 3:
            continue
        wrong = slip(word.token.text, shop.subject.words, shop.dice)
        if wrong is not None:
            yield _spoilt(shop, word.token.index, word.token.index + len(word.token.text), wrong, f"{word.token.text} -> {wrong}")
