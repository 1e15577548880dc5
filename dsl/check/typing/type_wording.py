"""Types as parts of sentences for people."""

from __future__ import annotations

from custumal.dsl.base.types import Anything, Cell, Empty, Maybe, Place, Set, Symbol, Table, Truth, Type


def a(of: Type) -> str:
    """`a number`, `an orange-type`, `nothing`: a type as part of a sentence."""
    match of:
        case Truth():
            return "a truth (yes or no)"
        case Empty():
            return "nothing"
        case Place(zone):
            return f"the place `{zone}`"
        case Cell(zone):
            return f"a cell of `{zone}`"
        case Symbol(list_):
            return f"a word of `{list_}`"
        case Maybe(inner):
            return f"maybe {a(inner)}"
        case Set(inner):
            return f"a set of {str(inner).removeprefix('maybe ')}"
        case Table(key, value):
            return f"a {value} per {key}"
        case Anything():
            return "something unknown"
    text = str(of)
    return ("an " if text[:1] in "aeiou" else "a ") + text


MOST_IN_CHAIN = 12


def chain(names: list[str]) -> str:
    """`a → b → c`; of a long one the beginning and the end."""
    return " → ".join([*names[:MOST_IN_CHAIN], *(["…", names[-1]] if len(names) > MOST_IN_CHAIN else [])])


def capital(text: str) -> str:
    """The text with a capital at its beginning; the rest stays, since words of a game may have capitals."""
    return text[:1].upper() + text[1:]
