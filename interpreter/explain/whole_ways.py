"""Why a choice can't be made that is one with all that is chosen in its course: what forbids this way, or which ways there are."""

from __future__ import annotations

from custumal.interpreter.explain.explanation import Reason
from custumal.interpreter.explain.phrases import sentence
from custumal.interpreter.explain.reasons import Reasons
from custumal.interpreter.position.state import Position
from custumal.interpreter.program import PASS, ChoiceTuple, Choosing, Point

MOST_TOLD = 6
"""So many ways are told."""


class WholeWays:
    """Answers for one game."""

    def __init__(self, reasons: Reasons) -> None:
        self.reasons = reasons
        self.machine = reasons.machine
        self.keys = reasons.keys

    def why_not(self, state: Position, point: Point, key: str, language: str) -> tuple[Reason, ...]:
        """What forbids the way with this key, or which others begin as it does; nothing if it is not about ways."""
        name, values, _ = key.partition("(")
        choosing = next((each for each in point.choosings if each.name == name.strip() and each.inside is not None), None)
        if choosing is None or not values:
            return ()
        number = point.choosings.index(choosing)
        ways = [(choice, self.keys.at_stop(state, choice)) for choice in self.machine.all_ways(point, state) if _is_of(number, choice)]
        asked = next((choice for choice, text in ways if _plain(text) == _plain(key)), None)
        if asked is not None:
            return self._forbidding(state, point, asked, language)
        begun = [text for choice, text in ways if _plain(key).startswith(_plain(self._beginning(state, choice)))]
        return (self._others(choosing, key, begun, language),) if begun else ()

    def _forbidding(self, state: Position, point: Point, asked: ChoiceTuple, language: str) -> tuple[Reason, ...]:
        address = self.machine.excluding(point, state, lambda choice: choice == asked)
        if address is None:
            return ()
        source = self.reasons.game.sources[address]
        return (self.reasons.titled(source, self.reasons.labels.whole(source.because, language)),)

    def _beginning(self, state: Position, choice: ChoiceTuple) -> str:
        """The key of what is chosen before anything in its course, without the bracket behind it."""
        return self.keys.at_stop(state, tuple(choice)).removesuffix(")")

    def _others(self, choosing: Choosing, key: str, ways: list[str], language: str) -> Reason:
        told = ", ".join(f"`{way}`" for way in ways[:MOST_TOLD])
        word = "no-such-way" if len(ways) <= MOST_TOLD else "no-such-way-of-many"
        said = sentence(word, language, choice=key.strip(), ways=told, count=str(len(ways) - MOST_TOLD))
        return self.reasons.titled(choosing.source, said)


def _is_of(number: int, choice: ChoiceTuple) -> bool:
    return choice != PASS and choice[0] == number


def _plain(key: str) -> str:
    return "".join(key.split())
