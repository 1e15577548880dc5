"""The arguments of questions about a choice or a value, read as values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from custumal.dsl.base.types import Set, Type, bare
from custumal.dsl.model import Definition
from custumal.interpreter.keys.reader import NO_VALUE, NOTHING, KeyReader
from custumal.interpreter.keys.syntax import Amounts, Items, Node, Word, read_key
from custumal.interpreter.position.state import Position
from custumal.interpreter.program import Bind, Choosing, Pick
from custumal.interpreter.reference.evaluate import if_seen
from custumal.interpreter.reference.machine import Machine
from custumal.interpreter.setup.values import Env, Value


class Arguments:
    """Reads the arguments of questions as values.

    Args:
        machine: the reference machine.
        reader: reads keys.
    """

    def __init__(self, machine: Machine, reader: KeyReader) -> None:
        self.machine = machine
        self.reader = reader

    def entries(self, state: Position, choosing: Choosing, args: Mapping[str, object]) -> dict[str, Value]:
        """The entries that are given, read as values."""
        known = {p.local.name: p for p in choosing.picks}
        for name in args:
            if name not in known:
                raise ValueError(f"`{choosing.name}` chooses {', '.join(known) or 'nothing'}, not `{name}`.")
        found: dict[str, Value] = {}
        env: Env | None = None if choosing.carrier is not None else {} if choosing.actor is None else {choosing.actor.id: state.seat}
        for part in choosing.plan:
            match part:
                case Pick(local=local):
                    if local.name in args:
                        found[local.name] = self._read(part, args[local.name], state, env)
                    env = {**env, local.id: found[local.name]} if env is not None and local.name in found else None
                case Bind(local=local, value=expr) if env is not None:
                    env = {**env, local.id: if_seen(self.machine.evaluator, expr, state, env)}
        return found

    def arguments(self, definition: Definition, args: Mapping[str, object]) -> tuple[Value, ...]:
        names = [local.name for local in definition.parameters]
        if set(args) != set(names):
            raise ValueError(f"`{definition.name}` asks for {', '.join(names) or 'nothing'}.")
        return tuple(self._argument(local.type, args[local.name]) for local in definition.parameters)

    def _read(self, pick: Pick, value: object, state: Position, env: Env | None) -> Value:
        """A value of an entry, preferably a candidate that is seen; `env` has the entries above it, None if not all of them are given."""
        of = bare(pick.among.type)
        inner = of.inner if isinstance(of, Set) else of
        among = () if env is None else self.reader.seen_members(pick, state, env)
        if pick.form == "maybe" and value in (None, "none", NOTHING):
            return None
        if pick.form in ("one", "maybe"):
            return self._one(inner, value, among)
        left = list(among)
        chosen = []
        for one in _members(value):
            chosen.append(self._one(inner, one, left))
            left = [candidate for candidate in left if candidate != chosen[-1]]
        return tuple(c for c in among if c in chosen) if set(chosen) <= set(among) else tuple(chosen)

    def _one(self, of: Type, value: object, among: Sequence[Value]) -> Value:
        if isinstance(value, Word | Items | Amounts):
            node: Node | None = value
        else:
            node = read_key("none" if value is None else str(value).lower() if isinstance(value, bool) else str(value))
        found = NO_VALUE if node is None else self.reader.read_value(of, node, among)
        if found is NO_VALUE:
            raise ValueError(f"`{value}` names nothing that could be chosen here.")
        return found

    def _argument(self, of: Type, value: object) -> Value:
        """An argument of a definition; a set is written in brackets or given as a list."""
        inner = bare(of)
        if not isinstance(inner, Set):
            return self._one(of, value, ())
        return tuple(self._one(inner.inner, member, ()) for member in _members(value))


def _members(value: object) -> Sequence[object]:
    """The members of what is given for a set: a list, or a text with brackets; a single value stands for the set of it."""
    node = value if isinstance(value, Items) else read_key(value) if isinstance(value, str) else None
    return node.members if isinstance(node, Items) else value if isinstance(value, list | tuple) else (value,)
