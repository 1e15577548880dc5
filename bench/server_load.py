"""`python -m bench.server_load`: many tables at one server, with pages that play at random. Tells how long answers take,
and what a table needs.

A server in a process of its own; half of the tables have two people, half one and a bot with somebody who looks on. Everybody thinks
for a random time (`--think`, on average), then builds a choice by answering questions and plays it. Measured is each message until it is
answered, and each choice until the other page of the table shows it.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path
from statistics import median
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

from custumal import load_game
from custumal.ui.story.session import HUMAN
from custumal.ui.web.store.sqlite import SqliteStore
from custumal.ui.web.tables.house import House
from custumal.ui.web.tables.table import SEAT, WATCH

_KEY = re.compile(r'data-key="([^"]*)"')
_ADDRESS = re.compile(r"http://[^\s/]+")


@dataclass
class Figures:
    """Milliseconds: of answers to questions, of answers to choices, and until the other page shows a choice."""

    asked: list[float] = field(default_factory=list)
    chosen: list[float] = field(default_factory=list)
    followed: list[float] = field(default_factory=list)
    sent: dict[tuple[str, int], float] = field(default_factory=dict)


class Player:
    """One page of a table."""

    def __init__(self, socket: ClientConnection, table: str, figures: Figures, think: float) -> None:
        self.socket, self.table, self.figures, self.think = socket, table, figures, think
        self.version, self.turn, self.number = -1, False, 0
        self.answers: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self.news = asyncio.Event()
        self.mine = -1

    async def run(self) -> None:
        """Read, and play whenever it is this page's turn."""
        playing = asyncio.create_task(self.play())
        try:
            async for text in self.socket:
                self.received(json.loads(text))
        except ConnectionClosed:
            pass
        finally:
            playing.cancel()

    def received(self, message: dict[str, Any]) -> None:
        if message["kind"] == "answer":
            waiting = self.answers.pop(message["number"], None)
            if waiting is not None and not waiting.done():
                waiting.set_result(message)
            return
        self.version, self.turn = message["version"], message["turn"]
        begun = None if self.version == self.mine else self.figures.sent.pop((self.table, self.version), None)
        if begun is not None:
            self.figures.followed.append((time.perf_counter() - begun) * 1000)
        self.news.set()

    async def ask(self, found: list[float], **message: object) -> dict[str, Any]:
        self.number += 1
        waiting = self.answers[self.number] = asyncio.get_running_loop().create_future()
        begun = time.perf_counter()
        await self.socket.send(json.dumps({"version": self.version, "number": self.number, **message}))
        answer: dict[str, Any] = await waiting
        found.append((time.perf_counter() - begun) * 1000)
        return answer

    async def play(self) -> None:
        """Think, build a choice, play it."""
        while True:
            while not self.turn:
                self.news.clear()
                await self.news.wait()
            await asyncio.sleep(random.expovariate(1 / self.think))
            path: list[str] = []
            answer = await self.ask(self.figures.asked, do="build", path=path)
            while answer["ok"] and not answer["whole"]:
                path.append(f"answer:{random.randrange(answer['html'].count('data-answer'))}")
                answer = await self.ask(self.figures.asked, do="build", path=path)
            key = _KEY.search(answer.get("html", ""))
            if key is None:
                await asyncio.sleep(0.1)
                continue
            self.mine, self.turn = self.version + 1, False
            self.figures.sent[self.table, self.mine] = time.perf_counter()
            nonce = f"{random.random()}"
            told = await self.ask(self.figures.chosen, do="choose", text=unescape(key.group(1)), nonce=nonce)
            if not told["ok"]:
                self.news.set()


def prepared(store: Path, game: str, tables: int) -> list[list[str]]:
    """Tables in a store; for each the tokens of its two pages."""
    house = House(SqliteStore(store))
    loaded, found = load_game(game), []
    for number in range(tables):
        table = house.new(loaded, [HUMAN, HUMAN if number % 2 else "random"])
        if number % 2:
            table.give(1)
        else:
            table.let_watch(open_=True)
        found.append([link.token for link in table.links if link.role in ("host", SEAT, WATCH)])
        house.put_away(table)
    house.store.close()
    return found


def memory(process: int) -> float:
    """Megabytes that a process has in memory."""
    pages = int(Path(f"/proc/{process}/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


async def load(here: str, tokens: list[list[str]], seconds: float, think: float, process: int) -> Figures:
    """Open all pages, play, and tell."""
    figures, before = Figures(), memory(process)
    players, tasks = [], []
    for table in tokens:
        for token in table:
            address = f"{here.replace('http', 'ws')}/t/{token}/live"
            socket = await connect(address, origin=Origin(here), max_queue=None, open_timeout=120)
            players.append(Player(socket, table[0], figures, think))
            tasks.append(asyncio.create_task(players[-1].run()))
    print(f"{len(players)} pages at {len(tokens)} tables; {(memory(process) - before) / len(tokens):.2f} MB for each table at first")
    await asyncio.sleep(think)
    figures.asked.clear()
    figures.chosen.clear()
    figures.followed.clear()
    await asyncio.sleep(seconds)
    print(f"{(memory(process) - before) / len(tokens):.2f} MB for each table at the end")
    for task in tasks:
        task.cancel()
    for player in players:
        await player.socket.close()
    return figures


def tell(name: str, found: list[float], seconds: float) -> None:
    """A line of figures."""
    ordered = sorted(found) or [0.0]
    far = ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))]
    print(f"{name:36} {len(found):6} ({len(found) / seconds:5.1f} a second)  median {median(ordered):6.1f} ms  p99 {far:6.1f} ms")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="tic-tac-toe")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--think", type=float, default=5, help="seconds of thought before a choice, on average")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        store = Path(folder) / "tables.sqlite"
        tokens = prepared(store, asked.game, asked.tables)
        command = [sys.executable, "-m", "custumal", "serve", asked.game, "--port", "0", "--store", str(store)]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONUNBUFFERED": "1"})  # noqa: S603  # our own
        try:
            assert server.stdout is not None
            address = _ADDRESS.search(server.stdout.readline())
            assert address is not None
            figures = asyncio.run(load(address.group(), tokens, asked.seconds, asked.think, server.pid))
        finally:
            server.kill()
            server.wait()
    tell("questions while a choice is built", figures.asked, asked.seconds)
    tell("choices, until they are accepted", figures.chosen, asked.seconds)
    tell("choices, until the other page follows", figures.followed, asked.seconds)


if __name__ == "__main__":
    main()
