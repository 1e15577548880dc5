"""A table follows its rule files: it goes on where its choices still hold, else it says at which step and by which rule they don't."""

from __future__ import annotations

from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from starlette.websockets import WebSocketDisconnect

from custumal import load_game
from custumal.ui.story.session import HUMAN
from custumal.ui.web.server.live import LATER
from custumal.ui.web.tables.house import House
from custumal.ui.web.tables.reloading import Following
from custumal.ui.web.tables.table import Asked, Refused, Table
from tests.ui.web.serving import Server

pytestmark = pytest.mark.slow

RULES = (Path(__file__).parents[3] / "games/classics/tic-tac-toe/game.yaml").read_text(encoding="utf-8")
MIDDLE, CORNER = "claim(at(board, 2, 2))", "claim(at(board, 1, 1))"
NO_MIDDLE = 'require:\n      off-middle: {that: "cell is not at(board, 2, 2)", because: The middle is for nobody.}'


@pytest.fixture
def path(tmp_path: Path) -> Path:
    found = tmp_path / "ttt.yaml"
    found.write_text(RULES, encoding="utf-8")
    return found


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    found = Server(tmp_path)
    with found.client:
        yield found


@pytest.fixture
def table(server: Server, path: Path) -> Table:
    table = server.house.new(load_game(str(path)), [HUMAN, HUMAN], 1)
    server.site.following = Following.of(server.house, table.session.game)
    return table


def save(server: Server, path: Path, rules: str) -> None:
    """The author saves, and the server has heard of it."""
    assert rules != path.read_text(encoding="utf-8")
    path.write_text(rules, encoding="utf-8")
    assert server.site.following is not None
    assert server.client.portal is not None
    server.client.portal.call(server.site.following.changed)


def keys(table: Table) -> list[str]:
    return [event.key for event in table.session.events]


def test_the_table_goes_on_under_rules_that_allow_its_choices(server: Server, table: Table, path: Path) -> None:
    with server.open(table.links[0].token) as page:
        page.choose(MIDDLE)
        save(server, path, RULES.replace("Mark {cell}", "Sign {cell}"))
        page.read()
        assert "under the new rules" in page.parts["notice"]
        assert "Sign" in page.log[0]
        assert page.choose(CORNER)["ok"]
    assert keys(table) == [MIDDLE, CORNER]
    kept = table.store.table(table.id)
    assert kept is not None
    assert kept.keys == (MIDDLE, CORNER)


def test_where_they_part_the_step_and_the_rule_are_named_and_the_table_goes_on_as_before(server: Server, table: Table, path: Path) -> None:
    with server.open(table.links[0].token) as page:
        page.choose(CORNER)
        page.choose(MIDDLE)
        save(server, path, RULES.replace("require:", NO_MIDDLE))
        page.read()
        assert "step 2" in page.parts["notice"]
        assert MIDDLE in page.parts["notice"]
        assert "The middle is for nobody. [actions.claim.require.off-middle]" in page.parts["notice"]
        assert page.choose("claim(at(board, 3, 3))")["ok"]
        assert page.ask("go-on")["ok"]
        page.read()
        assert keys(table) == [CORNER]
        assert not page.choose(MIDDLE)["ok"]
        assert "step" not in page.parts["notice"]
    kept = table.store.table(table.id)
    assert kept is not None
    assert kept.keys == (CORNER,)


def test_broken_files_are_told_over_the_table_to_its_host(server: Server, table: Table, path: Path) -> None:
    table.give(1)
    with server.open(table.links[0].token) as host, server.open(table.links[1].token) as guest:
        save(server, path, RULES.replace("mark of cell is none", "mark of cel is none"))
        host.read()
        assert "Nothing is called `cel` here" in host.parts["notice"]
        assert "cel" not in guest.parts["notice"]
        assert host.choose(MIDDLE)["ok"]
        save(server, path, RULES + "# mended\n")
        host.read()
        assert "cel" not in host.parts["notice"]


def test_scenarios_open_as_tables(server: Server, table: Table) -> None:
    token = table.links[0].token
    page_text = server.client.get(f"/t/{token}").text
    names = [one.source.id for one in table.session.game.model.scenarios]
    assert names
    assert all(f'data-text="{name}"' in page_text for name in names)
    with server.open(token) as page:
        for name in names:
            answer = page.ask("open", text=name)
            assert answer["ok"]
            with server.open(answer["go"].rpartition("/")[2]) as other:
                assert other.parts["position"]
        assert "no scenario `nothing`" in page.ask("open", text="nothing")["said"]


def test_a_position_is_set_up_by_hand(server: Server, table: Table, path: Path) -> None:
    with server.open(table.links[0].token) as page:
        html = page.ask("lay", text="set mark of at(board, 1, 1) to p1\nset mark of at(board, 3, 3) to p2")["html"]
        assert "<svg" in html
        assert "set mark of at(board, 3, 3) to p2" in html
        wrong = page.ask("lay", text="set mark of at(board, 1, 1) to nobody")["html"]
        assert "<svg" not in wrong
        assert "nobody" in wrong
    copied = unescape(html[html.rindex("scenarios:") : html.rindex("</pre>")])
    path.write_text(RULES.partition("\nscenarios:")[0] + "\n" + copied, encoding="utf-8")
    assert [one.source.id for one in load_game(str(path)).model.scenarios] == ["set-up-by-hand"]


def test_only_a_host_and_only_where_files_are_followed(server: Server, table: Table) -> None:
    table.give(1)
    with server.open(table.links[1].token) as guest:
        for do in ("open", "lay", "go-on"):
            assert guest.ask(do, text="x")["why"] == "only-host"
    assert 'data-do="open"' not in server.client.get(f"/t/{table.links[1].token}").text
    server.site.following = None
    with server.open(table.links[0].token) as host:
        for do in ("open", "lay", "go-on"):
            assert not host.ask(do, text="x")["ok"]


def test_a_table_whose_rules_have_changed_meanwhile_stands_still_until_its_host_goes_on(server: Server, table: Table, path: Path) -> None:
    table.choose((0,), Asked(0, "one"), MIDDLE)
    table.choose((1,), Asked(1, "two"), CORNER)
    path.write_text(RULES.replace("require:", NO_MIDDLE), encoding="utf-8")
    again = House(server.house.store).at(table.id)
    assert again.offer is not None
    assert (again.offer.diverged.step, keys(again)) == (1, [])
    with pytest.raises(Refused, match="stopped"):
        again.choose((0,), Asked(again.version, "three"), CORNER)
    kept = table.store.table(table.id)
    assert kept is not None
    assert kept.keys == (MIDDLE, CORNER)
    again.take_offer()
    assert again.choose((0,), Asked(again.version, "four"), CORNER)


def test_a_table_that_stands_still_goes_on_whole_when_its_rules_are_mended(tmp_path: Path, path: Path) -> None:
    """Also where they are saved once more in between, and still don't allow its choices: none of them is forgotten."""
    first = Server(tmp_path)
    token = (table := first.house.new(load_game(str(path)), [HUMAN, HUMAN], 1)).links[0].token
    table.choose((0,), Asked(0, "one"), MIDDLE)
    table.choose((1,), Asked(1, "two"), CORNER)
    first.house.store.close()
    path.write_text(RULES.replace("require:", NO_MIDDLE), encoding="utf-8")
    with (again := Server(tmp_path)).client:
        table = again.house.at(table.id)
        again.site.following = Following.of(again.house, load_game(str(path)))
        with again.open(token) as host:
            assert "The middle is for nobody" in unescape(host.parts["notice"])
            save(again, path, RULES.replace("require:", NO_MIDDLE.replace("for nobody", "for no one")))
            assert (table.offer is not None and table.offer.stopped, keys(table)) == (True, [])
            save(again, path, RULES)
            assert (table.offer, keys(table)) == (None, [MIDDLE, CORNER])
            assert table.choose((0,), Asked(table.version, "three"), "claim(at(board, 1, 2))")


def test_no_bot_plays_at_a_table_that_stands_still(tmp_path: Path, path: Path) -> None:
    """It would play over what is kept behind that step. Whoever may have the game gets all of it."""
    first = Server(tmp_path)
    token = (table := first.house.new(load_game(str(path)), [HUMAN, "random"], 1)).links[0].token
    table.choose((0,), Asked(0, "one"), CORNER)
    choices = {
        table.session.engine.key(table.session.position, choice): choice for choice in table.session.engine.choices(table.session.position)
    }
    table.play_for_bot(choices[MIDDLE], 1)
    table.choose((0,), Asked(table.version, "two"), "claim(at(board, 1, 2))")
    played = keys(table)
    first.house.store.close()
    path.write_text(RULES.replace("require:", NO_MIDDLE), encoding="utf-8")
    with (again := Server(tmp_path)).client:
        with again.open(token) as host:
            host.ask("why", text="claim")
            assert "The middle is for nobody" in unescape(host.parts["notice"])
        kept = again.house.store.table(table.id)
        assert kept is not None and list(kept.keys) == played
        assert again.client.get(f"/t/{token}/record").json()["choices"] == played
        path.write_text(RULES, encoding="utf-8")
        again.site.following = Following.of(again.house, load_game(str(path)))
        assert again.client.portal is not None
        again.site.following.problems = "none that is left"
        again.client.portal.call(again.site.following.changed)
        assert keys(again.house.at(table.id)) == played


def test_rules_that_are_as_they_were_are_no_new_ones(server: Server, table: Table, path: Path) -> None:
    with server.open(table.links[0].token) as host:
        save(server, path, RULES.replace("mark of cell is none", "mark of cel is none"))
        host.read()
        assert "have problems" in host.parts["notice"]
        save(server, path, RULES)
        host.read()
        assert host.parts["notice"] == ""
        save(server, path, RULES.replace("require:", NO_MIDDLE))
        table.choose((0,), Asked(table.version, "one"), CORNER)
        save(server, path, RULES)
        assert (table.offer, keys(table)) == (None, [CORNER])


def test_a_table_whose_rules_are_gone_is_kept(server: Server, table: Table, path: Path) -> None:
    table.choose((0,), Asked(0, "one"), MIDDLE)
    path.rename(path.with_suffix(".bak"))
    server.house.put_away(table)
    server.house.forget_rules()
    answer = server.client.get(f"/t/{table.links[0].token}")
    assert answer.status_code == 404
    assert "The table is kept, but its rules are not to be had" in answer.text
    with pytest.raises(WebSocketDisconnect) as closed, server.open(table.links[0].token):  # a page that was open all the while
        pass
    assert closed.value.code == LATER
    assert "The table is kept, but its rules are not to be had" in closed.value.reason
    path.with_suffix(".bak").rename(path)
    assert server.client.get(f"/t/{table.links[0].token}").status_code == 200
    assert keys(server.house.at(table.id)) == [MIDDLE]
