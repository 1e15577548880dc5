"""The store: whole steps or none, links that hold or don't, and files that are not its own left alone."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from custumal.ui.web.store.sqlite import VERSION, SqliteStore
from custumal.ui.web.store.store import Change, KeptTable, Link, StoreTrouble

HOST = Link("host-token", "one", "host", (0, 1))


@pytest.fixture
def store(tmp_path: Path) -> SqliteStore:
    found = SqliteStore(tmp_path / "tables.sqlite")
    found.add(KeptTable("one", "{}"), [HOST])
    return found


def test_steps_come_back_in_their_order_and_taking_back_cuts_the_end(store: SqliteStore) -> None:
    store.write(Change("one", 1, 0, ["a", "draw(x)"], "mark-1"))
    store.write(Change("one", 2, 2, ["b"], "mark-2"))
    store.write(Change("one", 3, 1, ["c"], "mark-3", '{"other": 1}'))
    assert store.table("one") == KeptTable("one", '{"other": 1}', 3, ("a", "c"), (("mark-1", 1), ("mark-2", 2), ("mark-3", 3)))


def test_a_mark_that_came_before_is_refused_and_changes_nothing(store: SqliteStore) -> None:
    store.write(Change("one", 1, 0, ["a"], "mark"))
    with pytest.raises(StoreTrouble):
        store.write(Change("one", 2, 0, ["b"], "mark"))
    kept = store.table("one")
    assert kept is not None
    assert (kept.version, kept.keys) == (1, ("a",))


def test_old_marks_are_forgotten_and_new_ones_are_not(store: SqliteStore) -> None:
    for number in range(1, 201):
        store.write(Change("one", number, number - 1, ["x"], f"mark-{number}"))
    kept = store.table("one")
    assert kept is not None
    assert 50 < len(kept.nonces) < 100
    assert kept.nonces[-1] == ("mark-200", 200)


def test_links_are_given_and_revoked(store: SqliteStore) -> None:
    seat, again = Link("seat-token", "one", "seat", (1,)), Link("host-token", "one", "host", (0,))
    store.relink(["host-token"], [again, seat])
    assert store.links("one") == [again, seat]
    assert store.link("seat-token") == seat
    store.relink(["seat-token"], [])
    assert store.link("seat-token") is None
    assert store.link("never") is None


def test_a_table_goes_with_its_choices_and_links(store: SqliteStore) -> None:
    store.write(Change("one", 1, 0, ["a"], "mark"))
    store.remove("one")
    assert store.table("one") is None
    assert store.count() == 0
    assert store.link("host-token") is None


def test_what_was_written_is_there_for_the_next_process(tmp_path: Path, store: SqliteStore) -> None:
    store.write(Change("one", 1, 0, ["a"], "mark"))
    store.close()
    again = SqliteStore(tmp_path / "tables.sqlite")
    assert again.table("one") == KeptTable("one", "{}", 1, ("a",), (("mark", 1),))
    assert again.link("host-token") == HOST


def test_nobody_else_may_read_the_links(tmp_path: Path, store: SqliteStore) -> None:
    assert [one.id for one in store.listed(0, 9)] == ["one"]
    if sys.platform != "win32":
        assert (tmp_path / "tables.sqlite").stat().st_mode & 0o077 == 0


def test_a_database_of_another_version_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "later.sqlite"
    with sqlite3.connect(path) as base:
        base.execute(f"PRAGMA user_version = {VERSION + 1}")
        base.execute("CREATE TABLE tables (other)")
    before = path.read_bytes()
    with pytest.raises(StoreTrouble, match=f"version {VERSION + 1}"):
        SqliteStore(path)
    assert path.read_bytes() == before


@pytest.mark.parametrize("content", [b"no database, but some text that somebody wants to keep\n" * 40, b"\x00" * 4096])
def test_what_is_no_database_is_left_as_it_is(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "notes.txt"
    path.write_bytes(content)
    with pytest.raises(StoreTrouble):
        SqliteStore(path)
    assert path.read_bytes() == content


def test_a_folder_that_can_not_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(StoreTrouble):
        SqliteStore(tmp_path / "file" / "tables.sqlite")


@pytest.mark.slow
def test_two_processes_do_not_share_a_file(tmp_path: Path, store: SqliteStore) -> None:
    assert [one.id for one in store.listed(0, 9)] == ["one"]
    code = (
        "import sys; from pathlib import Path; from custumal.ui.web.store.sqlite import SqliteStore\n"
        "from custumal.ui.web.store.store import StoreTrouble\n"
        "try: SqliteStore(Path(sys.argv[1]))\nexcept StoreTrouble as told: print(told)"
    )
    done = subprocess.run([sys.executable, "-c", code, str(tmp_path / "tables.sqlite")], capture_output=True, text=True, check=True)
    assert "used by another process" in done.stdout
