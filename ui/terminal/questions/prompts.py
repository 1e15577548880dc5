"""Asking for a decision: questions with numbered answers, filtered by typing, with commands in between."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from custumal.interpreter.program import PASS, ChoiceTuple
from custumal.ui.scene.describe import Describer
from custumal.ui.scene.look import Look
from custumal.ui.terminal.console import Console
from custumal.ui.terminal.questions.menu import Answer, Question, question
from custumal.ui.terminal.questions.typed_choice import by_words_of_key, by_words_of_name, words
from custumal.ui.text.match import comparable, is_number, matching, numbered
from custumal.ui.text.phrases import COMMANDS, command_of, phrase
from custumal.ui.text.style import Line, Piece, broken, flow, line, listed, pad, width

_ATTACHED = (":", ",", ";")
"""What begins with one of these stands right behind the word before it."""
_BESIDE_LIST = 6
"""Lines of the screen that are not used for a list of answers."""
_MOST_IN_COLUMN = 9
"""So many answers stand below one another; more of them stand in rows."""
_FEWEST_IN_COLUMN = 3
"""So many stand below one another even where the screen is too small."""
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
    """One decision being asked for. `above` are the lines of the screen that the first question should leave to what stands there."""

    def __init__(self, console: Console, describer: Describer, look: Look, choices: Sequence[ChoiceTuple], above: int = 0) -> None:
        self.console = console
        self.describer = describer
        self.look = look
        self.path: list[tuple[ChoiceTuple, ...]] = [tuple(choices)]
        self.shown = 0
        self.above = above
        self.guessed: int | None = None

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
                return AskOutcome(choice=self.path[-1][0])
            if is_further:
                self.console.ahead.clear()
                return AskOutcome(left="again")

    @property
    def question(self) -> Question:
        return question(self.describer, self.look, self.path[-1])

    # ------------------------------------------------------------ what is typed

    def _understood(self, typed: str, commands: Commands) -> str:
        """Act on a line; answers why asking is left, or nothing."""
        word, _, rest = typed.partition(" ")
        name, guessed = command_of(word), self.guessed
        self.guessed = None
        if not typed and guessed is not None:
            self._take(self.question.answers[guessed].choices)
        elif not typed:
            self._list(more=self.shown < len(self.question.answers))
        elif name == "back":
            self._back()
        elif name == "preview":
            self._preview(rest.strip(), commands)
        elif name == "why" and is_number(rest.strip()):
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
        asked = self.question
        is_name = any(comparable(typed) == comparable(answer.label) for answer in asked.answers)
        if not is_name and self._is_another_choice(typed):
            self.console.tell(phrase("no-match", self.describer.language, text=typed))
            commands("why", typed)
            return
        whole = None if is_name else by_words_of_key(self.describer, self.look.state, typed, self.path[-1])
        found = self._meant(typed, asked) if whole is None else []
        if whole is None and not found:
            whole = self._by_words(typed) or self._first_of_several(typed)
        if whole is not None:
            self.path.append((whole,))
        elif len(found) == 1 and not _is_whole(typed, asked.answers[found[0]]):
            self.guessed = found[0]
            self.console.tell(phrase("guessed", self.describer.language, text=typed))
            self._rows(asked, found)
        elif len(found) == 1:
            self._take(asked.answers[found[0]].choices)
        elif found:
            self.console.tell(phrase("matches", self.describer.language, count=len(found), text=typed))
            self._rows(asked, found[: self._page()])
        else:
            self.console.tell(phrase("no-match", self.describer.language, text=typed))

    def _meant(self, typed: str, asked: Question) -> list[int]:
        labels = [answer.label for answer in asked.answers]
        number = numbered(typed, labels)
        if number is not None:
            return [number]
        return matching(typed, labels) or matching(typed, [answer.words for answer in asked.answers])

    def _first_of_several(self, typed: str) -> ChoiceTuple | None:
        """The first of several choices of one action that are typed in one line, as `preach 1 2 3`, if each of them could be made; the
        others are answers to come."""
        action, *values = typed.split()
        each = [f"{action} {value}" for value in values]
        found = [self._by_words(one) for one in each] if len(each) > 1 and not self.console.ahead else []
        if not found or None in found:
            return None
        self.console.ahead += each[1:]
        return found[0]

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
        found = self._meant(text, asked) if text else [0] if len(asked.answers) == 1 else []
        if len(found) != 1:
            self.console.tell(phrase("preview-what", self.describer.language))
        elif len(asked.answers[found[0]].choices) > 1:
            self.console.tell(phrase("preview-more", self.describer.language))
        else:
            commands.preview(asked.answers[found[0]].choices[0])

    def _why(self, text: str, commands: Commands) -> None:
        """`why` with a number means the answer that a number alone would choose; where numbers are values it may be one that is not
        offered."""
        asked = self.question
        number = numbered(text, [answer.label for answer in asked.answers])
        if number is not None:
            commands.why_offered(asked.answers[number].choices)
        elif asked.by_value:
            before = next((answer.before for answer in asked.answers if answer.before), "")
            commands.why_refused(self.path[-1], f"{before} {text}".strip())
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
        asked = self.question
        start = self.shown if more else 0
        self.console.tell(Piece(asked.title, "bold"))
        end = self._fitting(asked, start)
        self._rows(asked, list(range(start, end)))
        self.shown = end
        language = self.describer.language
        if end < len(asked.answers):
            self.console.tell(Piece(phrase("more", language, count=len(asked.answers) - end), "dim"))
            self._rows(asked, [number for number in range(end, len(asked.answers)) if asked.answers[number].choices == (PASS,)])
        elif self.console.interactive and not asked.by_value:
            words, numbers = COMMANDS["help"], _numbers(len(asked.answers))
            self.console.tell(Piece(phrase("one-of", language, numbers=numbers, help=words[2] if language == "fr" else words[0]), "dim"))

    def _fitting(self, asked: Question, start: int) -> int:
        """Up to which answer the screen is filled."""
        end = start + 1
        while end < len(asked.answers) and len(self._laid_out(asked, list(range(start, end + 1)))) <= self._page():
            end += 1
        return end

    def _rows(self, asked: Question, numbers: list[int]) -> None:
        if numbers:
            self.console.show(self._laid_out(asked, numbers))

    def _laid_out(self, asked: Question, numbers: list[int]) -> list[Line]:
        if all(asked.answers[n].plan for n in numbers):
            return flow([_planned(n, asked.answers[n]) for n in numbers], self.console.width)
        items = [self._item(asked, n) for n in numbers]
        wide = max(map(width, items))
        in_row = asked.by_value and wide <= self.console.width // _FEWEST_IN_COLUMN
        if not in_row and (len(items) <= min(_MOST_IN_COLUMN, self._page()) or wide > self.console.width):
            return [row for item in items for row in broken(line("  ", *item), self.console.width, "     ")]
        return listed("", items if in_row else [pad(item, wide) for item in items], self.console.width)

    @staticmethod
    def _item(asked: Question, number: int) -> Line:
        answer = asked.answers[number]
        note = Piece(answer.note if answer.note[:1] in _ATTACHED else f" {answer.note}", "dim") if answer.note else Piece("")
        if asked.by_value:
            return line(f"{answer.before} " if answer.before else "", Piece(answer.label, "bold"), note)
        return line(Piece(f"{number + 1}) ", "bold"), answer.label, note)


def _is_whole(typed: str, answer: Answer) -> bool:
    """Whether what is typed is a number, or each word of it a whole word of an answer, and not only a part of one."""
    return is_number(typed) or comparable(typed) == comparable(answer.label) or set(words(typed)) <= set(words(answer.words))


def _numbers(count: int) -> str:
    """The numbers of so many answers."""
    return "1" if count == 1 else f"1-{count}"


def _planned(number: int, answer: Answer) -> list[Line]:
    """The plan of an answer under its number."""
    return [line(Piece(f"{number + 1})", "bold")), *answer.plan]
