"""Characters that look like others, or like nothing: a name that holds one is told by its code point, since nobody sees the difference."""

# ruff: noqa: RUF001  # these characters are what it is about

from __future__ import annotations

import re
import unicodedata

_LATIN = str.maketrans(
    "авекмнорстухіјѕһԁԛԝѵАВЕКМНОРСТУХІЈЅԌαεικνορτυχϲΑΒΕΖΗΙΚΜΝΟΡΤΥΧ‐‑‒–—−",
    "abekmhopctyxijshdqwvABEKMHOPCTYXIJSGaeiknoptuxcABEZHIKMNOPTYX------",
)
"""Letters of other alphabets, and dashes, by what they are taken for."""
_NAMES = re.compile(r"`([^`]+)`")
_HIDING = frozenset({"Cf", "Mn", "Zs"})
"""Categories of what is not seen as a character of its own: marks of format, accents that join the letter before, odd blanks."""


def odd_characters(*texts: str | None) -> str:
    """What is to be added to a message that quotes names with such characters; nothing if there are none."""
    names = dict.fromkeys(name for text in texts if text and not text.isascii() for name in (_NAMES.findall(text) or [text]))
    notes = [f"`{name}` is written with {', '.join(map(named, found))}" for name in names if (found := _odd(name))]
    return f" ({'; '.join(notes[:3])})" if notes else ""


def _odd(name: str) -> list[str]:
    """The odd characters of a name that looks as if it had none."""
    found = list(dict.fromkeys(character for character in name if not character.isascii() and _is_odd(character)))
    others = [character for character in name if character not in found]
    return found if all(map(str.isascii, others)) or any(unicodedata.category(one) in _HIDING for one in found) else []


def _is_odd(character: str) -> bool:
    return looks(character).isascii() or unicodedata.category(character) in _HIDING


def looks(text: str) -> str:
    """A text as it looks: each character as the one that it is taken for."""
    if text.isascii():
        return text
    plain = (unicodedata.normalize("NFKC", one) if unicodedata.category(one)[0] in "LN" else one for one in text)
    return "".join(plain).translate(_LATIN)


def named(character: str) -> str:
    """A character by its code point."""
    return f"U+{ord(character):04X} {unicodedata.name(character, '')}".rstrip()
