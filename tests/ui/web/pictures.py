"""`python -m tests.ui.web.pictures FOLDER GAME:PLAYERS:SEED:STEP…`: tables in the browser, drawn for the docs on a laptop and a phone.

Each stands at a step of a game between greedy bots.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from custumal import load_game
from custumal.ui.story.session import HUMAN, Session
from tests.ui.web.browsing import LAPTOP, PHONE, at_table, browser, served

if TYPE_CHECKING:
    from playwright.sync_api import Browser


def record(game: str, players: int, seed: int, step: int) -> str:
    """A game up to the first decision of the first seat from a step on, at which a person sits there."""
    session = Session(load_game(game), ["greedy"] * players, seed)
    session.settle()
    while len(session.events) < step or session.seat != 0:
        session.play_bot()
        session.settle()
    data = json.loads(session.record().to_json())
    data["seats"] = [HUMAN, *["greedy"] * (players - 1)]
    return json.dumps(data)


def shoot(chromium: Browser, wanted: str, folder: Path) -> None:
    """The pictures of one game."""
    game, players, seed, step = wanted.split(":")
    with tempfile.TemporaryDirectory() as own:
        path = Path(own) / "game.json"
        path.write_text(record(game, int(players), int(seed), int(step)), encoding="utf-8")
        with served(path, store=Path(own) / "tables.sqlite") as server:
            for size, ending in ((LAPTOP, ""), (PHONE, "-phone")):
                with at_table(chromium, server.address, size, color_scheme="light") as page:
                    page.wait_for_selector("#choices .answer")
                    page.screenshot(path=folder / f"table-{game}{ending}.png")


def main(folder: str, *wanted: str) -> None:
    with browser() as chromium:
        for one in wanted:
            shoot(chromium, one, Path(folder))


if __name__ == "__main__":
    main(*sys.argv[1:])
