"""The addresses of the server."""

from __future__ import annotations

import asyncio
import secrets
import traceback
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket

from custumal.ui.rulebook.book import book_of
from custumal.ui.rulebook.edition import Edition
from custumal.ui.rulebook.page import page
from custumal.ui.svg.stylesheet import STYLE
from custumal.ui.terminal.problems import tell_bug
from custumal.ui.web.pages.frame import plain
from custumal.ui.web.pages.links import may_have_record
from custumal.ui.web.pages.log import log_style
from custumal.ui.web.pages.made import mark_of_pages
from custumal.ui.web.pages.sight import NARROW, STEP, WIDE, Sight, languages_of, seat_shown
from custumal.ui.web.pages.table_page import table_page
from custumal.ui.web.pages.tables_page import MOST_LISTED, TableList, tables_page
from custumal.ui.web.server.guard import Guard
from custumal.ui.web.server.limits import MOST_SOCKETS, MOST_SOCKETS_IN_ALL, Addresses
from custumal.ui.web.server.live import FULL, Live, turn_away
from custumal.ui.web.store.store import Link, StoreTrouble
from custumal.ui.web.tables.house import House
from custumal.ui.web.tables.reloading import Following
from custumal.ui.web.tables.table import Refused, Table, new_token
from custumal.ui.web.tables.thinking import Thinker

STATIC = Path(__file__).parents[1] / "static"
_BOOK_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
"""The rulebook is one file that carries its look; it may load and run nothing at all."""
_MOST_BUGS = 100
"""So many different ones are told."""
_IDLE = 900.0
"""Seconds after which a table at which nobody is is put away."""


@dataclass(slots=True)
class Site:
    """The server's side of all pages. `key` stands in the address of the list of all tables, which leads to every one of them: only whoever
    has started the server is told it."""

    house: House
    language: str
    following: Following | None = None
    thinker: Thinker = field(default_factory=Thinker)
    addresses: Addresses = field(default_factory=Addresses)
    key: str = field(default_factory=new_token)
    sockets: int = 0
    bugs: set[str] = field(default_factory=set)
    playing: dict[str, asyncio.Task[None]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.following is not None:
            self.following.go_on = self.go_on

    # ------------------------------------------------------------ who comes

    def arrive(self, token: str, address: str) -> tuple[Table, Link]:
        """Who comes with a token.

        Raises:
            Refused: nobody does, or the table can't be had.
        """
        try:
            found = self.house.arrive(token)
        except StoreTrouble as trouble:
            raise Refused("not-read", reason=str(trouble)) from None
        if found is None:
            raise Refused("forged" if self.addresses.take(address) else "too-fast")
        return found

    def sight(self, request: Request | WebSocket, table: Table, link: Link) -> Sight:
        """What is shown to whoever asks, in the language that they want, if the game has it."""
        languages = languages_of(table)
        wanted = request.query_params.get("lang", self.language)
        width = _nearest(request.query_params.get("width", ""))
        return Sight(table, link, seat_shown(table, link, None), wanted if wanted in languages else languages[0], width)

    # ------------------------------------------------------------ bots

    def go_on(self, table: Table) -> None:
        """Let the bots of a table play, unless they do so already."""
        running = self.playing.get(table.id)
        if running is None or running.done():
            running = self.playing[table.id] = asyncio.create_task(self.thinker.play(table))
            running.add_done_callback(lambda done: self._stopped_playing(table, done))

    def _stopped_playing(self, table: Table, running: asyncio.Task[None]) -> None:
        """A bot that fails leaves its table as it is, and all who are there are told."""
        if not running.cancelled() and (error := running.exception()) is not None:
            self.tell_bug(error)
            table.notice = Refused("bug")
            table.tell()

    async def tidy(self) -> None:
        """Now and then tables are put away at which nobody is."""
        while True:
            await asyncio.sleep(_IDLE)
            for table in list(self.house.open.values()):
                running = self.playing.get(table.id)
                if not table.changed and (running is None or running.done()):
                    self.playing.pop(table.id, None)
                    self.house.put_away(table)

    # ------------------------------------------------------------ addresses

    async def start(self, _request: Request) -> Response:
        """What stands at the address of the server itself."""
        return HTMLResponse(plain("no-link", self.language))

    async def table(self, request: Request) -> Response:
        """The page of a table."""
        try:
            table, link = self.arrive(request.path_params["token"], _address(request))
        except Refused as why:
            return self._turned_away(why)
        sight = self.sight(request, table, link)
        return HTMLResponse(table_page(sight, for_authors=self.following is not None and sight.is_host))

    async def rules(self, request: Request) -> Response:
        """The rulebook of a table's game."""
        try:
            table, link = self.arrive(request.path_params["token"], _address(request))
        except Refused as why:
            return self._turned_away(why)
        sight = self.sight(request, table, link)
        book = table.remembered(("book", sight.language), lambda: page(book_of(Edition.of(table.session.game, sight.language))))
        return HTMLResponse(book, headers={"content-security-policy": _BOOK_POLICY})

    async def record(self, request: Request) -> Response:
        """The game as a file, for whoever may know everything."""
        try:
            table, link = self.arrive(request.path_params["token"], _address(request))
        except Refused as why:
            return self._turned_away(why)
        sight = self.sight(request, table, link)
        if not may_have_record(sight):
            return PlainTextResponse(sight.said("record-later") + "\n", 403)
        try:
            record = table.whole_record()
        except StoreTrouble as trouble:
            return self._said("not-read", 503, reason=str(trouble))
        name = f'attachment; filename="{table.session.game.id}.json"'
        return Response(record.to_json(), media_type="application/json", headers={"content-disposition": name})

    # ------------------------------------------------------------ the list of tables

    async def tables(self, request: Request) -> Response:
        """All tables, for whoever has the key."""
        if (refused := self._refused(request)) is not None:
            return refused
        start = _start(request.query_params.get("from", ""))
        try:
            listed = self.house.store.listed(start, MOST_LISTED)
            count = self.house.store.count()
        except StoreTrouble as trouble:
            return self._said("not-read", 503, reason=str(trouble))
        language = request.query_params.get("lang", self.language)
        pages = [len(table.changed) if (table := self.house.open.get(one.id)) is not None else 0 for one in listed]
        found = TableList(f"/tables/{self.key}", language, listed, pages, start, count)
        return HTMLResponse(tables_page(found), headers={"referrer-policy": "same-origin"})  # else its forms would come from nowhere

    async def another(self, request: Request) -> Response:
        """A new table like one of the list."""
        if (refused := self._refused(request)) is not None:
            return refused
        try:
            table = self.house.another(request.path_params["id"])
        except StoreTrouble as trouble:
            return self._said("not-done", 503, reason=str(trouble))
        except Refused as why:
            return self._said(why.key, 409, **why.values)
        return RedirectResponse(f"/t/{table.links[0].token}", 303)

    async def clear(self, request: Request) -> Response:
        """Forget a table of the list."""
        if (refused := self._refused(request)) is not None:
            return refused
        try:
            self.house.clear_away(request.path_params["id"])
        except StoreTrouble as trouble:
            return self._said("not-done", 503, reason=str(trouble))
        return RedirectResponse(f"/tables/{self.key}", 303)

    def _refused(self, request: Request) -> Response | None:
        """What is said to whoever comes without the key."""
        if secrets.compare_digest(request.path_params["key"].encode(), self.key.encode()):
            return None
        return self._said("forged" if self.addresses.take(_address(request)) else "too-fast", 404)

    def _turned_away(self, why: Refused) -> Response:
        """What is said to whoever does not come to a table."""
        return self._said(why.key, 503 if why.key == "not-read" else 404, **why.values)

    def _said(self, key: str, status: int, **values: object) -> Response:
        return HTMLResponse(plain(key, self.language, **values), status)

    # ------------------------------------------------------------ what nobody foresaw

    async def bug(self, _request: Request, error: Exception) -> Response:
        """The page where something has gone wrong that nobody foresaw."""
        self.tell_bug(error)
        return self._said("bug", 500)

    def tell_bug(self, error: BaseException) -> None:
        """The details of what nobody foresaw are told where the server runs, once."""
        details = "".join(traceback.format_exception(error))
        if isinstance(error, Exception) and details not in self.bugs and len(self.bugs) < _MOST_BUGS:
            self.bugs.add(details)
            tell_bug(error)

    # ------------------------------------------------------------ pages that are open

    async def live(self, socket: WebSocket) -> None:
        """The socket of a page."""
        await socket.accept()
        try:
            table, link = self.arrive(socket.path_params["token"], _address(socket))
            _check_mark(socket)
        except Refused as why:
            await turn_away(socket, why, socket.query_params.get("lang", self.language))
            return
        if len(table.changed) >= MOST_SOCKETS or self.sockets >= MOST_SOCKETS_IN_ALL:
            await socket.close(FULL)
            return
        self.sockets += 1
        try:
            self.go_on(table)
            sight = self.sight(socket, table, link)
            await Live(socket, table, link, (sight.language, sight.width), self).run()
        finally:
            self.sockets -= 1


def _check_mark(socket: WebSocket) -> None:
    """A page that says of what it was made was made by this server."""
    if socket.query_params.get("made", mark_of_pages()) != mark_of_pages():
        raise Refused("renewed")


def _start(text: str) -> int:
    """The number of the first table of a page of the list."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 9 else 0


def _nearest(width: str) -> int:
    """The width in which positions are drawn for a page that has so much room."""
    room = int(width) if width.isascii() and width.isdecimal() and len(width) < 6 else WIDE
    return min(max(room, NARROW), WIDE) // STEP * STEP


def _address(request: Request | WebSocket) -> str:
    return request.client.host if request.client is not None else ""


async def drawing_style(_request: Request) -> Response:
    """The look of drawings, and of what is told in the colours of seats."""
    return Response(STYLE + log_style(), media_type="text/css")


def app_of(site: Site, names: frozenset[str]) -> Guard:
    """The server as an application."""

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        tasks = [asyncio.create_task(site.tidy())]
        tasks += [] if site.following is None else [asyncio.create_task(site.following.run())]
        yield
        for task in (*tasks, *site.playing.values()):
            task.cancel()
        site.thinker.close()

    routes = [
        Route("/", site.start),
        Route("/tables/{key}", site.tables),
        Route("/tables/{key}/{id}/another", site.another, methods=["POST"]),
        Route("/tables/{key}/{id}/clear", site.clear, methods=["POST"]),
        Route("/t/{token}", site.table),
        Route("/t/{token}/rules", site.rules),
        Route("/t/{token}/record", site.record),
        WebSocketRoute("/t/{token}/live", site.live),
        Route("/static/drawing.css", drawing_style),
        Mount("/static", StaticFiles(directory=STATIC)),
    ]
    return Guard(Starlette(routes=routes, lifespan=lifespan, exception_handlers={Exception: site.bug}), names)
