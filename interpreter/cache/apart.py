"""What a process of its own makes and keeps in the cache: the memory that this takes is gone with it.

That process is told what to make on its standard input, and ends when this is closed, however the one that started it ends.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import weakref
from collections.abc import Iterable, Mapping
from typing import Literal

from custumal.dsl.base import cache_files
from custumal.dsl.base.cache_folder import cache_folder
from custumal.dsl.base.packing import packed, unpacked
from custumal.interpreter.library import select
from custumal.interpreter.setup.values import Value

_SIZE = 4
_YIELDING = 5
Job = Literal["model", "module"]


class Apart:
    """The process that makes one thing.

    Args:
        job, arguments: what it makes, and of what.

    Raises:
        OSError: no process can be started.
    """

    def __init__(self, job: Job, *arguments: object) -> None:
        command = (sys.executable, "-m", "custumal.interpreter.cache.apart")
        self._process = subprocess.Popen(  # noqa: S603 - our own command
            command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        self._end = weakref.finalize(self, _end, self._process)
        request = packed((job, arguments))
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(len(request).to_bytes(_SIZE, "little") + request)
            self._process.stdin.flush()
        except OSError:
            self._end()
            raise

    def is_under_way(self) -> bool:
        """Whether it is still at work; if not, it has made what it was to make, or given up."""
        if self._process.poll() is None:
            return True
        self._end()
        return False

    def wait(self) -> None:
        """Until it is at work no more."""
        self._process.wait()
        self._end()


def module_apart(players: int, options: Mapping[str, Value], most_decisions: int, key: str) -> Apart | None:
    """The process that makes a module of WebAssembly; None where none can be started.

    Args:
        players, options, most_decisions, key: as `wasm_games` takes them; there has to be a key, and under it a model.
    """
    return _begun("module", key, players, dict(options), most_decisions)


def check_apart(name: str, variants: Iterable[str]) -> None:
    """Have a game with its variants checked by another process, unless its model is kept: a check takes more memory than long series of
    games do. What is wrong with the rules is told by whoever asks for the model afterwards.

    Raises:
        UnknownGame: the game or a variant is not there.
    """
    from custumal.interpreter.cache.models import key_of_selection  # noqa: PLC0415  # modules are made by those who have it

    variants = tuple(variants)
    if cache_folder() is not None and cache_files.read(key_of_selection(select(name, variants)), "model") is None:
        checking = _begun("model", name, variants)
        if checking is not None:
            checking.wait()


def _begun(job: Job, *arguments: object) -> Apart | None:
    try:
        return Apart(job, *arguments)
    except OSError:
        return None


def _end(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.wait()
    if process.stdin is not None:
        process.stdin.close()


def main() -> None:
    """Make what standard input asks for, without getting in the way of whoever asks."""
    source = sys.stdin.buffer
    job, arguments = unpacked(source.read(int.from_bytes(source.read(_SIZE), "little")))
    threading.Thread(target=_end_with_the_first, name="end-with-the-first", daemon=True).start()
    if job == "model":
        _make_model(*arguments)
    else:
        if hasattr(os, "nice"):
            os.nice(_YIELDING)
        _make_module(*arguments)


def _make_module(key: str, players: int, options: Mapping[str, Value], most_decisions: int) -> None:
    from custumal.interpreter.cache.instances import prepared  # noqa: PLC0415  # whoever starts this process needs none of it
    from custumal.interpreter.cache.models import load  # noqa: PLC0415
    from custumal.interpreter.cache.wasm_modules import keep  # noqa: PLC0415

    model = load(key)
    if model is not None:
        made = prepared(model, players, options, key)
        keep(made.instance, made.program, most_decisions, options, key)


def _make_model(name: str, variants: tuple[str, ...]) -> None:
    from custumal.interpreter.cache.models import key_of_selection, model_of  # noqa: PLC0415

    chosen = select(name, variants)
    model_of(chosen, key_of_selection(chosen))


def _end_with_the_first() -> None:
    while os.read(sys.stdin.fileno(), 1):
        pass  # nothing more is said
    os._exit(1)


if __name__ == "__main__":
    main()
