"""What a display counts of a position: points, stocks and other kept values and definitions, each as a short text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from custumal.dsl.base.types import Number, Row, Seat, Symbol, Truth, Type, bare
from custumal.dsl.model import Definition, Kept
from custumal.interpreter.setup.values import Value
from custumal.ui.scene.look import Look
from custumal.ui.scene.shown import shows_scores
from custumal.ui.scene.thing_text import defined
from custumal.ui.text.phrases import phrase

Reading = tuple[str, str]
"""Whose it is (empty for nobody's), and what it is called."""
_WORDS = Number | Symbol | Truth | Seat | Row


def readings(look: Look) -> dict[Reading, str]:
    """All that is counted and seen, the seats first; empty where there is nothing."""
    found = dict(_scores(look))
    entries: list[Kept | Definition] = [*_kept(look), *_definitions(look)]
    for seats in (True, False):
        for entry in entries:
            if (_types(entry) == (Seat(),)) == seats:
                found.update(_values(look, entry))
    return found


def _scores(look: Look) -> Iterator[tuple[Reading, str]]:
    if shows_scores(look):
        for seat, points in enumerate(look.totals):
            if points is not None:
                yield (look.value(seat, Seat()), phrase("score", look.language)), str(points)


def _kept(look: Look) -> Iterator[Kept]:
    named = look.hints.arrangement.named
    for kept in look.instance.game.kept.values():
        shown = kept.name in named or kept.name not in look.hints.hidden
        if shown and isinstance(bare(kept.type), _WORDS) and _goes_by_words(kept):
            yield kept


def _definitions(look: Look) -> Iterator[Definition]:
    game = look.instance.game
    for name in sorted(look.hints.arrangement.named):
        found = game.definitions.get(name)
        if found is not None and name not in game.kept and _goes_by_words(found) and isinstance(bare(found.body.type), _WORDS):
            yield found


def _types(entry: Kept | Definition) -> tuple[Type, ...]:
    types = entry.parameters if isinstance(entry, Kept) else tuple(one.type for one in entry.parameters)
    return tuple(bare(of) for of in types)


def _goes_by_words(entry: Kept | Definition) -> bool:
    """Whether it is one value, or one for each seat or word of a list."""
    types = _types(entry)
    return not types or (len(types) == 1 and isinstance(types[0], Seat | Symbol))


def _values(look: Look, entry: Kept | Definition) -> Iterator[tuple[Reading, str]]:
    name = look.name(entry.name)
    types = _types(entry)
    for argument in _arguments(look, types[0]) if types else ():
        yield (look.value(argument, types[0]), name), _value(look, entry, (argument,))
    if not types:
        yield ("", name), _value(look, entry, ())


def _arguments(look: Look, of: Type) -> Iterable[int]:
    return look.instance.members(of.list) if isinstance(of, Symbol) else look.instance.all_seats


def _value(look: Look, entry: Kept | Definition, arguments: tuple[int, ...]) -> str:
    if isinstance(entry, Kept):
        return _text(look, entry.name, look.kept(entry.name, arguments), entry.type)
    found = defined(look, entry.name, arguments)
    return "" if found is None else _text(look, entry.name, *found)


def _text(look: Look, name: str, value: Value, of: Type) -> str:
    words = look.hints.arrangement.tracks.get(name)
    if value is None:
        return ""
    if words and isinstance(value, int):
        at = value - (getattr(bare(of), "low", None) or 0)
        return words[at] if 0 <= at < len(words) else str(value)
    return look.value(value, of)
