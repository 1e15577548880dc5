"""What is written is written whole or not at all, and nothing of the user's is lost."""

import json
import os
import sys
from pathlib import Path

import pytest

from custumal.dsl.base import whole_files
from custumal.dsl.base.whole_files import UNFINISHED
from custumal.interpreter.cache.atomic_write import write_atomically
from custumal.interpreter.runs.records import BadRecord, Record, read_record

needs_links = pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")


def test_a_text_that_can_not_be_written_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    write_atomically(file, "old")
    with pytest.raises(UnicodeEncodeError):
        write_atomically(file, "new \ud800")
    assert file.read_text(encoding="utf-8") == "old"
    assert list(tmp_path.iterdir()) == [file]


def test_folders_are_made(tmp_path: Path) -> None:
    write_atomically(tmp_path / "a" / "b" / "c.txt", "x\n")
    assert (tmp_path / "a" / "b" / "c.txt").read_bytes() == b"x\n"


@needs_links
def test_a_link_goes_on_leading_to_its_file(tmp_path: Path) -> None:
    (tmp_path / "real.txt").write_text("old", encoding="utf-8")
    (tmp_path / "link.txt").symlink_to("real.txt")
    write_atomically(tmp_path / "link.txt", "new")
    assert (tmp_path / "link.txt").is_symlink()
    assert (tmp_path / "real.txt").read_text(encoding="utf-8") == "new"


@needs_links
def test_rights_stay_as_they_were(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text("old", encoding="utf-8")
    file.chmod(0o640)
    write_atomically(file, "new")
    assert file.stat().st_mode & 0o777 == 0o640


@needs_links
def test_what_is_no_file_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write_atomically(pipe, "through")
    assert os.read(reader, 100) == b"through"
    os.close(reader)
    assert pipe.is_fifo()


def test_what_a_killed_program_left_is_swept(tmp_path: Path) -> None:
    left, of_others = tmp_path / f"{UNFINISHED}a1b2", tmp_path / ".new-a1b2"
    for file in (left, of_others):
        file.write_text("half", encoding="utf-8")
    write_atomically(tmp_path / "a.txt", "new")
    assert {path.name for path in tmp_path.iterdir()} == {"a.txt", of_others.name}


def test_what_another_program_is_writing_is_not_swept(tmp_path: Path) -> None:
    writing = tmp_path / f"{UNFINISHED}a1b2"
    with writing.open("wb") as handle:
        whole_files._lock(handle)  # what a writer does
        write_atomically(tmp_path / "a.txt", "new")
        assert writing.exists()


def test_a_file_that_is_swept_before_it_is_moved_is_written_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    moves, replace = [], Path.replace

    def swept_once(new: Path, path: Path) -> Path:
        moves.append(new)
        if len(moves) == 1:
            new.unlink()
        return replace(new, path)

    monkeypatch.setattr(Path, "replace", swept_once)
    write_atomically(tmp_path / "a.txt", "new")
    assert len(moves) == 2
    assert (tmp_path / "a.txt").read_text(encoding="utf-8") == "new"


def test_a_record_keeps_the_name_of_any_folder(tmp_path: Path) -> None:
    """A name that is no text in UTF-8 reaches Python with halves of characters in it."""
    record = Record("g", "h", 2, 1, seats=("human", "random"), files={"g": "/home/\udcff/game.yaml"})
    record.save(tmp_path / "r.json")
    assert read_record(tmp_path / "r.json") == record


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "null", '{"format": 1}', '{"format": 1, "seed": ' + "9" * 5000 + "}", "[" * 100_000, "\x00", '{"format": 2}']
)
def test_a_damaged_record_is_told(tmp_path: Path, text: str) -> None:
    (tmp_path / "r.json").write_text(text, encoding="utf-8")
    with pytest.raises(BadRecord, match=r"r\.json"):
        read_record(tmp_path / "r.json")


@pytest.mark.parametrize("players", [0, -1, 101, 10**30])
def test_a_record_is_for_as_many_as_can_play(tmp_path: Path, players: int) -> None:
    Record("g", "h", players, 1).save(tmp_path / "r.json")
    with pytest.raises(BadRecord, match="players"):
        read_record(tmp_path / "r.json")


def test_every_truncated_record_is_told(tmp_path: Path) -> None:
    whole = Record("g", "h", 2, 1, seats=("human", "random"), choices=["a", "b(c)"]).to_json()
    assert json.loads(whole)["choices"] == ["a", "b(c)"]
    for end in range(len(whole.rstrip()) - 1):
        (tmp_path / "r.json").write_text(whole[:end], encoding="utf-8")
        with pytest.raises(BadRecord):
            read_record(tmp_path / "r.json")


def test_a_pipe_is_no_record_and_nobody_waits_for_it(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", tmp_path, Path(os.devnull)):
        with pytest.raises(BadRecord, match="is no record: it is not a file"):
            read_record(path)
