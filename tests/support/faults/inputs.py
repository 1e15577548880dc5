"""Inputs that no author would write: mutated files, YAML that is nearly YAML, sentences that are nearly sentences, bombs."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

from hypothesis import strategies as st

from custumal.dsl.check.rules.effects import VERBS
from custumal.dsl.keys import FORMS, SECTION_NAMES
from custumal.dsl.sentences.words import RESERVED_WORDS, SIGNS

BYTES = [
    b"\x00", b"\x07", b"\x1b", b"\x7f", b"\x80", b"\xff", b"\xc3", b"\xe2\x80\xa8", b"\xe2\x80\xae", b"\xef\xbb\xbf",
    b"\xc2\xa0", b"\xc2\x85",
    b"\xf0\x9f\x8e\xb2", b"\r", b"\n\n", b"  ", b"- ", b": ", b" #", b"{", b"}", b"[", b"]", b'"', b"'", b"&a ", b"*a", b"!x ", b"|\n",
    b">-\n", b"---\n", b"...\n", b"? ", b"<<: ", b"%YAML 1.1\n", b"9" * 30, b"0x7f", b"1e9", b"~", b"\\x00", b"(", b")", b", ", b" is ",
    b" of ", b"\\",
]  # fmt: skip
# Enough of a game for everything to be asked of it, and so small that thousands of it can be read.
SMALL_GAME = """\
custumal: 1
game: small
players: 2 to 4
lists:
  colour: [red, blue]
kinds:
  card: {printed: {colour: colour, value: number}}
components:
  cards: {kind: card, in: deck, for-each: {colour: colour, value: 1 to 5}}
zones:
  deck: {holds: card, shape: bag, seen-by: nobody}
  hand(seat): {holds: card, seen-by: owner}
  table(seat): card
  board: {shape: {grid: [3, 3]}}
kept:
  mark(cell of board): {is: maybe seat, until: end}
  pot: {is: 0 to 20, until: round}
values:
  limit: 3
define:
  worth(s seat): sum(value for table of s where colour is red) + count(cells of board where mark is s)
setup:
  deal: {each: s in seats, do: draw limit from deck to hand of s}
play:
  round:
    repeat: limit
    do:
      turn: {players: seats, do: {offer: action}}
actions:
  lay:
    say: "Lay {card}"
    offered: action
    choose: {card: my hand, cell: cells of board}
    require:
      free: {that: mark of cell is none, because: Taken.}
    do: [move card to my table, set mark of cell to me, raise pot by value of card]
end:
  rich: {after: play.round.turn, if: worth(me) > 10 or pot >= 20, do: stop round}
scoring:
  worth: worth(me)
ranking:
  worth: {most: my total}
"""


def mutated(data: bytes, dice: random.Random) -> bytes:
    """The bytes with one to twenty cuts, insertions, repetitions and changed bits."""
    for _ in range(dice.choice((1, 1, 1, 2, 3, 5, 20))):
        at, length = dice.randrange(len(data) + 1), dice.choice((0, 1, 1, 2, 5, 20, 200))
        kind = dice.randrange(5)
        if kind == 0:
            data = data[:at] + data[at + length :]
        elif kind == 1:
            data = data[:at] + b"".join(dice.choices(BYTES, k=dice.randrange(1, 4))) + data[at:]
        elif kind == 2:
            other = dice.randrange(len(data) + 1)
            data = data[:at] + data[other : other + length] + data[at:]
        elif kind == 3 and at < len(data):
            data = data[:at] + bytes([data[at] ^ (1 << dice.randrange(8))]) + data[at + 1 :]
        else:
            lines = data.split(b"\n")
            first, second = dice.randrange(len(lines)), dice.randrange(len(lines))
            lines[first], lines[second] = lines[second], lines[first]
            data = b"\n".join(lines)
    return data


# ---------------------------------------------------------------- sentences

_NAMES = (
    "card",
    "hand",
    "seats",
    "s",
    "x",
    "me",
    "it",
    "worth",
    "value",
    "cell",
    "board",
    "mark",
    "pot",
    "red",
    "count",
    "sum",
    "best",
    "at",
    "p1",
    "Straße",
)
_WORDS = [
    *sorted(RESERVED_WORDS),
    *SIGNS.values(),
    *VERBS,
    *_NAMES,
    "0",
    "1",
    "9223372036854775808",
    "=",
    "==",
    "!",
    "&&",
    "🎲",
    "\\",
    '"',
    "é",
    "_",
    "a_b",
]


def sentences() -> st.SearchStrategy[str]:
    """Words of the language in any order, or any text at all."""
    words = st.lists(st.sampled_from(_WORDS), min_size=1, max_size=25).flatmap(_joined)
    return st.one_of(words, words, words, st.text(max_size=60))


def _joined(words: list[str]) -> st.SearchStrategy[str]:
    return st.sampled_from((" ", " ", " ", "", "\n")).map(lambda blank: blank.join(words))


def mixed(sentence: str, other: str, dice: random.Random) -> str:
    """A sentence with words lost, doubled, swapped, or taken from another one."""
    words, others = re.findall(r"\w+|\W", sentence), re.findall(r"\w+|\W", other)
    for _ in range(dice.choice((1, 1, 2, 4))):
        at = dice.randrange(len(words) + 1)
        kind = dice.randrange(4)
        if kind == 0:
            words[at : at + 1] = []
        elif kind == 1:
            words[at:at] = words[at : at + 2]
        elif kind == 2 and others:
            start = dice.randrange(len(others))
            words[at:at] = others[start : start + dice.randrange(1, 6)]
        else:
            words.insert(at, dice.choice(_WORDS) + " ")
    return "".join(words)


# ---------------------------------------------------------------- documents

Tree = Any
"""A text, a list of pairs of key and tree, or ("list", trees)."""
_KEYS = sorted({name for form in FORMS.values() for name in form.keys} | set(SECTION_NAMES))


def documents() -> st.SearchStrategy[str]:
    """Something like a rule file: keys of the language where they do not belong, with all that YAML has."""
    scalar = st.one_of(
        st.sampled_from(_WORDS),
        sentences(),
        st.integers(-(2**70), 2**70).map(str),
        st.sampled_from(
            (
                "true",
                "null",
                "~",
                "''",
                '"a\\u0000b"',
                "2001-01-01",
                "0o17",
                "1_000",
                "*a",
                "&a x",
                "!t x",
                "|\n   x\n",
                ">-",
                "[",
                "}",
                "x: y",
                "# c",
                "",
            )
        ),
        st.text(max_size=12),
    )
    key = st.one_of(
        st.sampled_from(_KEYS),
        st.sampled_from(_KEYS),
        st.sampled_from(_NAMES),
        st.sampled_from(("f(seat)", "f(x", "1", "<<", "? a", "[a]", "&k k", "")),
    )
    tree: st.SearchStrategy[Tree] = st.recursive(
        scalar,
        lambda inner: st.one_of(
            st.lists(st.tuples(key, inner), max_size=5), st.lists(inner, max_size=4).map(lambda items: ("list", items))
        ),
        max_leaves=16,
    )
    top: st.SearchStrategy[Tree] = st.lists(st.tuples(st.one_of(st.sampled_from(SECTION_NAMES), key), tree), min_size=1, max_size=6)
    return st.builds(
        _written,
        top,
        st.booleans(),
        st.sampled_from(("", "custumal: 1\ngame: g\nplayers: 2\n", "custumal: 1\n", "%YAML 1.2\n---\n", "\ufeff")),
    )


def _written(top: Tree, flow: bool, head: str) -> str:
    return head + "".join(_lines(top, 0, flow))


def _lines(node: Tree, depth: int, flow: bool) -> Iterator[str]:
    pad = "  " * depth
    match node:
        case ("list", items):
            for item in items:
                yield f"{pad}- {_flow(item)}\n"
        case list(pairs):
            for key, value in pairs:
                if isinstance(value, str) or flow:
                    yield f"{pad}{key}: {_flow(value)}\n"
                else:
                    yield f"{pad}{key}:\n"
                    yield from _lines(value, depth + 1, flow)
        case _:
            yield f"{pad}{node}\n"


def _flow(node: Tree) -> str:
    match node:
        case ("list", items):
            return "[" + ", ".join(map(_flow, items)) + "]"
        case list(pairs):
            return "{" + ", ".join(f"{key}: {_flow(value)}" for key, value in pairs) + "}"
    return str(node)
