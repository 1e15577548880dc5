"""axe-core finds nothing serious on the pages of a table, in light and dark, on a laptop and a phone."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.support.scale import FULL
from tests.ui.web.browsing import LAPTOP, PHONE, at_table, browser, click_one_choice, needs_browser, play_on, served, waits

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = [pytest.mark.slow, needs_browser()]

PACKAGE = "axe-core@4"
SERIOUS = ("serious", "critical")
GAMES = ["tic-tac-toe", "goofspiel", "monastery", "monolyth", "kings-abbey", "chess"] if FULL else ["tic-tac-toe", "goofspiel"]


@pytest.fixture(scope="module")
def axe() -> str:
    """The script of axe-core, fetched once for all tests of a run by npm, if there is npm."""
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("axe-core is fetched by npm, which is not here")
    folder = Path(os.environ["CUSTUMAL_HOME"]) / "axe"
    folder.mkdir(exist_ok=True)
    found = folder / "axe.min.js"
    if not found.exists():
        done = subprocess.run([npm, "pack", PACKAGE, "--silent"], cwd=folder, capture_output=True, text=True, check=False)
        if done.returncode:
            pytest.skip("npm could not fetch axe-core")
        with tarfile.open(next(folder.glob("axe-core-*.tgz"))) as archive:
            script = archive.extractfile("package/axe.min.js")
            assert script is not None
            found.write_bytes(script.read())
    return found.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with browser() as found:
        yield found


def serious(page: Page, axe: str) -> list[str]:
    """What axe-core finds that matters."""
    page.evaluate(axe)
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{one['id']}: {node['html'][:200]} {node['failureSummary']}"
        for one in found["violations"]
        if one["impact"] in SERIOUS
        for node in one["nodes"]
    ]


@pytest.mark.parametrize(("size", "scheme"), [(LAPTOP, "light"), (PHONE, "dark")])
@pytest.mark.parametrize("game", GAMES)
def test_nothing_serious_is_found(game: str, size: tuple[int, int], scheme: str, axe: str, chromium: Browser, tmp_path: Path) -> None:
    with (
        served(game, "--seat", "2=random", "--seed", "2", store=tmp_path / "tables.sqlite") as server,
        at_table(chromium, server.address, size, color_scheme=scheme) as page,
    ):
        waits(page)
        assert serious(page, axe) == []
        page.locator("#choices button.answer").first.click()
        page.wait_for_function("() => document.body.dataset.path !== ''")
        page.locator("#links [data-do=watch]").click()
        page.wait_for_selector("#links [data-do=end-watch]")
        assert serious(page, axe) == []
        click_one_choice(page, random.Random(1))
        if game == "tic-tac-toe":
            play_on(page, random.Random(1))
            assert serious(page, axe) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [LAPTOP, PHONE])
def test_nothing_serious_is_found_around_tables(size: tuple[int, int], scheme: str, axe: str, chromium: Browser, tmp_path: Path) -> None:
    with served(GAMES[-1] if FULL else "tic-tac-toe", "--watch", store=tmp_path / "tables.sqlite") as server:
        with at_table(chromium, server.address, size, color_scheme=scheme) as page:
            for one in page.locator("details summary").all():
                one.click()
            page.fill("#given", "nothing of the kind")
            page.locator("#lay").click()
            page.wait_for_selector("#laid pre")
            assert serious(page, axe) == []
        context = chromium.new_context(viewport={"width": size[0], "height": size[1]}, color_scheme=scheme, bypass_csp=True)  # type: ignore[arg-type]
        page = context.new_page()
        for address in (server.address[:-3], server.tables, f"{server.tables}x", f"{server.address}/rules"):
            page.goto(address)
            for one in page.locator("details summary").all():
                one.click()
            assert serious(page, axe) == []
        context.close()


def test_the_tool_finds_what_is_wrong(axe: str, chromium: Browser) -> None:
    page = chromium.new_page()
    page.set_content("<html lang=en><title>t</title><main><h1>h</h1><button></button></main></html>")
    assert any("button-name" in one for one in serious(page, axe))
    page.close()
