"""What is kept of tables, and what a store has to do. Another one (a server of databases, say) needs no more than this."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol


class StoreTrouble(Exception):
    """Something can't be kept, or can't be read; the message is a clause that says why, without the place, which
    guests need not know. Nothing of what was asked for was done."""


@dataclass(frozen=True, slots=True)
class KeptTable:
    """A table as it is kept.

    `header` is the record of its game without choices, as JSON; `keys` are its choices in order; `version` counts what was accepted,
    taking back included, so that no number ever comes again. `nonces` are the marks of the messages that were accepted last, each with
    the version that came of it.
    """

    id: str
    header: str
    version: int = 0
    keys: tuple[str, ...] = ()
    nonces: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Link:
    """Who comes with a token: to which table, in which role (`host`, `seat` or `watch`), for which seats (from 0)."""

    token: str
    table: str
    role: str
    seats: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Change:
    """One step of a table: of its choices the first `stay` stay, `keys` come behind them. `nonce` marks the message that asked for it;
    a `header` takes the place of the one before; the links with the tokens `revoked` no longer hold, those that are `given` do."""

    table: str
    version: int
    stay: int
    keys: Sequence[str] = field(default=())
    nonce: str = ""
    header: str = ""
    revoked: Sequence[str] = field(default=())
    given: Sequence[Link] = field(default=())


@dataclass(frozen=True, slots=True)
class Listed:
    """A table as a list of all tables tells it: its header, when it came to be (ISO, UTC), how often something was accepted at it,
    how many choices it has, and the link of its host."""

    id: str
    header: str
    created: str
    version: int
    choices: int
    host: str


class Store(Protocol):
    """Tables and links. Every call is done, whole, when it returns, or raises StoreTrouble and has changed nothing."""

    def add(self, table: KeptTable, links: Sequence[Link]) -> None:
        """Keep a new table with its links."""
        ...

    def table(self, name: str) -> KeptTable | None:
        """A table with its choices; None if there is none."""
        ...

    def count(self) -> int:
        """How many tables there are."""
        ...

    def listed(self, start: int, most: int) -> list[Listed]:
        """Tables for a list, the newest first, without the first `start`, at most so many."""
        ...

    def remove(self, table: str) -> None:
        """Forget a table and its links."""
        ...

    def write(self, change: Change) -> None:
        """Keep a step of a table."""
        ...

    def link(self, token: str) -> Link | None:
        """Who comes with a token; None for one that was never given, or was revoked."""
        ...

    def links(self, table: str) -> list[Link]:
        """The links of a table that hold, in the order in which they were given."""
        ...

    def relink(self, revoked: Sequence[str], given: Sequence[Link]) -> None:
        """Revoke links and give others, in one step."""
        ...

    def close(self) -> None:
        """Nothing more will be asked."""
        ...
