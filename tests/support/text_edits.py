"""What people do to a text in an editor: letters come and go, words are replaced, lines are cut, doubled, moved and indented."""

from __future__ import annotations

import random
import re

_LETTERS = "abcx 019-:.,()[]{}'\"#\n\t&*!é𝄞"
_WORD = re.compile(r"[A-Za-z][\w-]*")


def random_edit(text: str, dice: random.Random) -> str:
    """The text with one edit, of a sort and at a place that the dice choose."""
    return dice.choice((_type, _type, _delete, _other_word, _cut_line, _double_line, _swap_lines, _indent))(text, dice)


def _type(text: str, dice: random.Random) -> str:
    at = dice.randrange(len(text) + 1)
    return text[:at] + "".join(dice.choice(_LETTERS) for _ in range(dice.choice((1, 1, 1, 3)))) + text[at:]


def _delete(text: str, dice: random.Random) -> str:
    at = dice.randrange(len(text) + 1)
    return text[:at] + text[at + dice.choice((1, 1, 2, 9)) :]


def _other_word(text: str, dice: random.Random) -> str:
    found = list(_WORD.finditer(text))
    if not found:
        return text
    one, other = dice.choice(found), dice.choice(found)
    return text[: one.start()] + other[0] + text[one.end() :]


def _lines(text: str, dice: random.Random) -> tuple[list[str], int]:
    lines = text.split("\n")
    return lines, dice.randrange(len(lines))


def _cut_line(text: str, dice: random.Random) -> str:
    lines, at = _lines(text, dice)
    return "\n".join((*lines[:at], *lines[at + 1 :]))


def _double_line(text: str, dice: random.Random) -> str:
    lines, at = _lines(text, dice)
    return "\n".join((*lines[: at + 1], *lines[at:]))


def _swap_lines(text: str, dice: random.Random) -> str:
    lines, at = _lines(text, dice)
    return "\n".join((*lines[:at], *reversed(lines[at : at + 2]), *lines[at + 2 :]))


def _indent(text: str, dice: random.Random) -> str:
    lines, at = _lines(text, dice)
    lines[at] = lines[at][2:] if lines[at].startswith("  ") and dice.random() < 0.5 else "  " + lines[at]
    return "\n".join(lines)
