"""Files of the user's cache are whole or not there, and not more than a bounded number."""

import errno
import os
import sys
from pathlib import Path
from typing import get_args

import pytest

from custumal.dsl.base import cache_files
from custumal.dsl.base.cache_folder import cache_folder, is_own

needs_rights = pytest.mark.skipif(sys.platform == "win32", reason="files have no such rights there")
KINDS: tuple[cache_files.Kind, ...] = get_args(cache_files.Kind)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CUSTUMAL_HOME", str(tmp_path))
    made = tmp_path / "cache"
    made.mkdir()
    return made


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_kept_is_found_again(kind: cache_files.Kind, folder: Path) -> None:
    assert cache_files.load("key", kind) is None
    cache_files.save("key", kind, ("some", [1, 2]))
    assert cache_files.load("key", kind) == ("some", [1, 2])
    assert cache_files.load("other", kind) is None
    assert names(folder) == [f"key.{kind}"]


def test_a_file_in_which_any_byte_is_another_is_not_used(folder: Path) -> None:
    cache_files.write("key", "model", b"what was found")
    (file,) = folder.iterdir()
    whole = file.read_bytes()
    assert cache_files.read("key", "model") == b"what was found"
    for at in range(len(whole)):
        for bit in range(8):
            file.write_bytes(whole[:at] + bytes([whole[at] ^ 1 << bit]) + whole[at + 1 :])
            assert cache_files.read("key", "model") is None
        file.write_bytes(whole[:at])
        assert cache_files.read("key", "model") is None


def test_what_was_not_kept_so_is_not_used() -> None:
    for data in (b"", b"x", b"cos\nsystem\n", b"\x80\x05.", b"[]", b'[["os.system"],["true",[0,0]]]', b'[["custumal.cli.run"],[[0]]]'):
        cache_files.write("key", "model", data)
        assert cache_files.load("key", "model") is None


def test_a_file_under_another_name_is_not_used(folder: Path) -> None:
    cache_files.write("key", "model", b"what was found")
    (folder / "key.model").rename(folder / "other.model")
    assert cache_files.read("other", "model") is None


@needs_rights
@pytest.mark.parametrize("mode", [0o620, 0o602, 0o666])
def test_a_file_that_others_can_write_is_not_used(folder: Path, mode: int) -> None:
    cache_files.write("key", "model", b"what was found")
    (folder / "key.model").chmod(mode)
    assert cache_files.read("key", "model") is None


@needs_rights
def test_a_file_or_folder_of_another_user_is_not_used(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache_files.write("key", "model", b"what was found")
    assert cache_folder() == folder
    me = os.geteuid()
    monkeypatch.setattr(os, "geteuid", lambda: me + 1)
    assert not is_own((folder / "key.model").stat())
    assert cache_folder() is None
    assert cache_files.read("key", "model") is None


@needs_rights
def test_the_folder_is_closed_to_others(folder: Path) -> None:
    folder.chmod(0o777)
    assert cache_folder() == folder
    assert folder.stat().st_mode & 0o777 == 0o700


def test_no_kind_of_file_becomes_too_many(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache_files, "MOST", 5)
    for kind in KINDS:
        for number in range(8):
            cache_files.write(f"{number}", kind, b"data")
            assert len(names(folder)) <= cache_files.MOST


def test_the_oldest_files_give_way(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache_files, "MOST", 3)
    for number, kind in enumerate(KINDS):
        cache_files.write(f"{number}", kind, b"data")
        os.utime(folder / f"{number}.{kind}", (number, number))
    cache_files.write("last", "play", b"data")
    assert names(folder) == [*(f"{number}.{kind}" for number, kind in list(enumerate(KINDS))[-2:]), "last.play"]


def test_what_is_read_is_as_young_as_what_is_written(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that is played every day does not give way to files that were each wanted once."""
    monkeypatch.setattr(cache_files, "MOST", 3)
    for number in range(3):
        cache_files.write(f"{number}", "model", b"data")
        os.utime(folder / f"{number}.model", (number, number))
    assert cache_files.read("0", "model") == b"data"
    cache_files.write("last", "play", b"data")
    assert names(folder) == ["0.model", "2.model", "last.play"]


def test_only_own_files_give_way(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache_files, "MOST", 3)
    for number in range(5):
        (folder / f"letter-{number}.txt").write_text("dear", encoding="utf-8")
    for number in range(5):
        cache_files.write(f"{number}", "play", b"x")
    assert len(list(folder.glob("*.txt"))) == 5
    assert len(list(folder.glob("*.play"))) == 3


def test_a_full_disk_leaves_nothing_behind(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: Path, __: Path) -> Path:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Path, "replace", full)
    cache_files.write("some", "model", b"what was found")
    assert names(folder) == []
    assert cache_files.read("some", "model") is None
