"""What goes wrong around a server: it answers, or says in the words of the protocol what is wrong, and lives on."""

from __future__ import annotations

import asyncio
import json
import shutil
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types as lsp
from pytest_lsp import LanguageClient

from custumal.dsl.base.limits import LIMITS
from tests.ui.editor.driving import PATIENCE, opened, problems, typed

pytestmark = [pytest.mark.asyncio, pytest.mark.slow]
Copied = Callable[[str], Path]


async def is_alive(client: LanguageClient, folder: Path) -> bool:
    """Whether a sound file is still told to be sound."""
    path = folder / "game.yaml"
    return await problems(client, opened(client, path, version=100)) == []


async def test_a_folder_that_vanishes(client: LanguageClient, game_folder: Copied) -> None:
    folder, other = game_folder("monolyth"), game_folder("tic-tac-toe")
    path = folder / "rulebook.yaml"
    text = path.read_text("utf-8")
    uri = opened(client, path)
    assert await problems(client, uri) == []
    shutil.rmtree(folder)
    typed(client, uri, text + "\n", 2)
    assert await problems(client, uri) != []
    await client.text_document_hover_async(lsp.HoverParams(lsp.TextDocumentIdentifier(uri), lsp.Position(1, 1)))
    assert await is_alive(client, other)


async def test_a_file_that_is_too_large(client: LanguageClient, game_folder: Copied) -> None:
    path = game_folder("tic-tac-toe") / "game.yaml"
    text = path.read_text("utf-8")
    uri = opened(client, path, text + "# x\n" * (LIMITS.file_bytes // 4))
    (found,) = await problems(client, uri)
    assert found.code == "file-too-large"
    typed(client, uri, text, 2)
    assert await problems(client, uri) == []


async def test_a_part_of_the_game_that_is_no_utf_8(client: LanguageClient, game_folder: Copied) -> None:
    folder = game_folder("monolyth")
    (folder / "rulebook.yaml").write_bytes(b"custumal: 1\nrulebook: \xff\xfe\n")
    opened(client, folder / "game.yaml")
    (found, *_) = await problems(client, (folder / "rulebook.yaml").as_uri())
    assert found.code == "not-utf8"


async def test_places_that_are_not_there_and_files_that_are_not_open(client: LanguageClient, game_folder: Copied) -> None:
    folder = game_folder("tic-tac-toe")
    uri = opened(client, folder / "game.yaml")
    document, far = lsp.TextDocumentIdentifier(uri), lsp.Position(9_999, 9_999)
    closed = lsp.TextDocumentIdentifier((folder / "nothing.yaml").as_uri())
    for of in (document, closed, lsp.TextDocumentIdentifier("untitled:1")):
        assert await client.text_document_hover_async(lsp.HoverParams(of, far)) is None
        assert not await client.text_document_definition_async(lsp.DefinitionParams(of, far))
        await client.text_document_completion_async(lsp.CompletionParams(of, far))
        await client.text_document_document_symbol_async(lsp.DocumentSymbolParams(of))
        assert await client.text_document_rename_async(lsp.RenameParams(of, far, "x")) is None


# ---------------------------------------------------------------- clients that send nonsense, over a port


def message(**said: object) -> bytes:
    body = json.dumps({"jsonrpc": "2.0", **said}).encode()
    return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)


async def answer(reader: asyncio.StreamReader, number: int) -> dict[str, Any]:
    """The answer to a request."""
    while True:
        header = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE)
        length = int(header.split(b"Content-Length: ")[1].split(b"\r\n")[0])
        said: dict[str, Any] = json.loads(await asyncio.wait_for(reader.readexactly(length), PATIENCE))
        if said.get("id") == number:
            return said


@asynccontextmanager
async def a_server() -> AsyncIterator[int]:
    """A server that listens; its port."""
    command = (sys.executable, "-m", "custumal", "lsp", "--tcp", "0")
    process = await asyncio.create_subprocess_exec(*command, stderr=asyncio.subprocess.PIPE)
    assert process.stderr is not None
    told = (await asyncio.wait_for(process.stderr.readline(), PATIENCE)).decode()
    try:
        yield int(told.rpartition(":")[2])
    finally:
        process.kill()
        await process.wait()


INITIALIZE = message(id=1, method="initialize", params={"processId": None, "rootUri": None, "capabilities": {}})


async def test_nonsense_and_messages_out_of_order_are_survived() -> None:
    async with a_server() as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(
            message(
                id=7, method="textDocument/hover", params={"textDocument": {"uri": "file:///x"}, "position": {"line": 0, "character": 0}}
            )
        )
        assert {"result", "error"} & set(await answer(reader, 7))
        writer.write(b"Content-Length: 9\r\n\r\nnot json!")
        writer.write(message(id=8, method="no/such/method", params=[1, 2]))
        assert (await answer(reader, 8))["error"]["code"] == -32601
        writer.write(message(method="textDocument/didChange", params={"nothing": True}))
        writer.write(INITIALIZE)
        assert "capabilities" in (await answer(reader, 1))["result"]
        writer.close()


async def test_clients_do_not_disturb_each_other() -> None:
    async with a_server() as port:
        connections = [await asyncio.open_connection("127.0.0.1", port) for _ in range(2)]
        for reader, writer in connections:
            writer.write(INITIALIZE)
            assert "result" in await answer(reader, 1)
        connections[0][1].close()
        reader, writer = connections[1]
        writer.write(message(id=2, method="workspace/symbol", params={"query": "x"}))
        assert (await answer(reader, 2))["result"] == []
        writer.close()


async def test_requests_that_are_overtaken_are_cancelled(game_folder: Copied) -> None:
    """Each is answered, those that were cancelled before they were begun by the error of the protocol for that; the last one as asked."""
    path = game_folder("monolyth") / "game.yaml"
    about = {"uri": path.as_uri()}
    opening = {"textDocument": {**about, "languageId": "yaml", "version": 1, "text": path.read_text("utf-8")}}
    async with a_server() as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(INITIALIZE)
        assert "result" in await answer(reader, 1)
        writer.write(message(method="initialized", params={}) + message(method="textDocument/didOpen", params=opening))
        for number in range(10, 20):
            asked = {"textDocument": about, "position": {"line": 30 + number, "character": 12}}
            writer.write(message(id=number, method="textDocument/completion", params=asked))
            writer.write(message(method="$/cancelRequest", params={"id": number}) if number < 19 else b"")
        told = [await answer(reader, number) for number in range(10, 20)]
        assert [one.get("error", {}).get("code") for one in told] == [lsp.LSPErrorCodes.RequestCancelled.value] * 9 + [None]
        writer.close()
