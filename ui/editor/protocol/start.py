"""`lsp`: the language server, over the standard streams or for any number of clients that connect."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import sys
from contextlib import suppress
from importlib.util import find_spec
from threading import Event
from typing import TYPE_CHECKING, BinaryIO, cast

from custumal.ui.terminal.exit_codes import DONE, PROBLEMS
from custumal.ui.terminal.problems import UsageProblem, complain

if TYPE_CHECKING:
    from custumal.ui.editor.protocol.server import Editor

_HOST = "127.0.0.1"
OBJECTS = 50_000
"""Objects that may come to be before they are looked through: a server lives longer than a command."""


def serve(port: int | None) -> int:
    """Serve one client over the standard streams or, with a port, each client that connects on this machine.

    Raises:
        UsageProblem: pygls is not installed, or the port can't be had.
    """
    if find_spec("pygls") is None:
        raise UsageProblem("The language server needs what is installed by `pip install 'custumal[editor]'`.")
    from custumal.ui.editor.protocol.server import Editor  # noqa: PLC0415  # brings pygls with it

    logging.basicConfig(stream=sys.stderr, level=logging.CRITICAL)
    gc.set_threshold(OBJECTS)
    if port is None:
        return _serve_streams(Editor())
    try:
        with suppress(KeyboardInterrupt):
            asyncio.run(_serve_all(port))
    except OSError as error:
        raise UsageProblem(f"Port {port} can't be listened on: {error.strerror}.") from None
    return DONE


def _serve_streams(editor: Editor) -> int:
    """Speak over the standard streams; whatever else is printed goes where it disturbs nobody. The protocol has a number of its own, 1,
    for a client that leaves without having shut down."""
    from custumal.ui.editor.protocol.answering import Resynchronised  # noqa: PLC0415  # as above

    output = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    sys.stdout = sys.stderr
    editor.start_io(cast("BinaryIO", Resynchronised(sys.stdin.buffer)), output)
    return PROBLEMS if editor.was_left else DONE


async def _serve_all(port: int) -> None:
    """Each client has a server of its own, so that none sees the other's unsaved texts."""
    from custumal.ui.editor.protocol.answering import LONGEST  # noqa: PLC0415  # as above

    server = await asyncio.start_server(_serve_one, _HOST, port, limit=LONGEST)
    complain(f"listening on {_HOST}:{server.sockets[0].getsockname()[1]}")
    async with server:
        await server.serve_forever()


async def _serve_one(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    from pygls.io_ import run_async  # noqa: PLC0415  # as above

    from custumal.ui.editor.protocol.server import Editor  # noqa: PLC0415  # as above

    editor = Editor()
    editor.protocol.set_writer(writer)
    # a client that says that it is at its end speaks of itself; a line without an end is no message
    with suppress(asyncio.IncompleteReadError, ConnectionError, SystemExit, ValueError):
        await run_async(Event(), _Resynchronised(reader), editor.protocol, error_handler=editor.report_server_error)
    writer.close()


class _Resynchronised:
    """The same as of the standard streams for a connection."""

    def __init__(self, reader: asyncio.StreamReader) -> None:
        self._reader = reader

    async def readline(self) -> bytes:
        from custumal.ui.editor.protocol.answering import as_header  # noqa: PLC0415  # as above

        return as_header(await self._reader.readline())

    async def readexactly(self, count: int) -> bytes:
        return await self._reader.readexactly(count)
