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
from typing import TYPE_CHECKING

from custumal.ui.terminal.exit_codes import DONE
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
    """Speak over the standard streams; whatever else is printed goes where it disturbs nobody."""
    output = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    sys.stdout = sys.stderr
    editor.start_io(sys.stdin.buffer, output)
    return DONE


async def _serve_all(port: int) -> None:
    """Each client has a server of its own, so that none sees the other's unsaved texts."""
    server = await asyncio.start_server(_serve_one, _HOST, port)
    complain(f"listening on {_HOST}:{server.sockets[0].getsockname()[1]}")
    async with server:
        await server.serve_forever()


async def _serve_one(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    from pygls.io_ import run_async  # noqa: PLC0415  # as above

    from custumal.ui.editor.protocol.server import Editor  # noqa: PLC0415  # as above

    editor = Editor()
    editor.protocol.set_writer(writer)
    with suppress(asyncio.IncompleteReadError, ConnectionError):
        await run_async(Event(), reader, editor.protocol, error_handler=editor.report_server_error)
    writer.close()
