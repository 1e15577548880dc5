"""Games that are ready to be played, by their rules, players and options: they need not be laid out, lowered and written again."""

from __future__ import annotations

import pickle
from collections.abc import Mapping
from hashlib import blake2b

from custumal.dsl.base.frozen import dataclass
from custumal.dsl.model import Game
from custumal.interpreter.cache import store
from custumal.interpreter.codegen.module import Module, build, undump
from custumal.interpreter.program import Program
from custumal.interpreter.setup.instance import Instance
from custumal.interpreter.setup.values import Value

_WRITER = ("dsl", "interpreter")


@dataclass(frozen=True, slots=True)
class Prepared:
    """An instance with its program and the module that was generated from it."""

    instance: Instance
    program: Program
    module: Module


def prepared(game: Game, players: int, options: Mapping[str, Value], key: str | None) -> Prepared:
    """A game made ready, out of the cache if it is there.

    Args:
        game, players, options: as `Instance` takes them.
        key: the name of the model in its cache (see `model_cache.key_of`), or None: nothing is read or kept.

    Raises:
        PlayError: as `Instance` does.
    """
    name = None if key is None else _name(key, players, options, "play")
    found = None if name is None else _load(name, game)
    if found is not None:
        return found
    instance, program = _made(game, players, options, None)
    made = Prepared(instance, program, build(instance, program))
    if name is not None:
        parts = pickle.dumps((instance.stored(), program), protocol=5)
        store.write(name, pickle.dumps((parts, made.module.dump()), protocol=5))
    return made


def lowered(game: Game, players: int, options: Mapping[str, Value], key: str | None, begin: str | None = None) -> tuple[Instance, Program]:
    """A game for the plain reference, which needs no generated code; out of the cache if it is there.

    Args:
        game, players, options, key: as `prepared` takes them.
        begin: the step of a scenario with which it begins; the seats are turned for it.
    """
    name = None if key is None else _name(key, players, options, "plain", begin)
    data = None if name is None else store.read(name)
    if data is not None:
        try:
            stored, program = store.unpacked(data)
            return Instance.restored(game, stored), program
        except store.UNREADABLE:
            pass
    made = _made(game, players, options, begin)
    if name is not None:
        store.write(name, pickle.dumps((made[0].stored(), made[1]), protocol=5))
    return made


def _made(game: Game, players: int, options: Mapping[str, Value], begin: str | None) -> tuple[Instance, Program]:
    from custumal.interpreter.lowering.lower import lower  # noqa: PLC0415  # only when the cache has nothing

    instance = Instance(game, players, options)
    return instance, lower(instance, begin, first=begin is not None)


def _name(key: str, players: int, options: Mapping[str, Value], kind: str, begin: str | None = None) -> str:
    text = f"{store.code_stamp(_WRITER)} {key} {players} {sorted(options.items())}" + (f" {begin}" if begin else "")
    return f"{blake2b(text.encode(), digest_size=16).hexdigest()}.{kind}"


def _load(name: str, game: Game) -> Prepared | None:
    data = store.read(name)
    if data is None:
        return None
    try:
        parts, code = store.unpacked(data)
        stored, program = store.unpacked(parts)
        module = undump(code)
    except store.UNREADABLE:
        return None
    return None if module is None else Prepared(Instance.restored(game, stored), program, module)
