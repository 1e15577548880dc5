"""A server in a process of its own, and a real browser at its tables: Debian's Chromium, driven by Playwright."""

from __future__ import annotations

import os
import random
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ConsoleMessage, Page

LAPTOP, PHONE = (1366, 768), (390, 844)
CHROMIUM = shutil.which("chromium") or ""
_FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update",
    "--disable-sync",
)  # fmt: skip
_ADDRESS = re.compile(r"http://\S+")
_BETWEEN = 40
"""Choices between two screenshots of a game."""
_SLOW = 60_000
"""Milliseconds after which a page is taken to stand still, however busy the machine is."""


def needs_browser() -> pytest.MarkDecorator:
    """Skips where there is no browser to be driven, and says so."""
    missing = "" if CHROMIUM else "there is no Chromium here (Debian: apt-get install chromium)"
    if find_spec("playwright") is None:
        missing = "Playwright is not installed"
    return pytest.mark.skipif(bool(missing), reason=missing)


@contextmanager
def browser() -> Iterator[Browser]:
    """A browser without a window."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415  # only where there is one

    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=list(_FLAGS))
        yield found
        found.close()


class Process:
    """A server in a process of its own; `address` is that of its table, `tables` that of the list of all."""

    def __init__(self, *words: str | Path, store: Path, port: int = 0) -> None:
        command = [sys.executable, "-m", "custumal", "serve", *map(str, words), "--port", str(port), "--store", str(store)]
        environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = _ADDRESS.search(line)
        if found is None:
            self.process.wait()
            assert self.process.stderr is not None
            raise AssertionError(line + self.process.stderr.read())
        self.address = found.group()
        listed = None if "/tables/" in line else _ADDRESS.search(self.process.stdout.readline())
        self.tables = found.group() if listed is None else listed.group()

    @property
    def port(self) -> int:
        return int(self.address.split(":")[2].split("/")[0])

    def kill(self) -> None:
        """End it as a crash would."""
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdout, self.process.stderr):
            assert stream is not None
            stream.close()


@contextmanager
def served(*words: str | Path, store: Path) -> Iterator[Process]:
    """A server that ends with the test."""
    found = Process(*words, store=store)
    try:
        yield found
    finally:
        found.kill()


@contextmanager
def at_table(here: Browser, address: str, size: tuple[int, int] = LAPTOP, **options: object) -> Iterator[Page]:
    """A page at a table, in a browser of its own; whatever it complains of is a failure."""
    context = here.new_context(viewport={"width": size[0], "height": size[1]}, has_touch=size == PHONE, **options)  # type: ignore[arg-type]
    page = context.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda message: complaints.append(message.text) if _is_complaint(message) else None)
    page.set_default_timeout(_SLOW)
    page.goto(address)
    page.wait_for_function("() => document.body.dataset.version !== undefined")
    yield page
    context.close()
    assert complaints == []


def _is_complaint(message: ConsoleMessage) -> bool:
    """Whether the browser complains, and not only of the connection, which tests cut."""
    return message.type == "error" and "WebSocket connection" not in message.text


def waits(page: Page) -> bool:
    """Wait until somebody at this page has to choose, or the game is over; whether it goes on."""
    page.wait_for_function("() => document.body.classList.contains('turn') || !document.querySelector('section.result').hidden")
    return page.locator("section.result").is_hidden()


def click_one_choice(page: Page, chance: random.Random) -> None:
    """Build a choice by clicking, on the drawing wherever something lights up there, and play it."""
    version = page.evaluate("document.body.dataset.version")
    while page.evaluate("document.body.dataset.version") == version:
        if page.locator("#choices .lift").count():
            page.locator("#choices .lift").click()
            page.wait_for_selector("#choices .lift", state="detached")
        elif page.locator("#choices .play").count():
            page.locator("#choices .play").click()
            page.wait_for_function("old => document.body.dataset.version !== old", arg=version)
        else:
            _click_something(page, chance)


def _click_something(page: Page, chance: random.Random) -> None:
    path = page.evaluate("document.body.dataset.path")
    lit, answers = page.locator("#position .choosable:not(:has(.choosable))"), page.locator("#choices button.answer")
    if lit.count() and chance.random() < 0.8:
        lit.nth(chance.randrange(lit.count())).click()
    else:
        answers.nth(chance.randrange(answers.count())).click()
    page.wait_for_function("old => document.body.dataset.path !== old", arg=path)


def play_on(page: Page, chance: random.Random, most: int = 100_000, name: str = "") -> int:
    """Play by clicking, to the end or for so many choices; how many were made."""
    made = 0
    while waits(page) and made < most:
        if name and not made % _BETWEEN:
            shoot(page, f"{name}-{made:03}")
        click_one_choice(page, chance)
        made += 1
    if name:
        shoot(page, f"{name}-end")
    return made


def play_together(pages: Sequence[Page], chance: random.Random, name: str = "") -> int:
    """Play by clicking to the end on whichever page has to choose; all others follow before it goes on. How many choices were made."""
    made = 0
    while any(page.locator("section.result").is_hidden() for page in pages):
        if name and not made % _BETWEEN:
            for number, page in enumerate(pages):
                shoot(page, f"{name}-{number}-{made:03}")
        acting = next((one for one in pages if "turn" in (one.locator("body").get_attribute("class") or "").split()), None)
        if acting is None:
            pages[0].wait_for_timeout(20)
            continue
        click_one_choice(acting, chance)
        made += 1
        version = acting.evaluate("Number(document.body.dataset.version)")
        for one in pages:
            one.wait_for_function("now => Number(document.body.dataset.version) >= now", arg=version)
    for number, page in enumerate(pages):
        if name:
            shoot(page, f"{name}-{number}-end")
    return made


def shoot(page: Page, name: str) -> None:
    """A screenshot for people to look at, where `CUSTUMAL_SHOTS` names a folder for them."""
    folder = os.environ.get("CUSTUMAL_SHOTS")
    if folder:
        page.screenshot(path=Path(folder) / f"{name}.png", full_page=True)
