"""Games played in a real browser by clicking, on a laptop and on a phone; pages whose server goes away and comes back."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.support.scale import FULL
from tests.ui.web.browsing import (
    LAPTOP,
    PHONE,
    Process,
    at_table,
    browser,
    click_one_choice,
    needs_browser,
    play_on,
    play_together,
    served,
    waits,
)

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = [pytest.mark.slow, needs_browser()]

BIG = ("monolyth", "monastery", "kings-abbey")
CLASSICS = ("tic-tac-toe", "connect-four", "nine-mens-morris", "reversi", "pig", "spades", "chess")
GAMES = [*BIG, *CLASSICS] if FULL else ["tic-tac-toe", "monolyth"]
MOST = 100_000 if FULL else 6
"""In an ordinary run games are begun, and the short ones played to the end."""

SHOWN = [(LAPTOP, "en"), (PHONE, "fr"), *([(LAPTOP, "fr"), (PHONE, "en")] if FULL else [])]
TOGETHER = ["tic-tac-toe", *(["monastery", "goofspiel"] if FULL else [])]


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with browser() as found:
        yield found


@pytest.mark.parametrize(("size", "language"), SHOWN, ids=lambda shown: f"{shown[0]}" if isinstance(shown, tuple) else shown)
@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_played_by_clicking(game: str, size: tuple[int, int], language: str, chromium: Browser, tmp_path: Path) -> None:
    with (
        served(game, "--seat", "2=random", "--seed", "4", "--lang", language, store=tmp_path / "tables.sqlite") as server,
        at_table(chromium, server.address, size) as page,
    ):
        made = play_on(page, random.Random(game), MOST, f"{game}-{size[0]}-{language}")
        assert made == MOST or page.locator("#result .strong").count() > 0
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
        assert page.locator("html").get_attribute("lang") == language


@pytest.mark.parametrize("game", TOGETHER)
def test_two_people_at_two_devices_play_to_the_end(game: str, chromium: Browser, tmp_path: Path) -> None:
    with (
        served(game, "--seed", "3", store=tmp_path / "tables.sqlite") as server,
        at_table(chromium, server.address) as host,
    ):
        host.locator("#links [data-do=give][data-seat='1']").click()
        address = host.locator("#links a.given").get_attribute("href")
        assert address is not None
        with at_table(chromium, server.address.partition("/t/")[0] + address, PHONE) as guest:
            assert play_together((host, guest), random.Random(2), f"{game}-together") > 4
            assert host.locator("#result").inner_text() == guest.locator("#result").inner_text() != ""
            if game == "tic-tac-toe":  # where nothing is hidden both are told the same
                assert host.locator("#log > li").all_inner_texts() == guest.locator("#log > li").all_inner_texts()


def test_a_page_goes_on_where_it_was_when_the_server_comes_back(chromium: Browser, tmp_path: Path) -> None:
    store, chance = tmp_path / "tables.sqlite", random.Random(3)
    first = Process("tic-tac-toe", "--seat", "2=random", store=store)
    with at_table(chromium, first.address) as page:
        click_one_choice(page, chance)
        waits(page)
        page.locator("#choices button.answer").first.click()
        page.wait_for_selector("#choices .play")
        marks = page.locator("#log > li").count()
        first.kill()
        page.wait_for_function("() => document.body.classList.contains('offline')")
        page.locator("#choices .play").click()  # nobody is there to hear it
        second = Process("tic-tac-toe", store=store, port=first.port)
        try:
            page.wait_for_function("() => !document.body.classList.contains('offline')")
            waits(page)
            page.wait_for_function("old => document.querySelectorAll('#log > li').length >= old + 1", arg=marks)
            assert page.locator("#log > li").count() in (marks + 1, marks + 2)  # once, with the bot's answer or before it
            assert page.locator("#said").inner_text() == ""
        finally:
            second.kill()


def _rules(path: Path) -> str:
    """Rules of the author's own, in a file."""
    path.write_text(found := (Path(__file__).parents[3] / "games/classics/tic-tac-toe/game.yaml").read_text(encoding="utf-8"), "utf-8")
    return found


NIGHTS = ["quiet", "restarted", "renewed", "other rules", "no rules", "other tables"]
"""What may happen while a page is left open."""


@pytest.mark.parametrize("night", NIGHTS)
def test_a_page_left_open_over_night_says_in_a_sentence_how_things_stand(night: str, chromium: Browser, tmp_path: Path) -> None:
    path, store = tmp_path / "ttt.yaml", tmp_path / "tables.sqlite"
    rules = _rules(path)
    server = Process(path, store=store)
    try:
        with at_table(chromium, server.address) as page:
            page.clock.install()
            page.locator("#position [data-name='at(board, 2, 2)']").click()
            page.locator("#choices .play").click()
            page.wait_for_selector("#log > li")
            page.context.set_offline(True)
            if night != "quiet":
                server.kill()
            if night == "other rules":
                path.write_text(rules.replace("require:", NO_MIDDLE), encoding="utf-8")
            elif night == "no rules":
                path.rename(path.with_suffix(".bak"))
            elif night == "renewed":
                page.evaluate("() => (document.body.dataset.made = 'before')")
            page.clock.fast_forward("11:00:00")
            if night != "quiet":
                server = Process(store=store if night != "other tables" else tmp_path / "others.sqlite", port=server.port)
            page.context.set_offline(False)
            place, said = SAID[night]
            page.wait_for_function("([place, said]) => document.getElementById(place).textContent.includes(said)", arg=[place, said])
            if night == "no rules":
                path.with_suffix(".bak").rename(path)
            elif night == "renewed":
                page.reload()
            if night != "other tables":  # there the link leads nowhere, and the table is where it was
                page.wait_for_function("() => !document.body.classList.contains('offline')")
                assert page.locator("#log > li").count() == (0 if night == "other rules" else 1)
    finally:
        server.kill()


NO_MIDDLE = 'require:\n      off-middle: {that: "cell is not at(board, 2, 2)", because: The middle is for nobody.}'
SAID = {
    "quiet": ("line", ""), "restarted": ("line", ""), "renewed": ("line", "load it anew"),
    "other rules": ("notice", "The middle is for nobody."), "no rules": ("line", "its rules are not to be had"),
    "other tables": ("line", "This link leads to no table"),
}  # fmt: skip
"""Where which sentence stands then."""


def test_the_keyboard_is_enough(chromium: Browser, tmp_path: Path) -> None:
    with (
        served("tic-tac-toe", "--seat", "2=random", store=tmp_path / "tables.sqlite") as server,
        at_table(chromium, server.address) as page,
    ):
        while waits(page):
            version = page.evaluate("document.body.dataset.version")
            page.keyboard.press("1")
            page.wait_for_selector("#choices .play")
            page.keyboard.press("Escape")
            page.wait_for_selector("#choices .play", state="detached")
            page.keyboard.press("1")
            page.wait_for_selector("#choices .play:focus")
            page.keyboard.press("Enter")
            page.wait_for_function("old => document.body.dataset.version !== old", arg=version)
        assert page.locator("#result").inner_text() != ""


def test_an_amount_is_typed_as_itself(chromium: Browser, tmp_path: Path) -> None:
    """Not as its place in a list: a bid of 1 is the second of those from 0 on."""
    bots = [word for seat in (2, 3, 4) for word in ("--seat", f"{seat}=random")]
    with (
        served("spades", *bots, store=tmp_path / "tables.sqlite") as server,
        at_table(chromium, server.address) as page,
    ):
        page.wait_for_selector("#choices .amounts .answer")
        assert page.locator("#choices .asked").inner_text().endswith("0 to 13")
        numbers = page.eval_on_selector_all("#choices .answer", "all => all.map(one => getComputedStyle(one, '::before').content)")
        assert set(numbers) == {"none"}
        page.keyboard.press("0")
        page.wait_for_selector("#choices .whole")
        assert "0" in page.locator("#choices .whole").inner_text()
        page.keyboard.press("Escape")
        page.wait_for_selector("#choices .amounts .answer")
        page.keyboard.press("1")
        page.keyboard.press("Enter")
        page.wait_for_selector("#choices .whole")
        assert page.locator("#choices .play").get_attribute("data-key") == "bid(1)"


def test_the_drawing_is_reached_by_keyboard(chromium: Browser, tmp_path: Path) -> None:
    with (
        served("tic-tac-toe", store=tmp_path / "tables.sqlite") as server,
        at_table(chromium, server.address) as page,
    ):
        cell = page.locator("#position [data-name='at(board, 1, 1)'] > [role=button]")
        assert cell.get_attribute("aria-label") == page.locator("#position [data-name='at(board, 1, 1)'] > title").text_content()
        cell.focus()
        page.keyboard.press("Enter")
        page.wait_for_selector("#choices .play:focus")
        page.keyboard.press("Enter")
        page.wait_for_function("() => document.body.dataset.version === '1'")
        assert page.locator("#position [role=button]").count() == 8


def test_what_can_not_be_chosen_says_why(chromium: Browser, tmp_path: Path) -> None:
    with (
        served("tic-tac-toe", store=tmp_path / "tables.sqlite") as server,
        at_table(chromium, server.address) as page,
    ):
        cell = page.locator("#position [data-name='at(board, 2, 2)']")
        cell.click()
        page.locator("#choices .play").click()
        page.wait_for_function("() => document.body.dataset.version === '1' && document.body.dataset.path === ''")
        cell.click()
        page.wait_for_function("() => document.getElementById('why').textContent !== ''")
        assert "This cell is already marked." in page.locator("#why").inner_text()


def test_a_table_follows_its_rule_file(chromium: Browser, tmp_path: Path) -> None:
    path = tmp_path / "ttt.yaml"
    rules = _rules(path)
    with (
        served(path, "--watch", store=tmp_path / "store" / "tables.sqlite") as server,
        at_table(chromium, server.address) as page,
    ):
        click_one_choice(page, random.Random(1))
        path.write_text(rules.replace("mark of cell is none", "mark of cel is none"), encoding="utf-8")
        page.wait_for_function("() => document.getElementById('notice').textContent.includes('Nothing is called')")
        path.write_text(rules.replace("Mark {cell}", "Sign {cell}"), encoding="utf-8")
        page.wait_for_function("() => document.getElementById('notice').textContent.includes('under the new rules')")
        assert "Sign" in page.locator("#log").inner_text()


def test_between_two_people_with_secrets_hangs_a_curtain(chromium: Browser, tmp_path: Path) -> None:
    with (
        served("goofspiel", store=tmp_path / "tables.sqlite") as server,
        at_table(chromium, server.address) as page,
    ):
        assert page.locator("#choices .answer").count() == 0
        page.locator("#choices .lift").click()
        page.wait_for_selector("#choices .answer")
        click_one_choice(page, random.Random(1))
        page.wait_for_selector("#choices .lift")
        assert page.locator("#choices .answer").count() == 0
