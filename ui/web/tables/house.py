"""All tables of one server: opened from the store when somebody comes, put away when nobody has been there for long."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from custumal.dsl.diagnostics.diagnostic import RuleFileError
from custumal.interpreter.api import Game
from custumal.interpreter.library import UnknownGame
from custumal.interpreter.runs.records import Record
from custumal.interpreter.setup.errors import PlayError
from custumal.ui.story.session import HUMAN, Beginning, DivergedRecord, Session
from custumal.ui.terminal.begun_at import laid_again
from custumal.ui.terminal.problems import UsageProblem
from custumal.ui.terminal.wanted import of_record
from custumal.ui.web.store.store import KeptTable, Link, Store
from custumal.ui.web.tables.table import HOST, Offer, Refused, Table, new_token

MOST_TABLES = 2_000
"""So many tables are kept; then somebody has to clear some away."""
_SEEDS = 2**32


@dataclass(slots=True)
class House:
    """The tables of a store, with the games that are played at them."""

    store: Store
    open: dict[str, Table] = field(default_factory=dict)
    _games: dict[object, Game] = field(default_factory=dict)
    _loaded: dict[object, Game] = field(default_factory=dict)

    # ------------------------------------------------------------ new tables

    def new(self, game: Game, seats: Sequence[str], seed: int | None = None) -> Table:
        """A table with a new game.

        Raises:
            Refused: there are too many tables.
            StoreTrouble: it can't be kept.
        """
        session = Session(self._shared(game), seats, secrets.randbelow(_SEEDS) if seed is None else seed)
        session.settle()
        return self.keep(session)

    def keep(self, session: Session) -> Table:
        """A table with a game under way."""
        if self.store.count() >= MOST_TABLES:
            raise Refused("too-many-tables")
        table = Table(self.store, secrets.token_hex(8), session)
        table.links = [Link(new_token(), table.id, HOST, table.people)]
        self.store.add(table.kept(), table.links)
        self.open[table.id] = table
        return table

    def _shared(self, game: Game) -> Game:
        """One game for all tables that play by the same rules and options, so that its engines are made once."""
        return self._games.setdefault(_same(game), game)

    def another(self, name: str) -> Table:
        """A new table with the game of another: the same rules, options and seats, chance anew.

        Raises:
            Refused: that table, or its rules, are not to be had, or there are too many tables.
            StoreTrouble: it can't be kept.
        """
        record = self._record(name)
        session, trouble = self._by_its_rules(replace(record, choices=[], adopted=0, seed=secrets.randbelow(_SEEDS)))
        assert trouble is None  # nothing was to be played
        return self.keep(session)

    # ------------------------------------------------------------ tables that are there

    def arrive(self, token: str) -> tuple[Table, Link] | None:
        """Who comes with a token, at which table; None for a token that was never given, or was revoked.

        Raises:
            StoreTrouble: the store can't be read.
            Refused: the table's rules are not to be had.
        """
        link = self.store.link(token)
        if link is None:
            return None
        return self.at(link.table), link

    def at(self, name: str) -> Table:
        """The table with this id."""
        if name not in self.open:
            kept = self.store.table(name)
            if kept is None:
                raise Refused("no-such-table")
            self.open[name] = self._opened(kept)
        return self.open[name]

    def _record(self, name: str) -> Record:
        """The game of a table as it is kept, without its choices."""
        kept = self.store.table(name)
        if kept is None:
            raise Refused("no-such-table")
        return Record.from_json(kept.header)

    def _opened(self, kept: KeptTable) -> Table:
        session, trouble = self._by_its_rules(replace(Record.from_json(kept.header), choices=list(kept.keys)))
        table = Table(self.store, kept.id, session, kept.version)
        if trouble is not None:
            table.offer = Offer(trouble, session, stopped=True)
        table.links = self.store.links(kept.id)
        table.nonces = dict(kept.nonces)
        return table

    def _by_its_rules(self, record: Record) -> tuple[Session, DivergedRecord | None]:
        try:
            return self._replayed(record)
        except (UsageProblem, UnknownGame, RuleFileError, PlayError) as problem:
            raise Refused("rules-gone", reason=_sentence(problem)) from None

    def _replayed(self, record: Record) -> tuple[Session, DivergedRecord | None]:
        wanted = of_record(record)
        if record.scenario:
            laid = laid_again(record, wanted)
            return replayed(record, laid.game, laid.beginning)
        asked = record.game, record.variants, _frozen(record.options), _frozen(record.files)
        if asked not in self._loaded:
            self._loaded[asked] = self._shared(wanted.load())
        return replayed(record, self._loaded[asked])

    def forget_rules(self) -> None:
        """Rule files have changed: what is opened from now on is played by them as they are."""
        self._games.clear()
        self._loaded.clear()

    def put_away(self, table: Table) -> None:
        """A table at which nobody is: it is read from the store again when somebody comes."""
        self.open.pop(table.id, None)

    def clear_away(self, name: str) -> None:
        """Forget a table for good; whoever is there is told that the link no longer holds.

        Raises:
            StoreTrouble: that can't be kept; the table is as before.
        """
        self.store.remove(name)
        table = self.open.pop(name, None)
        if table is not None:
            table.links = []
            table.tell()


def replayed(record: Record, game: Game, beginning: Beginning | None = None) -> tuple[Session, DivergedRecord | None]:
    """The game of a record by these rules as far as they allow its choices, and where they don't."""
    session = Session(game, whole_seats(record), record.seed, beginning)
    try:
        session.replay(record)
        session.settle()
    except DivergedRecord as error:
        return session, error
    return session, None


def whole_seats(record: Record) -> list[str]:
    """Who plays each seat; people do where the record says nothing."""
    return [*record.seats, *([HUMAN] * (record.players - len(record.seats)))][: record.players]


def _same(game: Game) -> object:
    return game.rules_hash, tuple(game.variants), _frozen(game.options), tuple(sorted(game.files.items()))


def _frozen(options: Mapping[str, object]) -> object:
    return tuple(sorted((name, repr(value)) for name, value in options.items()))


def _sentence(problem: Exception) -> str:
    """What is wrong with rules, in one line."""
    return str(problem).partition("\n")[0]
