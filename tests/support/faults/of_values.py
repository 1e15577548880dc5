"""Faults of values: of the wrong type, with too many or too few arguments."""

from __future__ import annotations

from collections.abc import Iterator

from custumal.dsl.keys import Entries, Holds, Literal, Sentence
from custumal.dsl.keys.holds import LOOP, TRUTH
from custumal.dsl.yaml.tree import Scalar
from tests.support.faults.pages import Fault, in_turn
from tests.support.faults.places import KeyPlace
from tests.support.faults.workshop import Word, Workshop

# Keys whose sentence is a number, and those whose sentence is a set, whatever the game.
_NUMBERS = {"points", "most", "least", "room", "copies", "repeat", "times", "at-least", "at-most", "rate", "up-to", "supply"}
_SETS = {"players", "rounds", "together"}
_WHOLE = {"value", "definition", "name"}


# ---------------------------------------------------------------- types


def wrong_types(shop: Workshop) -> Iterator[Fault]:
    """A list for a text, a number for a truth, a truth for a number."""
    return in_turn(_wrong_shapes(shop), _wrong_sentences(shop), _wrong_numbers(shop))


def _wrong_shapes(shop: Workshop) -> Iterator[Fault]:
    """YAML of the wrong sort for the key."""
    for place in shop.shuffled([place for place in shop.places.keys if not place.is_further]):
        new = _misfit(place.holds)
        if new is not None:
            yield _with_value(shop, place, new)


def _misfit(holds: Holds) -> str | None:
    leaf = holds.scalar
    if isinstance(leaf, Literal):
        return {"number": "many", "truth": "perhaps", "text": "7", "id": "7", "rule": "[7, [8]]"}.get(leaf.kind)
    if isinstance(leaf, Sentence):
        return "[1, 2]" if holds.members is None else None
    if leaf is None and isinstance(holds.map, Entries):
        return "7"
    return None


def _with_value(shop: Workshop, place: KeyPlace, new: str) -> Fault:
    text = shop.page.replaced(shop.page.start(place.value), shop.page.end(place.value), new)
    return Fault("wrong type", text, frozenset([place.key.span.line, place.value.span.line]), f"{place.key.text}: {new}")


def _wrong_sentences(shop: Workshop) -> Iterator[Fault]:
    """A number where a truth stands, a truth where a number or a set stands."""
    for place in shop.shuffled([place for place in shop.places.keys if isinstance(place.value, Scalar) and not place.is_further]):
        if place.holds == TRUTH:
            yield _with_value(shop, place, "7")
        elif place.holds == LOOP:
            yield _with_value(shop, place, "each-of-them in true")
        elif place.form.name not in ("game", "scenario") and place.key.text in _NUMBERS | _SETS:
            yield _with_value(shop, place, "true")


def _wrong_numbers(shop: Workshop) -> Iterator[Fault]:
    """A number in a sentence becomes a truth."""
    for word in shop.shuffled([word for word in shop.words if _is_number(word)]):
        text = shop.page.with_word(word.token, "true")
        lines = frozenset([shop.page.line_at(word.token.index)])
        yield Fault("wrong type", text, lines, f"{word.token.text} -> true in {word.place.scalar.text[:40]}")


def _is_number(word: Word) -> bool:
    """A number that other words of its sentence need to be one."""
    if not word.token.is_number or word.place.start == "signature" or word.place.of.name == "word":
        return False
    alone = word.token.text == word.place.scalar.text.strip()
    is_unit = word.after is not None and not word.after.is_reserved and not word.after.is_number and _touch(word)
    return not (alone and word.place.of.name in _WHOLE) and not is_unit


def _touch(word: Word) -> bool:
    """Whether only blanks stand between the number and the next word, as in `3 coin`."""
    assert word.after is not None
    return not word.place.scalar.text[word.token.end : word.after.start].strip()


# ---------------------------------------------------------------- arguments


def wrong_arity(shop: Workshop) -> Iterator[Fault]:
    """One argument too many, or one too few."""
    for word in shop.shuffled([word for word in shop.words if _has_fixed_arity(word)]):
        arguments = _arguments(word)
        if arguments is None:
            continue
        start, end = arguments[-1]
        scalar, page = word.place.scalar, shop.page
        what = f"{word.token.text} in {scalar.text[:50]}"
        last = page.index_of(scalar, start), page.index_of(scalar, end - 1) + 1
        lines = frozenset([page.line_at(word.token.index), page.line_at(last[0])])
        if len(arguments) > 1 and shop.dice.random() < 0.5:
            if _may_be_left_out(word, len(arguments), shop):
                continue
            comma = page.index_of(scalar, arguments[-2][1])
            yield Fault("wrong arity", page.replaced(comma, last[1], ""), lines, f"one less for {what}")
        elif not (scalar.flow and scalar.style == "plain") and word.token.text not in shop.rows:
            # The number of a copy may follow a row; and a comma would end the sentence in a flow map.
            yield Fault("wrong arity", page.replaced(last[1], last[1], f", {page.text[slice(*last)]}"), lines, f"one more for {what}")


def _has_fixed_arity(word: Word) -> bool:
    """`max` and `min` take any number, `can` only the first entries of a choice; a signature is what says how many there are."""
    if not word.is_called or word.token.is_reserved or word.place.start == "signature" or word.token.text in ("max", "min"):
        return False
    return word.before is None or word.before.text != "can"


def _may_be_left_out(word: Word, count: int, shop: Workshop) -> bool:
    """The last argument: the number of a copy behind a row, the turns of a tile behind its cells."""
    return word.token.text in shop.rows or (word.token.text == "pose-at" and count > 3)


def _arguments(word: Word) -> list[tuple[int, int]] | None:
    """Where in the sentence the arguments stand; None if they hold a line break or something else that is not simple."""
    text = word.place.scalar.text
    depth, start = 0, word.token.end + 1
    found: list[tuple[int, int]] = []
    for i in range(word.token.end, len(text)):
        if text[i] in "([":
            depth += 1
        elif text[i] in ")]":
            depth -= 1
        if (text[i] == "," and depth == 1) or depth == 0:
            found.append((start + len(text[start:i]) - len(text[start:i].lstrip()), i))
            start = i + 1
        if depth == 0:
            return found if "\n" not in text and all(a < b for a, b in found) else None
    return None
