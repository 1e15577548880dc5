"""Types, words of a file and lists of them as parts of sentences for people."""

from __future__ import annotations

from collections.abc import Iterable

from custumal.dsl.base.types import Anything, Cell, Empty, Maybe, Place, Set, Symbol, Table, Truth, Type

LONGEST_QUOTE = 40
MOST_IN_CHAIN = 12


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


def capital(text: str) -> str:
    """The text with a capital at its beginning; the rest stays, since words of a game may have capitals."""
    return text[:1].upper() + text[1:]


def quoted(text: str) -> str:
    """A word of the file as messages show it."""
    flat = " ".join(text.split())
    return f"`{flat if len(flat) <= LONGEST_QUOTE else flat[: LONGEST_QUOTE - 1] + '…'}`"


def alternatives(words: list[str], join: str = "or") -> str:
    """Words as people list them: `a, b or c`."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {join} {words[-1]}"


def listed(names: Iterable[str], join: str = "or") -> str:
    """`a`, `b` or `c`, each between backticks."""
    return alternatives([f"`{name}`" for name in names], join)


def every(names: Iterable[str], join: str = ", ") -> str:
    """All names between backticks, with the same between each two."""
    return join.join(f"`{name}`" for name in names)


def chain(names: list[str]) -> str:
    """`a → b → c`; of a long one the beginning and the end."""
    return " → ".join([*names[:MOST_IN_CHAIN], *(["…", names[-1]] if len(names) > MOST_IN_CHAIN else [])])


def did_you_mean(name: str | None, otherwise: str = ".") -> str:
    """How a message ends: with the question for the name that was probably meant, else with `otherwise`."""
    return f"; did you mean `{name}`?" if name else otherwise
