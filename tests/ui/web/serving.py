"""A server in this process, asked as a browser asks, and pages that are open at its tables."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from custumal import load_game
from custumal.ui.story.session import HUMAN
from custumal.ui.web.server.app import Site, app_of
from custumal.ui.web.store.sqlite import SqliteStore
from custumal.ui.web.tables.house import House
from custumal.ui.web.tables.table import Table

HERE = "http://127.0.0.1:8764"


class Server:
    """A server with its tables."""

    def __init__(self, folder: Path) -> None:
        self.house = House(SqliteStore(folder / "tables.sqlite"))
        self.site = Site(self.house, "en")
        self.client = TestClient(app_of(self.site, frozenset(("localhost",))), HERE, headers={"origin": HERE})

    def table(self, game: str = "tic-tac-toe", *seats: str, seed: int = 1) -> Table:
        """A table with a new game."""
        return self.house.new(load_game(game), seats or [HUMAN, HUMAN], seed)

    @contextmanager
    def open(self, token: str, asked: str = "", **headers: str) -> Iterator[Page]:
        """A page that is open by a link, with what it says in its question."""
        with self.client.websocket_connect(f"ws://127.0.0.1:8764/t/{token}/live{asked}", headers={"origin": HERE, **headers}) as socket:
            yield Page(socket)


class Page:
    """What a page knows and does."""

    def __init__(self, socket: WebSocketTestSession) -> None:
        self.socket = socket
        self.version = -1
        self.parts: dict[str, str] = {}
        self.log: list[str] = []
        self.names: list[str] = []
        self.turn = False
        self.number = 0
        self.traffic: list[str] = []
        self.read()

    def read(self) -> dict[str, Any]:
        """The next message."""
        text = self.socket.receive_text()
        self.traffic.append(text)
        message: dict[str, Any] = json.loads(text)
        if message["kind"] == "refused":
            try:
                self.read()
            except WebSocketDisconnect as closed:
                closed.reason = message["said"]
                raise
        if message["kind"] == "state":
            self.version, self.names, self.turn = message["version"], message["names"], message["turn"]
            self.parts |= message["parts"]
            self.log[message["log"]["from"] :] = message["log"]["entries"]
        return message

    def read_to_the_end(self) -> None:
        """Read until the server closes the connection."""
        while True:
            self.read()

    def flood(self, messages: int) -> None:
        """Ask as fast as can be."""
        for _ in range(messages):
            self.ask("why", text="claim")

    def ask(self, do: str, **data: object) -> dict[str, Any]:
        """Send a message, and read on to its answer."""
        self.number += 1
        self.socket.send_text(json.dumps({"do": do, "version": self.version, "number": self.number, **data}))
        while True:
            message = self.read()
            if message["kind"] == "answer" and message["number"] in (self.number, 0):
                return message

    def choose(self, key: str, nonce: str = "") -> dict[str, Any]:
        """Choose, and read on to the state behind it if it was accepted."""
        before = self.version
        answer = self.ask("choose", text=key, nonce=nonce or f"mark-{self.number}-{id(self)}")
        while answer["ok"] and not answer.get("again") and self.version == before:
            self.read()
        return answer
