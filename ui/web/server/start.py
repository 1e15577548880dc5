"""`serve`: a table in the browser, for those at this machine, or for all who have a link."""

from __future__ import annotations

import asyncio
import errno
import gc
import socket
import sys
import webbrowser
from contextlib import suppress
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from custumal.interpreter.api import Game
from custumal.interpreter.runs.bots import BOTS
from custumal.ui.story.session import HUMAN, DivergedRecord, Session
from custumal.ui.terminal.exit_codes import DONE, PROBLEMS
from custumal.ui.terminal.output import say
from custumal.ui.terminal.play.autosave import data_folder
from custumal.ui.terminal.problems import UsageProblem
from custumal.ui.terminal.progress import silent
from custumal.ui.terminal.recorded import Seats, begun, divergence
from custumal.ui.terminal.wanted import Wanted, fit, language_of, seated

if TYPE_CHECKING:
    from custumal.ui.web.server.app import Site
    from custumal.ui.web.tables.house import House
    from custumal.ui.web.tables.table import Table

_NEEDED = ("starlette", "uvicorn", "websockets", "markupsafe", "watchfiles")
_OBJECTS = 50_000
"""Objects that may come to be before they are looked through: a server lives longer than a command."""
_ALL = ("0.0.0.0", "::", "")  # noqa: S104  # compared with, not listened on
_LOOPBACK = ("127.0.0.1", "localhost", "::1")


@dataclass(frozen=True, slots=True)
class Serving:
    """How to serve: where, in which file tables are kept, in which language, and whether rule files are watched."""

    host: str
    port: int
    store: str | None
    language: str | None
    watch: bool = False
    seed: int | None = None


def serve_table(wanted: Wanted | None, seats: Seats, serving: Serving) -> int:
    """Open a table, or (None) only those that are kept, and serve until the process is ended.

    Raises:
        UsageProblem: something is missing, the address can't be had, or the tables can't be kept where they were to be.
    """
    missing = [name for name in _NEEDED if find_spec(name) is None]
    if missing:
        raise UsageProblem("`serve` needs what is installed by `pip install 'custumal[web]'`.")
    from custumal.ui.text.table_words import said  # noqa: PLC0415  # only here
    from custumal.ui.web.server.app import Site  # noqa: PLC0415  # brings the server with it
    from custumal.ui.web.store.sqlite import SqliteStore  # noqa: PLC0415  # as above
    from custumal.ui.web.store.store import StoreTrouble  # noqa: PLC0415  # as above
    from custumal.ui.web.tables.house import House  # noqa: PLC0415  # as above
    from custumal.ui.web.tables.reloading import Following  # noqa: PLC0415  # as above
    from custumal.ui.web.tables.table import Refused  # noqa: PLC0415  # as above

    session = None if wanted is None else _begun(wanted, seats, serving.seed)
    path = Path(serving.store) if serving.store else data_folder() / "tables.sqlite"
    language = "en" if session is None else language_of(_game_of(session).model, serving.language)
    with _listening(serving) as listening:
        try:
            house = House(SqliteStore(path))
            table = None if session is None else _table(house, session)
        except StoreTrouble as trouble:
            raise UsageProblem(f"The tables can't be kept in {path}: {trouble}. Choose another file: --store FILE.", PROBLEMS) from None
        except Refused as why:
            raise UsageProblem(said(why.key, language, **why.values), PROBLEMS) from None
        following = Following.of(house, table.session.game) if serving.watch and table is not None else None
        site = Site(house, language, following)
        _tell_where(table, site, listening, serving)
        gc.set_threshold(_OBJECTS)
        with silent(), suppress(KeyboardInterrupt):
            asyncio.run(_serve(site, listening, serving))
        house.store.close()
    return DONE


def _begun(wanted: Wanted, seats: Seats, seed: int | None) -> Session | tuple[Game, list[str], int | None]:
    """The saved game that was named, gone on with; or what a new one needs."""
    path = Path(wanted.game)
    if path.suffix == ".json" and path.is_file():
        record, session = begun(path, None, wanted.variants, seats)
        try:
            session.replay(record)
        except DivergedRecord as error:
            raise UsageProblem(divergence(path, error), PROBLEMS) from None
        session.settle()
        return session
    game = wanted.load()
    players = wanted.number_of_players(game, (int(seat) for seat, _ in seats))
    return game, fit(seated(seats, players, (HUMAN, *BOTS), HUMAN)), seed


def _game_of(begun_: Session | tuple[Game, list[str], int | None]) -> Game:
    return begun_.game if isinstance(begun_, Session) else begun_[0]


def _table(house: House, begun_: Session | tuple[Game, list[str], int | None]) -> Table:
    if isinstance(begun_, Session):
        return house.keep(begun_)
    game, who, seed = begun_
    return house.new(game, who, seed)


def _listening(serving: Serving) -> socket.socket:
    """The socket on which the server listens.

    Raises:
        UsageProblem: the port can't be had.
    """
    family = socket.AF_INET6 if ":" in serving.host else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM)
    try:
        if sys.platform != "win32":  # there it would let two servers have one port
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((serving.host, serving.port))
        found.listen(512)
    except (OSError, UnicodeError, TypeError) as error:  # the last two where no machine can be called so
        found.close()
        why, number = (error.strerror, error.errno) if isinstance(error, OSError) else ("no machine can be called so", None)
        other = "--port N" if number in (errno.EADDRINUSE, errno.EACCES) else "--host NAME"
        raise UsageProblem(f"Port {serving.port} of {serving.host} can't be listened on: {why}. Choose another: {other}.") from None
    found.setblocking(False)
    return found


def _tell_where(table: Table | None, site: Site, listening: socket.socket, serving: Serving) -> None:
    """The addresses of the table and of the list of all tables, and what is known to whoever has them."""
    port = listening.getsockname()[1]
    shown = "127.0.0.1" if serving.host in _ALL else f"[{serving.host}]" if ":" in serving.host else serving.host
    here = f"http://{shown}:{port}"
    first = f"{here}/tables/{site.key}" if table is None else f"{here}/t/{table.links[0].token}"
    if table is not None:
        say(f"{table.session.game.title(site.language)} is on the table: {first}\n")
    say(f"All tables of this server, for you alone: {here}/tables/{site.key}\n")
    if serving.host not in _LOOPBACK:
        say("Whoever reaches this machine can come with a link; give links only to those who play. There is no encryption on the way.\n")
    say("Ctrl-C ends the server; the tables are kept.\n")
    if sys.stdout.isatty():
        webbrowser.open(first)


async def _serve(site: Site, listening: socket.socket, serving: Serving) -> None:
    import uvicorn  # noqa: PLC0415  # brings the server with it

    from custumal.ui.web.server.app import app_of  # noqa: PLC0415  # as above
    from custumal.ui.web.server.guard import names_of_this_machine  # noqa: PLC0415  # as above
    from custumal.ui.web.server.limits import MOST_BYTES  # noqa: PLC0415  # as above

    config = uvicorn.Config(
        app_of(site, names_of_this_machine(serving.host)),
        log_config=None,
        access_log=False,
        ws="websockets-sansio",
        ws_max_size=MOST_BYTES,
        ws_ping_interval=20,
        ws_ping_timeout=30,
        server_header=False,
        timeout_graceful_shutdown=2,
    )
    await uvicorn.Server(config).serve(sockets=[listening])
