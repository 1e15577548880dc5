"""Edits in sequence, sent to a real server, several games open at once: it tells in the end what a fresh check finds."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from lsprotocol import types as lsp
from pytest_lsp import LanguageClient

from custumal.interpreter.cache.tried_setup import try_setup
from custumal.ui.editor.workspace import Workspace
from tests.support.scale import FULL
from tests.support.text_edits import random_edit
from tests.ui.editor.driving import PATIENCE, Listener, opened, typed

pytestmark = [pytest.mark.asyncio, pytest.mark.slow]
SEED = 7
EDITS = 10_000 if FULL else 150
MENDED = 0.3
OPEN = (
    "tic-tac-toe/game.yaml",
    "reversi/game.yaml",
    "monolyth/game.yaml",
    "monolyth/variants/long-walk.yaml",
    "monolyth/scenarios/solo.yaml",
)
Copied = Callable[[str], Path]
Problem = tuple[str, str, int, int]


def found_anew(texts: dict[Path, str]) -> dict[Path, list[Problem]]:
    """The problems of these texts as a workspace finds them that has seen nothing else; set-up is tried where nothing else is wrong."""
    fresh = Workspace(dict(texts))
    for unit in sorted({fresh.unit(path) for path in texts}, key=lambda unit: (unit.kind != "game", unit.path)):
        checked = fresh.check(unit).checked
        if checked is not None and checked.game is not None:
            fresh.check(unit, try_setup)
    return {
        path: sorted((one.code, one.message, one.span.line, one.span.column) for one in told) for path, told in fresh.problems().items()
    }


def told_last(client: Listener, told: dict[str, list[Problem]]) -> dict[str, list[Problem]]:
    """What the client was told last of each file; the texts of these games have no sign that counts twice."""
    for uri, queue in client.told.items():
        while not queue.empty():
            problems = queue.get_nowait().diagnostics
            told[uri] = sorted(
                (str(one.code), str(one.message), one.range.start.line + 1, one.range.start.character + 1) for one in problems
            )
    return {uri: problems for uri, problems in told.items() if problems}


async def test_after_many_edits_the_server_tells_what_a_fresh_check_finds(client: LanguageClient, game_folder: Copied) -> None:
    assert isinstance(client, Listener)
    dice, told = Random(f"{SEED} server"), dict[str, list[Problem]]()
    folders = {name: game_folder(name) for name in {each.partition("/")[0] for each in OPEN}}
    files = [folders[each.partition("/")[0]].parent / each for each in OPEN]
    originals = {path: path.read_text("utf-8") for path in files}
    texts, uris = dict(originals), {path: opened(client, path) for path in files}
    for number in range(EDITS):
        path = dice.choice(files)
        texts[path] = originals[path] if dice.random() < MENDED else random_edit(texts[path], dice)
        typed(client, uris[path], texts[path], number + 2)
        if number % 10 == 0:
            place = lsp.Position(dice.randrange(texts[path].count("\n") + 1), dice.randrange(60))
            await client.text_document_completion_async(lsp.CompletionParams(lsp.TextDocumentIdentifier(uris[path]), place))
            told_last(client, told)
    expected = {uris.get(path, path.as_uri()): problems for path, problems in found_anew(texts).items() if problems}
    until = time.monotonic() + PATIENCE
    while told_last(client, told) != expected and time.monotonic() < until:  # noqa: ASYNC110  # for the last of several messages
        await asyncio.sleep(0.2)
    assert told_last(client, told) == expected
