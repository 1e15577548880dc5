"""One table: a game under way, of which each accepted step is kept before anybody hears of it."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from custumal.interpreter.position.state import Position
from custumal.interpreter.program import ChoiceTuple
from custumal.interpreter.runs.bots import BOTS
from custumal.interpreter.runs.records import Record
from custumal.interpreter.setup.errors import PlayError
from custumal.ui.story.session import HUMAN, DivergedRecord, Event, Session
from custumal.ui.story.undo import undo
from custumal.ui.web.store.store import Change, KeptTable, Link, Store, StoreTrouble

HOST, SEAT, WATCH = "host", "seat", "watch"
"""The roles of links."""
_TOKEN_BYTES = 18
_MOST_NONCES = 64


class Refused(Exception):
    """Something that was asked for is not done; the key of the sentence that says why, with what stands in it."""

    def __init__(self, key: str, **values: object) -> None:
        super().__init__(key)
        self.key = key
        self.values = values


@dataclass(frozen=True, slots=True)
class Asked:
    """What a message says beside what it wants: the version that it answers, and a mark by which it is known when it comes again."""

    version: int
    nonce: str


@dataclass(frozen=True, slots=True)
class Offer:
    """Rules by which the choices of a table are no longer all allowed: where they part, and the game up to there, to be gone on with.
    `stopped`: there are no other rules any more by which it could go on."""

    diverged: DivergedRecord
    session: Session
    stopped: bool = False


@dataclass(frozen=True, slots=True)
class _Standing:
    """How a game stands, to be restored where a step can't be kept."""

    events: tuple[Event, ...]
    position: Position
    bots: Mapping[int, int]
    adopted: int

    @staticmethod
    def of(session: Session) -> _Standing:
        return _Standing(tuple(session.events), session.position, session.generators(), session.adopted)

    def restore(self, session: Session) -> None:
        session.events[:], session.position, session.adopted = self.events, self.position, self.adopted
        for seat, rng in self.bots.items():
            session.bots[seat].rng = rng


class Table:
    """One table. `books` is what is made of its events for each viewer, and goes on growing with them.

    `changed` are called after each step. `version` counts the steps; `notice` is what is to be told to all, if anything; `offer` is what
    other rules make of the game, and `problems` what is wrong with the rule files, as text.
    """

    def __init__(self, store: Store, name: str, session: Session, version: int = 0) -> None:
        self.store = store
        self.id = name
        self.session = session
        self.version = version
        self.changed: list[Callable[[], None]] = []
        self.nonces: dict[str, int] = {}
        self.links: list[Link] = []
        self.notice: Refused | None = None
        self.offer: Offer | None = None
        self.problems = ""
        self.books: dict[object, Any] = {}
        self._found: dict[object, object] = {}

    # ------------------------------------------------------------ what is kept

    def header(self) -> str:
        """The record of the game without its choices."""
        return replace(self.session.record(), choices=[]).to_json()

    def kept(self) -> KeptTable:
        """The table as a store keeps it."""
        return KeptTable(self.id, self.header(), self.version, tuple(event.key for event in self.session.events))

    @property
    def record(self) -> Record:
        return self.session.record()

    @property
    def stands_still(self) -> bool:
        """Whether there are no rules by which it could go on with all its choices."""
        return self.offer is not None and self.offer.stopped

    def whole_record(self) -> Record:
        """The game with all its choices, also those that are kept and that present rules do not allow.

        Raises:
            StoreTrouble: they can't be read.
        """
        kept = self.store.table(self.id) if self.stands_still else None
        return self.record if kept is None else replace(Record.from_json(kept.header), choices=list(kept.keys))

    def remembered(self, what: object, make: Callable[[], Any]) -> Any:
        """What is the same until the next step, made once."""
        if what not in self._found:
            self._found[what] = make()
        return self._found[what]

    # ------------------------------------------------------------ links

    @property
    def people(self) -> tuple[int, ...]:
        """The seats that no bot plays."""
        return tuple(seat for seat, who in enumerate(self.session.seats) if who == HUMAN)

    @property
    def has_secrets(self) -> bool:
        """Whether seats may know different things."""
        return self.session.has_secrets or bool(self.session.sealed)

    def give(self, seat: int) -> None:
        """A new link for a seat, which leaves whatever link it had before."""
        if seat not in self.people:
            raise Refused("no-such-seat")
        self._relink([link for link in self.links if link.role == SEAT and link.seats == (seat,)], [(SEAT, (seat,))])

    def take_back(self, seat: int) -> None:
        """The seat comes back to the host's device; its link no longer holds."""
        if seat not in self.people:
            raise Refused("no-such-seat")
        self._relink([link for link in self.links if link.role == SEAT and link.seats == (seat,)], [])

    def let_watch(self, *, open_: bool) -> None:
        """Give a link to look on, in place of the one before, or none."""
        self._relink([link for link in self.links if link.role == WATCH], [(WATCH, ())] if open_ else [])

    def _relink(self, revoked: Sequence[Link], given: Sequence[tuple[str, tuple[int, ...]]]) -> None:
        """The host plays what no other link plays."""
        links = self._links([link for link in self.links if link not in revoked], given)
        gone, new = _difference(self.links, links)
        try:
            self.store.relink(gone, new)
        except StoreTrouble as trouble:
            raise Refused("not-kept-link", reason=str(trouble)) from None
        self.links = links
        self.tell()

    def _links(self, stay: Sequence[Link], given: Sequence[tuple[str, tuple[int, ...]]]) -> list[Link]:
        """All links of the table once these stay and others are given: the host's plays what no other plays."""
        host = next(link for link in stay if link.role == HOST)
        others = [link for link in stay if link != host] + [Link(new_token(), self.id, role, seats) for role, seats in given]
        away = {seat for link in others for seat in link.seats}
        return [replace(host, seats=tuple(seat for seat in self.people if seat not in away)), *others]

    def reseat(self, seat: int, who: str) -> None:
        """From now on `who` plays a seat, a person or a bot; the link that a person had for it no longer holds, and a new person sits at
        the device of the host.

        Raises:
            Refused: there is no such seat, nobody of this name, or it can't be kept; the table is as before.
        """
        session = self.session
        if not 0 <= seat < len(session.seats) or who not in (HUMAN, *BOTS):
            raise Refused("no-such-seat")
        if session.seats[seat] == who:
            return
        if self.stands_still:
            raise Refused("stopped")
        before, bots = session.seats, dict(session.bots)
        session.reseat(seat, who)
        links = self._links([link for link in self.links if link.seats != (seat,) or link.role != SEAT], [])
        gone, new = _difference(self.links, links)
        try:
            self.store.write(Change(self.id, self.version + 1, len(session.events), (), "", self.header(), gone, new))
        except StoreTrouble as trouble:
            session.seats, session.bots = before, bots
            raise Refused("not-done", reason=str(trouble)) from None
        if self.offer is not None:
            self.offer.session.reseat(seat, who)
        self.links = links
        self._stepped()

    def link(self, token: str) -> Link | None:
        """Who comes with a token now; None once it is revoked."""
        return next((link for link in self.links if secrets.compare_digest(link.token, token)), None)

    # ------------------------------------------------------------ steps

    def choose(self, seats: Sequence[int], asked: Asked, key: str) -> bool:
        """Carry out the choice with this key for whoever plays these seats; whether it was new, and not a message that came again.

        Raises:
            Refused: it is not carried out.
        """
        if self._is_known(asked):
            return False
        session = self.session
        if session.is_over:
            raise Refused("table-over")
        if session.seat not in seats:
            raise Refused("not-your-turn")
        choice = session.engine.find(session.position, key)
        if choice is None:
            raise Refused("not-legal-now")
        self._play(choice, asked.nonce)
        return True

    def play_for_bot(self, choice: ChoiceTuple, rng: int) -> None:
        """The choice of the bot whose turn it is, behind which its generator stands there."""
        seat = self.session.seat
        assert seat is not None
        bot, before = self.session.bots[seat], self.session.generators()
        bot.rng = rng
        self._play(choice, "", before)

    def undo(self, seats: Sequence[int], asked: Asked) -> bool:
        """Take back the last decision that one of these seats made; whether that was new.

        Raises:
            Refused: that can't be.
        """
        if self._is_known(asked):
            return False
        session = self.session
        seat = next((event.seat for event in reversed(session.events) if event.seat in seats), None)
        if seat is None:
            raise Refused("undo-none")
        before, version = _Standing.of(session), self.version
        why = undo(session, seat)
        if why is not None:
            raise Refused(why)
        for book in self.books.values():
            book.undone(len(session.events))
        try:
            self._write(len(session.events), (), asked.nonce)
        except StoreTrouble as trouble:
            raise Refused("not-kept-step", reason=str(trouble)) from None
        finally:
            if self.version == version:
                before.restore(session)
        return True

    def _is_known(self, asked: Asked) -> bool:
        """Whether a message was accepted before; else it must answer the step at which the table stands."""
        if asked.nonce in self.nonces:
            return True
        if self.stands_still:
            raise Refused("stopped")
        if asked.version != self.version:
            raise Refused("stale")
        return False

    def _play(self, choice: ChoiceTuple, nonce: str, bots: Mapping[int, int] | None = None) -> None:
        if self.stands_still:  # what is kept behind here would be gone
            raise Refused("stopped")
        session, before, version = self.session, len(self.session.events), self.version
        try:
            session.play(choice)
            if bots is not None:
                session.events[before] = replace(session.events[before], bots=bots)
            session.settle()
            self._write(before, [event.key for event in session.events[before:]], nonce)
        except PlayError as error:
            raise Refused("rules-stop", reason=f"{error.message} [{error.code}]") from None
        except StoreTrouble as trouble:
            raise Refused("not-kept-step", reason=str(trouble)) from None
        finally:
            if self.version == version and len(session.events) > before:  # whatever went wrong, nothing was played that is not kept
                session.return_to(before)

    def _write(self, stay: int, keys: Sequence[str], nonce: str) -> None:
        self.store.write(Change(self.id, self.version + 1, stay, keys, nonce))
        self._stepped(nonce)

    def _stepped(self, nonce: str = "") -> None:
        self.version += 1
        self.notice = None
        if self.offer is not None and len(self.session.events) < self.offer.diverged.step - 1:
            self.offer = None  # what it would keep has been taken back
        if nonce:
            self.nonces[nonce] = self.version
            while len(self.nonces) > _MOST_NONCES:
                del self.nonces[next(iter(self.nonces))]
        self.tell()

    def tell(self) -> None:
        """Something is otherwise: whoever looks is told."""
        self._found.clear()
        for call in tuple(self.changed):
            call()

    # ------------------------------------------------------------ other rules

    def go_on_with(self, session: Session) -> None:
        """The same game under other rules, or without the choices that they no longer allow.

        Raises:
            Refused: that can't be kept; the table is as before.
        """
        before, self.session = self.session, session
        try:
            keys = [event.key for event in session.events]
            self.store.write(Change(self.id, self.version + 1, 0, keys, "", self.header()))
        except StoreTrouble as trouble:
            self.session = before
            raise Refused("not-kept-step", reason=str(trouble)) from None
        self.books.clear()
        self.offer = None
        self._stepped()

    def part_from(self, diverged: DivergedRecord, session: Session) -> None:
        """Other rules do not allow all choices: the table goes on as before, or stands still before another step than it did."""
        if self.stands_still:
            self.session = session
            self.books.clear()
        self.offer = Offer(diverged, session, self.stands_still)

    def take_offer(self) -> None:
        """Go on under the other rules, without the choices that they no longer allow.

        Raises:
            Refused: there is nothing of the kind to go on with, or it can't be kept.
        """
        if self.offer is None:
            raise Refused("not-understood")
        self.offer.session.settle()
        self.go_on_with(self.offer.session)


def _difference(before: Sequence[Link], after: Sequence[Link]) -> tuple[list[str], list[Link]]:
    """The tokens of the links that are gone or otherwise, and the links that are new or otherwise."""
    return [link.token for link in before if link not in after], [link for link in after if link not in before]


def new_token() -> str:
    """What nobody guesses."""
    return secrets.token_urlsafe(_TOKEN_BYTES)
