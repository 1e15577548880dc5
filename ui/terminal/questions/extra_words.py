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
    tails = _tails(said)
    return [choice for _, choice in said] if tails is None else [""] * len(said) if len({*tails}) == 1 else tails


def _tails(said: Sequence[tuple[str, str]]) -> list[str] | None:
    """What follows the answers, where all choices are alike up to them: the same in all, if the answers stand where that is so."""
    found = [{choice[: one.start()]: choice[one.end() :].strip() for one in _answer(answer).finditer(choice)} for answer, choice in said]
    heads = [head for head in found[0] if all(head in others for others in found)]
    ways = [[tails[head] for tails in found] for head in heads]
    return next((tails for tails in ways if len({*tails}) == 1), ways[0] if ways else None)


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
