"""What the words of a whole choice tell beyond the answer that leads to it: a price, a name, where something goes."""

from __future__ import annotations

import re
from collections.abc import Sequence


def extra_words(said: Sequence[tuple[str, str]]) -> list[str]:
    """What a choice that each answer leads to tells more than the answer; empty where all tell the same besides their answers.

    Args:
        said: each answer of a question with the words of a choice that it leaves.
    """
    if len({_without_answer(answer, choice) for answer, choice in said}) == 1:
        return [""] * len(said)
    found = [_answer(answer).search(choice) for answer, choice in said]
    heads = {None if one is None else one.string[: one.start()] for one in found}
    alike = len(heads) == 1
    return [choice[one.end() :].strip() if alike and one is not None else choice for one, (_, choice) in zip(found, said, strict=True)]


def _without_answer(answer: str, choice: str) -> frozenset[str]:
    """The words of a choice that are not those of its answer, which may stand there in another order."""
    rest, times = _answer(answer).subn(" ", choice)
    return frozenset(_words(rest)) if times else frozenset(_words(choice)) - frozenset(_words(answer))


def _answer(text: str) -> re.Pattern[str]:
    """The answer as whole words, with blanks behind commas or without, and with what stands in brackets behind it or without."""
    name, _, place = text.partition(" (")
    tail = f"( \\({_escaped(place)})?" if place else ""
    return re.compile(rf"(?<!\w){_escaped(name)}{tail}(?!\w)")


def _escaped(text: str) -> str:
    return re.escape(text).replace(",", ", ?")


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())
