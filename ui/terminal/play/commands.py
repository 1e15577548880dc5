"""The commands that can be typed at a question besides an answer."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from custumal.dsl.diagnostics.suggest import nearest
from custumal.dsl.documents.ids import is_id
from custumal.dsl.documents.templates import scenario_of_record
from custumal.interpreter.cache.atomic_write import write_atomically
from custumal.interpreter.program import ChoiceTuple
from custumal.ui.draw.detail import detail, names
from custumal.ui.draw.position import scene
from custumal.ui.scene.describe import Describer
from custumal.ui.scene.look import Look
from custumal.ui.story.changes import narrated
from custumal.ui.story.session import Session
from custumal.ui.story.undo import behind, undo
from custumal.ui.terminal.play.closing import closed_by
from custumal.ui.terminal.play.hint import hint
from custumal.ui.terminal.progress import working
from custumal.ui.terminal.screen.console import Console
from custumal.ui.text.match import comparable
from custumal.ui.text.phrases import help_text, phrase
from custumal.ui.text.style import Piece, broken, folded, line

if TYPE_CHECKING:
    from custumal.ui.rulebook.rule_marks import RuleMarks
    from custumal.ui.terminal.why.answer import Teller

_FIRST_COLUMN = re.compile(r"  \S+(?: \S+)* {2,}(?=\S)")


class Commands:
    """What a seat can ask for in its turn. `look` gives the position through its eyes."""

    def __init__(self, console: Console, session: Session, describer: Describer, look: Callable[[], Look]) -> None:
        self.console = console
        self.session = session
        self.describer = describer
        self.look = look

    def __call__(self, name: str, rest: str) -> str:
        """Carry out a command; answers what the play loop has to do: "" nothing, "again" ask anew, "quit" leave."""
        if name == "hint":
            told = hint(self.session, self.describer)
            self.console.show(row for one in told for row in broken(one, self.console.width, "      "))
            return ""
        with working(phrase("works", self.describer.language)):
            return self._carried_out(name, rest)

    def _carried_out(self, name: str, rest: str) -> str:
        match name:
            case "help":
                self._help()
                if any(zone.shape.form == "cubes" for zone in self.session.game.model.zones.values()):
                    self._say("legend-cubes")
            case "undo":
                return self._undo()
            case "why":
                self._why(rest)
            case "rules":
                self._rules(rest)
            case "show":
                return self._show(rest)
            case "log":
                self._log()
            case "save":
                self._save(rest)
            case "scenario":
                self._scenario(rest)
            case "quit":
                return "quit"
        return ""

    def _say(self, key: str, **values: object) -> None:
        self.console.tell_folded(phrase(key, self.describer.language, **values))

    def _help(self) -> None:
        for text in help_text(self.describer.language).splitlines():
            # What a command does stands in a column of its own, and goes on there.
            first = found.group() if (found := _FIRST_COLUMN.match(text)) else ""
            rows = folded(text[len(first) :], self.console.width - len(first))
            self.console.show([line((" " * len(first) if number else first) + row) for number, row in enumerate(rows)])

    @property
    def _teller(self) -> Teller:
        from custumal.ui.terminal.why.answer import Teller  # noqa: PLC0415  # start-up is measured

        look = self.look()
        # Choices are shown to the seat that has to choose, and to nobody else.
        shown = look.state if look.seat == look.state.seat else look.seen
        return Teller(self.console, self.describer, look.seen, shown, self._marks)

    @cached_property
    def _marks(self) -> RuleMarks | None:
        """What variants do to numbered rules."""
        if not self.session.game.variants:
            return None
        from custumal.ui.rulebook.rule_marks import RuleMarks  # noqa: PLC0415  # only a game with variants brings the printed rulebook

        return RuleMarks(self.session.game, self.describer.language)

    def _answered(self, question: Callable[[Teller], None]) -> None:
        """Answer a question about the position."""
        from custumal.ui.terminal.why.answer import Unknown  # noqa: PLC0415  # start-up is measured

        try:
            question(self._teller)
        except Unknown as answer:
            self.console.tell_folded(str(answer))

    def _why(self, text: str) -> None:
        from custumal.ui.terminal.why.why import why  # noqa: PLC0415  # likewise

        self._answered(lambda teller: why(teller, text))

    def why_offered(self, choices: Sequence[ChoiceTuple]) -> None:
        """What some of the choices that are offered have met."""
        from custumal.ui.terminal.why.why import why_offered  # noqa: PLC0415  # likewise

        self._answered(lambda teller: why_offered(teller, choices))

    def why_refused(self, choices: Sequence[ChoiceTuple], name: str) -> None:
        """What forbids the value of this name, where these choices have others."""
        from custumal.ui.terminal.why.why import why_refused  # noqa: PLC0415  # likewise

        self._answered(lambda teller: why_refused(teller, choices, name))

    def closed_by(self, choice: ChoiceTuple) -> list[str]:
        """What the seat has begun and could not go on with after a choice, each with the reason."""
        return closed_by(self.session, self.describer, self.look(), choice)

    def preview(self, choice: ChoiceTuple) -> None:
        """The position behind a choice, if it shows nothing hidden."""
        look, trial = self.look(), behind(self.session, self.look(), choice)
        if trial is None:
            self._say("preview-reveals")
            return
        self.console.tell(Piece(phrase("preview", self.describer.language), "bold"))
        self.console.show(scene(replace(look, state=trial), self.console.width))

    def _undo(self) -> str:
        assert self.session.seat is not None
        refused = undo(self.session, self.session.seat, shared=True)
        self._say(refused or "undone")
        return "" if refused else "again"

    def _show(self, text: str) -> str:
        if not text and not self.console.keeps:
            return "again"
        look = self.look()
        found = detail(look, text) if text else scene(look, self.console.width)
        self.console.show(found)
        if not found:
            self._say("show-unknown", text=text, names=", ".join(dict.fromkeys(names(look))))
        return ""

    def _save(self, text: str) -> None:
        try:
            path = Path(_unquoted(text)).expanduser() if text else _free(self.session.game.id)
            is_another = path.exists() and path.resolve() not in self.session.files
            if not is_another:
                self.session.record().save(path)
                self.session.files.add(path.resolve())
        except (OSError, ValueError, RuntimeError) as error:  # the last two: a name that no file can have, the home of nobody
            self._say("not-kept", reason=getattr(error, "strerror", None) or error)
        else:
            self._say("save-exists" if is_another else "saved", path=path)

    def _scenario(self, name: str) -> None:
        """What was played as a recorded game, and a scenario that goes on from there; it tells no more than the seat sees."""
        if not is_id("id", name):
            self._say("scenario-name")
            return
        if self.session.beginning is not None:
            self._say("scenario-begun", name=self.session.beginning.named["name"])
            return
        record, file = Path(f"{name}.json"), Path(f"{name}.yaml")
        for path in (record, file):
            if os.path.lexists(path):
                self._say("save-exists", path=path)
                return
        session = self.session
        key = session.engine.key(session.position, session.engine.choices(session.position)[0])
        try:
            session.record().save(record)
            write_atomically(file, scenario_of_record(name, session.game.id, record.name, key))
        except OSError as error:
            self._say("not-kept", reason=error.strerror or error)
        else:
            self._say("saved", path=file)

    def _log(self) -> None:
        lines = narrated(self.session, self.describer, self.look().seat, self.console.width)
        self.console.show(lines or [line(phrase("log-empty", self.describer.language))])

    # ------------------------------------------------------------ rules

    def _rules(self, text: str) -> None:
        teller = self._teller
        texts = {rule: teller.rule_text(rule) for rule in self.session.game.model.rulebook}
        if not texts:
            self._say("no-rules")
        elif text.upper() in texts:
            self._rule(text.upper(), texts[text.upper()])
        else:
            self._search(text, texts)

    def _search(self, text: str, texts: dict[str, str]) -> None:
        found = [rule for rule, said in texts.items() if comparable(text) in comparable(f"{rule} {said}")]
        if not found:
            guess = nearest(text.upper(), texts)
            self._say("rule-unknown", text=text, guess=f"{guess}?" if guess else "")
            return
        for rule in found:
            shown = folded(f"{rule} {texts[rule]}", self.console.width, "    ")
            self.console.show([line(one) for one in (shown if text else shown[:1])])
        if not text:
            self._say("rules-list", count=len(found))

    def _rule(self, rule: str, text: str) -> None:
        self.console.tell(Piece(rule, "bold"))
        self.console.tell_folded(text)
        self._teller.tell_marks(rule)
        entry = self.session.game.rules[rule]
        for address in entry.addresses:
            self.console.tell(Piece(f"  {address}", "dim"))
        if entry.unencoded:
            self.console.tell_folded(f"  ({entry.unencoded})")


def _unquoted(text: str) -> str:
    """A name as it was meant by who quotes it as in a shell."""
    quoted = len(text) > 2 and text[0] == text[-1] and text[0] in "\"'"  # the two quotes and something in them
    return text[1:-1] if quoted else text


def _free(name: str) -> Path:
    """A file in the working folder that does not exist yet."""
    path, number = Path(f"{name}.json"), 1
    while path.exists():
        number += 1
        path = Path(f"{name}-{number}.json")
    return path
