"""All that goes to the page of a seat is the same, byte for byte, where only what the seat may not know is otherwise.

By default some pairs for each game; with `--full` hundreds.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from custumal import Game, load_game
from custumal.interpreter.position.state import OVER
from custumal.ui.story.session import HUMAN, Session
from custumal.ui.web.tables.table import SEAT
from tests.support.scale import FULL, LARGE
from tests.support.secret_games import DUEL, SMUGGLERS
from tests.support.twins import session_at, twin, unseen_moves, unseen_twins, walk
from tests.ui.web.serving import Server

pytestmark = pytest.mark.slow

PAIRS = 300 if FULL else 6
FEW = 100 if FULL else 2
"""The same for large games."""
OWN = {"smugglers": SMUGGLERS, "masked-duel": DUEL}
GAMES = [*OWN, "goofspiel", "kuhn-poker", "liars-dice", "spades", "monastery", *(["kings-abbey"] if FULL else [])]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    found = Server(tmp_path)
    with found.client:
        yield found


def hiding(name: str, folder: Path) -> Game:
    if name not in OWN:
        return load_game(name)
    path = folder / f"{name}.yaml"
    path.write_text(OWN[name], encoding="utf-8")
    return load_game(str(path))


def traffic(server: Server, session: Session, seat: int, chance: random.Random) -> list[str]:
    """What a seat's page is sent at a table where a game stands, with the answers to some questions."""
    table = server.house.keep(session)
    table.give(seat)
    token = next(link.token for link in table.links if link.role == SEAT)
    found = [server.client.get(f"/t/{token}").text.replace(token, "TOKEN")]
    with server.open(token) as page:
        names = [*page.names, "p1", "p2", f"hand of p{2 - seat}"]
        page.ask("build", path=["answer:0"])
        page.ask("build", path=[f"name:{chance.choice(names)}"])
        page.ask("build", path=["answer:0", "answer:0", "answer:0", "answer:0"])
        page.ask("why", text=chance.choice([*sorted(session.game.model.actions), "bid"]))
        page.ask("why-name", text=chance.choice(names))
        page.ask("choose", text="no-such-thing", nonce="x")
        page.ask("undo", nonce="y")
        found += page.traffic
    server.house.clear_away(table.id)
    return found


def pairs(game: Game, seed: int, chance: random.Random) -> Iterator[tuple[Session, Session, int]]:
    """Games that stand so that one seat may not tell them apart."""
    players = game.players[0]
    for session in walk(game, players, seed, chance):
        state, seat = session.position, chance.randrange(players)
        other = twin(session.engine, state, seat, chance)
        found = [(state, other, seat)] if other is not None and chance.random() < 0.3 else []
        for one, another, viewer in (*found, *unseen_twins(session, chance)):
            yield session_at(game, players, one), session_at(game, players, another), viewer
        for first, second, viewer in unseen_moves(session, chance):
            one_after, other_after = session_at(game, players, state), session_at(game, players, state)
            one_after.play(first)
            other_after.play(second)
            if OVER not in (one_after.position.kind, other_after.position.kind):
                yield one_after, other_after, viewer


@pytest.mark.parametrize("name", GAMES)
def test_hidden_things_change_nothing_that_is_sent(name: str, server: Server, tmp_path: Path) -> None:
    game, chance, compared = hiding(name, tmp_path), random.Random(name), 0
    for seed in range(1, 40):
        for one, other, viewer in pairs(game, seed, chance):
            question = chance.random()
            told = [traffic(server, session, viewer, random.Random(question)) for session in (one, other)]
            assert told[0] == told[1], (seed, viewer)
            compared += 1
            if compared == (FEW if name in LARGE else PAIRS):
                return
    assert compared > 0


def test_the_comparison_finds_what_is_seen(server: Server, tmp_path: Path) -> None:
    game, chance = hiding("smugglers", tmp_path), random.Random(1)
    for session in walk(game, 2, 3, chance):
        other = twin(session.engine, session.position, 1, chance)
        if other is not None:
            told = [traffic(server, session_at(game, 2, state), 0, random.Random(1)) for state in (session.position, other)]
            if told[0] != told[1]:
                return
    pytest.fail("no pair of positions differed for who sees the difference")


def test_nobody_is_sent_the_side_of_another_seat_at_the_same_device(server: Server) -> None:
    table = server.house.new(load_game("goofspiel"), [HUMAN, HUMAN], 1)
    with server.open(table.links[0].token) as page:
        assert "Press the button" in page.parts["choices"]
        assert page.names == []
        assert not page.ask("build", path=["answer:0"])["ok"]
        key = table.session.engine.key(table.session.position, table.session.engine.choices(table.session.position)[0])
        assert not page.choose(key)["ok"]
        assert page.ask("look", seat=0)["ok"]
        page.read()
        assert page.names
        assert page.choose(key)["ok"]
        assert "Press the button" in page.parts["choices"]
        assert table.session.seat == 1


def test_a_game_is_only_downloaded_by_who_may_know_it(server: Server) -> None:
    table = server.table("goofspiel")
    host = table.links[0].token
    assert server.client.get(f"/t/{host}/record").status_code == 200
    table.give(1)
    table.let_watch(open_=True)
    for link in table.links:
        answer = server.client.get(f"/t/{link.token}/record")
        assert answer.status_code == 403
        assert str(table.session.seed) not in answer.text
