"""What stands in which rows of the screen: the position above, then what others did last, what is told, and the question below."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from custumal.dsl.base.frozen import dataclass
from custumal.ui.text.phrases import phrase
from custumal.ui.text.style import Line, Piece, broken, line, width

Draw = Callable[[int, bool], list[Line]]
"""From the columns of the screen, and whether what the seat itself has comes first, to the title and the lines of a position."""
Ask = Callable[[int, int | None], "Asked"]
"""From the columns, and the rows that there are at most, to a question."""
_ENDLESS = 1_000
"""More rows than any screen has."""
_FEWEST = 4
"""So many rows a question gets if it needs them: itself, two answers, how many more there are."""
_LAST = 2
"""Rows in which is told what others did last, where the position needs all that are left."""
_SHARE = 7
"""One row of so many is for what others did, where there are too few for everything."""
_SPARE = 4
"""One row of so many may become free for it."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question in lines, and whether all its answers are there; `always` are the lines of those that stay in sight even below a page that
    covers the rest."""

    lines: list[Line]
    is_whole: bool = True
    always: Sequence[Line] = ()


@dataclass(frozen=True, slots=True)
class Sheet:
    """What is to be shown. `position` begins with its title, and so does `close`, in which what the seat itself has comes first;
    `others` is what others did last, `own` what was done since; `offset` is the first line of the position that is wanted in sight."""

    position: Sequence[Line] = ()
    told: Sequence[Line] = ()
    others: Sequence[Line] = ()
    own: Sequence[Line] = ()
    question: Ask | None = None
    offset: int = 0
    close: Sequence[Line] = ()


@dataclass(frozen=True, slots=True)
class Heights:
    """So many rows each part gets."""

    position: int
    told: int
    news: int
    question: int


def arranged(sheet: Sheet, columns: int, rows: int, language: str) -> list[Line]:
    """Just so many lines, the question at the end of them."""
    heights = heights_of(sheet, columns, rows)
    above = window(sheet, heights.position, language)
    below = [*news_of(sheet, columns, heights.news), *sheet.told[: heights.told], *_asked(sheet, columns, heights.question)]
    return [*above, *(() for _ in range(rows - len(above) - len(below))), *below][:rows]


def _asked(sheet: Sheet, columns: int, rows: int) -> list[Line]:
    """The question in at most so many rows."""
    return [] if sheet.question is None else sheet.question(columns, rows).lines[:rows]


def _narrowest(sheet: Sheet, columns: int, most: int, room: int) -> int:
    """As few rows as hold all answers; where more than `most` would be needed, those that the position leaves of the `room`."""
    if sheet.question is None:
        return 0
    if not sheet.question(columns, most).is_whole:
        return min(most, max(room - len(_filled(sheet.position)), _FEWEST))
    found = (asked for number in range(2, most) if (asked := sheet.question(columns, number)).is_whole and len(asked.lines) <= number)
    return next((len(asked.lines) for asked in found), most)


def heights_of(sheet: Sheet, columns: int, rows: int) -> Heights:
    """The rows of each part: what is told first, then the question as narrow as it gets and the last of what others did, then the whole
    position if there is room for it, else a window of it; what is left goes to the others."""
    asked, news = len(_asked(sheet, columns, _ENDLESS)), len(news_of(sheet, columns, _ENDLESS))
    there, told = len(_filled(sheet.position)), min(len(sheet.told), max(rows - _FEWEST, 0))
    if len(sheet.position) + told + news + asked <= rows:
        return Heights(len(sheet.position), told, news, asked)
    last = min(news, _LAST)
    room = rows - told - last
    narrow = _narrowest(sheet, columns, min(asked, max((room + 1) // 2, _FEWEST)), room)
    left = room - narrow - there
    more = min(max(left, 0), news - last) if left >= 0 else min(news - last, max(rows // _SHARE - last, 0))
    news = min(last + more, max(rows - told - narrow, 0))
    question = len(_asked(sheet, columns, min(asked, max(rows - told - news - there, narrow))))
    return Heights(max(min(there, rows - told - news - question), 0), told, news, question)


def most_news(sheet: Sheet, rows: int) -> int:
    """So many rows there can be for what others did, above whatever question; a few more than there are, since a position may shrink."""
    return max(rows - len(_filled(sheet.position)), rows // _SPARE)


def fits(sheet: Sheet, columns: int, rows: int) -> bool:
    """Whether what is told leaves room for the question and the first lines of the position."""
    asked = len(_asked(sheet, columns, _ENDLESS))
    return len(sheet.told) <= rows - min(asked, rows // 2) - _FEWEST


def below_page(sheet: Sheet, columns: int, rows: int) -> list[Line]:
    """What stays in sight below a page that covers the rest: what others did last, and answers that are always there."""
    others = newest([row for one in sheet.others for row in broken(one, columns, "    ")], _LAST)
    always = [] if sheet.question is None else sheet.question(columns, rows).always
    found = [*others, *always]
    return [line(Piece("-" * columns, "dim")), *found][: rows - _FEWEST] if found else []


def window(sheet: Sheet, rows: int, language: str) -> list[Line]:
    """The title and as many lines of the position as there is room for, from the wanted one on, and how many there are."""
    lines = _close(sheet, rows)
    if len(lines) <= rows or rows < 3:
        return [*lines[:rows]]
    shown = rows - 2
    start = first_line(sheet, rows)
    told = phrase("window", language, first=start, last=start + shown - 1, count=len(lines) - 1)
    return [lines[0], *lines[start : start + shown], line(Piece(told, "dim"))]


def _close(sheet: Sheet, rows: int) -> Sequence[Line]:
    """The lines of the position: without those that are empty where there are too many, and with what the seat itself has before the others
    where there are still too many."""
    if len(sheet.position) <= rows:
        return sheet.position
    found = _filled(sheet.position)
    return found if len(found) <= rows else _filled(sheet.close) or found


def _filled(lines: Sequence[Line]) -> list[Line]:
    return [one for one in lines if width(one)]


def first_line(sheet: Sheet, rows: int) -> int:
    """Which line of the position stands below its title: the wanted one, if those behind it fill the window."""
    return 1 + max(min(sheet.offset, len(_close(sheet, rows)) - 1 - (rows - 2)), 0)


def news_of(sheet: Sheet, columns: int, rows: int) -> list[Line]:
    """What others did last and what was done since, the newest of each where there is no room for all."""
    others, own = ([row for one in part for row in broken(one, columns, "    ")] for part in (sheet.others, sheet.own))
    own = newest(own, max(rows - len(others), rows // 2 if others else rows))
    return [*newest(others, rows - len(own)), *own]


def newest(lines: Sequence[Line], rows: int) -> list[Line]:
    """So many of the lines: what was done before what came of it, which is indented, and the newest before the rest."""
    if len(lines) <= rows:
        return [*lines]
    heads = [number for number, one in enumerate(lines) if not _goes_on(one)][-rows:] if rows > 0 else []
    if not heads:
        return [*lines[len(lines) - rows :]]
    ends = [*heads[1:], len(lines)]
    more = [number for head, end in reversed([*zip(heads, ends, strict=True)]) for number in range(head + 1, end)]
    kept = sorted([*heads, *more[: rows - len(heads)]])
    return [lines[number] if number + 1 in kept or not _goes_on((*lines, ())[number + 1]) else _cut(lines[number]) for number in kept]


def _cut(one: Line) -> Line:
    """A line of which what follows is not shown."""
    return (*one, Piece(" …", "dim"))


def _goes_on(one: Line) -> bool:
    """Whether a line tells more of the one above it."""
    return "".join(piece.text for piece in one).startswith(" ")
