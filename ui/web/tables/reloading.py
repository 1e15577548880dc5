"""Tables that follow their rule files: the game so far is played again under the new rules, and goes on under them where it can."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from custumal.dsl.diagnostics.diagnostic import Diagnostic, RuleFileError
from custumal.dsl.diagnostics.render.text import render_text
from custumal.dsl.yaml.source import SourceText
from custumal.interpreter.api import Game
from custumal.interpreter.library import UnknownGame, named_file
from custumal.interpreter.runs.records import Record
from custumal.interpreter.setup.errors import PlayError
from custumal.ui.story.session import DivergedRecord, Session
from custumal.ui.terminal.begun_at import laid_again
from custumal.ui.terminal.problems import UsageProblem
from custumal.ui.terminal.wanted import Wanted
from custumal.ui.web.store.store import StoreTrouble
from custumal.ui.web.tables.house import House, replayed
from custumal.ui.web.tables.table import Refused, Table

_RULES = (".yaml", ".yml", ".csv")
"""How the names of files end of which games are made."""


@dataclass(slots=True)
class Following:
    """The rule files of one game with its variants, and the tables at which it is played.

    `game` is the last that checked; `problems` is what is wrong with the files now, as text, if anything; `go_on` lets the bots of a table
    play.
    """

    house: House
    wanted: Wanted
    game: Game
    problems: str = ""
    go_on: Callable[[Table], None] = lambda _: None
    folders: frozenset[Path] = field(init=False)

    @staticmethod
    def of(house: House, game: Game) -> Following:
        """Follows the rule files of a game that is played at a table."""
        files = game.files
        variants = tuple(files.get(name, name) for name in game.variants)
        return Following(house, Wanted(files.get(game.id, game.id), variants, game.options), game)

    def __post_init__(self) -> None:
        chosen = self.wanted.selection()
        self.folders = frozenset(path.resolve().parent for path in (chosen.game.path, *chosen.variants))

    async def run(self) -> None:
        """Follow every change, until the server ends."""
        from watchfiles import awatch  # noqa: PLC0415  # only where something is watched

        async for _ in awatch(*self.folders, watch_filter=lambda _, path: path.endswith(_RULES)):
            await self.changed()

    async def changed(self) -> None:
        """Something has been saved."""
        before = self.game.rules_hash, self.problems
        try:
            self.game = await asyncio.to_thread(self.wanted.load)
            self.problems = ""
        except (RuleFileError, UnknownGame, UsageProblem, PlayError) as error:
            self.problems = told(error)
        if (self.game.rules_hash, self.problems) == before:
            return
        self.house.forget_rules()
        for table in [table for table in self.house.open.values() if self.is_followed(table)]:
            table.problems = self.problems
            if not self.problems and table.session.game.rules_hash == self.game.rules_hash and not table.stands_still:
                table.offer = None  # they are as they were
            elif not self.problems:
                await self._follow(table)
            table.tell()

    def is_followed(self, table: Table) -> bool:
        """Whether a table plays this game with these variants."""
        game = table.session.game
        return (game.id, game.variants, game.files) == (self.game.id, self.game.variants, self.game.files)

    async def _follow(self, table: Table) -> None:
        """Bring a table under the new rules, or say where its choices are no longer allowed by them."""
        while True:
            version = table.version
            try:
                session, trouble = await asyncio.to_thread(self._played_again, table.whole_record())
            except (UsageProblem, RuleFileError, PlayError, StoreTrouble) as error:
                table.problems = told(error)
                return
            if table.version == version:
                break
        if trouble is not None:
            table.part_from(trouble, session)
            return
        try:
            table.go_on_with(session)
        except Refused as why:
            table.notice = why
        else:
            table.notice = Refused("rules-changed")
            self.go_on(table)

    def _played_again(self, record: Record) -> tuple[Session, DivergedRecord | None]:
        if record.scenario:
            laid = laid_again(record, self.wanted)
            return replayed(record, laid.game, laid.beginning)
        return replayed(record, Game(self.game.model, self.game.values, self.game.variants, self.game.files, self.game.cache_key))


def told(error: Exception) -> str:
    """What is wrong with rule files, with the lines of which it speaks."""
    if not isinstance(error, RuleFileError):
        return str(error)
    return diagnostics_told(error.diagnostics)


def diagnostics_told(diagnostics: list[Diagnostic]) -> str:
    """Diagnostics as `check` tells them."""
    names = {span.file for one in diagnostics for span in (one.span, *(related.span for related in one.related))}
    return render_text(diagnostics, {name: source for name in names if (source := _source(name)) is not None})


def _source(name: str) -> SourceText | None:
    try:
        path = named_file(name)
        return None if path is None else SourceText(path, name, path.read_text(encoding="utf-8-sig"))
    except (OSError, UnicodeDecodeError):
        return None
