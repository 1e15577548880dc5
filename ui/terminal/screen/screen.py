"""A terminal on which the position stays in place above the question, and only what changes is written anew."""

from __future__ import annotations

import math
import os
import shutil
import sys
import time
from collections.abc import Iterable, Sequence
from contextlib import ExitStack

from custumal.dsl.base.frozen import dataclass, field, replace
from custumal.ui.terminal.progress import silent
from custumal.ui.terminal.screen.console import Console, forget_typed
from custumal.ui.terminal.screen.keyboard import ANEW, BACK, FURTHER, Disturbed, Keyboard
from custumal.ui.terminal.screen.layout import Ask, Draw, Sheet, arranged, below_page, first_line, fits, heights_of, most_news
from custumal.ui.terminal.screen.painter import Painter
from custumal.ui.text.phrases import phrase
from custumal.ui.text.style import Line, broken, clipped, line, paint, width

_LEAST = (40, 12)
"""Columns and rows of the smallest screen that has room."""
_ENOUGH = ("q", "quit")
_GLANCE = 0.5
"""Seconds between two pictures while others choose: nobody reads faster, and to draw a large position takes as long as a choice."""


@dataclass(slots=True)
class Screen(Console):
    """A console that keeps the position, what others did last and the question where they are, from `open` to `close`; before and
    behind that it prints one line below the other."""

    sheet: Sheet = field(default_factory=Sheet)
    draw: Draw | None = None
    is_open: bool = False
    is_old: bool = False
    drawn_for: int = 0
    painted_for: tuple[int, int] = (0, 0)
    painted_at: float = -math.inf
    painter: Painter = field(default_factory=Painter)
    keyboard: Keyboard = field(default_factory=Keyboard)
    attached: ExitStack = field(default_factory=ExitStack)

    @property
    def keeps(self) -> bool:
        return self.is_open

    @property
    def size(self) -> tuple[int, int]:
        """Columns that can be written in, and rows above the last one, in which is typed."""
        size = shutil.get_terminal_size((80, 24))
        return min(size.columns, self.width), max(size.lines - 1, 1)

    def open(self) -> None:
        self.is_open = True
        self.painted_at = time.monotonic()  # where others begin there is no hurry either
        self.painter.open(self.size[1] + 1)
        self.attached.enter_context(self.keyboard.attached(self.painter.close))

    def close(self) -> None:
        if not self.is_open:
            return
        self.is_open = False
        self.painter.close()
        self.attached.close()
        self.sheet, self.draw = Sheet(), None
        sys.stdout.flush()

    # ------------------------------------------------------------ what stands there

    def show(self, lines: Iterable[Line]) -> None:
        """What is told stands above the question until the next answer."""
        if not self.is_open:
            Console.show(self, lines)
            return
        told = () if self.is_old else self.sheet.told
        self.is_old = False
        self.sheet = replace(self.sheet, told=(*told, *lines))

    def place(self, draw: Draw) -> int:
        if not self.is_open:
            return Console.place(self, draw)
        self.draw, self.drawn_for = draw, self.width
        self.sheet = replace(self.sheet, position=draw(self.width, False), close=draw(self.width, True))
        return 0

    def recount(self, lines: list[Line], *, by_others: bool) -> None:
        if not self.is_open:
            self.show(lines)
        elif not by_others:
            self.sheet = replace(self.sheet, own=(*self.sheet.own, *lines))
        else:
            before = () if self.sheet.own else self.sheet.others
            self.sheet = replace(self.sheet, others=(*before, *lines), own=())

    @property
    def room_for_news(self) -> int | None:
        return most_news(self.sheet, self.size[1]) if self.is_open else None

    def forget_news(self) -> None:
        self.sheet = replace(self.sheet, others=(), own=())

    def ask(self, draw: Ask) -> None:
        if self.is_open:
            self.sheet = replace(self.sheet, question=draw)
        else:
            Console.ask(self, draw)

    @property
    def is_behind(self) -> bool:
        return not self.is_open or time.monotonic() - self.painted_at >= _GLANCE

    def wait(self) -> None:
        if self.is_open:
            self.sheet = replace(self.sheet, question=None, told=())
            self._paint()

    def clear(self) -> None:
        if not self.is_open:
            Console.clear(self)
            return
        forget_typed()
        self.keyboard.forget_ahead()  # one Enter too many would open the curtain
        self.sheet, self.draw = Sheet(), None
        self.painter.wipe_saved()

    # ------------------------------------------------------------ what is typed

    def read(self, prompt: str = "> ") -> str | None:
        """As on any console. What is told at more length than there is room for comes page by page before; whatever is typed there ends
        it."""
        if not self.is_open:
            return Console.read(self, prompt)
        if self.ahead:
            return self.ahead.pop(0)
        if self.is_old:
            self.sheet = replace(self.sheet, told=())
        try:
            typed = self._paged() or self._line(prompt)
        except EOFError:
            return None
        finally:
            self.is_old = True
        return typed.strip()

    def _paged(self) -> str:
        """Show what is told page by page if it is long; what was typed meanwhile, if that was anything."""
        if fits(self.sheet, *self.size):
            return ""
        start = 0
        while start < len(self.sheet.told):
            typed = self._line("", start)
            start += len(self._page(start))
            if typed.strip():
                self.sheet = replace(self.sheet, told=())
                return "" if typed.strip() in _ENOUGH else typed
        self.sheet = replace(self.sheet, told=())
        return ""

    def _page(self, start: int) -> Sequence[Line]:
        """What is told from a line on, as much as there is room for."""
        room = self.size[1] - len(below_page(self.sheet, *self.size)) - 1
        return self.sheet.told[start : start + max(room, 1)]

    def _turn_page(self, start: int) -> str:
        """What is asked below a page that begins with this line."""
        last, count = start + len(self._page(start)), len(self.sheet.told)
        return phrase("page" if last < count else "last-page", self.language, last=last, count=count) + " "

    def _line(self, prompt: str, page: int | None = None) -> str:
        """A line that is typed below what stands there, or below a page that covers it and begins with this line of what is told."""
        begun = ""
        while True:
            self._paint(page)
            prompt = prompt if page is None else self._turn_page(page)
            try:
                with silent():
                    typed = self.keyboard.read(prompt, begun)
            except Disturbed as again:
                begun = again.typed
                continue
            finally:
                self.painter.touch()
            begun = ""
            if typed.strip() == ANEW:
                self.painter.forget()
            elif typed.strip() not in (FURTHER, BACK):
                if width(line(prompt, typed)) >= self.size[0]:
                    self.painter.forget()  # it may have taken several rows
                return typed
            elif page is None:
                self._turn(typed.strip())

    def _turn(self, way: str) -> None:
        """Show further lines of a position that is too long for its place, or those before."""
        columns, rows = self.size
        shown = heights_of(self.sheet, columns, rows).position
        step = max(shown - 3, 1)
        first = first_line(self.sheet, shown) - 1
        self.sheet = replace(self.sheet, offset=max(first + (step if way == FURTHER else -step), 0))

    def _paint(self, page: int | None = None) -> None:
        columns, rows = self.size
        if self.keyboard.disturbed or self.painted_for != self.size:
            self.keyboard.disturbed, self.painted_for = False, self.size
            self.painter.open(rows + 1)
            self._fit(columns)
        lines = arranged(self.sheet, columns, rows, self.language) if page is None else self._covered(page)
        painted = [paint(clipped(one, columns), self.color) for one in lines]
        self.painter.paint([*painted, ""])
        self.painter.go_to(rows)
        sys.stdout.flush()
        self.painted_at = time.monotonic()

    def _covered(self, start: int) -> list[Line]:
        """The screen with a page on it."""
        page, below = self._page(start), below_page(self.sheet, *self.size)
        return [*page, *(() for _ in range(self.size[1] - len(page) - len(below))), *below]

    def _fit(self, columns: int) -> None:
        """Draw the position anew for so many columns, and break what is told."""
        if self.draw is not None and self.drawn_for != self.width:
            self.place(self.draw)
        told = [row for one in self.sheet.told for row in broken(one, columns, "  ")]
        self.sheet = replace(self.sheet, told=told)


def has_room() -> bool:
    """Whether what is shown is looked at on a terminal that can be written anywhere, and that is large enough."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()) or os.environ.get("TERM", "" if sys.platform != "win32" else "vt") in ("", "dumb"):
        return False
    size = shutil.get_terminal_size((80, 24))
    return size.columns >= _LEAST[0] and size.lines >= _LEAST[1]


def table_console(language: str, *, plain: bool = False) -> Console:
    """The console of this process to play on: with a screen that stays in place where there is room for one."""
    console = Console.standard(language)
    return console if plain or not has_room() else Screen(console.language, console.color, console.interactive)
