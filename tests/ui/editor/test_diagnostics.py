"""Diagnostics in an editor: those of `check`, of what is typed and not yet saved."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from lsprotocol import types as lsp
from pytest_lsp import LanguageClient

from custumal.dsl.base.file_names import variants_in
from custumal.dsl.check.paths import check_paths
from custumal.dsl.diagnostics.diagnostic import Diagnostic
from custumal.interpreter.cache.tried_setup import try_setup
from custumal.ui.terminal.commands.check import find_base
from tests.ui.editor.driving import opened, problems, typed

pytestmark = [pytest.mark.asyncio, pytest.mark.slow]
Copied = Callable[[str], Path]


def as_check_tells(path: Path) -> list[tuple[str, str, int, int]]:
    """The problems of one file, by code, text and place, as `check` finds them."""
    return sorted(_plain(one) for one in check_paths([path], find_base, try_setup).diagnostics if one.span.file == str(path))


def _plain(one: Diagnostic) -> tuple[str, str, int, int]:
    return one.code, one.message, one.span.line, one.span.column


def as_told(found: list[lsp.Diagnostic]) -> list[tuple[str, str, int, int]]:
    """The same of what a client was told; the texts of these tests have no sign that counts twice."""
    return sorted((str(one.code), str(one.message), one.range.start.line + 1, one.range.start.character + 1) for one in found)


async def test_problems_come_and_go_while_one_types(client: LanguageClient, game_folder: Copied) -> None:
    path = game_folder("tic-tac-toe") / "game.yaml"
    text = path.read_text("utf-8")
    uri = opened(client, path)
    assert await problems(client, uri) == []
    typed(client, uri, text.replace("mark of cell is none", "marc of cell is none"), 2)
    (found,) = await problems(client, uri)
    assert found.code == "unknown-member"
    assert "did you mean `mark`" in str(found.message)
    assert path.read_text("utf-8") == text
    typed(client, uri, text, 3)
    assert await problems(client, uri) == []


def with_slip(text: str, old: str, new: str) -> str:
    """The text with a slip in the first line of it that is no comment and has the word."""
    lines = text.split("\n")
    at = next(i for i, line in enumerate(lines) if old in line and not line.startswith("#"))
    return "\n".join((*lines[:at], lines[at].replace(old, new, 1), *lines[at + 1 :]))


BROKEN = [
    ("monolyth", "game.yaml", "players:", "playrs:"),
    ("monolyth", "rulebook.yaml", "rules:", "rulez:"),
    ("monastery", "scoring.yaml", "rule:", "rul:"),
    ("monastery", "scenarios/cities.yaml", "then:", "than:"),
    ("kings-abbey", "variants/auction.yaml", "then:", "than:"),
    ("kings-abbey", "variants/quick-game.yaml", "set: ", "set: x"),
    ("kings-abbey", "building.yaml", " of ", " off "),
    ("kings-abbey", "components/events.yaml", ": ", ": ["),
]


@pytest.mark.parametrize(("game", "file", "old", "new"), BROKEN)
async def test_what_is_told_of_an_unsaved_file_is_what_check_says_once_it_is_saved(
    client: LanguageClient, game_folder: Copied, game: str, file: str, old: str, new: str
) -> None:
    path = game_folder(game) / file
    if not path.exists():
        path = next(iter(sorted(path.parent.glob("*.yaml"))))
    text = path.read_text("utf-8")
    uri = opened(client, path, with_slip(text, old, new))
    found = await problems(client, uri)
    path.write_text(with_slip(text, old, new), "utf-8")
    assert as_told(found) == as_check_tells(path) != []


async def test_places_that_have_to_do_with_it_are_linked(client: LanguageClient, game_folder: Copied) -> None:
    path = game_folder("tic-tac-toe") / "game.yaml"
    text = path.read_text("utf-8")
    uri = opened(client, path, text + "\nzones:\n  other: {shape: {grid: [3, 3]}}\n")
    found = next(one for one in await problems(client, uri) if one.related_information)
    (related,) = found.related_information or []
    assert related.location.uri == uri
    assert related.location.range.start.line == text.splitlines().index(next(x for x in text.splitlines() if x.startswith("zones:")))


async def test_a_variant_is_checked_with_the_unsaved_game_below_it(client: LanguageClient, game_folder: Copied) -> None:
    folder = game_folder("monolyth")
    game, variant = folder / "game.yaml", variants_in(folder / "variants")[0]
    uri = opened(client, variant)
    assert await problems(client, uri) == []
    text = game.read_text("utf-8")
    opened(client, game, text.replace("height-limit", "limit-of-height"))
    (found, *_) = await problems(client, uri)
    assert found.code == "edit-misses"
    client.text_document_did_close(lsp.DidCloseTextDocumentParams(lsp.TextDocumentIdentifier(game.as_uri())))
    assert await problems(client, uri) == []


async def test_columns_count_as_the_client_counts_them(client: LanguageClient, game_folder: Copied) -> None:
    path = game_folder("tic-tac-toe") / "game.yaml"
    text = path.read_text("utf-8").replace("title: {en: Tic-tac-toe, fr: Morpion}", "title: {en: '𝄞𝄞', fr: '{nothing-at-all}'}")
    uri = opened(client, path, text)
    (found,) = await problems(client, uri)
    line = text.splitlines()[found.range.start.line]
    assert line.encode("utf-16-le")[2 * found.range.start.character : 2 * found.range.end.character].decode("utf-16-le") == "nothing-at-all"
