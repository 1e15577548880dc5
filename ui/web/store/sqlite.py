"""Tables in one SQLite file with a write-ahead log: what is kept stays when the process is killed at any moment."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from custumal.ui.web.store.store import Change, KeptTable, Link, Listed, StoreTrouble

VERSION = 1
"""The form of the database; a file of another form is left alone."""
_MOST_NONCES = 64
"""So many messages of a table are recognised when they come again."""

_TABLES = f"""
CREATE TABLE tables (
  id TEXT PRIMARY KEY, header TEXT NOT NULL, version INTEGER NOT NULL, created TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE TABLE choices (
  of TEXT NOT NULL REFERENCES tables(id) ON DELETE CASCADE, number INTEGER NOT NULL, key TEXT NOT NULL, PRIMARY KEY (of, number)
) WITHOUT ROWID;
CREATE TABLE nonces (
  of TEXT NOT NULL REFERENCES tables(id) ON DELETE CASCADE, nonce TEXT NOT NULL, version INTEGER NOT NULL, PRIMARY KEY (of, nonce)
) WITHOUT ROWID;
CREATE TABLE links (
  token TEXT PRIMARY KEY, of TEXT NOT NULL REFERENCES tables(id) ON DELETE CASCADE, role TEXT NOT NULL, seats TEXT NOT NULL
);
CREATE INDEX links_of ON links (of);
PRAGMA user_version = {VERSION};
"""

_LISTED = """
SELECT id, header, created, version, (SELECT count(*) FROM choices WHERE choices.of = id),
  (SELECT token FROM links WHERE links.of = id AND role = 'host')
FROM tables ORDER BY created DESC, tables.rowid DESC LIMIT ? OFFSET ?
"""


class SqliteStore:
    """The tables in one file, which no other process may use meanwhile.

    Raises:
        StoreTrouble: the file can't be used: it is another program's, of another form, or in use.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))  # links are in it: nobody else may read it
        except OSError as error:
            raise StoreTrouble(str(error.strerror)) from None
        # Only the thread of the server asks; who sets it up may do so in another.
        self._base = sqlite3.connect(path, isolation_level=None, timeout=1, check_same_thread=False)
        try:
            with self._told():
                self._prepare()
        except StoreTrouble:
            self._base.close()
            raise

    def _prepare(self) -> None:
        self._base.execute("PRAGMA locking_mode = EXCLUSIVE")
        (version,) = self._base.execute("PRAGMA user_version").fetchone()
        if version not in (0, VERSION) or (version == 0 and self._base.execute("SELECT 1 FROM sqlite_master").fetchone()):
            raise StoreTrouble(f"it is a database of another form (version {version}; this program reads {VERSION})")
        self._base.execute("PRAGMA journal_mode = WAL")
        self._base.execute("PRAGMA synchronous = NORMAL")
        self._base.execute("PRAGMA foreign_keys = ON")
        if version == 0:
            self._base.executescript(f"BEGIN IMMEDIATE;{_TABLES}COMMIT;")
        else:
            self._base.execute("BEGIN IMMEDIATE")  # takes the lock now, not at the first choice
            self._base.execute("COMMIT")

    @contextmanager
    def _told(self) -> Iterator[None]:
        """What SQLite refuses, as a clause."""
        try:
            yield
        except sqlite3.DatabaseError as error:
            if self._base.in_transaction:
                self._base.execute("ROLLBACK")
            said = "it is used by another process" if "locked" in str(error) else str(error)
            raise StoreTrouble(said) from None

    @contextmanager
    def _step(self) -> Iterator[sqlite3.Connection]:
        """All of it, or nothing."""
        with self._told():
            self._base.execute("BEGIN IMMEDIATE")
            yield self._base
            self._base.execute("COMMIT")

    # ------------------------------------------------------------ tables

    def add(self, table: KeptTable, links: Sequence[Link]) -> None:
        with self._step() as base:
            row = (table.id, table.header, table.version)
            base.execute("INSERT INTO tables (id, header, version) VALUES (?, ?, ?)", row)
            base.executemany("INSERT INTO choices VALUES (?, ?, ?)", [(table.id, number, key) for number, key in enumerate(table.keys)])
            base.executemany("INSERT INTO links VALUES (?, ?, ?, ?)", map(_row, links))

    def table(self, name: str) -> KeptTable | None:
        with self._told():
            found = self._base.execute("SELECT header, version FROM tables WHERE id = ?", (name,)).fetchone()
            if found is None:
                return None
            keys = self._base.execute("SELECT key FROM choices WHERE of = ? ORDER BY number", (name,)).fetchall()
            nonces = self._base.execute("SELECT nonce, version FROM nonces WHERE of = ? ORDER BY version", (name,)).fetchall()
        header, version = found
        return KeptTable(name, header, version, tuple(key for (key,) in keys), tuple(nonces))

    def count(self) -> int:
        with self._told():
            (found,) = self._base.execute("SELECT count(*) FROM tables").fetchone()
        return int(found)

    def listed(self, start: int, most: int) -> list[Listed]:
        with self._told():
            rows = self._base.execute(_LISTED, (most, start)).fetchall()
        return [Listed(*row) for row in rows]

    def remove(self, table: str) -> None:
        with self._step() as base:
            base.execute("DELETE FROM tables WHERE id = ?", (table,))

    def write(self, change: Change) -> None:
        with self._step() as base:
            base.execute("DELETE FROM choices WHERE of = ? AND number >= ?", (change.table, change.stay))
            rows = [(change.table, change.stay + number, key) for number, key in enumerate(change.keys)]
            base.executemany("INSERT INTO choices VALUES (?, ?, ?)", rows)
            base.execute("UPDATE tables SET version = ? WHERE id = ?", (change.version, change.table))
            if change.header:
                base.execute("UPDATE tables SET header = ? WHERE id = ?", (change.header, change.table))
            if change.nonce:
                base.execute("INSERT INTO nonces VALUES (?, ?, ?)", (change.table, change.nonce, change.version))
                base.execute("DELETE FROM nonces WHERE of = ? AND version <= ?", (change.table, change.version - _MOST_NONCES))
            _relink(base, change.revoked, change.given)

    # ------------------------------------------------------------ links

    def link(self, token: str) -> Link | None:
        with self._told():
            found = self._base.execute("SELECT token, of, role, seats FROM links WHERE token = ?", (token,)).fetchone()
        return None if found is None else _link(found)

    def links(self, table: str) -> list[Link]:
        with self._told():
            rows = self._base.execute("SELECT token, of, role, seats FROM links WHERE of = ? ORDER BY rowid", (table,)).fetchall()
        return list(map(_link, rows))

    def relink(self, revoked: Sequence[str], given: Sequence[Link]) -> None:
        with self._step() as base:
            _relink(base, revoked, given)

    def close(self) -> None:
        self._base.close()


def _relink(base: sqlite3.Connection, revoked: Sequence[str], given: Sequence[Link]) -> None:
    base.executemany("DELETE FROM links WHERE token = ?", [(token,) for token in revoked])
    base.executemany("INSERT INTO links VALUES (?, ?, ?, ?)", map(_row, given))


def _row(link: Link) -> tuple[str, str, str, str]:
    return link.token, link.table, link.role, ",".join(map(str, link.seats))


def _link(row: tuple[str, str, str, str]) -> Link:
    token, table, role, seats = row
    return Link(token, table, role, tuple(map(int, seats.split(",") if seats else ())))
