"""The cache of instances with their programs and generated code, by the rules, players and options that they were made from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from custumal.dsl.base import cache_files
from custumal.dsl.base.frozen import dataclass
from custumal.dsl.base.packing import Unreadable, packed, unpacked
from custumal.dsl.base.stored_parts import StoredParts, joined, parted, stored
from custumal.dsl.model import GameModel
from custumal.interpreter.codegen.module import Module, build
from custumal.interpreter.program import Program
from custumal.interpreter.reference.instances import make_instance, restored_instance
from custumal.interpreter.setup.instance import Instance
from custumal.interpreter.setup.values import Value

_WRITER = ("dsl", "interpreter")
_PARTS = {"plain": 2, "play": 4}
"""How many texts a file is made of: the instance, the program, and for generated code what is known of it and itself."""
_LATER = ("code", "points", "actions")
"""The greatest part of a program, which generated code does without."""
_GROUPS = (tuple(name for name in Program.__match_args__ if name not in _LATER), _LATER)


class StoredProgram(StoredParts, Program):
    """A program out of the cache. Its instructions are read when they are asked for."""

    __slots__ = ("_texts",)


@dataclass(frozen=True, slots=True)
class Prepared:
    """An instance with its program and the module that was generated from it."""

    instance: Instance
    program: Program
    module: Module


def prepared(game: GameModel, players: int, options: Mapping[str, Value], key: str | None) -> Prepared:
    """A game made ready, out of the cache if it is there.

    Args:
        game, players, options: as `Instance` takes them.
        key: the name of the model in its cache (see `models.key_of`), or None: nothing is read or kept.

    Raises:
        PlayError: as `Instance` does.
    """
    name = None if key is None else _name(key, players, options)
    found = None if name is None else _load(name, game)
    if found is not None:
        return found
    instance, program = _made(game, players, options, None)
    made = Prepared(instance, program, build(instance, program))
    if name is not None:
        code, others = made.module.stored()
        cache_files.write(name, "play", joined((packed(instance.stored()), stored(program, _GROUPS), packed(others), code)))
    return made


def lowered(
    game: GameModel, players: int, options: Mapping[str, Value], key: str | None, begin: str | None = None
) -> tuple[Instance, Program]:
    """A game for the plain reference, which needs no generated code; out of the cache if it is there.

    Args:
        game, players, options, key: as `prepared` takes them.
        begin: the step of a scenario with which it begins; the seats are turned for it.
    """
    name = None if key is None else _name(key, players, options, begin)
    found = None if name is None else _load_plain(name, game)
    if found is not None:
        return found
    instance, program = _made(game, players, options, begin)
    if name is not None:
        cache_files.write(name, "plain", joined((packed(instance.stored()), stored(program, _GROUPS))))
    return instance, program


def _made(game: GameModel, players: int, options: Mapping[str, Value], begin: str | None) -> tuple[Instance, Program]:
    from custumal.interpreter.lowering.lower import lower  # noqa: PLC0415  # only when the cache has nothing

    instance = make_instance(game, players, options)
    return instance, lower(instance, () if begin is None else (begin,))


def _name(key: str, players: int, options: Mapping[str, Value], begin: str | None = None) -> str:
    text = f"{cache_files.code_stamp(_WRITER)} {key} {players} {sorted(options.items())}" + (f" {begin}" if begin else "")
    return cache_files.key_for(text)


def _load(name: str, game: GameModel) -> Prepared | None:
    try:
        instance, program, others, code = _parts(name, "play")
        module = Module.restored(code, unpacked(others))
        return Prepared(restored_instance(game, unpacked(instance)), StoredProgram.opened(program, _GROUPS), module)
    except Unreadable:
        return None


def _load_plain(name: str, game: GameModel) -> tuple[Instance, Program] | None:
    try:
        instance, program = _parts(name, "plain")
        return restored_instance(game, unpacked(instance)), StoredProgram.opened(program, _GROUPS)
    except Unreadable:
        return None


def _parts(name: str, kind: Literal["plain", "play"]) -> list[bytes]:
    """What is kept under a name.

    Raises:
        Unreadable: nothing is, or something else.
    """
    data = cache_files.read(name, kind)
    parts = [] if data is None else parted(data)
    if len(parts) != _PARTS[kind]:
        raise Unreadable(name)
    return parts
