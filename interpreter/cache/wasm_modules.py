"""The cache of modules of WebAssembly, by the rules, players and options that they were made from, and by the version of wasmtime.

A module is machine code: its file is used only if this user wrote it and nobody else could.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from custumal.dsl.base import cache_files
from custumal.dsl.base.frozen import replace
from custumal.dsl.base.packing import packed, unpacked
from custumal.dsl.base.stored_parts import joined, parted
from custumal.interpreter.position.state import Position
from custumal.interpreter.program import Program
from custumal.interpreter.setup.instance import Instance
from custumal.interpreter.setup.values import Value
from custumal.interpreter.wasm.unsupported import Unsupported

if TYPE_CHECKING:
    from custumal.interpreter.wasm.play.games import WasmGames
    from custumal.interpreter.wasm.play.made import Compiled

_WRITER = ("dsl", "interpreter")


def can_run() -> bool:
    """Whether there is something that runs modules, as far as that is known without loading it."""
    return find_spec("wasmtime") is not None


@cache
def missing() -> str | None:
    """Why nothing runs modules here, in the words of what fails to load; None where something does. wasmtime can be installed
    everywhere, but has no library for some platforms."""
    try:
        import wasmtime  # noqa: F401, PLC0415  # start-up is measured
    except (ImportError, OSError, RuntimeError) as error:
        return str(error) or type(error).__name__
    return None


def wasm_games(
    instance: Instance, program: Program, opening: Position, most_decisions: int, options: Mapping[str, Value], key: str | None
) -> WasmGames | None:
    """What plays the games of an instance; None if the rules have no form in WebAssembly yet, or nothing runs it here.

    Args:
        instance, program: the game; `options` are those of it.
        opening: the position at its first stop, which all its games share.
        most_decisions: a game that asks more often is given up.
        key: the name of the model in its cache, or None: nothing is read or kept.
    """
    if missing() is not None:
        return None
    from custumal.interpreter.wasm.play.games import WasmGames, loaded  # noqa: PLC0415  # start-up is measured

    name = None if key is None else _name(key, instance.players, options, most_decisions)
    found = None if name is None else _read(name)
    try:
        module = None if found is None else loaded(found[1])
        if found is not None and module is not None:
            return WasmGames(found[0], module, instance, program, opening)
        made, code = _made(instance, program, most_decisions, name)
        module = loaded(code)
        assert module is not None
        return WasmGames(made, module, instance, program, opening)
    except Unsupported:
        return None


def keep(instance: Instance, program: Program, most_decisions: int, options: Mapping[str, Value], key: str) -> None:
    """Make a module and keep it in the cache; the arguments are those of `wasm_games`.

    Raises:
        Unsupported: the rules have no form in WebAssembly yet.
    """
    _made(instance, program, most_decisions, _name(key, instance.players, options, most_decisions))


def _made(instance: Instance, program: Program, most_decisions: int, name: str | None) -> tuple[Compiled, bytes]:
    from custumal.interpreter.wasm.play.compiled import compiled  # noqa: PLC0415  # only when the cache has nothing
    from custumal.interpreter.wasm.play.games import assembled, machine_code  # noqa: PLC0415  # start-up is measured

    made = compiled(instance, program, most_decisions)
    binary, made = assembled(made.text), replace(made, text="")  # the text takes as much room as all that is known of the game
    code = machine_code(binary)
    if name is not None:
        cache_files.write(name, "wasm", joined((packed(made), code)))
    return made, code


def _read(name: str) -> tuple[Compiled, bytes] | None:
    """What is known of a module, and its code as it stands: as a text it would take as long to read as all else."""
    data = cache_files.read(name, "wasm")
    if data is None:
        return None
    try:
        made, code = parted(data)
        return unpacked(made), code
    except ValueError:  # nothing that `_made` wrote
        return None


def is_kept(instance: Instance, most_decisions: int, options: Mapping[str, Value], key: str | None) -> bool:
    """Whether the module of a game has been made before and is at hand."""
    return key is not None and can_run() and cache_files.read(_name(key, instance.players, options, most_decisions), "wasm") is not None


def _name(key: str, players: int, options: Mapping[str, Value], most_decisions: int) -> str:
    stamp = f"{cache_files.code_stamp(_WRITER)} {_installed()}"
    return cache_files.key_for(f"{stamp} {key} {players} {sorted(options.items())} {most_decisions}")


@cache
def _installed() -> list[str]:
    """The version of wasmtime, as it stands in the name of the folder in which its installation is described; nothing is loaded for it."""
    found = find_spec("wasmtime")
    places = found.submodule_search_locations if found is not None else None
    return sorted(one.name for place in places or () for one in Path(place).parent.glob("wasmtime*"))


def text_of(instance: Instance, program: Program, most_decisions: int) -> str:
    """The module as text.

    Raises:
        Unsupported: the rules have no form in WebAssembly yet.
    """
    from custumal.interpreter.wasm.play.compiled import compiled  # noqa: PLC0415  # nothing else here needs it

    return compiled(instance, program, most_decisions).text
