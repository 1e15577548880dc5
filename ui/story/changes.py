"""What changed by itself in consequence of choices and chance, in a few words, for somebody who may not know everything."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from custumal.dsl.base.types import Cell, Number, Pose, Type, bare
from custumal.interpreter.position.contents import things_at
from custumal.interpreter.position.state import Position
from custumal.interpreter.program import ChoiceTuple, DrawOne
from custumal.interpreter.reference.operations.placements import covered_cells
from custumal.interpreter.reference.visibility import sees_thing
from custumal.interpreter.setup.values import Value
from custumal.ui.draw.readings import Reading, readings
from custumal.ui.scene.describe import Describer, slots_of, things_of
from custumal.ui.scene.display_hints import Hints, hints_of
from custumal.ui.scene.look import Look
from custumal.ui.scene.phase import phase
from custumal.ui.story.forced import Unasked
from custumal.ui.story.happened import hidden_in, made
from custumal.ui.story.moves import Said, moves, place_of_thing
from custumal.ui.story.parts import Part
from custumal.ui.story.passed import passed
from custumal.ui.story.revealed import shown
from custumal.ui.story.session import Event, Session
from custumal.ui.story.story import Stretch, stretches
from custumal.ui.story.trails import Passed, trails
from custumal.ui.text.phrases import phrase
from custumal.ui.text.style import Line, Piece, folded, line

_INDENT = "    "
_MOST = 3
"""So many lines are told of one choice."""


def narrated(
    session: Session, describer: Describer, viewer: int | None, columns: int, start: int = 0, room: int | None = None
) -> list[Line]:
    """What has happened from an event on, and below each choice what changed by itself; where there is room for so many lines only below as
    many of the last choices, since what was done is shown before what came of it."""
    return Changes(session, describer, viewer).narrated(columns, start, room)


def _first_within(told: Sequence[Stretch], room: int) -> int:
    """The first of so many of the last stretches that are choices; what chance did is told below them."""
    choices = [number for number, stretch in enumerate(told) if stretch.is_choice]
    return choices[-room] if 0 < room <= len(choices) else 0


class Changes:
    """What a viewer sees change in a game; what it saw last is kept for what comes next."""

    def __init__(self, session: Session, describer: Describer, viewer: int | None) -> None:
        self.session = session
        self.describer = describer
        self.viewer = viewer
        self.hints: Hints = hints_of(session.game.model.display)
        self._last: tuple[Position, dict[Reading, str]] | None = None
        self._looks: dict[int, Look] = {}

    def narrated(self, columns: int, start: int = 0, room: int | None = None) -> list[Line]:
        """As the function of this name."""
        told = list(stretches(self.session, self.describer, self.viewer, start))
        first = 0 if room is None else _first_within(told, room)
        found: list[Line] = []
        for number, stretch in enumerate(told):
            if stretch.text is not None:
                found += [line(Piece(one)) for one in folded(stretch.text, columns, _INDENT)]
            if number >= first:
                found += [line(Piece(one, "dim")) for one in self.lines(stretch, columns)]
        self._looks = {number: look for number, look in self._looks.items() if look.state is self.session.position}
        return found

    def lines(self, stretch: Stretch, columns: int) -> list[str]:
        """A few lines about a stretch; none about the set-up, after which all is shown."""
        events = self.session.events
        if all(event.seat is None for event in events[: stretch.end]):
            return []
        told = [text for part in stretch.parts for text in self._revealed(part)]
        revealed = [row for text in told for row in folded(_INDENT + text, columns, _INDENT)]
        return [*revealed, *self._changed(stretch, columns)]

    def _revealed(self, part: Part) -> Iterator[str]:
        """What the viewer was shown in a part of an event; all of it is told, since it may never be seen again."""
        for one in part.revealed:
            yield from shown(self._look(one.position), one)

    def _changed(self, stretch: Stretch, columns: int) -> list[str]:
        found = [one for part in stretch.parts for one in self._unasked(part)]
        before, after = stretch.parts[0].event.before, stretch.parts[-1].after
        is_drawn = after is self.session.position and (self.session.is_humans_turn or self.session.is_over)
        found += [] if is_drawn else self._phase(before, after)
        if _lies_otherwise(before, after):
            found = self._with_seen(found, stretch.parts, columns)
        rows = self._rows(found, columns)
        return rows if len(rows) <= _MOST else [*rows[: _MOST - 1], _cut(rows[_MOST - 1], columns)]

    def _with_seen(self, found: list[str], parts: Sequence[Part], columns: int) -> list[str]:
        """What is told already, with what is counted otherwise and what has moved; where that is much, numbers come first."""
        old, new = self._look(parts[0].event.before), self._look(parts[-1].after)
        numbers, went = self._numbers(old, new), self._went(old, new, parts)
        together = [*found, *self._by_owner(_joined(numbers, went))]
        if len(self._rows(together, columns)) <= _MOST:
            return together
        return [*found, *self._by_owner(numbers), *self._by_owner(went)]

    def _went(self, old: Look, new: Look, parts: Sequence[Part]) -> dict[str, list[str]]:
        """What has moved, by whose it is."""
        engine, found = self.session.engine, dict[str, list[str]]()
        way = [Passed(old.state)]
        for part in parts if engine.instance.layout.reveals else ():
            way += passed(engine, part.event.before, part.event.choice, part.after)
        said = [one for part in parts for one in self._said(part)]
        for move in moves(old, new, trails(engine, way, self.viewer), said):
            found.setdefault(move.owner, []).append(move.text)
        return found

    def _rows(self, found: list[str], columns: int) -> list[str]:
        return folded(_INDENT + phrase("apart", self.describer.language).join(found), columns, _INDENT) if found else []

    def _numbers(self, old: Look, new: Look) -> dict[str, list[str]]:
        """What is counted otherwise, by whose it is: `coin 3 → 5`."""
        found: dict[str, list[str]] = {}
        was, became = self._readings(old), self._readings(new)
        for (owner, name), value in became.items():
            if value != (earlier := was.get((owner, name), "")):
                found.setdefault(owner, []).append(f"{name} {earlier} → {value or '-'}" if earlier else f"{name} {value}")
        return found

    def _by_owner(self, found: dict[str, list[str]]) -> list[str]:
        """What is nobody's, then what is each seat's: `player 1: coin 3 → 5, score 7 → 9`."""
        seats = [self.describer.seat(seat) for seat in self.session.engine.instance.all_seats]
        order = ["", *seats, *(owner for owner in found if owner not in ("", *seats))]
        texts = {owner: ", ".join(found[owner]) for owner in order if owner in found}
        return [phrase("named", self.describer.language, name=owner, what=text) if owner else text for owner, text in texts.items()]

    def _readings(self, look: Look) -> dict[Reading, str]:
        """As `readings`; those of the position behind one stretch are those before the next."""
        if self._last is None or self._last[0] is not look.state:
            self._last = look.state, readings(look)
        return self._last[1]

    def _look(self, position: Position) -> Look:
        """What the viewer sees of a position; each is worked out once, though it ends one stretch and begins the next."""
        found = self._looks.get(id(position))
        if found is None:  # it holds the position, whose id stays its own as long
            found = Look(self.session.engine, self.hints, position, self.viewer, self.describer.language)
            self._looks[id(position)] = found
        return found

    def _phase(self, before: Position, after: Position) -> list[str]:
        """Where in the turn structure the position is; that need not be told where the position itself is shown next."""
        was, became = (phase(self.session.engine, self.hints, one, self.describer.language) for one in (before, after))
        return [] if was == became or not became else [f"→ {became}"]

    # ------------------------------------------------------------ what nobody was asked

    def _unasked(self, part: Part) -> Iterator[str]:
        """The choices that were taken silently in a part of an event, or earlier in a step of unseen choices that it opens."""
        session, after = self.session, part.after
        for one in part.unasked:
            if one.seat == self.viewer or not session.sealed.leads_to(one.position, after):
                yield from self._told(one, after)
        first = part.number
        while part.is_first and first > 0 and session.sealed.leads_to(session.events[first - 1].before, session.events[first].before):
            first -= 1
        for earlier in range(first, part.number):
            for one in session.unasked(earlier):
                was_secret = session.sealed.leads_to(one.position, part.event.before)
                if one.seat != self.viewer and was_secret and not session.sealed.leads_to(one.position, after):
                    yield from self._told(one, after)

    def _told(self, one: Unasked, after: Position) -> Iterator[str]:
        seat = self.describer.seat(one.seat)
        if one.choice is None:
            yield phrase("nothing-left", self.describer.language, seat=seat)
        elif not self._is_nothing(one.position, one.choice):
            event = Event(one.seat, one.position, one.choice, "", {})
            choice = made(self.describer, event, after, self.viewer)
            # That there was no other choice may tell what the seat holds.
            open_ = one.seat == self.viewer or not self.session.has_secrets
            yield phrase("only-choice" if open_ else "named", self.describer.language, name=seat, what=choice)

    def _is_nothing(self, position: Position, choice: ChoiceTuple) -> bool:
        """Whether a choice is to choose nothing: none, an empty set, the number 0."""
        choosing = self.describer.choosing(position, choice)
        types = () if choosing is None else [slot.type for slot in slots_of(choosing)]
        numbers = [of is not None and isinstance(bare(of), Number) for of in types]
        return all(value in (None, ()) or (value == 0 and number) for number, value in zip(numbers, choice[1:], strict=False))

    # ------------------------------------------------------------ what was said

    def _said(self, part: Part) -> Iterator[Said]:
        """The things that the words of a part of an event tell of: those that they name, and what goes to or from a cell that they name."""
        event, engine = part.event, self.session.engine
        if isinstance(engine.program.code[event.before.pc], DrawOne) and event.choice:
            if sees_thing(engine.evaluator, part.after, self.viewer, event.choice[0]):  # else chance told nothing
                yield Said(event.choice[0], place_of_thing(self._look(event.before), event.choice[0]))
            return
        choosing = self.describer.choosing(event.before, event.choice)
        if choosing is None or (event.seat != self.viewer and part.number in self.session.unseen()):
            return
        hidden = set() if event.seat == self.viewer else hidden_in(self.describer, event, part.after, self.viewer)
        for slot, value in zip(slots_of(choosing), event.choice[1:], strict=True):
            yield from (Said(thing) for thing in things_of(slot.type, value) if thing not in hidden)
            yield from (Said(thing) for thing in self._at(slot.type, value, event.before, part.after))

    def _at(self, of: Type | None, value: Value, before: Position, after: Position) -> Iterator[int]:
        inner = None if of is None else bare(of)
        if isinstance(inner, Cell | Pose) and value is not None:
            zone = self.session.engine.instance.zones[inner.zone]
            cells = covered_cells(zone, value) if isinstance(inner, Pose) else (value,)
            for position in (before, after):
                yield from (thing for cell in cells for thing in things_at(zone, position, cell))


def _joined(one: dict[str, list[str]], another: dict[str, list[str]]) -> dict[str, list[str]]:
    return {owner: one.get(owner, []) + another.get(owner, []) for owner in (*one, *another)}


def _lies_otherwise(before: Position, after: Position) -> bool:
    """Whether anything lies, is kept or is known otherwise."""
    return (before.c, before.piles, before.known, before.kind) != (after.c, after.piles, after.known, after.kind)


def _cut(row: str, columns: int) -> str:
    """A line that is not the last of what there would be to tell."""
    return f"{row[: columns - 2]} …"
