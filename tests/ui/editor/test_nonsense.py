"""What no client should send, over the standard streams: whatever it is, what is asked behind it is answered."""

from __future__ import annotations

import asyncio
import sys
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from tests.ui.editor.driving import PATIENCE
from tests.ui.editor.test_bad_input import INITIALIZE, a_server, answer, message

pytestmark = [pytest.mark.asyncio, pytest.mark.slow]
INVALID_REQUEST, NO_METHOD, INVALID_PARAMS = -32600, -32601, -32602


def framed(body: bytes) -> bytes:
    return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)


def asks(number: int) -> bytes:
    return message(id=number, method="workspace/symbol", params={"query": "x"})


def opens(uri: str) -> bytes:
    text = "custumal: 1\nvariant: x\nof: monolyth\n"
    return message(method="textDocument/didOpen", params={"textDocument": {"uri": uri, "languageId": "yaml", "version": 1, "text": text}})


SURVIVED = {
    "bytes": bytes(range(256)) * 9,
    "lines": b"\x00\xff\xfegarbage\n\r\nmore\r\n\r\n",
    "no-json": framed(b"not json!"),
    "no-utf-8": framed(b"\xff\xfe\xff\xfe"),
    "no-message": framed(b"[]") + framed(b"7") + framed(b"null"),
    "nested": framed(b"[" * 200_000),
    "a-long-number": framed(b'{"jsonrpc": "2.0", "id": %b}' % (b"9" * 6000)),
    "no-length": b"Content-Type: x\r\n\r\n{}",
    "no-number": b"Content-Length: -5\r\n\r\nContent-Length: five\r\n\r\nContent-Length: 0\r\n\r\n",
    "a-length-of-no-message": b"Content-Length: 99999999999999\r\n\r\n{}" + b"Content-Length: %b\r\n\r\n{}" % (b"9" * 5000),
    "longer-than-it-says": b"Content-Length: 5\r\n\r\n" + b'{"jsonrpc": "2.0", "method": "x"}',
    "shorter-than-it-says": b"Content-Length: 60\r\n\r\n{}" + asks(5),
    "a-change-of-nothing": message(method="textDocument/didChange", params={"nothing": True}),
    "answers-to-nothing": message(id=77, result=5) + message(id="x", error={"code": 1, "message": "x"}),
    "what-no-file-is-called": opens("file:///x%00.yaml") + opens("file:///" + "x" * 5000) + opens("%%%") + opens("untitled:1"),
}


@pytest.mark.parametrize("sent", SURVIVED)
@pytest.mark.parametrize("begun", [INITIALIZE, b""], ids=["begun", "not-begun"])
async def test_what_is_asked_behind_it_is_answered(sent: str, begun: bytes) -> None:
    async with a_server_over_streams() as server:
        assert server.stdin is not None and server.stdout is not None
        server.stdin.write(begun + SURVIVED[sent] + INITIALIZE + asks(9))
        assert isinstance((await answer(server.stdout, 9)).get("result"), list)


REFUSED = {
    "unknown": (message(id=8, method="no/such/method", params=[1]), NO_METHOD),
    "no-place": (message(id=8, method="textDocument/hover", params={"nothing": 1}), INVALID_PARAMS),
    "no-parameters": (message(id=8, method="textDocument/hover"), INVALID_PARAMS),
    "no-version": (framed(b'{"id": 8, "method": "workspace/symbol", "params": {"query": "x"}}'), INVALID_REQUEST),
    "too-late": (message(id=7, method="shutdown") + asks(8), INVALID_REQUEST),
    "unknown-command": (message(id=8, method="workspace/executeCommand", params={"command": "x", "arguments": []}), INVALID_PARAMS),
}


@pytest.mark.parametrize("sent", REFUSED)
async def test_requests_that_can_not_be_understood_are_refused(sent: str) -> None:
    asked, code = REFUSED[sent]
    async with a_server_over_streams() as server:
        assert server.stdin is not None and server.stdout is not None
        server.stdin.write(INITIALIZE + asked)
        assert (await answer(server.stdout, 8))["error"]["code"] == code


async def test_a_server_ends_with_what_it_reads() -> None:
    async with a_server_over_streams() as server:
        assert server.stdin is not None and server.stderr is not None
        server.stdin.write(INITIALIZE + b"Content-Length: 50\r\n\r\n{")
        server.stdin.close()
        assert await server.wait() == 0
        assert await server.stderr.read() == b""


SHUTDOWN, EXIT = message(id=2, method="shutdown"), message(method="exit")


@pytest.mark.parametrize(("sent", "code"), [(INITIALIZE + SHUTDOWN + EXIT, 0), (INITIALIZE + EXIT, 1), (EXIT, 1)])
async def test_a_server_ends_with_the_number_of_the_protocol(sent: bytes, code: int) -> None:
    async with a_server_over_streams() as server:
        assert server.stdin is not None and server.stderr is not None
        server.stdin.write(sent)
        await server.stdin.drain()
        assert await server.wait() == code
        assert await server.stderr.read() == b""


@pytest.mark.parametrize("sent", [INITIALIZE + SHUTDOWN + EXIT, INITIALIZE + EXIT, EXIT], ids=["shut-down", "left", "left-at-once"])
async def test_a_client_that_ends_ends_no_other(sent: bytes) -> None:
    async with a_server() as port:
        (ended, leaving), (reader, writer) = [await asyncio.open_connection("127.0.0.1", port) for _ in range(2)]
        leaving.write(sent)
        await leaving.drain()
        while await asyncio.wait_for(ended.read(4096), PATIENCE):
            pass
        writer.write(INITIALIZE)
        assert "result" in await answer(reader, 1)
        writer.write(asks(2))
        assert (await answer(reader, 2))["result"] == []
        for each in (leaving, writer):
            each.close()


@asynccontextmanager
async def a_server_over_streams() -> AsyncIterator[asyncio.subprocess.Process]:
    process = await asyncio.create_subprocess_exec(sys.executable, "-m", "custumal", "lsp", stdin=PIPE, stdout=PIPE, stderr=PIPE)
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()
