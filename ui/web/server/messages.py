"""What a page may send: one object of JSON for each question and each choice, taken apart here and nowhere else."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from custumal.ui.web.tables.table import Asked, Refused

_LONGEST = 4_096
_MOST_STEPS = 64
_LONGEST_NONCE = 64
DOINGS = frozenset(
    ("choose", "undo", "build", "why", "why-name", "look", "give", "take-back", "seat", "watch", "end-watch", "go-on", "open", "lay")
)


@dataclass(frozen=True, slots=True)
class Wish:
    """A message: what is to be done, at which version, with what. `number` is the page's own, which comes back with the answer."""

    do: str
    asked: Asked
    number: int
    text: str = ""
    path: tuple[str, ...] = ()
    seat: int = -1


def read_wish(text: str) -> Wish:
    """The message in a text.

    Raises:
        Refused: it is none.
    """
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise Refused("not-understood") from None
    if not isinstance(data, dict) or data.get("do") not in DOINGS:
        raise Refused("not-understood")
    path = data.get("path", [])
    if not isinstance(path, list) or len(path) > _MOST_STEPS:
        raise Refused("not-understood")
    asked = Asked(_number(data, "version"), _text(data, "nonce", _LONGEST_NONCE))
    steps = tuple(_text({"step": step}, "step", _LONGEST) for step in path)
    return Wish(str(data["do"]), asked, _number(data, "number"), _text(data, "text", _LONGEST), steps, _number(data, "seat", -1))


def _number(data: dict[str, Any], key: str, default: int = 0) -> int:
    found = data.get(key, default)
    if not isinstance(found, int) or isinstance(found, bool) or abs(found) > 2**53:  # as far as a page counts exactly
        raise Refused("not-understood")
    return found


def _text(data: dict[str, Any], key: str, longest: int) -> str:
    found = data.get(key, "")
    if not isinstance(found, str) or len(found) > longest:
        raise Refused("not-understood")
    return found
