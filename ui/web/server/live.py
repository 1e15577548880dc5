"""One page that is open at a table: what it asks is answered, and it is told whatever changes."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from typing import Any, Protocol

from starlette.websockets import WebSocket, WebSocketDisconnect

from custumal.dsl.diagnostics.diagnostic import RuleFileError
from custumal.interpreter.setup.errors import PlayError
from custumal.ui.story.session import HUMAN, Session
from custumal.ui.terminal.begun_at import laid as begun_at
from custumal.ui.terminal.problems import UsageProblem
from custumal.ui.text.table_words import said
from custumal.ui.web.pages.author import laid_part
from custumal.ui.web.pages.choices import behind_part, choices_part, lines_part
from custumal.ui.web.pages.page_parts import building_of, log_of, parts_of
from custumal.ui.web.pages.sight import Sight, seat_shown
from custumal.ui.web.server.limits import MOST_BYTES, of_page
from custumal.ui.web.server.messages import Wish, read_wish
from custumal.ui.web.store.store import Link, StoreTrouble
from custumal.ui.web.tables.asking import why_not
from custumal.ui.web.tables.house import House
from custumal.ui.web.tables.laying import lay_out
from custumal.ui.web.tables.partial_choice import words_for
from custumal.ui.web.tables.reloading import Following, told
from custumal.ui.web.tables.table import HOST, Refused, Table

REVOKED, RENEWED, TOO_MUCH, FULL, BROKEN, LATER = 4404, 4426, 4429, 4430, 4500, 4503
"""Codes with which a socket is closed: its link no longer holds; its page is of an older server; it asked too much; too many are open;
nobody foresaw what happened; the table is not to be had now."""
_CODES = {"forged": REVOKED, "no-such-table": REVOKED, "renewed": RENEWED, "too-fast": TOO_MUCH}


class Place(Protocol):
    """Where a table stands."""

    house: House
    following: Following | None

    def go_on(self, table: Table) -> None:
        """Let the bots of a table play."""
        ...

    def tell_bug(self, error: BaseException) -> None:
        """Tell where the server runs what nobody foresaw."""
        ...


async def turn_away(socket: WebSocket, why: Refused, language: str) -> None:
    """Tell a page why it is not let in, and close its socket."""
    await socket.send_text(json.dumps({"kind": "refused", "said": said(why.key, language, **why.values)}))
    await socket.close(_CODES.get(why.key, LATER))


class Live:
    """One socket at a table.

    Args:
        socket: already accepted.
        table, link: what it shows. `shown`: in which language, and how many pixels wide.
        site: lets bots go on, and has the rule files that are followed, if any are.
    """

    def __init__(self, socket: WebSocket, table: Table, link: Link, shown: tuple[str, int], site: Place) -> None:
        self.socket = socket
        self.table = table
        self.token = link.token
        self.language, self.width = shown
        self.site = site
        self.seat = seat_shown(table, link, None)
        self.news = asyncio.Event()
        self.sent: dict[str, str] = {}
        self.log: list[str] = []
        self.version = -1
        self.bucket = of_page()

    async def run(self) -> None:
        """Until the page goes away."""
        self.table.changed.append(self.news.set)
        self.news.set()
        tasks = [asyncio.create_task(self._tell_on()), asyncio.create_task(self._listen())]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.table.changed.remove(self.news.set)
            for task in tasks:
                task.cancel()
        ended, _ = await asyncio.wait(tasks)
        for task in ended:
            if not task.cancelled() and (error := task.exception()) is not None:
                await self._failed(error)

    async def _failed(self, error: BaseException) -> None:
        """A page at which something goes wrong that nobody foresaw is better off with a new connection than with what was so."""
        if isinstance(error, WebSocketDisconnect) or type(error) is RuntimeError:  # the page has gone, before or while it was told
            return
        self.site.tell_bug(error)
        with suppress(RuntimeError):  # it is closed already
            await self.socket.close(BROKEN)

    # ------------------------------------------------------------ telling

    async def _tell_on(self) -> None:
        """Tell what is otherwise, as often as it is; what happens while something is sent is told at once."""
        while True:
            await self.news.wait()
            self.news.clear()
            if not await self._still_welcome():
                return
            await self._tell()

    async def _still_welcome(self) -> bool:
        if self._link() is not None:
            return True
        await self.socket.close(REVOKED)
        return False

    def _link(self) -> Link | None:
        return self.table.link(self.token)

    def _sight(self) -> Sight:
        link = self._link()
        if link is None:
            raise Refused("revoked")
        self.seat = seat_shown(self.table, link, self.seat)
        return Sight(self.table, link, self.seat, self.language, self.width)

    async def _tell(self) -> None:
        """Send the parts that are otherwise than what this page has."""
        sight = self._sight()
        parts = {name: str(part) for name, part in parts_of(sight).items()}
        news = {name: part for name, part in parts.items() if self.sent.get(name) != part}
        entries = [str(entry) for entry in log_of(sight)]
        same = _common(self.log, entries)
        if not news and self.version == self.table.version and same == len(self.log) == len(entries):
            return
        building = building_of(sight, [])
        self.sent, self.log, self.version = parts, entries, self.table.version
        await self._send(
            kind="state",
            version=self.version,
            parts=news,
            log={"from": same, "entries": entries[same:]},
            names=[] if building is None else building.names,
            turn=sight.may_choose or sight.is_curtained,
        )

    async def _send(self, **data: Any) -> None:
        await self.socket.send_text(json.dumps(data, ensure_ascii=False, separators=(",", ":")))

    # ------------------------------------------------------------ listening

    async def _listen(self) -> None:
        while True:
            text = await self.socket.receive_text()
            if len(text) > MOST_BYTES or not self.bucket.take():
                await self.socket.close(TOO_MUCH)
                return
            number = 0
            try:
                wish = read_wish(text)
                number = wish.number
                answer = self._done(wish)
            except Refused as why:
                answer = {"ok": False, "said": self._sight_said(why), "why": why.key}
            except PlayError as error:
                stopped = Refused("rules-stop", reason=f"{error.message} [{error.code}]")
                answer = {"ok": False, "said": self._sight_said(stopped), "why": stopped.key}
            await self._send(kind="answer", number=number, version=self.table.version, **answer)
            if answer.get("why") in ("stale", "not-legal-now", "not-your-turn"):
                self.sent = {}
                self.news.set()

    def _sight_said(self, why: Refused) -> str:
        return Sight(self.table, Link("", "", ""), None, self.language).said(why.key, **why.values)

    def _done(self, wish: Wish) -> dict[str, Any]:
        """Carry out a wish; what is answered."""
        sight = self._sight()
        match wish.do:
            case "choose":
                return self._step(self.table.choose(self._playing(sight), wish.asked, wish.text))
            case "undo":
                return self._step(self.table.undo(sight.link.seats, wish.asked))
            case "build":
                return self._built(sight, wish)
            case "why" | "why-name":
                text = words_for(sight.describer, wish.text) if wish.do == "why-name" else wish.text
                return {"ok": True, "html": str(lines_part(why_not(sight.describer, sight.look, text)))}
            case "look":
                return self._lift(sight, wish.seat)
        return self._of_host(sight, wish)

    def _playing(self, sight: Sight) -> tuple[int, ...]:
        """The seats for which this page may choose now: not for one behind the curtain."""
        return () if sight.is_curtained else sight.link.seats

    def _step(self, is_new: bool) -> dict[str, Any]:
        if is_new:
            self.site.go_on(self.table)
        return {"ok": True, "again": not is_new}

    def _built(self, sight: Sight, wish: Wish) -> dict[str, Any]:
        if wish.asked.version != self.table.version:
            raise Refused("stale")
        building = building_of(sight, list(wish.path))
        if building is None:
            raise Refused("not-your-turn")
        behind = behind_part(sight, building)
        return {
            "ok": True,
            "html": str(choices_part(sight, building)),
            "behind": None if behind is None else str(behind),
            "path": building.path,
            "names": building.names,
            "taken": building.taken,
            "whole": building.choice is not None,
        }

    def _lift(self, sight: Sight, seat: int) -> dict[str, Any]:
        """Show the side of another seat of this device."""
        if seat not in sight.link.seats:
            raise Refused("no-such-seat")
        self.seat = seat
        self.news.set()
        return {"ok": True}

    def _of_host(self, sight: Sight, wish: Wish) -> dict[str, Any]:
        if sight.link.role != HOST:
            raise Refused("only-host")
        match wish.do:
            case "give":
                self.table.give(wish.seat)
            case "take-back":
                self.table.take_back(wish.seat)
            case "seat":
                self.table.reseat(wish.seat, wish.text)
                self.site.go_on(self.table)
            case "watch":
                self.table.let_watch(open_=True)
            case "end-watch":
                self.table.let_watch(open_=False)
            case "go-on":
                self.table.take_offer()
                self.site.go_on(self.table)
            case "open" | "lay" if self.site.following is not None:
                return opened(self.site, wish.text) if wish.do == "open" else laid(self.site.following, sight, wish.text)
            case _:
                raise Refused("not-understood")
        return {"ok": True}


def opened(place: Place, name: str) -> dict[str, Any]:
    """A table of its own that begins in a scenario."""
    assert place.following is not None
    try:
        found = begun_at(place.following.wanted, name)
        table = place.house.keep(Session(found.game, [HUMAN] * found.players, found.seed, found.beginning))
    except (UsageProblem, RuleFileError, PlayError, StoreTrouble) as error:
        raise Refused("scenario-fails", name=name, reason=told(error)) from None
    return {"ok": True, "go": f"/t/{table.links[0].token}"}


def laid(following: Following, sight: Sight, lines: str) -> dict[str, Any]:
    """A position that an author has set up by hand."""
    return {"ok": True, "html": str(laid_part(sight, lay_out(following.wanted, following.game, lines)))}


def _common(one: list[str], other: list[str]) -> int:
    """How many entries at the beginning are the same."""
    for number, (a, b) in enumerate(zip(one, other, strict=False)):
        if a is not b and a != b:
            return number
    return min(len(one), len(other))
