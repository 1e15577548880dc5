"""The play loop: bots move by themselves, people are shown the position and asked."""

from __future__ import annotations

from contextlib import AbstractContextManager, suppress
from itertools import dropwhile
from pathlib import Path

from custumal.dsl.base.frozen import dataclass, field
from custumal.interpreter.position.state import CHANCE, DECISION
from custumal.interpreter.search.levels import budget
from custumal.interpreter.setup.errors import BotFailed
from custumal.ui.draw.position import scene, seat_name
from custumal.ui.scene.describe import Describer
from custumal.ui.scene.display_hints import hints_of
from custumal.ui.scene.look import Look
from custumal.ui.scene.phase import phase
from custumal.ui.story.changes import Changes
from custumal.ui.story.session import HUMAN, Session
from custumal.ui.story.undo import no_undo, undo
from custumal.ui.terminal.play import autosave
from custumal.ui.terminal.play.commands import Commands
from custumal.ui.terminal.play.result import result
from custumal.ui.terminal.progress import thinking, working
from custumal.ui.terminal.questions.prompts import Asking, AskOutcome
from custumal.ui.terminal.screen.console import Console
from custumal.ui.text.phrases import command_of, phrase
from custumal.ui.text.style import Line, Piece, broken, line, width

_QUESTION = 6
"""Lines that a question takes at least."""
_LAST = 3
"""So many lines of the news stay in sight."""


@dataclass(slots=True)
class Play:
    """One game in the terminal. `name` is what the game was asked for as; `path` is where it is kept, None where there is
    nothing to keep (only bots play)."""

    console: Console
    session: Session
    name: str
    path: Path | None
    kept: bool = False
    narrated: int = 0
    viewer: int | None = None
    trouble: str = ""
    shown: int = 0
    news: list[Line] = field(default_factory=list)
    is_taken_back: bool = False
    told_by: Changes | None = None

    def run(self) -> None:
        """Play to the end, or until somebody leaves.

        Raises:
            KeyboardInterrupt, BotFailed: the game has been kept.
        """
        people = [seat for seat, who in enumerate(self.session.seats) if who == HUMAN]
        # Where several people have secrets, even the first one is asked whether the others look away.
        self.viewer = people[0] if len(people) == 1 or (people and not self._has_secrets()) else None
        self.narrated = len(self.session.events)
        self.console.tell(Piece(phrase("seed", self.language, seed=self.session.seed), "dim"))
        self.console.open()
        try:
            with working(phrase("works", self.language)):
                self._loop()
        except (KeyboardInterrupt, BotFailed):
            self.console.close()
            self.console.tell()
            self._leave()
            raise
        finally:
            self.console.close()

    @property
    def language(self) -> str:
        return self.console.language

    @property
    def describer(self) -> Describer:
        return Describer(self.session.engine, self.language)

    def _loop(self) -> None:
        session = self.session
        session.settle()
        while not session.is_over:
            is_own = session.is_humans_turn
            if not is_own:
                self._look_on()
                with self._thinking():
                    session.play_bot()
            elif not self._turn():
                self._leave()
                return
            session.settle()
            if is_own or self._is_to_be_seen():
                self._keep()  # what bots choose in a row comes out the same again
        self._end()

    def _is_to_be_seen(self) -> bool:
        """Whether the position is about to be shown."""
        return self.session.is_humans_turn or self.session.is_over or self.console.is_behind

    def _look_on(self) -> None:
        """What a person sees of the own choice, at once, and of those of bots, before the next of them."""
        is_own = any(event.seat is not None and event.seat == self.viewer for event in self.session.events[self.narrated :])
        if not (is_own or self.console.is_behind):
            return
        if self.console.keeps:
            self._show()
        if any(event.seat is not None for event in self.session.events):  # a set-up is told with the first choice
            self._tell_news()
        self.console.wait()

    def _thinking(self) -> AbstractContextManager[None]:
        """What is told while a bot chooses: at once of one that takes its time, of another if it takes long."""
        who = self.session.seats[self.session.seat or 0]
        words = phrase("thinks", self.language, who=who)
        return thinking(words) if budget(who) else working(words)

    # ------------------------------------------------------------ a person's turn

    def _turn(self) -> bool:
        """One decision of a person; whether the game goes on."""
        session = self.session
        assert session.seat is not None
        if not session.events or session.events[-1].seat != session.seat:
            self.console.ahead.clear()  # what has happened meanwhile is to be seen first
        if not self._change_viewer(session.seat):
            return True
        above = self._tell(session.seat)
        choices = session.engine.choices(session.position)
        commands = Commands(self.console, session, self.describer, self.look)
        asked: AskOutcome = Asking(self.console, self.describer, self.look(), choices, above).ask(commands)
        if asked.ended or asked.left == "quit":
            return False
        if asked.choice is None:
            self._note_taken_back()
            return True
        session.play(asked.choice)
        session.prepare()  # not before the first question, which it would delay
        self.news.clear()
        return True

    def _tell(self, seat: int) -> int:
        """What has happened, and the position, unless the answer has been typed already; answers how many lines there are to look at."""
        is_shown = not self.console.ahead
        if is_shown and self.console.keeps:
            self._show()  # the news get the room that it leaves
        self._tell_what_stands()
        self._tell_news()
        return self._show() + self._tell_last(seat) if is_shown and not self.console.keeps else 0

    def _change_viewer(self, seat: int) -> bool:
        """Before another person looks at a game with secrets, the screen is emptied. Until then who has decided last may take that back;
        False if so."""
        before, self.viewer = self.viewer, seat
        if seat == before or not self._has_secrets() or not self.console.interactive:
            return True
        self.console.clear()
        while True:
            typed = self.console.read(self._call(seat, before) + " ")
            if before is None or typed is None or command_of(typed) != "undo":
                self._forget_told(seat)
                return True
            refused = undo(self.session, before)
            if not refused:
                self.viewer = None  # the other may be looking by now
                self._note_taken_back()
                return False
            self.console.tell_folded(phrase(refused, self.language))

    def _forget_told(self, seat: int) -> None:
        """What was told others since the last decision of a seat it has not seen."""
        own = (number for number, event in enumerate(self.session.events) if event.seat == seat)
        self.narrated = min(self.narrated, max(own, default=-1) + 1)
        self.news.clear()

    def _call(self, seat: int, before: int | None) -> str:
        """What calls a person to the screen."""
        called = phrase("your-turn-hidden", self.language, seat=self.describer.seat(seat))
        if before is None or no_undo(self.session, before) is not None:
            return called
        self.console.tell_folded(phrase("undo-here", self.language, seat=self.describer.seat(before)))
        return called

    def _has_secrets(self) -> bool:
        """Whether seats of this game know different things."""
        return self.session.has_secrets or bool(self.session.sealed)

    def look(self) -> Look:
        """The position as the seat at the screen sees it."""
        engine, hints = self.session.engine, hints_of(self.session.game.model.display)
        return Look(engine, hints, self.session.position, self.viewer, self.language)

    def _show(self) -> int:
        """The position; answers how many lines it takes."""
        look = self.look()
        self.shown = self.console.place(
            lambda columns, own_first: [*self._title(look, columns), *scene(look, columns, own_first=own_first)]
        )
        return self.shown

    def _title(self, look: Look, columns: int) -> list[Line]:
        """The game, where it is in its course, and who chooses; on a screen in one line, without the game if there is no room for it."""
        seat = look.state.seat if look.state.kind == DECISION else None
        game = " + ".join((self.session.game.title(self.language), *self.session.game.variants))
        when = phase(self.session.engine, look.hints, look.state, self.language)
        named = "" if seat is None else "".join(piece.text for piece in seat_name(look, seat))
        whose = phrase("to-choose", self.language, seat=named) if named else ""
        ways = [parts for parts in ((game, when, whose), (when, whose), (whose, when)) if all(parts) or parts[0] is game]
        titles = [line(Piece(" - ".join(filter(None, parts)), "bold")) for parts in ways]
        if self.console.keeps:
            return [next((title for title in titles if width(title) <= columns), titles[-1])]
        return broken(titles[0], columns, "  ")

    # ------------------------------------------------------------ telling

    def _tell_news(self) -> None:
        """What has happened since the last time, without what the person at the screen did itself."""
        events = self.session.events[self.narrated :]
        lines = self._narrated(self.narrated)
        self.narrated = len(self.session.events)
        if not self.console.keeps or any(event.seat is not None for event in self.session.events):  # a set-up is seen
            self.console.recount(lines, by_others=any(event.seat not in (None, self.viewer) for event in events))
        self.news += lines

    def _narrated(self, start: int) -> list[Line]:
        """What has happened from an event on, as far as there is room for it."""
        return self._changes().narrated(self.console.width, start, self.console.room_for_news)

    def _changes(self) -> Changes:
        """What tells whoever looks what changes; it stays as long as the same one looks."""
        if self.told_by is None or self.told_by.viewer != self.viewer:
            self.told_by = Changes(self.session, self.describer, self.viewer)
        return self.told_by

    def _note_taken_back(self) -> None:
        """What is not so any more was told, if anything was taken back."""
        if len(self.session.events) < self.narrated:
            self.narrated, self.is_taken_back = len(self.session.events), True

    def _tell_what_stands(self) -> None:
        """Instead of what was taken back, what others did last."""
        if not self.is_taken_back:
            return
        self.is_taken_back = False
        self.news.clear()
        self.console.forget_news()
        seats = [event.seat for event in self.session.events]
        last = max((number for number, seat in enumerate(seats) if seat not in (None, self.viewer)), default=-1)
        if self.console.keeps and last >= 0:
            first = max((number for number, seat in enumerate(seats[:last]) if seat == self.viewer), default=-1) + 1
            self.console.recount(self._narrated(first), by_others=True)

    def _tell_last(self, seat: int) -> int:
        """What others have done since the last decision of a seat, the last of it once more where the position has driven it from the
        screen; answers how many lines that takes."""
        if self.console.keeps:
            return 0
        events = self.session.events
        own = max((number for number, event in enumerate(events) if event.seat == seat), default=-1)
        is_of_others = any(event.seat is not None for event in events[own + 1 :])
        is_seen = len(self.news) + self.shown + _QUESTION <= self.console.height
        last = self.news[-_LAST:] if is_of_others and not is_seen and self.console.interactive else []
        whole = [*dropwhile(_goes_on, last)] or last
        self.console.show(whole)
        return len(whole)

    def _end(self) -> None:
        if sum(who == HUMAN for who in self.session.seats) > 1 and self._has_secrets():
            self.viewer = None  # everybody looks now
        self.console.close()
        self._tell_news()
        self._show()
        self.console.tell()
        self.console.show(result(self.session.engine, self.session.position, self.language, self.console.width))
        if self.trouble:
            self._tell_what_is_kept()
        elif self.path is not None and self.kept and self._is_in_own_folder():
            with suppress(OSError):  # it is written; it is offered for going on, and then it is over
                self.path = autosave.finished(self.path)

    # ------------------------------------------------------------ keeping

    def _keep(self) -> None:
        """Write the game to its file, and tell each time that this can't be done."""
        if self.path is None:
            return
        try:
            self.session.record().save(self.path)
            self.kept, self.trouble = True, ""
        except OSError as error:
            self.trouble = error.strerror or str(error)
            self.console.tell_folded(phrase("not-kept", self.language, reason=self.trouble))

    def _is_in_own_folder(self) -> bool:
        return self.path is not None and self.path.parent == autosave.saves_folder()

    def _leave(self) -> None:
        """Leave the game before it is over: it is kept, if it can be."""
        self.console.close()
        if self.session.position.kind != CHANCE:
            self._keep()
        self._tell_what_is_kept()

    def _tell_what_is_kept(self) -> None:
        """Tell where the game is kept and how it goes on, or that what was played last is not kept."""
        if self.trouble:
            self.console.tell_folded(phrase("lost", self.language, reason=self.trouble))
        if self.kept and self.path is not None:
            # A kept game in the user's folder is found without its name.
            file = "" if self._is_in_own_folder() else f" {_quoted(str(self.path))}"
            told = "kept-before" if self.trouble else "kept"
            # Never broken: the command is to be copied.
            self.console.show([line(phrase(told, self.language, command=f"custumal play {_quoted(self.name)} --resume{file}"))])


def _goes_on(one: Line) -> bool:
    """Whether a line tells more of the one above it."""
    return "".join(piece.text for piece in one).startswith(" ")


def _quoted(path: str) -> str:
    return f'"{path}"' if " " in path else path
