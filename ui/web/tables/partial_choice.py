"""A choice under construction: the choices that are left after what was clicked and answered, and what can be clicked next."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from custumal.interpreter.engine import Engine
from custumal.interpreter.keys.names import cell_name
from custumal.interpreter.keys.syntax import NAME
from custumal.interpreter.position.state import Position
from custumal.interpreter.program import ChoiceTuple
from custumal.interpreter.setup.layout import columns_of
from custumal.ui.scene.describe import Describer
from custumal.ui.scene.look import Look
from custumal.ui.terminal.questions.menu import Question, question
from custumal.ui.web.tables.table import Refused, Table

CLICK, ANSWER = "name:", "answer:"
"""What the two sorts of steps of a path begin with."""
_WORD = re.compile(NAME)
_POSE = re.compile(r"pose-at\((.*?), [^,\[\]]+, \[(\[[^()]*?\])\]")
_PLACED = re.compile(r"pose-at\(.*?, ([^,\[\]]+), \[")
_ON_BOARDS = ("at", "column", "pose-at")
"""What is on a board is named with its board, which is not meant by itself."""
_CELL = re.compile(r"\[([\d, -]+)\]")


@dataclass(frozen=True, slots=True)
class Building:
    """Where a path of clicks and answers has led: the choices that are left, the question that tells them apart or the one choice that
    it comes to, the names that can be clicked, and those that were. `path` is what of it could be followed."""

    path: tuple[str, ...]
    left: tuple[ChoiceTuple, ...]
    question: Question | None
    names: tuple[str, ...]
    taken: tuple[str, ...]

    @property
    def choice(self) -> ChoiceTuple | None:
        """The choice, once there is only one left."""
        return self.left[0] if self.question is None else None


def build(table: Table, describer: Describer, look: Look, path: Sequence[str]) -> Building:
    """Follow a path at the decision at which a table stands.

    Raises:
        Refused: it holds what nobody can have clicked.
    """
    found = _all(table)
    left: tuple[ChoiceTuple, ...] = tuple(found)
    followed: list[str] = []
    for step in path:
        after = _after(left, found, step, describer, look)
        if not after:
            break
        left = after
        followed.append(step)
    done = len(left) == 1 and bool(followed)
    taken = tuple(step.removeprefix(CLICK) for step in followed if step.startswith(CLICK))
    asked = None if done else question(describer, look, left)
    return Building(tuple(followed), left, asked, () if done else _clickable(left, found), taken)


def _after(
    left: tuple[ChoiceTuple, ...], found: dict[ChoiceTuple, frozenset[str]], step: str, describer: Describer, look: Look
) -> tuple[ChoiceTuple, ...]:
    """The choices that a step leaves."""
    if step.startswith(CLICK):
        return tuple(choice for choice in left if step.removeprefix(CLICK) in found[choice])
    number = step.removeprefix(ANSWER)
    if not step.startswith(ANSWER) or not number.isdecimal():
        raise Refused("not-understood")
    answers = question(describer, look, left).answers
    return answers[int(number)].choices if int(number) < len(answers) else ()


def _clickable(left: Sequence[ChoiceTuple], found: dict[ChoiceTuple, frozenset[str]]) -> tuple[str, ...]:
    """The names that tell the choices apart; of one choice all."""
    named = [found[choice] for choice in left]
    common = frozenset.intersection(*named) if len(named) > 1 else frozenset()
    return tuple(sorted(frozenset.union(*named) - common)) if named else ()


def _all(table: Table) -> dict[ChoiceTuple, frozenset[str]]:
    """The choices here, each with the names in it."""
    session = table.session
    engine, position = session.engine, session.position

    def make() -> dict[ChoiceTuple, frozenset[str]]:
        return {choice: names_in(engine, engine.key(position, choice)) for choice in engine.choices(position)}

    found: dict[ChoiceTuple, frozenset[str]] = table.remembered("choices", make)
    return found


def key_of(engine: Engine, position: Position, choice: ChoiceTuple) -> str:
    """The key by which a page names a choice."""
    return engine.key(position, choice)


def names_in(engine: Engine, key: str) -> frozenset[str]:
    """What a key names: every word in it with its arguments, as they are written there, but for the action and the board of a cell; of a
    placement what is placed, the cells that it covers and their columns."""
    return frozenset((*_terms(key), *_covered(engine, key)))


def _terms(key: str) -> Iterator[str]:
    at = 0
    while (word := _WORD.search(key, at)) is not None:
        at, end = word.end(), _end(key, word.end())
        if word.start() > 0 and word.group() != "of":
            yield key[word.start() : end]
            if word.group() in _ON_BOARDS:
                at = end
                placed = _PLACED.match(key, word.start())
                yield from () if placed is None else (placed.group(1),)


def _end(key: str, at: int) -> int:
    """Where the term ends whose word ends here: behind its arguments, in brackets or behind `of`."""
    if key.startswith("(", at):
        depth = 0
        for place in range(at, len(key)):
            depth += (key[place] == "(") - (key[place] == ")")
            if not depth:
                return place + 1
    if key.startswith(" of ", at):
        word = _WORD.match(key, at + 4)
        return at if word is None else _end(key, word.end())
    return at


def _covered(engine: Engine, key: str) -> Iterator[str]:
    for pose in _POSE.finditer(key):
        place, cells = pose.group(1), pose.group(2)
        zone = engine.instance.zones.get((_WORD.match(place) or pose)[0])
        for cell in _CELL.finditer(cells):
            numbers = [int(number) for number in cell.group(1).split(",")]
            yield f"at({place}, {', '.join(map(str, numbers))})"
            if zone is not None and zone.board is not None and len(numbers) == 3:  # a column is told by its first two numbers
                layer = [zone.board.coordinates[one][:2] for one in range(columns_of(zone))]
                yield f"column({place}, {layer.index((numbers[0], numbers[1])) + 1})"


def words_for(describer: Describer, name: str) -> str:
    """A name in keys as people say it, so that they can ask about it; the name itself where it is none of a cell or a thing."""
    engine = describer.engine
    for zone in engine.instance.zones.values():
        if zone.board is not None and name.startswith(f"at({zone.name}"):
            for cell in range(zone.instances * zone.cells):
                if cell_name(engine.instance, zone, cell) == name:
                    return describer.labels.cell(zone.name, cell, describer.language).replace(", ", ",")
    for thing in range(len(engine.instance.things)):
        if name in (engine.keys.thing(thing, ()), f"{engine.keys.thing(thing, ())}"):
            return describer.labels.thing(thing, describer.language)
    return name
