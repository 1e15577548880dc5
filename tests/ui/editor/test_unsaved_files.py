"""Files that an editor shows and that were never saved: they belong to what they would belong to if they were."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from lsprotocol import types as lsp
from pytest_lsp import LanguageClient

from custumal.interpreter.library import shipped
from tests.ui.editor.driving import opened, problems, typed
from tests.ui.editor.test_diagnostics import as_check_tells, as_told
from tests.ui.editor.test_requests import at

pytestmark = [pytest.mark.asyncio, pytest.mark.slow]
Copied = Callable[[str], Path]
VARIANT = "custumal: 1\nvariant: {name}\nof: {of}\ntitle: {{en: New}}\nedits:\n  lower: {{set: values.height-limitt, to: 3}}\n"
SCENARIOS = "custumal: 1\nof: {of}\nscenarios:\n  first:\n    givn: {{}}\n"


def a_game(name: str) -> str:
    return dict(shipped())["tic-tac-toe"].read_text("utf-8").replace("game: tic-tac-toe", f"game: {name}")


PLACES = {
    "among-the-variants": {"monolyth/variants/new.yaml": VARIANT.format(name="new", of="monolyth")},
    "of-a-game-misspelt": {"monolyth/variants/new.yaml": VARIANT.format(name="new", of="monolyt")},
    "beside-the-game-file": {"monolyth/new.yaml": VARIANT.format(name="new", of="monolyth")},
    "beside-the-folder": {"new.yaml": VARIANT.format(name="new", of="monolyth")},
    "far-from-the-game": {"new.yaml": VARIANT.format(name="new", of="kings-abbey")},
    "of-no-game": {"new.yaml": VARIANT.format(name="new", of="nothing")},
    "on-another": {"new.yaml": VARIANT.format(name="new", of="below"), "below.yaml": VARIANT.format(name="below", of="monolyth")},
    "of-a-new-game": {"own/game.yaml": a_game("own"), "own/variants/new.yaml": VARIANT.format(name="new", of="own")},
    "of-a-new-game-elsewhere": {"own/game.yaml": a_game("own"), "new.yaml": VARIANT.format(name="new", of="own")},
    "scenarios-of-the-folder": {"monolyth/scenarios/new.yaml": SCENARIOS.format(of="monolyth")},
    "scenarios-beside-the-folder": {"new.yaml": SCENARIOS.format(of="monolyth")},
    "included": {"own/game.yaml": a_game("own") + "includes: [more.yaml]\n", "own/more.yaml": "custumal: 1\nvaluez: {a: 1}\n"},
    "accepted": {
        "monolyth/variants/new.yaml": VARIANT.format(name="new", of="monolyth"),
        "monolyth/variants/new.accepted.yaml": "custumal: 1\naccepted: other\n",
    },
}


@pytest.mark.parametrize("place", PLACES)
async def test_what_is_told_of_it_is_what_check_says_once_it_is_saved(client: LanguageClient, game_folder: Copied, place: str) -> None:
    folder = game_folder("monolyth").parent
    files = {folder / name: text for name, text in PLACES[place].items()}
    told = told_once_saved(files)
    assert any(told.values())
    for path, text in files.items():
        opened(client, path, text)
    for path, expected in told.items():
        await until_told(client, path.as_uri(), expected)


async def test_one_that_has_no_place_yet(client: LanguageClient, game_folder: Copied) -> None:
    """It is told by the name that the client gave it; one that is to be saved somewhere lies there already."""
    path = game_folder("monolyth") / "variants" / "new.yaml"
    text = VARIANT.format(name="new", of="monolyth")
    (expected,) = told_once_saved({path: text}).values()
    for uri in ("untitled:Untitled-1", f"untitled:{path}"):
        opened_as(client, uri, text)
        await until_told(client, uri, expected)


async def test_all_else_works_in_it_too(client: LanguageClient, game_folder: Copied) -> None:
    path = game_folder("monolyth") / "variants" / "new.yaml"
    text = VARIANT.format(name="new", of="monolyth")
    document, place = lsp.TextDocumentIdentifier(opened(client, path, text)), at(text, "height-limitt", "height-l")
    offered = await client.text_document_completion_async(lsp.CompletionParams(document, place))
    assert "values.height-limit" in {one.label for one in offered.items}  # type: ignore[union-attr]
    typed(client, path.as_uri(), text.replace("limitt", "limit"), 2)
    found = await client.text_document_definition_async(lsp.DefinitionParams(document, place))
    assert isinstance(found, lsp.Location) and found.uri == (path.parents[1] / "game.yaml").as_uri()
    changes = lsp.ExecuteCommandParams("custumal.showChanges", [path.as_uri(), "new"])
    assert "values.height-limit" in str(await client.workspace_execute_command_async(changes))


def told_once_saved(files: dict[Path, str]) -> dict[Path, list[tuple[str, str, int, int]]]:
    """What `check` says of each while all of them lie there."""
    for path, text in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    told = {path: as_check_tells(path) for path in files}
    for path in files:
        path.unlink()
    return told


def opened_as(client: LanguageClient, uri: str, text: str) -> None:
    client.text_document_did_open(lsp.DidOpenTextDocumentParams(lsp.TextDocumentItem(uri, "yaml", 1, text)))


async def until_told(client: LanguageClient, uri: str, expected: list[tuple[str, str, int, int]]) -> None:
    """Wait until this is told; what is told before others are open may be another thing."""
    while as_told(await problems(client, uri)) != expected:
        pass
