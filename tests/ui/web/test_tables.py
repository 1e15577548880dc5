"""A table accepts each choice once, for the step that it answers, and only when it is kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from custumal import load_game
from custumal.ui.story.session import HUMAN
from custumal.ui.web.store.sqlite import SqliteStore
from custumal.ui.web.store.store import Change, StoreTrouble
from custumal.ui.web.tables.house import House
from custumal.ui.web.tables.table import HOST, SEAT, WATCH, Asked, Refused, Table


class FullDisk(SqliteStore):
    """A store that has room until it is told that it has none."""

    full = False

    def write(self, change: Change) -> None:
        if self.full:
            raise StoreTrouble("no space left")
        super().write(change)


@pytest.fixture
def store(tmp_path: Path) -> FullDisk:
    return FullDisk(tmp_path / "tables.sqlite")


@pytest.fixture
def table(store: FullDisk) -> Table:
    return House(store).new(load_game("tic-tac-toe"), [HUMAN, HUMAN], 1)


def asked(table: Table, nonce: str = "") -> Asked:
    return Asked(table.version, nonce or f"mark-{table.version}")


def keys(table: Table) -> list[str]:
    return [event.key for event in table.session.events]


def first_key(table: Table) -> str:
    session = table.session
    return session.engine.key(session.position, session.engine.choices(session.position)[0])


def kept(table: Table) -> tuple[str, ...]:
    found = table.store.table(table.id)
    assert found is not None
    assert found.version == table.version
    return found.keys


def test_a_choice_is_kept_when_it_is_accepted(table: Table) -> None:
    assert table.choose((0,), asked(table), "claim(at(board, 2, 2))")
    assert kept(table) == ("claim(at(board, 2, 2))",)
    assert table.session.seat == 1


def test_a_message_that_comes_again_is_known_and_played_once(table: Table) -> None:
    first = asked(table)
    assert table.choose((0,), first, "claim(at(board, 2, 2))")
    assert not table.choose((0,), first, "claim(at(board, 2, 2))")
    assert table.choose((1,), asked(table), "claim(at(board, 1, 1))")
    assert not table.choose((0,), first, "claim(at(board, 2, 2))")
    assert kept(table) == ("claim(at(board, 2, 2))", "claim(at(board, 1, 1))")


def test_a_message_is_known_again_behind_a_new_start(table: Table, store: FullDisk) -> None:
    first = asked(table)
    table.choose((0,), first, "claim(at(board, 2, 2))")
    again = House(store).at(table.id)
    assert not again.choose((0,), first, "claim(at(board, 2, 2))")
    assert keys(again) == ["claim(at(board, 2, 2))"]


def test_a_choice_for_a_step_that_is_gone_is_not_played(table: Table) -> None:
    late = Asked(0, "late")
    table.choose((0,), asked(table), "claim(at(board, 2, 2))")
    with pytest.raises(Refused, match="stale"):
        table.choose((1,), late, "claim(at(board, 1, 1))")
    assert kept(table) == ("claim(at(board, 2, 2))",)


@pytest.mark.parametrize(
    ("seats", "key", "why"),
    [
        ((1,), "claim(at(board, 2, 2))", "not-your-turn"),
        ((), "claim(at(board, 2, 2))", "not-your-turn"),
        ((0,), "claim(at(board, 9, 9))", "not-legal-now"),
        ((0,), "claim", "not-legal-now"),
        ((0,), "'; drop table tables", "not-legal-now"),
        ((0,), "(" * 3000, "not-legal-now"),
    ],
)
def test_what_can_not_be_chosen_is_refused(table: Table, seats: tuple[int, ...], key: str, why: str) -> None:
    with pytest.raises(Refused, match=why):
        table.choose(seats, asked(table), key)
    assert kept(table) == ()


def test_numbers_of_steps_never_come_again(table: Table) -> None:
    table.choose((0,), asked(table), "claim(at(board, 2, 2))")
    table.undo((0,), asked(table))
    with pytest.raises(Refused, match="stale"):
        table.choose((0,), Asked(0, "late"), "claim(at(board, 1, 1))")
    assert (kept(table), table.version) == ((), 2)


def test_what_another_person_has_answered_is_not_taken_back(table: Table) -> None:
    table.choose((0,), asked(table), "claim(at(board, 2, 2))")
    table.choose((1,), asked(table), "claim(at(board, 1, 1))")
    with pytest.raises(Refused, match="undo-seat"):
        table.undo((0,), asked(table))
    table.undo((1,), asked(table))
    assert kept(table) == ("claim(at(board, 2, 2))",)


def test_what_has_looked_at_something_hidden_is_not_taken_back(store: FullDisk) -> None:
    table = House(store).new(load_game("liars-dice"), [HUMAN, HUMAN], 1)
    table.choose((0,), asked(table), "bid(1, 2)")
    table.undo((0,), asked(table))
    table.choose((0,), asked(table), "bid(1, 2)")
    table.choose((1,), asked(table), "doubt")
    with pytest.raises(Refused, match="undo-"):
        table.undo((1,), asked(table))


def test_nothing_is_played_that_can_not_be_kept(table: Table, store: FullDisk) -> None:
    table.choose((0,), asked(table), "claim(at(board, 2, 2))")
    store.full = True
    with pytest.raises(Refused, match="not-kept-step"):
        table.choose((1,), asked(table), "claim(at(board, 1, 1))")
    with pytest.raises(Refused, match="not-kept-step"):
        table.undo((0,), asked(table))
    assert keys(table) == ["claim(at(board, 2, 2))"]
    assert table.session.seat == 1
    store.full = False
    assert table.choose((1,), asked(table), "claim(at(board, 1, 1))")
    assert kept(table) == ("claim(at(board, 2, 2))", "claim(at(board, 1, 1))")


def test_chance_is_as_it_would_have_been_behind_a_choice_that_could_not_be_kept(store: FullDisk) -> None:
    one, other = (House(store).new(load_game("pig"), [HUMAN, HUMAN], 5) for _ in range(2))
    store.full = True
    with pytest.raises(Refused, match="not-kept-step"):
        one.choose((0, 1), asked(one), first_key(one))
    store.full = False
    for table in (one, other):
        table.choose((0, 1), asked(table), first_key(table))
    assert keys(one) == keys(other)


def test_the_host_plays_what_has_no_link_of_its_own(table: Table, store: FullDisk) -> None:
    (host,) = table.links
    assert (host.role, host.seats) == (HOST, (0, 1))
    table.give(1)
    assert [(link.role, link.seats) for link in table.links] == [(HOST, (0,)), (SEAT, (1,))]
    first = table.links[1].token
    table.give(1)
    assert table.link(first) is None
    assert store.link(first) is None
    table.let_watch(open_=True)
    assert [(link.role, link.seats) for link in table.links][-1] == (WATCH, ())
    table.take_back(1)
    table.let_watch(open_=False)
    assert [(link.role, link.seats) for link in store.links(table.id)] == [(HOST, (0, 1))]
    assert store.links(table.id)[0].token == host.token


def test_links_are_not_to_be_guessed(table: Table) -> None:
    tokens = set()
    for _ in range(50):
        table.give(1)
        tokens.add(table.links[1].token)
    assert len(tokens) == 50
    assert min(map(len, tokens)) >= 22  # 128 bits and more, six to a sign


def test_a_table_is_opened_again_as_it_was(store: FullDisk) -> None:
    table = House(store).new(load_game("pig"), [HUMAN, "random"], 5)
    table.choose((0,), asked(table), first_key(table))
    again = House(store).at(table.id)
    assert keys(again) == keys(table)
    assert again.session.position == table.session.position
    assert again.version == table.version
    assert again.links == table.links
    assert again.session.seats == table.session.seats
