"""Asking for a decision: questions with numbered answers, filtered by typing, with commands in between."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from typing import Protocol

from custumal.dsl.base.frozen import dataclass
from custumal.interpreter.program import PASS, ChoiceTuple
from custumal.ui.scene.describe import Describer
from custumal.ui.scene.look import Look
from custumal.ui.terminal.questions.menu import Answer, Question, named_amounts, question
from custumal.ui.terminal.questions.typed_choice import by_words_of_key, by_words_of_name, words
from custumal.ui.terminal.screen.console import Console
from custumal.ui.terminal.screen.layout import Asked
from custumal.ui.text.match import comparable, is_number, matching, place_in_list
from custumal.ui.text.phrases import COMMANDS, command_of, phrase
from custumal.ui.text.style import Line, Piece, broken, flow, line, listed, pad, width

_BESIDE_LIST = 6
"""Lines of the screen that are not used for a list of answers."""
_MOST_IN_COLUMN = 9
"""So many answers stand below one another; more of them stand in rows."""
_FEWEST_IN_COLUMN = 3
"""So many stand below one another even where the screen is too small."""
_MOST_STAYING = 3
"""So many answers stay in sight where a list is too long for the screen, or covered."""
_BESIDE_COLUMN = 3
"""Lines around the first column: its question, what can be typed, and what is typed."""


@dataclass(slots=True)
class AskOutcome:
    """What came of asking: a choice, or the end of the input (`ended`), or a command that leaves the decision (`left`)."""

    choice: ChoiceTuple | None = None
    ended: bool = False
    left: str = ""


class Commands(Protocol):
    """What can be typed at a question besides an answer."""

    def __call__(self, name: str, rest: str) -> str:
        """Carry out a command (its name, what stands behind it); answers "" to go on asking, else why asking is left."""
        ...

    def closed_by(self, choice: ChoiceTuple) -> list[str]:
        """What was begun and could not be gone on with after a choice."""
        ...

    def preview(self, choice: ChoiceTuple) -> None:
        """Show where a choice leads."""
        ...

    def why_offered(self, choices: Sequence[ChoiceTuple]) -> None:
        """Tell why these choices can be made."""
        ...

    def why_refused(self, choices: Sequence[ChoiceTuple], name: str) -> None:
        """Tell why the first value that is not the same in these choices can't be the one that is called so."""
        ...


class Asking:
    """One decision being asked for. `above` are the lines of the screen that the first question should leave to what stands there.

    Attributes:
        path: the choices that are left, after each answer.
        shown: up to which answer the list was shown, and `start` from which one.
        offered: the choices that Enter takes, where something was asked about.
    """

    def __init__(self, console: Console, describer: Describer, look: Look, choices: Sequence[ChoiceTuple], above: int = 0) -> None:
        self.console = console
        self.describer = describer
        self.look = look
        self.path: list[tuple[ChoiceTuple, ...]] = [tuple(choices)]
        self.start = self.shown = 0
        self.above = above
        self.offered: tuple[ChoiceTuple, ...] | None = None
        self._agreed: ChoiceTuple | None = None
        self._held: list[str] = []
        self._asked: tuple[tuple[ChoiceTuple, ...], Question] | None = None
        self._known: dict[tuple[int, int, int, int | None], tuple[Asked, int]] = {}

    def ask(self, commands: Commands) -> AskOutcome:
        """Ask until one choice is left. Of answers that were typed in one line the first that is none ends them, and all is asked anew."""
        if not self.console.ahead:
            self._list()
        self.above = 0
        while True:
            is_further = bool(self.console.ahead)
            typed = self.console.read()
            if typed is None:
                return AskOutcome(ended=True)
            left = self._understood(typed, commands)
            if left:
                return AskOutcome(left=left)
            if len(self.path[-1]) == 1 and len(self.path) > 1:
                if self._is_agreed(self.path[-1][0], commands):
                    return AskOutcome(choice=self.path[-1][0])
            elif is_further:
                self.console.ahead.clear()
                return AskOutcome(left="again")

    @property
    def question(self) -> Question:
        """The question that the choices left ask for."""
        if self._asked is None or self._asked[0] is not self.path[-1]:
            self._asked = self.path[-1], question(self.describer, self.look, self.path[-1])
        return self._asked[1]

    def _is_agreed(self, choice: ChoiceTuple, commands: Commands) -> bool:
        """Whether a choice may be made: who sees the question is warned first of what it closes that was begun, and has to press Enter."""
        closed = commands.closed_by(choice) if self.console.interactive and choice != self._agreed else []
        if not closed:
            return True
        self.path.pop()
        self._list()
        self._held, self.offered, self._agreed = [*self.console.ahead], (choice,), choice
        self.console.ahead.clear()
        language = self.describer.language
        self.console.tell_folded(phrase("closes", language, choice=self.describer.choice(self.look.state, choice)))
        for text in closed:
            self.console.tell_folded(f"  {text}", "    ")
        self.console.tell(phrase("closes-anyway", language))
        return False

    # ------------------------------------------------------------ what is typed

    def _understood(self, typed: str, commands: Commands) -> str:
        """Act on a line; answers why asking is left, or nothing."""
        word, _, rest = typed.partition(" ")
        name, offered, held = command_of(word), self.offered, self._held
        self.offered, self._held = None, []
        if not typed and offered is not None:
            self.console.ahead += held
            self._take(offered)
            return ""
        self._agreed = None
        if not typed:
            self._list(more=self.shown < len(self.question.listed))
        elif name == "back":
            self._back()
        elif name == "preview":
            self._preview(rest.strip(), commands)
        elif name == "why" and (is_number(rest.strip()) or self._by_number(rest.strip()) is not None):
            self._why(rest.strip(), commands)
        elif name is not None:
            return commands(name, rest.strip())
        else:
            self._answer(typed, commands)
        return ""

    def _answer(self, typed: str, commands: Commands) -> None:
        by_key = self._by_key(typed)
        if by_key is not None:
            self.path.append((by_key,))
            return
        asked, number = self.question, self._by_number(typed)
        if number is not None:
            self._take_numbered(typed, *number)
            return
        is_name = any(comparable(typed) == comparable(answer.label) for answer in asked.answers)
        if not is_name and self._is_another_choice(typed):
            self.console.tell(phrase("no-match", self.describer.language, text=typed))
            commands("why", typed)
            return
        whole = None if is_name else by_words_of_key(self.describer, self.look.state, typed, self.path[-1])
        found = self._named(typed) if whole is None else []
        if whole is None and not found:
            whole = self._by_words(typed) or self._first_of_several(typed)
        several = self._in_a_row(typed.split()) if whole is None and not found else None
        if whole is not None:
            self.path.append((whole,))
        elif several is not None:
            self._take(several)
        else:
            self._take_found(typed, found, is_sure=len(found) == 1 and is_whole(typed, asked.answers[found[0]]))

    def _take_found(self, typed: str, found: list[int], *, is_sure: bool) -> None:
        """Go on with the answer that was found, or ask what was meant."""
        asked, language = self.question, self.describer.language
        if len(found) == 1 and is_sure:
            self._take(asked.answers[found[0]].choices)
        elif len(found) == 1:
            self.offered = asked.answers[found[0]].choices
            self.console.tell(phrase("guessed-place" if self._by_number(typed) else "guessed", language, text=typed))
            self._rows(asked, found)
        elif found:
            self.console.tell(phrase("matches", language, count=len(found), text=typed))
            self._rows(asked, found[: self._page()])
        elif asked.amounts and is_number(typed):
            self.console.tell(phrase("no-amount", language, number=typed, numbers=named_amounts(asked.answers, language)))
        else:
            self.console.tell(phrase("no-match", language, text=typed))

    def _by_number(self, typed: str) -> tuple[list[int], bool] | None:
        """The answers that a number may mean, and whether that is beyond doubt: `3)` is a place in the list, `=3` is what is called 3,
        and `3` may be either. Amounts have no places. None for what is no number here."""
        asked, place = self.question, place_in_list(typed)
        if place is not None and not asked.amounts:
            return [place] if 0 <= place < len(asked.answers) else [], True
        if typed.startswith("=") and is_number(typed[1:]):
            return asked.called(int(typed[1:])), True
        if not is_number(typed):
            return None
        number = int(typed)
        called = asked.called(number)
        places = [number - 1] if 1 <= number <= len(asked.answers) and not asked.amounts else []
        found = [*dict.fromkeys([*called, *places])]
        return (found, bool(called) or not any(answer.numerals for answer in asked.answers)) if found else None

    def _take_numbered(self, typed: str, found: list[int], is_sure: bool) -> None:
        """Go on with the answer that a number means, or ask which of them, where its place in the list and its name differ."""
        asked, language = self.question, self.describer.language
        if len(found) < 2 or typed.startswith("="):
            self._take_found(typed, found, is_sure=is_sure)
            return
        self.console.tell(phrase("either-number", language, text=typed))
        called = asked.called(int(typed))
        ways = [f"={typed}" if called == [one] else f"{one + 1})" for one in found]
        for way, one in zip(ways, found, strict=True):
            self.console.tell("  ", Piece(f"{way} ", "bold"), asked.answers[one].words)

    def _named(self, typed: str) -> list[int]:
        """The answers that words mean."""
        answers = self.question.answers
        return matching(typed, [answer.label for answer in answers]) or matching(typed, [answer.words for answer in answers])

    def _in_a_row(self, typed: list[str]) -> tuple[ChoiceTuple, ...] | None:
        """What is left after several answers in one line, as `fetch field 5`, if each is beyond doubt."""
        choices, begin = self.path[-1], 0
        while begin < len(typed) and len(choices) > 1:
            asked = question(self.describer, self.look, choices)
            ends = ((end, _sure(asked, " ".join(typed[begin:end]))) for end in range(len(typed), begin, -1))
            begin, taken = next(((end, one) for end, one in ends if one is not None), (begin, None))
            if taken is None:
                return None
            choices = asked.answers[taken].choices
        return choices if begin == len(typed) > 1 else None

    def _first_of_several(self, typed: str) -> ChoiceTuple | None:
        """The first of several choices of one action that are typed in one line, as `preach 1 2 3`, if each of them could be made; the
        others are answers to come."""
        action, *values = self._with_action(typed.split())
        each = [f"{action} {value}" for value in values]
        found = [self._by_words(one) for one in each] if len(each) > 1 and not self.console.ahead else []
        if not found or None in found:
            return None
        self.console.ahead += each[1:]
        return found[0]

    def _with_action(self, words: list[str]) -> list[str]:
        """Numbers alone are values of the action whose value is asked for."""
        if len({choice[0] for choice in self.path[-1]}) > 1 or not all(map(is_number, words)):
            return words
        return [self.describer.engine.action(self.look.state, self.path[-1][0]), *words]

    def _by_words(self, typed: str) -> ChoiceTuple | None:
        state, choices = self.look.state, self.path[-1]
        return by_words_of_key(self.describer, state, typed, choices) or by_words_of_name(self.describer, state, typed, choices)

    def _by_key(self, typed: str) -> ChoiceTuple | None:
        """The choice with this key, where the text has the form of one."""
        if "(" not in typed and not typed.replace("-", "").isalnum():
            return None
        engine = self.describer.engine
        choice = engine.find(self.look.state, typed)
        return choice if choice in self.path[-1] else None

    def _is_another_choice(self, typed: str) -> bool:
        """Whether a text names something that can't be chosen here, and is no words to look for: it is the key of a choice, or an
        action and numbers."""
        name, *values = typed.replace("(", " ", 1).split() or [""]
        engine, position = self.describer.engine, self.look.state
        if name not in engine.why.choosings or not ("(" in typed or all(map(is_number, values))):
            return False
        is_offered = any(engine.action(position, choice) == name for choice in self.path[-1])
        return "(" in typed or not is_offered

    def _take(self, choices: tuple[ChoiceTuple, ...]) -> None:
        self.path.append(choices)
        if len(choices) > 1:
            self._list()

    def _back(self) -> None:
        if len(self.path) > 1:
            self.path.pop()
        self._list()

    def _preview(self, text: str, commands: Commands) -> None:
        asked = self.question
        number = self._by_number(text)
        found = number[0] if number is not None else self._named(text) if text else [0] if len(asked.answers) == 1 else []
        if len(found) != 1:
            self.console.tell(phrase("preview-what", self.describer.language))
        elif len(asked.answers[found[0]].choices) > 1:
            self.console.tell(phrase("preview-more", self.describer.language))
        else:
            commands.preview(asked.answers[found[0]].choices[0])

    def _why(self, text: str, commands: Commands) -> None:
        """`why` with a number is about the answer that the number means."""
        asked, number = self.question, self._by_number(text)
        found = number[0] if number is not None else []
        if len(found) == 1:
            commands.why_offered(asked.answers[found[0]].choices)
        elif found:
            self._take_numbered(text, found, is_sure=False)
        elif any(answer.numerals for answer in asked.answers):
            commands.why_refused(self.path[-1], _renumbered(asked, text))
        else:
            self.console.tell(phrase("no-number", self.describer.language, number=text, numbers=_numbers(len(asked.answers))))

    # ------------------------------------------------------------ what is shown

    def _page(self) -> int:
        """The lines of a list; the first one leaves the position on the screen."""
        if self.above and self.console.interactive:
            return max(self.console.height - self.above - _BESIDE_COLUMN, _FEWEST_IN_COLUMN)
        return max(self.console.height - _BESIDE_LIST, 8)

    def _list(self, *, more: bool = False) -> None:
        """The question with its answers, or with the next of them."""
        self.start = self.shown if more else 0
        self._known.clear()
        self.console.ask(self._shown)

    def _shown(self, columns: int, rows: int | None) -> Asked:
        """As `_drawn`, each time once."""
        key = len(self.path), self.start, columns, rows
        if key not in self._known:
            drawn = self._drawn(columns, rows)
            self._known[key] = drawn, self.shown
        found, self.shown = self._known[key]
        return found

    def _drawn(self, columns: int, rows: int | None) -> Asked:
        """The question in so many columns, and in at most so many rows if a number is given: then what can be typed stands beside it."""
        asked, foot = self.question, self._foot()
        beside = line(Piece(asked.title, "bold"), "  ", *foot)
        together = rows is not None and bool(foot) and width(beside) <= columns
        head = [beside] if together else broken(line(Piece(asked.title, "bold")), columns, "  ")
        below = [] if together or not foot else broken(foot, columns, "  ")
        page = self._page() if rows is None else max(rows - len(head) - len(below), 1)
        end = self._fitting(asked, page, columns)
        staying = _staying(asked)
        always = self._laid_out(asked, staying, page, columns) if staying else []
        if end == len(asked.listed):
            self.shown = end
            lines = [*head, *self._laid_out(asked, asked.listed[self.start : end], page, columns), *below]
            return Asked(lines, self.start == 0, always)
        last = [number for number in staying if number >= end]
        if rows is not None:  # room for how many more there are, and for those that stay in sight
            end = self._fitting(asked, max(rows - len(head) - 1 - (len(always) if last else 0), 1), columns)
            last = [number for number in staying if number >= end]
        self.shown = end
        more = line(Piece(phrase("more", self.describer.language, count=len(asked.listed) - end), "dim"))
        found = [*head, *self._laid_out(asked, asked.listed[self.start : end], page, columns), *broken(more, columns, "  ")]
        rest = self._laid_out(asked, last, page, columns) if last else []
        if rows is not None:
            found = found[: max(rows - len(rest), 0)]  # rather without how many more there are
        return Asked([*found, *rest], is_whole=False, always=always)

    def _foot(self) -> Line:
        """What can be typed, where somebody types."""
        asked, language, words = self.question, self.describer.language, COMMANDS["help"]
        if not self.console.interactive:
            return ()
        is_named = any(answer.numerals not in (frozenset(), {place}) for place, answer in enumerate(asked.answers, start=1))
        key = "amount" if asked.amounts else "one-of-named" if is_named else "one-of"
        told = phrase(key, language, numbers=_numbers(len(asked.answers)), help=words[2] if language == "fr" else words[0])
        return line(Piece(told, "dim"))

    def _fitting(self, asked: Question, page: int, columns: int) -> int:
        """Up to which answer the page is filled."""

        def is_full(end: int) -> bool:
            return len(self._laid_out(asked, asked.listed[self.start : end], page, columns)) > page

        count = len(asked.listed)
        few = min(self.start + 1 + _MOST_IN_COLUMN, count)
        end = next((end for end in range(self.start + 2, few + 1) if is_full(end)), few + 1) - 1
        if end < few or few == count:
            return min(max(end, self.start + 1), count)
        return bisect_left(range(few + 1, count + 1), True, key=is_full) + few

    def _rows(self, asked: Question, numbers: list[int]) -> None:
        if numbers:
            self.console.show(self._laid_out(asked, numbers, self._page(), self.console.width))

    def _laid_out(self, asked: Question, numbers: Sequence[int], page: int, columns: int) -> list[Line]:
        if not numbers:
            return []
        if all(asked.answers[n].plan for n in numbers):
            return flow([_planned(n, asked.answers[n]) for n in numbers], columns)
        items = [self._item(asked, n) for n in numbers]
        wide = max(map(width, items))
        in_row = asked.amounts and wide <= columns // _FEWEST_IN_COLUMN
        if not in_row and (len(items) <= min(_MOST_IN_COLUMN, page) or wide > columns):
            return [row for item in items for row in broken(line("  ", *item), columns, "     ")]
        rows = listed("", items if in_row else [pad(item, wide) for item in items], columns)
        return rows if len(rows) <= page else listed("", items, columns)

    @staticmethod
    def _item(asked: Question, number: int) -> Line:
        answer = asked.answers[number]
        note = Piece(answer.after_label, "dim")
        if asked.amounts:
            return line(Piece(answer.label, "bold"), note)
        return line(Piece(f"{number + 1}) ", "bold"), answer.label, note)


def _staying(asked: Question) -> list[int]:
    """The answers that stay in sight whatever else there is: actions without anything to choose, such as to pass; of many of these only to
    pass."""
    plain = [number for number, answer in enumerate(asked.answers) if len(answer.choices) == 1 == len(answer.choices[0])]
    return plain if len(plain) <= _MOST_STAYING else [number for number in plain if asked.answers[number].choices == (PASS,)]


def _sure(asked: Question, typed: str) -> int | None:
    """The one answer that words or a number mean beyond doubt."""
    if is_number(typed):
        found = asked.called(int(typed))
        return found[0] if len(found) == 1 else None
    found = matching(typed, [answer.label for answer in asked.answers])
    return found[0] if len(found) == 1 and is_whole(typed, asked.answers[found[0]]) else None


def is_whole(typed: str, answer: Answer) -> bool:
    """Whether each word of what is typed is a whole word of an answer, and not only a part of one, with all numbers of its name or none;
    a number alone is no word."""
    if is_number(typed):
        return False
    if comparable(typed) == comparable(answer.label):
        return True
    there, wanted = words(answer.words), words(typed)
    numbers, named = ({word for word in of if is_number(word)} for of in (wanted, words(answer.label)))
    return set(wanted) <= set(there) and (not numbers or named <= numbers)


def _numbers(count: int) -> str:
    """The numbers of so many answers."""
    return "1" if count == 1 else f"1-{count}"


def _renumbered(asked: Question, number: str) -> str:
    """The name that an answer would have by this number."""
    named = next(answer for answer in asked.answers if answer.numerals)
    return re.sub(rf"(?<!\w){min(named.numerals)}(?!\w)", number, named.label)


def _planned(number: int, answer: Answer) -> list[Line]:
    """The plan of an answer under its number."""
    return [line(Piece(f"{number + 1})", "bold")), *answer.plan]
