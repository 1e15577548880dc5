"""What the server lets in, what it sends with every page, and what it answers to what nobody should send."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from custumal.ui.story.session import HUMAN
from custumal.ui.web.pages.tables_page import MOST_LISTED
from custumal.ui.web.server.limits import MOST_BYTES, MOST_SOCKETS, Bucket
from custumal.ui.web.server.live import BROKEN, FULL, LATER, RENEWED, REVOKED, TOO_MUCH
from custumal.ui.web.server.messages import read_wish
from custumal.ui.web.tables.house import House
from custumal.ui.web.tables.table import Refused
from tests.ui.web.serving import HERE, Server

pytestmark = pytest.mark.slow

MIDDLE, CORNER = "claim(at(board, 2, 2))", "claim(at(board, 1, 1))"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    found = Server(tmp_path)
    with found.client:
        yield found


# ---------------------------------------------------------------- links


@pytest.mark.parametrize("end", ["", "/rules", "/record"])
def test_a_forged_link_leads_nowhere(server: Server, end: str) -> None:
    token = server.table().links[0].token
    for forged in ("nothing", token[:-1], token + "x", token.swapcase()):
        answer = server.client.get(f"/t/{forged}{end}")
        assert answer.status_code == 404
        assert "This link leads to no table" in answer.text
    assert server.client.get(f"/t/{token}{end}").status_code == 200


def test_who_tries_many_links_is_stopped(server: Server) -> None:
    texts = [server.client.get(f"/t/guess-{number}").text for number in range(60)]
    assert "no table" in texts[0]
    assert "Too much at once" in texts[-1]


def test_a_socket_needs_a_link(server: Server) -> None:
    with pytest.raises(WebSocketDisconnect) as closed, server.open("nothing"):
        pass
    assert closed.value.code == REVOKED
    assert "This link leads to no table" in closed.value.reason


def test_a_page_of_an_older_server_is_told_so(server: Server) -> None:
    """Its script may not know what it is sent; what it knows of no mark is let in, as whoever plays without a page does."""
    token = server.table().links[0].token
    made = re.search(r'data-made="(\w+)"', server.client.get(f"/t/{token}").text)
    assert made is not None
    with server.open(token, f"?made={made[1]}"), server.open(token):
        pass
    with pytest.raises(WebSocketDisconnect) as closed, server.open(token, "?made=before"):
        pass
    assert closed.value.code == RENEWED
    assert "load it anew" in closed.value.reason


def test_a_revoked_link_is_closed_where_it_is_open(server: Server) -> None:
    table = server.table()
    table.give(1)
    with server.open(table.links[0].token) as host, server.open(table.links[1].token) as guest:
        assert "player 1 to choose" in guest.parts["status"]
        assert host.ask("take-back", seat=1)["ok"]
        with pytest.raises(WebSocketDisconnect) as closed:
            guest.read_to_the_end()
        assert closed.value.code == REVOKED


# ---------------------------------------------------------------- other sites and other names


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8764", "", "127.0.0.1.evil.example"])
def test_another_name_is_refused(server: Server, host: str) -> None:
    token = server.table().links[0].token
    answer = server.client.get(f"/t/{token}", headers={"host": host})
    assert answer.status_code == 421
    assert token not in answer.text


@pytest.mark.parametrize("host", ["127.0.0.1:8764", "localhost:8764", "[::1]:8764", "192.168.1.7:8764"])
def test_this_machine_has_names(server: Server, host: str) -> None:
    assert server.client.get(f"/t/{server.table().links[0].token}", headers={"host": host}).status_code == 200


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:9", ""])
def test_a_socket_from_another_site_is_refused(server: Server, origin: str) -> None:
    token = server.table().links[0].token
    with pytest.raises(WebSocketDisconnect), server.open(token, origin=origin):
        pass


def test_every_answer_forbids_what_a_page_does_not_need(server: Server) -> None:
    token = server.table().links[0].token
    for path in (f"/t/{token}", f"/t/{token}/rules", "/", "/static/table.js", "/t/forged"):
        headers = server.client.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "script-src 'unsafe" not in policy
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["x-content-type-options"] == "nosniff"
    assert "unsafe-inline" not in server.client.get(f"/t/{token}").headers["content-security-policy"]


# ---------------------------------------------------------------- messages


@pytest.mark.parametrize(
    "text",
    [
        "", "nonsense", "[]", "{}", "null", "1e999", '{"do": "rm"}', '{"do": 1}', '{"do": "choose", "version": "1"}', "[" * 9000,
        '{"do": "choose", "version": true}', '{"do": "build", "path": "answer:1"}', '{"do": "build", "path": [1]}',
        '{"do": "choose", "text": {"a": 1}}', '{"do": "look", "seat": 1e9}', json.dumps({"do": "build", "path": ["answer:0"] * 100}),
        json.dumps({"do": "choose", "nonce": "x" * 100}), '{"do": "choose", "version": 99999999999999999999999}',
    ],
)  # fmt: skip
def test_what_is_no_message_is_no_message(text: str) -> None:
    with pytest.raises(Refused, match="not-understood"):
        read_wish(text)


def test_strange_messages_are_answered_and_the_table_goes_on(server: Server) -> None:
    with server.open(server.table().links[0].token) as page:
        page.socket.send_text("nonsense")
        assert "no question and no choice" in page.read()["said"]
        for path in (["answer:999"], ["answer:-1"], ["name:nothing"], ["answer:1", "answer:0", "answer:0", "answer:0"]):
            answer = page.ask("build", path=path)
            assert answer["ok"] == (path != ["answer:-1"])
        for do in ("give", "take-back", "look"):
            assert not page.ask(do, seat=99)["ok"]
        assert page.choose(MIDDLE)["ok"]


def test_a_message_that_is_too_long_ends_the_connection_only(server: Server) -> None:
    table = server.table()
    with server.open(table.links[0].token) as page:
        page.socket.send_text("x" * (MOST_BYTES + 1))
        with pytest.raises(WebSocketDisconnect) as closed:
            page.read()
        assert closed.value.code == TOO_MUCH
    with server.open(table.links[0].token) as page:
        assert page.choose(MIDDLE)["ok"]


def test_a_flood_ends_the_connection_only(server: Server) -> None:
    table = server.table()
    with server.open(table.links[0].token) as page, pytest.raises(WebSocketDisconnect) as closed:
        page.flood(200)
    assert closed.value.code == TOO_MUCH
    with server.open(table.links[0].token) as page:
        assert page.choose(MIDDLE)["ok"]


def test_a_table_has_room_for_so_many_pages(server: Server) -> None:
    table = server.table()
    table.changed += [lambda: None] * MOST_SOCKETS
    with pytest.raises(WebSocketDisconnect) as closed, server.open(table.links[0].token):
        pass
    assert closed.value.code == FULL


def test_a_bucket_fills_again_with_time() -> None:
    now = [0.0]
    bucket = Bucket(3, 2, lambda: now[0])
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    now[0] = 0.5
    assert [bucket.take() for _ in range(2)] == [True, False]
    now[0] = 100
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]


# ---------------------------------------------------------------- pages at one table


def test_two_tabs_of_a_seat_agree(server: Server) -> None:
    table = server.table()
    with server.open(table.links[0].token) as one, server.open(table.links[0].token) as other:
        assert one.choose(MIDDLE)["ok"]
        other.read()
        assert (other.version, other.parts["position"], other.log) == (one.version, one.parts["position"], one.log)
        assert not other.ask("choose", text=MIDDLE, nonce="again", version=0)["ok"]
        assert len(table.session.events) == 1


def test_a_late_choice_is_told_and_the_page_gets_what_is_so(server: Server) -> None:
    table = server.table()
    with server.open(table.links[0].token) as page:
        assert page.choose(MIDDLE)["ok"]
        late = page.ask("choose", text=CORNER, nonce="late", version=0)
        assert (late["ok"], late["why"]) == (False, "stale")
        state = page.read()
        assert state["kind"] == "state"
        assert "X" in state["parts"]["position"]


def test_a_message_sent_again_on_a_new_connection_is_known(server: Server) -> None:
    table = server.table()
    with server.open(table.links[0].token) as page:
        assert page.choose(MIDDLE, "mark")["ok"]
    with server.open(table.links[0].token) as page:
        again = page.ask("choose", text=MIDDLE, nonce="mark", version=0)
        assert (again["ok"], again["again"]) == (True, True)
    assert len(table.session.events) == 1


def test_a_guest_plays_only_its_seat_and_gives_no_links(server: Server) -> None:
    table = server.table()
    table.give(1)
    table.let_watch(open_=True)
    tokens = {link.role: link.token for link in table.links}
    with server.open(tokens["seat"]) as guest, server.open(tokens["watch"]) as watcher, server.open(tokens["host"]) as host:
        for page in (guest, watcher):
            assert page.choose(MIDDLE)["why"] == "not-your-turn"
            for do in ("give", "take-back", "watch", "end-watch"):
                assert page.ask(do, seat=0)["why"] == "only-host"
            assert not page.parts["links"]
            assert not page.parts["choices"]
        assert host.choose(MIDDLE)["ok"]
        guest.read()
        assert guest.turn
        assert guest.choose(CORNER)["ok"]


def test_texts_of_rule_files_are_text(server: Server, tmp_path: Path) -> None:
    rules = (Path(__file__).parents[3] / "games/classics/tic-tac-toe/game.yaml").read_text(encoding="utf-8")
    evil = "<img src=x onerror=alert(1)> & so on"
    path = tmp_path / "evil.yaml"
    titled = rules.replace("title: {en: Tic-tac-toe", f'title: {{en: "{evil}"')
    path.write_text(titled.replace("Mark {cell}", f"{evil} {{cell}}"), "utf-8")
    assert path.read_text("utf-8") != rules
    table = server.table(str(path))
    answer = server.client.get(f"/t/{table.links[0].token}")
    assert "<img" not in answer.text
    with server.open(table.links[0].token) as page:
        page.choose(MIDDLE)
        page.ask("why", text=evil)
        built = page.ask("build", path=["answer:0"])
        assert "&lt;img" in built["html"]
        assert not any("<img" in text for text in page.traffic)


@pytest.mark.parametrize(("written", "asked", "shown"), [("[fr]", "en", "fr"), ("[de, fr]", "de", "de"), ("[de, fr]", "en", "de")])
def test_a_table_is_shown_in_the_languages_of_its_game_and_no_others(
    server: Server, tmp_path: Path, written: str, asked: str, shown: str
) -> None:
    path = tmp_path / "game.yaml"
    path.write_text(TWO_TEXTS.replace("LANGUAGES", written), encoding="utf-8")
    token = server.table(str(path)).links[0].token
    page = server.client.get(f"/t/{token}?lang={asked}").text
    others = set(written.strip("[]").split(", ")) - {shown}
    assert set(re.findall(r'hreflang="(\w+)"', page)) == others
    with server.open(token, f"?lang={asked}") as seen:
        assert TEXTS[shown] in seen.parts["choices"]


TEXTS = {"de": "Nimm eins", "fr": "Prendre"}
TWO_TEXTS = f"""
custumal: 1
game: marbles
languages: LANGUAGES
title: {{de: Murmeln, fr: Billes}}
players: 2
kept: {{taken(seat): {{is: 0 to 9, until: end}}}}
play: {{turn: {{repeat: 2, do: {{act: {{players: seats, offer: turn}}}}}}}}
actions:
  take: {{say: {TEXTS}, offered: turn, do: raise taken(me) by 1}}
  two: {{say: {{de: Nimm zwei, fr: En prendre deux}}, offered: turn, do: raise taken(me) by 2}}
scoring: {{marbles: taken(me)}}
"""


def test_the_page_is_for_a_link_of_its_own(server: Server) -> None:
    answer = server.client.get("/")
    assert "reached by a link of its own" in answer.text
    assert server.client.get("/static/../server/app.py").status_code == 404
    assert server.client.post(f"{HERE}/", headers={"origin": "http://evil.example"}).status_code == 403


# ---------------------------------------------------------------- what nobody foresaw


class Unforeseen(Exception):
    """What no part of the program expects."""


def unforeseen(*_: object, **__: object) -> None:
    raise Unforeseen("a mistake")


def test_an_unforeseen_error_while_a_choice_is_kept_costs_nothing(
    server: Server, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    table = server.table()
    token = table.links[0].token
    with monkeypatch.context() as patched, server.open(token) as page:
        patched.setattr(server.house.store, "write", unforeseen)
        with pytest.raises(WebSocketDisconnect) as closed:
            page.choose(MIDDLE)
    assert closed.value.code == BROKEN
    assert "This is a bug in custumal (Unforeseen)" in capsys.readouterr().err
    assert table.session.events == []
    with server.open(token) as page:
        assert page.choose(MIDDLE)["ok"]
        monkeypatch.setattr(server.house.store, "write", unforeseen)
        with pytest.raises(WebSocketDisconnect):
            page.ask("undo", nonce="u")
    assert [event.key for event in table.session.events] == [MIDDLE]


def test_an_unforeseen_error_on_a_page_is_one_sentence(
    server: Server, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    token = server.table().links[0].token
    monkeypatch.setattr("custumal.ui.web.server.app.table_page", unforeseen)
    client = TestClient(server.client.app, HERE, raise_server_exceptions=False)
    answer = client.get(f"/t/{token}")
    assert answer.status_code == 500
    assert "Something went wrong that nobody foresaw" in answer.text
    assert "mistake" not in answer.text
    assert "This is a bug in custumal (Unforeseen)" in capsys.readouterr().err


def test_a_bot_that_fails_leaves_the_table_and_is_told(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    table = server.table("tic-tac-toe", HUMAN, "greedy")
    monkeypatch.setattr("custumal.ui.web.tables.thinking._pick", unforeseen)
    with server.open(table.links[0].token) as page:
        page.choose(MIDDLE)
        while "nobody foresaw" not in page.parts["notice"]:
            page.read()
        monkeypatch.undo()
        assert page.ask("undo", nonce="u")["ok"]
        page.read()
        assert page.choose(CORNER)["ok"]
        while not page.turn:
            page.read()
    assert [event.seat for event in table.session.events] == [0, 1]


# ---------------------------------------------------------------- the list of tables


def test_the_list_of_tables_is_for_whoever_has_its_key(server: Server) -> None:
    table = server.table()
    for wrong in ("nothing", server.site.key[:-1], server.site.key.swapcase(), table.links[0].token, "é"):
        assert server.client.get(f"/tables/{wrong}").status_code == 404
        for do in ("another", "clear"):
            assert server.client.post(f"/tables/{wrong}/{table.id}/{do}").status_code == 404
    assert server.house.store.count() == 1
    page = server.client.get(f"/tables/{server.site.key}")
    assert page.status_code == 200
    assert f'href="/t/{table.links[0].token}"' in page.text
    assert server.site.key not in server.client.get(f"/t/{table.links[0].token}").text
    assert server.client.get(f"/tables/{server.site.key}/{table.id}/clear").status_code == 405


@pytest.mark.parametrize(
    ("asked", "spoken", "word"), [("fr", "fr", "Enlever"), ("xx", "en", "Clear away"), ('"><script>', "en", "Clear away")]
)
def test_the_list_speaks_a_language_that_it_knows(server: Server, asked: str, spoken: str, word: str) -> None:
    server.table()
    text = server.client.get(f"/tables/{server.site.key}", params={"lang": asked}).text
    assert f'<html lang="{spoken}">' in text
    assert word in text
    assert "<script>" not in text


def test_a_form_of_another_site_clears_nothing_away(server: Server) -> None:
    table = server.table()
    address = f"/tables/{server.site.key}/{table.id}/clear"
    for origin in ("null", "http://elsewhere.example"):
        assert server.client.post(address, headers={"origin": origin}).status_code == 403
    assert server.house.store.count() == 1


def test_another_table_has_the_same_game_options_and_seats_and_nothing_played(server: Server) -> None:
    table = server.table("pig", HUMAN, "random", seed=3)
    with server.open(table.links[0].token) as page:
        page.choose(table.session.engine.key(table.session.position, table.session.engine.choices(table.session.position)[0]))
    answer = server.client.post(f"/tables/{server.site.key}/{table.id}/another", follow_redirects=False)
    assert answer.status_code == 303
    found = server.house.arrive(answer.headers["location"].rpartition("/")[2])
    assert found is not None
    other, link = found
    assert (other.session.game.id, other.session.seats, link.seats) == ("pig", (HUMAN, "random"), (0,))
    assert other.id != table.id
    assert [event for event in other.session.events if event.seat is not None] == []


def test_a_table_that_is_cleared_away_is_gone_for_all_who_were_there(server: Server) -> None:
    table, other = server.table(), server.table()
    token = table.links[0].token
    with server.open(token) as page:
        answer = server.client.post(f"/tables/{server.site.key}/{table.id}/clear", follow_redirects=False)
        assert (answer.status_code, answer.headers["location"]) == (303, f"/tables/{server.site.key}")
        with pytest.raises(WebSocketDisconnect) as closed:
            page.read_to_the_end()
        assert closed.value.code == REVOKED
    assert server.client.get(f"/t/{token}").status_code == 404
    assert [one.id for one in server.house.store.listed(0, 9)] == [other.id]


def test_a_long_list_is_told_page_by_page(server: Server) -> None:
    tables = [server.table() for _ in range(MOST_LISTED + 2)]
    first = server.client.get(f"/tables/{server.site.key}").text
    second = server.client.get(f"/tables/{server.site.key}?from={MOST_LISTED}").text
    assert first.count("/another") == MOST_LISTED
    assert second.count("/another") == 2
    for table in tables:
        assert (table.id in first) != (table.id in second)


# ---------------------------------------------------------------- tables that can't be read


def test_whoever_comes_to_tables_that_can_not_be_read_is_told_so_and_nothing_of_a_choice(server: Server, tmp_path: Path) -> None:
    table = server.table()
    server.house.store.close()
    with (tmp_path / "tables.sqlite").open("r+b") as file:  # its first page, with what it is, stays
        whole = file.seek(0, 2)
        file.seek(4096)
        file.write(b"\xff" * (whole - 4096))
    spoilt = Server(tmp_path)
    host, listed = f"/t/{table.links[0].token}", f"/tables/{spoilt.site.key}"
    for address in (host, f"{host}/rules", f"{host}/record", listed):
        answer = spoilt.client.get(address)
        assert (answer.status_code, "The tables can't be read now: " in html.unescape(answer.text)) == (503, True), answer.text
    with pytest.raises(WebSocketDisconnect) as closed, spoilt.open(table.links[0].token, "?lang=fr"):
        pass
    assert (closed.value.code, closed.value.reason.partition(" : ")[0]) == (LATER, "Les tables sont illisibles pour l'instant")
    for wish in ("another", "clear"):
        answer = spoilt.client.post(f"{listed}/{table.id}/{wish}", follow_redirects=False)
        assert (answer.status_code, "Nothing was done, since the tables can't be read" in html.unescape(answer.text)) == (503, True)


# ---------------------------------------------------------------- who plays


def test_a_seat_goes_from_a_person_to_a_bot_and_back(server: Server) -> None:
    table = server.table("tic-tac-toe", HUMAN, HUMAN)
    table.give(1)
    guest = table.links[1].token
    with server.open(table.links[0].token) as page:
        page.choose(MIDDLE)
        assert not page.turn
        with server.open(guest) as other:
            assert page.ask("seat", seat=1, text="greedy")["ok"]
            with pytest.raises(WebSocketDisconnect) as closed:
                other.read_to_the_end()
            assert closed.value.code == REVOKED
        while len(table.session.events) < 2:
            page.read()
        assert table.session.seats == (HUMAN, "greedy")
        assert [event.seat for event in table.session.events] == [0, 1]
        assert page.ask("seat", seat=1, text=HUMAN)["ok"]
        page.read()
        assert [(link.role, link.seats) for link in table.links] == [("host", (0, 1))]
        assert page.ask("undo", nonce="u")["ok"]
    again = House(server.house.store).at(table.id)
    assert again.session.seats == (HUMAN, HUMAN)
    assert again.links == table.links


def test_only_a_host_says_who_plays_and_only_who_can(server: Server) -> None:
    table = server.table()
    table.give(1)
    with server.open(table.links[1].token) as guest:
        assert guest.ask("seat", seat=1, text="random")["why"] == "only-host"
    with server.open(table.links[0].token) as host:
        for seat, who in ((2, "random"), (-1, "random"), (0, "nobody"), (0, "os:system"), (0, "")):
            assert host.ask("seat", seat=seat, text=who)["why"] == "no-such-seat"
    assert table.session.seats == (HUMAN, HUMAN)
