"""How wide a text is, before anybody has drawn it: about as wide as in Arial or Helvetica, rather wider than less."""

from __future__ import annotations

from functools import lru_cache
from unicodedata import combining, east_asian_width

FAR = 10_000.0
TIMES = "\u00d7"
NONE = "\u2013"
_NARROW = frozenset("fijlt.,;:!'|()[]/\\I -`·")
_WIDE = frozenset("mwMWQOGCDHNUR%@&+=<>—…")
_LEAST = 8.0
"""Texts are not set smaller than this."""


def text_width(text: str, size: float) -> float:
    """The width of a line in letters of this size."""
    return sum(map(_letter, text)) * size


@lru_cache(maxsize=1 << 12)
def _letter(sign: str) -> float:
    if combining(sign):
        return 0.0
    if east_asian_width(sign) in "WF":
        return 1.05
    if sign in _NARROW:
        return 0.34
    if sign in _WIDE:
        return 0.84
    return 0.7 if sign.isupper() or ord(sign) > 0x2000 else 0.59


def shortened(text: str, size: float, room: float) -> tuple[str, float]:
    """The text and its size, so that it fits: a bit smaller, else cut, with dots."""
    wide = text_width(text, size)
    if wide <= room:
        return text, size
    smaller = max(min(_LEAST, size), size * 0.8, size * room / wide)
    if text_width(text, smaller) <= room * 1.001:
        return text, smaller
    return _cut(text, smaller, room), smaller


def _cut(text: str, size: float, room: float) -> str:
    used = text_width("…", size)
    for at, sign in enumerate(text):
        used += _letter(sign) * size
        if used > room:
            return text[:at].rstrip() + "…" if at else "…"
    return text


def wrapped(text: str, size: float, room: float, most: int) -> list[str]:
    """The text in at most so many lines, broken between words; the last one may be too long."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and (text_width(longer, size) <= room or len(lines) == most):
            lines[-1] = longer
        else:
            lines.append(word)
    return lines
