"""Faults of names: misspelt ones, references to what is not there, words of another list."""

from __future__ import annotations

import re
from collections.abc import Iterator

from custumal.dsl.keys import Literal, Words
from custumal.dsl.yaml.tree import Mapping, Scalar, Sequence
from tests.support.faults.pages import Fault, Token, in_turn
from tests.support.faults.places import KeyPlace, LeafPlace
from tests.support.faults.slips import slip
from tests.support.faults.workshop import HOLES, Word, Workshop

_HOLE = re.compile(r"\{([^{}]*)\}")
_SHORTEST = 3
NOWHERE = "zyzzyva"
_NO_SYMBOLS = ("perhaps", "everybody", "magenta", "stack", "guess")
# These stand for the game that the file belongs to, or for something that the game declares.
_REFERRING = {("component", "kind"), ("list", "among"), ("shape", "graph"), ("scenarios", "of"), ("rulebook", "rulebook")}


# ---------------------------------------------------------------- misspelt


def misspelt_names(shop: Workshop) -> Iterator[Fault]:
    """A name in a sentence, in a hole of a text, or as a value, with a letter wrong."""
    tokens = [word.token for word in shop.words if _is_name(word)]
    tokens += [token for token in _holes(shop) if _is_long_word(token)]
    tokens += [token for place in _references(shop) for token in shop.page.tokens(place.scalar) if _is_long_word(token)]
    windows = _other_ends(shop)
    for token in shop.shuffled([token for token in tokens if token.index not in windows or _is_known(shop, token.text)]):
        wrong = slip(token.text, shop.subject.words, shop.dice)
        if wrong is not None:
            lines = frozenset([shop.page.line_at(token.index), *windows.get(token.index, ())])
            yield Fault("misspelt name", shop.page.with_word(token, wrong), lines, f"{token.text} -> {wrong}", misspelt=True)


def _other_ends(shop: Workshop) -> dict[int, list[int]]:
    """For the place of a window's name the lines of all its places: with two names for it, either may be the wrong one."""
    found: dict[str, list[Token]] = {}
    for word in shop.words:
        if word.place.key in ("offer", "offered"):
            found.setdefault(word.token.text, []).append(word.token)
    return {token.index: [shop.page.line_at(other.index) for other in ends] for ends in found.values() for token in ends}


def _is_known(shop: Workshop, window: str) -> bool:
    """Whether the name of a window stands at three places at least: of two that differ nobody can tell which is the right one."""
    texts = [source.text for _, source in shop.subject.game.sources]
    return sum(len(re.findall(rf"(?<![\w-]){re.escape(window)}(?![\w-])", text)) for text in texts) > 2  # said in words


def _is_long_word(token: Token) -> bool:
    return len(token.text) >= _SHORTEST and not token.is_reserved and not any(letter.isdigit() for letter in token.text)


def _is_name(word: Word) -> bool:
    return word.place.start != "signature" and _is_long_word(word.token) and not word.is_binder


def _holes(shop: Workshop) -> Iterator[Token]:
    """The words of the expressions inside sentences for people."""
    for scalar in _texts(shop):
        for hole in _HOLE.finditer(scalar.text):
            yield from (token for token in shop.page.tokens(scalar) if hole.start() < token.start < hole.end())


def _texts(shop: Workshop) -> Iterator[Scalar]:
    for place in shop.places.keys:
        if place.key.text not in HOLES or place.is_further or place.form.name == "expectation":
            continue
        for node in [value for _, value in place.value] if isinstance(place.value, Mapping) else [place.value]:
            if isinstance(node, Scalar):
                yield node


def _references(shop: Workshop) -> list[LeafPlace]:
    return [
        place
        for place in shop.places.leaves
        if (place.of.name, place.key) in _REFERRING or isinstance(place.leaf, Words) or _is_node_of_graph(place)
    ]


def _is_node_of_graph(place: LeafPlace) -> bool:
    return place.of.name == "graph" and place.key in ("edges", "lines")


# ---------------------------------------------------------------- to what is not there


def dangling_references(shop: Workshop) -> Iterator[Fault]:
    """A reference to a rule, step, window, zone, kind or value that does not exist, or a definition taken away from its uses."""
    return in_turn(_unknown_rules(shop), _unknown_names(shop), _unknown_values(shop), _removed(shop), _unknown_labels(shop))


def _dangling(shop: Workshop, index: int, text: str, new: str) -> Fault:
    broken = shop.page.replaced(index, index + len(text), new)
    return Fault("dangling reference", broken, frozenset([shop.page.line_at(index)]), f"{text} -> {new}")


def _unknown_rules(shop: Workshop) -> Iterator[Fault]:
    """Ids of numbered rules, in games that have a rulebook."""
    if shop.subject.rulebook is None:
        return
    for place in shop.shuffled([p for p in shop.places.leaves if p.leaf == Literal("rule")]):
        new = f"{place.scalar.text.rsplit('-', 1)[0]}-{shop.dice.randrange(800, 900)}"
        if new not in shop.subject.rulebook.source.text:
            yield _dangling(shop, shop.page.start(place.scalar), place.scalar.text, new)


def _unknown_names(shop: Workshop) -> Iterator[Fault]:
    """The name of something that the game declares, where a sentence uses it."""
    steps = {a.rsplit(".", 1)[-1] for a, e in shop.subject.game.document.addresses.items() if e.form == "step" and e.id}
    known = shop.declared | steps
    words = [word for word in shop.words if word.token.text in known and word.place.start != "signature" and not word.is_binder]
    for word in shop.shuffled(words):
        yield _dangling(shop, word.token.index, word.token.text, NOWHERE)


def _unknown_values(shop: Workshop) -> Iterator[Fault]:
    for place in shop.shuffled([place for place in _references(shop) if not isinstance(place.leaf, Words)]):
        yield _dangling(shop, shop.page.start(place.scalar), place.scalar.text, NOWHERE)


def _removed(shop: Workshop) -> Iterator[Fault]:
    """A definition, zone, kept value, action or step taken out of the file: every use of it is a right place for a message."""
    for place in shop.shuffled(shop.places.entries):
        entry = place.entry
        if entry.form not in ("zone", "kept", "value", "definition", "kind", "option", "graph", "procedure", "list"):
            continue
        text = shop.page.without_pair(place.node, entry.key)
        uses = _uses_elsewhere(shop, entry.id, shop.page.start(entry.key), shop.page.end(entry.node))
        names = [other for other in shop.places.entries if other.entry.id == entry.id]
        is_word = entry.id in shop.symbols or entry.id in shop.rows
        if text is None or not uses or len(names) > 1 or is_word or _is_used_beside(shop, entry.id):
            continue
        gone = shop.page.text.count("\n") - text.count("\n")
        lines = frozenset(line if line < entry.key.span.line else line - gone for line in uses)
        yield Fault("dangling reference", text, lines, f"{entry.form} {entry.id} removed")


def _is_used_beside(shop: Workshop, name: str) -> bool:
    """Whether another file of the rules has the name, in which a message would be right, too."""
    beside = [source.text for _, source in shop.subject.game.sources if source.name != shop.subject.name]
    return any(re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text) for text in beside)


def _uses_elsewhere(shop: Workshop, name: str, start: int, end: int) -> list[int]:
    """The lines outside a stretch of the file that use a name which nothing binds there: in sentences, in parameters, as a value alone."""
    ids = [place.scalar for place in shop.places.leaves if _is_of_id(place)]
    found = [scalar.span.line for scalar in ids if scalar.text == name]
    keys = [place.entry.key for place in shop.places.entries]
    found += [key.span.line for key in keys if any(token.text == name and token.start for token in shop.page.tokens(key))]
    for word in shop.words:
        bound = any(other.text == name for other in _bound(shop, word))
        if word.token.text == name and not bound and not word.is_after_dot:
            found.append(shop.page.line_at(word.token.index))
    first, last = shop.page.line_at(start), shop.page.line_at(end)
    return [line for line in found if not first <= line <= last]


def _is_of_id(place: LeafPlace) -> bool:
    return place.leaf == Literal("id") or (place.of.name, place.key) in _REFERRING


def _bound(shop: Workshop, word: Word) -> Iterator[Token]:
    for other in shop.words:
        if other.place is word.place and other.is_binder:
            yield other.token


def _unknown_labels(shop: Workshop) -> Iterator[Fault]:
    """A label for nothing."""
    for place in shop.shuffled([place for place in shop.places.entries if place.entry.form == "label"]):
        yield _dangling(shop, shop.page.start(place.entry.key), place.entry.key.text, NOWHERE)


# ---------------------------------------------------------------- words of no list, or of another


def wrong_symbols(shop: Workshop) -> Iterator[Fault]:
    """A word that its place does not have: one of a fixed set, or one of the game's own lists."""
    return in_turn(_wrong_words(shop), _wrong_printed(shop), _wrong_compared(shop))


def _wrong(shop: Workshop, index: int, text: str, new: str) -> Fault:
    broken = shop.page.replaced(index, index + len(text), new)
    return Fault("wrong symbol", broken, frozenset([shop.page.line_at(index)]), f"{text} -> {new}")


def _wrong_words(shop: Workshop) -> Iterator[Fault]:
    """`shape: stack`."""
    for place in shop.shuffled([place for place in shop.places.leaves if isinstance(place.leaf, Words)]):
        assert isinstance(place.leaf, Words)
        new = shop.dice.choice([word for word in _NO_SYMBOLS if word not in place.leaf.words])
        yield _wrong(shop, shop.page.start(place.scalar), place.scalar.text, new)


def _wrong_printed(shop: Workshop) -> Iterator[Fault]:
    """In the rows of components a word of another list, or of none."""
    scalars = [
        scalar
        for place in shop.places.keys
        if place.form.name == "row" and place.is_further
        for scalar in _scalars(place)
        if scalar.text in shop.symbols and scalar.style == "plain"
    ]
    for scalar in shop.shuffled(scalars):
        yield _wrong(shop, shop.page.start(scalar), scalar.text, _foreign_symbol(shop, scalar.text))


def _scalars(place: KeyPlace) -> Iterator[Scalar]:
    nodes = [place.value]
    while nodes:
        node = nodes.pop()
        if isinstance(node, Scalar):
            yield node
        else:
            nodes.extend(node.items if isinstance(node, Sequence) else [value for _, value in node])


def _wrong_compared(shop: Workshop) -> Iterator[Fault]:
    """In sentences, where the other side says which list is meant."""
    words = [
        word
        for word in shop.words
        if word.token.text in shop.symbols
        and (
            (word.before is not None and word.before.text in ("is", "not"))
            or (word.place.start == "choice" and not word.is_called and word.before is not None)
        )
    ]
    for word in shop.shuffled(words):
        yield _wrong(shop, word.token.index, word.token.text, _foreign_symbol(shop, word.token.text))


def _foreign_symbol(shop: Workshop, word: str) -> str:
    others = [other for other, listing in shop.symbols.items() if listing != shop.symbols[word]]
    return shop.dice.choice([*others, *_NO_SYMBOLS])
