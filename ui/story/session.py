"""A game under way: who plays, what has been chosen, what can be taken back, and the record that keeps it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path

from custumal.dsl.base.frozen import dataclass
from custumal.dsl.diagnostics.wording import did_you_mean
from custumal.interpreter.api import Game
from custumal.interpreter.engine import Engine
from custumal.interpreter.explain.explanation import Reason
from custumal.interpreter.knowledge.course import Course
from custumal.interpreter.position.state import CHANCE, DECISION, OVER, Position
from custumal.interpreter.program import ChanceStop, ChoiceTuple
from custumal.interpreter.runs.bots import Bot, bot
from custumal.interpreter.runs.records import Record
from custumal.interpreter.search.levels import budget
from custumal.interpreter.setup.errors import PlayError
from custumal.ui.story.followed import Followed, Passage
from custumal.ui.story.forced import Unasked, unasked
from custumal.ui.story.revealed import Revelation, noted
from custumal.ui.story.secrets_kept import Sealed

HUMAN = "human"
PATIENCE = 1.0
"""Seconds that people wait at most for the choice of a bot that was told no time of its own."""


@dataclass(frozen=True, slots=True)
class Event:
    """Something that was chosen, by a seat or (None) by chance: the position before, the choice and its key, and where the
    generators of the bots stood, by their seats. Not `as_drawn`: it was recorded, and chance brings something else here."""

    seat: int | None
    before: Position
    choice: ChoiceTuple
    key: str
    bots: Mapping[int, int]
    as_drawn: bool = True


@dataclass(frozen=True, slots=True)
class Beginning:
    """Where a game begins that does not begin with its set-up: the engine that plays it, the position, the seed of the scenario, by
    which chance comes to there and from there on, and what records call it."""

    engine: Engine
    position: Position
    seed: int
    named: dict[str, str]


@dataclass(frozen=True, slots=True)
class Silent:
    """Chance that could bring only one thing, so that it was no event: the position, the outcome (`()` for none), and how many had not been
    asked, and how much had been shown, before it."""

    position: Position
    outcome: ChoiceTuple
    unasked: int
    revealed: int


Passed = tuple[Event, tuple[Unasked, ...], tuple[Revelation, ...], tuple[Silent, ...]]
"""What has come to pass while an event was carried out."""


class DivergedRecord(Exception):
    """A record that can't be played by these rules: the number of the step (from 1), its key, why it can't be chosen, which rules
    forbid it, and what could be chosen instead, as a clause."""

    def __init__(self, step: int, key: str, why: str, reasons: tuple[Reason, ...] = (), instead: str = "") -> None:
        super().__init__(f"step {step}, {key}: {why}")
        self.step = step
        self.key = key
        self.why = why
        self.reasons = reasons
        self.instead = instead


class Session:
    """One game with its seats.

    Args:
        game: the game, with its options.
        seats: who plays each seat: `human` or the name of a bot.
        seed: decides all chance, but for a beginning that has its own; the bots have generators of their own.
        beginning: the position in which it begins, where that is one of a scenario.

    Attributes:
        position: where the game stands, always at a decision or at the end once `settle` was called.
        events: everything that was chosen so far.
        files: where the game has been written at a person's wish, and may be written again.
        adopted: how many of the first events come from a game by other rules, as far as its record is right, so that chance need not
            have been drawn by these.
    """

    def __init__(self, game: Game, seats: Sequence[str], seed: int, beginning: Beginning | None = None) -> None:
        self.game = game
        self.beginning = beginning
        self.engine: Engine = game.engine(len(seats)) if beginning is None else beginning.engine
        self.seats = tuple(seats)
        self.seed = seed if beginning is None else beginning.seed
        self.bots: dict[int, Bot] = {s: self._bot(s, name) for s, name in enumerate(seats) if name != HUMAN}
        self.position: Position = self.engine.start(seed) if beginning is None else beginning.position
        self.events: list[Event] = []
        self.files: set[Path] = set()
        self.adopted = 0
        self.sealed = Sealed(self.engine.program)
        self._followed = Followed(self.engine)
        self._known_passed: dict[int, Passed] = {}

    def _bot(self, seat: int, name: str) -> Bot:
        found = bot(name, self.seed, 0, seat)
        found.patience = PATIENCE
        return found

    def prepare(self) -> None:
        """Have made, while a person thinks, what bots that search play faster by."""
        if any(budget(one.name) for one in self.bots.values()):
            from custumal.interpreter.search.machines import machines  # noqa: PLC0415  # start-up is measured

            machines(self.engine).begin(self.engine)

    def reseat(self, seat: int, who: str) -> None:
        """From now on `who` plays a seat: a person or a bot, which begins with a generator of its own."""
        self.seats = (*self.seats[:seat], who, *self.seats[seat + 1 :])
        self.bots.pop(seat, None)
        if who != HUMAN:
            self.bots[seat] = self._bot(seat, who)

    # ------------------------------------------------------------ playing

    @property
    def is_over(self) -> bool:
        return bool(self.position.kind == OVER)

    @property
    def seat(self) -> int | None:
        """Who decides now, from 0."""
        return self.position.seat if self.position.kind == DECISION else None

    @property
    def is_humans_turn(self) -> bool:
        return self.seat is not None and self.seats[self.seat] == HUMAN

    @cached_property
    def has_secrets(self) -> bool:
        """Whether the seats of this game see different things: it is one of imperfect information."""
        model = self.game.model
        kinds = {zone.visibility.kind for zone in model.zones.values()} | {kept.visibility.kind for kept in model.kept.values()}
        return not kinds.isdisjoint(("owner", "seats")) or any(one.seats is not None for one in self.engine.reveals)

    def play(self, choice: ChoiceTuple, *, as_drawn: bool = True) -> None:
        """Carry out a choice of the seat, or an outcome of chance, that is known to be possible; `as_drawn` as in an event."""
        before = self.position
        key = self.engine.key(before, choice)
        seat = before.seat if before.kind == DECISION else None
        after = self.engine.after(before, choice)
        self.events.append(Event(seat, before, choice, key, self.generators(), as_drawn))
        self.position = after

    def generators(self) -> dict[int, int]:
        """Where the generators of the bots stand, by their seats."""
        return {seat: one.rng for seat, one in self.bots.items()}

    def settle(self) -> None:
        """Let chance decide until a seat must."""
        while self.position.kind == CHANCE:
            self.play(self._drawn())

    def _drawn(self) -> ChoiceTuple:
        self.position = self.position.copy()
        return self.engine.draw(self.position)

    def play_bot(self) -> None:
        """The choice of the bot whose turn it is."""
        assert self.seat is not None
        choices = self.engine.choices(self.position)
        rng = self.generators()
        if self.engine.eyes.has_secrets:
            self.bots[self.seat].course = self.course()
        picked = self.bots[self.seat].pick(self.engine, self.position, choices)
        self.play(choices[picked])
        last = self.events[-1]
        self.events[-1] = Event(last.seat, last.before, last.choice, last.key, rng)

    def course(self) -> Course:
        """What has happened so far, as far as it decides what seats know."""
        return self._followed.course(self.passages(), self.position, self.opening)

    def passages(self) -> list[Passage]:
        """What has happened: the position before each event, and its choice."""
        return [(event.before, event.choice) for event in self.events]

    @cached_property
    def opening(self) -> Position:
        """The position in which a game with this seed begins."""
        return self.engine.start(self.seed)

    def unseen(self) -> frozenset[int]:
        """The numbers of the events whose choices the other seats may not know yet: the last ones of the step of unseen
        choices in which the game stands."""
        found: list[int] = []
        later = self.position
        for number in range(len(self.events) - 1, -1, -1):
            before = self.events[number].before
            if not self.sealed.leads_to(before, later):
                break
            found.append(number)
            later = before
        return frozenset(found)

    def after(self, number: int) -> Position:
        """The position behind an event."""
        return self.events[number + 1].before if number + 1 < len(self.events) else self.position

    def unasked(self, number: int) -> tuple[Unasked, ...]:
        """Who was not asked while an event was carried out, for want of another choice."""
        return self._passed(number)[1]

    def revealed(self, number: int) -> tuple[Revelation, ...]:
        """What was shown to somebody while an event was carried out."""
        return self._passed(number)[2]

    def silent(self, number: int) -> tuple[Silent, ...]:
        """Where chance took part while an event was carried out, without being one."""
        return self._passed(number)[3]

    def _passed(self, number: int) -> Passed:
        """All of these; an event is carried out once more for them."""
        event = self.events[number]
        known = self._known_passed.get(number)
        if known is None or known[0] is not event:
            known = self._known_passed[number] = self._carried_out(event, self.after(number))
        return known

    def _carried_out(self, event: Event, after: Position) -> Passed:
        chances: list[Silent] = []
        with noted(self.engine) as shown:

            def at_chance(position: Position, stop: ChanceStop, asked: int) -> None:
                only = self.engine.reference.chances.only(stop, position)
                if only is not None:
                    chances.append(Silent(_at_chance(position), only, asked, len(shown)))

            silently = unasked(self.engine, event.before, event.choice, at_chance, after)
        return event, silently, tuple(shown), tuple(chances)

    def return_to(self, event: int) -> None:
        """Forget the events from this one on."""
        found = self.events[event]
        self.position = found.before
        for seat, one in self.bots.items():
            one.rng = found.bots.get(seat, one.rng)
        del self.events[event:]
        self.adopted = min(self.adopted, event)

    # ------------------------------------------------------------ records

    @property
    def scenario(self) -> str | None:
        """The scenario in which the game begins, if in one."""
        return None if self.beginning is None else self.beginning.named["name"]

    def _chance_by(self) -> str:
        """What decides chance: the seed alone only where the game begins with its set-up."""
        return f"with the seed {self.seed}" if self.scenario is None else f"from the scenario `{self.scenario}` on"

    @property
    def undrawn(self) -> int:
        """How often chance has brought, by what was recorded, something else than it brings here."""
        return sum(not event.as_drawn for event in self.events)

    def record(self) -> Record:
        """The game as it can be kept and played again."""
        return Record(
            self.game.id, self.game.rules_hash, len(self.seats), self.seed, self.game.variants, self.engine.option_words(), self.seats,
            [event.key for event in self.events], self.game.files, self.game.model.hashes, self.adopted,
            {} if self.beginning is None else self.beginning.named,
        )  # fmt: skip

    def replay(self, record: Record, *, to: int | None = None) -> None:
        """Play the choices of a record, all or so many. Chance has to bring what is drawn here too, unless it was drawn by other rules.

        Raises:
            DivergedRecord: one of them is not possible; what was played before it stands.
        """
        others = record.adopted if self._is_of_these_rules(record) else len(record.choices)
        for step, key in enumerate(record.choices[:to], start=1):
            before = self.position
            try:
                choice, as_drawn = self._recorded(step, key, is_drawn=step > others)
                self.play(choice, as_drawn=as_drawn)
            except PlayError as error:
                self.position = before
                raise DivergedRecord(step, key, f"the rules can't go on here: {error.message} [{error.code}]") from None
            except DivergedRecord:
                self.position = before
                raise
            self.adopted = min(step, others)

    def _is_of_these_rules(self, record: Record) -> bool:
        """Whether a record was made with these rules, or with such as say the same, entry for entry, in all that play depends on."""
        rules = self.game.model.hashes
        return record.rules_hash == self.game.rules_hash or (bool(rules) and [*record.rules.items()] == [*rules.items()])

    def _recorded(self, step: int, key: str, *, is_drawn: bool) -> tuple[ChoiceTuple, bool]:
        """The choice of a step, and whether it is what chance brings, if it is one of chance; after a draw of chance the generator stands
        where it stood then."""
        if self.position.kind == OVER:
            raise DivergedRecord(step, key, "the game is over already")
        drawn = self._drawn() if self.position.kind == CHANCE else None
        if drawn is not None and self.engine.key(self.position, drawn) == key:
            return drawn, True
        choice = self.engine.find(self.position, key)
        if choice is None:
            reasons = self.engine.why_not(self.position, key) if drawn is None else ()
            near = self.engine.near(self.position, key, reasons)
            what = "can't be chosen" if drawn is None else "can't come"
            raise DivergedRecord(step, key, f"this {what} here{did_you_mean(near, '')}", reasons, self.engine.instead(self.position))
        if is_drawn and drawn is not None:
            raise DivergedRecord(step, key, f"{self._chance_by()} chance brings `{self.engine.key(self.position, drawn)}` here")
        return choice, drawn is None


def _at_chance(position: Position) -> Position:
    """The position as it would be if chance had to decide."""
    found = position.copy()
    found.kind, found.seat = CHANCE, None
    return found
