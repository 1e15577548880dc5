"""The key that was probably meant by a text that is none here."""

from __future__ import annotations

import re
from collections.abc import Sequence

from custumal.dsl.diagnostics.suggest import nearest
from custumal.interpreter.keys.syntax import Items, Node, Word, canonical, read_key

PLACES = ("at", "column", "pose-at")
"""Words whose numbers say where something is, not which copy."""
_WORD = re.compile(r"[^\W\d_]+|-?\d+")


def near_key(text: str, keys: Sequence[str]) -> str | None:
    """The shortest of some keys of which a text is a part, else the nearest by its letters; None if none is near."""
    wanted = _WORD.findall(text)
    wholes = [key for key in keys if wanted and key != text and (key.startswith(text) or _in_order(wanted, _WORD.findall(key)))]
    return min(wholes, key=len) if wholes else nearest(text, keys)


def with_copy(text: str, keys: Sequence[str]) -> str | None:
    """The first of some keys from which a text leaves out nothing but the copies of things."""
    wanted = read_key(text)
    if not isinstance(wanted, Word):
        return None
    wanted = canonical(wanted)
    nodes = ((key, canonical(node)) for key in keys if (node := read_key(key)) is not None)
    return next((key for key, node in nodes if wanted != node and _same_choice(wanted, node)), None)


def _same_choice(wanted: Node, listed: Node) -> bool:
    """Whether two keys have the same name and, but for copies, the same values; a number that is chosen is no copy."""
    if not isinstance(wanted, Word) or not isinstance(listed, Word) or len(wanted.arguments) != len(listed.arguments):
        return False
    return wanted.name == listed.name and all(map(_but_for_copy, wanted.arguments, listed.arguments))


def _but_for_copy(wanted: Node, listed: Node) -> bool:
    match wanted, listed:
        case Word(name, mine, False), Word(other, (*theirs, int()), False) if (
            name == other and name not in PLACES and len(mine) == len(theirs)
        ):
            return all(map(_but_for_copy, mine, theirs))
        case Word(name, mine, is_of), Word(other, theirs, is_so) if (name, is_of, len(mine)) == (other, is_so, len(theirs)):
            return all(map(_but_for_copy, mine, theirs))
        case Items(mine), Items(others) if len(mine) == len(others):
            return all(map(_but_for_copy, mine, others))
    return wanted == listed


def _in_order(wanted: Sequence[str], there: Sequence[str]) -> bool:
    left = iter(there)
    return all(word in left for word in wanted)
