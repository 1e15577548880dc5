"""Option values as people write them to values as the model has them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from custumal.dsl.base.types import Maybe, Number, Row, Seat, Symbol, Thing, Truth, Type, bare
from custumal.dsl.diagnostics.catalogue.names import no_option_of_this_game
from custumal.dsl.diagnostics.catalogue.play import option_value
from custumal.dsl.model import GameModel, Option
from custumal.interpreter.setup.errors import PlayError

_NUMBER = re.compile(r"0|-?[1-9][0-9]{0,18}")
_TRUTHS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


def option_values(game: GameModel, given: Mapping[str, object]) -> dict[str, Any]:
    """The values of the options that were given.

    Raises:
        PlayError: `unknown-option`, or `option-value` for a value that the option can't have.
    """
    found = {}
    for name, value in given.items():
        option = game.options.get(name)
        if option is None:
            from custumal.dsl.diagnostics.suggest import nearest  # noqa: PLC0415  # only when something is wrong

            raise PlayError(no_option_of_this_game(name, nearest(name, game.options), game.options))
        found[name] = _value(game, option, value)
    return found


def _value(game: GameModel, option: Option, value: object) -> object:
    if isinstance(option.type, Maybe) and value in (None, "none"):
        return None
    of = bare(option.type)
    made = _of_type(game, of, value)
    low, high = getattr(of, "low", None), getattr(of, "high", None)
    outside = isinstance(made, int) and isinstance(of, Number) and ((low is not None and made < low) or (high is not None and made > high))
    if made is None or outside:
        from custumal.dsl.diagnostics.suggest import nearest  # noqa: PLC0415  # only when something is wrong

        near = nearest(str(value), _words(game, of))
        raise PlayError(option_value(option.name, _expected(game, option.type), value, near))
    return made


def _words(game: GameModel, of: Type) -> Iterable[str]:
    """What a value of a type is called, if it is called something."""
    match of:
        case Truth():
            return _TRUTHS
        case Symbol(list_):
            return words_of(game, list_)
        case Thing(kind) | Row(kind):
            return [row.name for row in game.kinds[kind].rows]
        case Seat():
            return [f"p{seat + 1}" for seat in range(game.players[1])]
    return ()


def _of_type(game: GameModel, of: Type, value: object) -> object:
    text = str(value)
    match of:
        case Number():
            return int(text) if _NUMBER.fullmatch(text) and not isinstance(value, bool) else None
        case Truth():
            return value if isinstance(value, bool) else _TRUTHS.get(text)
        case Symbol(list_):
            words = words_of(game, list_)
            return next((i for i in members_of(game, list_) if words[i] == text), None)
        case Thing() | Row() | Seat():
            return next((i for i, word in enumerate(_words(game, of)) if word == text), None)
    return None


def members_of(game: GameModel, list_: str) -> tuple[int, ...]:
    """The words of a list, or of a part of one, as numbers."""
    listing = game.lists[list_]
    return tuple(range(len(listing.symbols))) if listing.among is None else listing.members


def words_of(game: GameModel, list_: str) -> tuple[str, ...]:
    """The words of a list by their index."""
    listing = game.lists[list_]
    return listing.symbols if listing.among is None else game.lists[listing.among].symbols


def _expected(game: GameModel, of: Type) -> str:
    match of:
        case Maybe(inner):
            return f"none or {_expected(game, inner)}"
        case Number(low, high):
            return f"a number from {low} to {high}" if low is not None and high is not None else "a number"
        case Truth():
            return "true or false"
        case Symbol(list_):
            return "one of " + ", ".join(words_of(game, list_)[i] for i in members_of(game, list_))
        case Thing() | Row() | Seat():
            return "one of " + ", ".join(_words(game, of))
    return str(of)


def option_words(game: GameModel, values: Mapping[str, Any]) -> dict[str, object]:
    """All options as rule files write them; those that are not among the values have their default."""
    return {name: option_word(game, option, values.get(name, option.default)) for name, option in game.options.items()}


def option_word(game: GameModel, option: Option, value: object) -> object:
    """The value of an option as a rule file writes it."""
    of = bare(option.type)
    if value is None:
        return "none"
    if isinstance(of, Symbol) and isinstance(value, int):
        return words_of(game, of.list)[value]
    if isinstance(of, Thing | Row | Seat) and isinstance(value, int):
        return [*_words(game, of)][value]
    return value
