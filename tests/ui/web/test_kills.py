"""A server that is killed at any moment has kept every choice that it accepted, and nothing else but the one under way."""

from __future__ import annotations

import json
import random
import re
import threading
from collections.abc import Iterator
from contextlib import suppress
from html import unescape
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from tests.support.scale import FULL
from tests.ui.web.browsing import Process

pytestmark = pytest.mark.slow

KILLS = 200 if FULL else 3
GAME = "pig"
_KEY = re.compile(r'data-key="([^"]*)"')
_LONGEST = 0.6
"""Seconds of play after which at the latest a server is killed."""


class Player:
    """Plays all seats of a table at random, and remembers what was accepted."""

    def __init__(self, address: str, socket: ClientConnection, chance: random.Random) -> None:
        self.address, self.socket, self.chance = address, socket, chance
        self.version = self.number = 0
        self.accepted: list[str] = []
        self.is_over = False

    def play(self) -> None:
        """Until the connection ends, or the game."""
        self.read()
        while not self.is_over:
            path: list[str] = []
            answer = self.ask(do="build", path=path)
            while not answer.get("whole") and answer["ok"]:
                path.append(f"answer:{self.chance.randrange(answer['html'].count('data-answer'))}")
                answer = self.ask(do="build", path=path)
            key = _KEY.search(answer["html"])
            assert key is not None
            told = unescape(key.group(1))
            if self.ask(do="choose", text=told, nonce=f"{self.chance.random()}")["ok"]:
                self.accepted.append(told)
                self.read()

    def read(self) -> dict[str, Any]:
        """The next message; the state of the table is taken note of."""
        message: dict[str, Any] = json.loads(self.socket.recv())
        if message["kind"] == "state":
            self.version = message["version"]
            self.is_over = not message["turn"]
        return message

    def ask(self, **message: object) -> dict[str, Any]:
        self.number += 1
        self.socket.send(json.dumps({"version": self.version, "number": self.number, **message}))
        while True:
            answer = self.read()
            if answer["kind"] == "answer":
                return answer


def origin(address: str) -> str:
    return address.partition("/t/")[0]


def recorded(address: str) -> list[str]:
    """The choices of a table, without those of chance."""
    with urlopen(f"{address}/record") as answer:  # noqa: S310  # the address is our own
        record = json.loads(answer.read())
    return [key for key in record["choices"] if not key.startswith(("roll(", "draw(", "shuffle("))]


def kills(store: Path, chance: random.Random) -> Iterator[tuple[list[str], list[str]]]:
    """Each time: what was accepted, and what a new server finds."""
    server = Process(GAME, store=store)
    for _ in range(KILLS):
        address = server.address
        end = threading.Timer(chance.uniform(0.01, _LONGEST), server.process.kill)
        with connect(address.replace("http", "ws") + "/live", origin=Origin(origin(address))) as socket:
            player = Player(address, socket, chance)
            end.start()
            with suppress(WebSocketException, OSError):
                player.play()
        end.join()
        server.kill()
        server = Process(GAME, store=store)
        yield player.accepted, recorded(origin(server.address) + "/t/" + address.rpartition("/")[2])
    server.kill()


def test_nothing_that_was_accepted_is_lost(tmp_path: Path) -> None:
    lengths = []
    for accepted, found in kills(tmp_path / "tables.sqlite", random.Random(5)):
        assert found[: len(accepted)] == accepted
        assert len(found) <= len(accepted) + 1
        lengths.append(len(found))
    assert len(lengths) == KILLS
    assert max(lengths) > 0
