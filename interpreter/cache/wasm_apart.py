"""Modules of WebAssembly that a process of its own makes, while whoever wants one goes on: the memory that this takes is gone with it.

That process is told what to make on its standard input, and ends when this is closed, however the one that started it ends.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import weakref
from collections.abc import Mapping

from custumal.dsl.base.packing import packed, unpacked
from custumal.interpreter.setup.values import Value

_SIZE = 4
_YIELDING = 5


class Apart:
    """The process that makes one module and keeps it in the cache.

    Args:
        players, options, most_decisions, key: as `wasm_games` takes them; there has to be a key, and under it a model.

    Raises:
        OSError: no process can be started.
    """

    def __init__(self, players: int, options: Mapping[str, Value], most_decisions: int, key: str) -> None:
        command = (sys.executable, "-m", "custumal.interpreter.cache.wasm_apart")
        self._process = subprocess.Popen(  # noqa: S603 - our own command
            command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        self._end = weakref.finalize(self, _end, self._process)
        request = packed((key, players, dict(options), most_decisions))
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(len(request).to_bytes(_SIZE, "little") + request)
            self._process.stdin.flush()
        except OSError:
            self._end()
            raise

    def is_under_way(self) -> bool:
        """Whether it is still at work; if not, it has made the module or given up."""
        if self._process.poll() is None:
            return True
        self._end()
        return False


def apart(players: int, options: Mapping[str, Value], most_decisions: int, key: str) -> Apart | None:
    """The process, see `Apart`; None where none can be started."""
    try:
        return Apart(players, options, most_decisions, key)
    except OSError:
        return None


def _end(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.wait()
    if process.stdin is not None:
        process.stdin.close()


def main() -> None:
    """Make what standard input asks for, without getting in the way of whoever asks."""
    if hasattr(os, "nice"):
        os.nice(_YIELDING)
    source = sys.stdin.buffer
    key, players, options, most_decisions = unpacked(source.read(int.from_bytes(source.read(_SIZE), "little")))
    threading.Thread(target=_end_with_the_first, name="end-with-the-first", daemon=True).start()
    from custumal.interpreter.cache.instances import prepared  # noqa: PLC0415  # whoever starts this process needs none of it
    from custumal.interpreter.cache.models import load  # noqa: PLC0415
    from custumal.interpreter.cache.wasm_modules import keep  # noqa: PLC0415

    model = load(key)
    if model is not None:
        made = prepared(model, players, options, key)
        keep(made.instance, made.program, most_decisions, options, key)


def _end_with_the_first() -> None:
    while os.read(sys.stdin.fileno(), 1):
        pass  # nothing more is said
    os._exit(1)


if __name__ == "__main__":
    main()
