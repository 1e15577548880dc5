"""Which hidden kept values nobody who doesn't see them can follow: they come of hidden things, or of what is chosen for them alone.

Any other hidden value is known as well as if it were open: it begins as the rules say, and changes before all eyes.
"""

from __future__ import annotations

from collections.abc import Iterator

from custumal.dsl.base.frozen import dataclass, replace
from custumal.dsl.base.types import Set, Thing, Type, bare
from custumal.dsl.model import Act, Expr, GameModel, Local, Trade, Visibility, Write
from custumal.dsl.model.hidden_reads import Hidden
from custumal.dsl.model.node_walk import nodes
from custumal.interpreter.program import Assign, Bind, Branch, CallRoutine, Lap, Next, Pay, Pick, Program, Return, Run
from custumal.interpreter.program.node_fields import nodes_below
from custumal.interpreter.program.statements import ForEach, Statement, Times, Until, When

Exprs = tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Untold:
    """`secret`: the values that come of hidden things; `chosen`: those of something that a seat chooses for hidden values alone, with
    the names of what it chooses; `through`: those that come of things which a seat chooses, with the names of these, which may be hidden or
    not."""

    secret: frozenset[str]
    chosen: dict[str, frozenset[str]]
    through: dict[str, frozenset[str]]


@dataclass(frozen=True, slots=True)
class _Writing:
    """Values that are written at one place of a program, and the expressions on which it hangs whether and what."""

    names: frozenset[str]
    exprs: Exprs


def untold(game: GameModel, program: Program) -> Untold:
    """Of one program."""
    hidden = frozenset(name for name, kept in game.kept.items() if kept.visibility.kind != "all")
    resources = frozenset(name for name in game.resources if name in hidden)
    writings = [one for one in _writings(program, resources) if one.names & hidden]
    chosen, through = _unseen(program, writings, hidden), _of_hidden_kinds(game, program)
    return Untold(_secret(game, program, writings, hidden), _reading(writings, hidden, chosen), _reading(writings, hidden, through))


def _reading(writings: list[_Writing], hidden: frozenset[str], names: set[str]) -> dict[str, frozenset[str]]:
    """The hidden values that are written by names of these, each with those."""
    found: dict[str, frozenset[str]] = {}
    for one in writings:
        read = names & set().union(*map(_names, one.exprs))
        for value in sorted(one.names & hidden) if read else ():
            found[value] = found.get(value, frozenset()) | read
    return found


# ---------------------------------------------------------------- what comes of hidden things


def _secret(game: GameModel, program: Program, writings: list[_Writing], hidden: frozenset[str]) -> frozenset[str]:
    """Grows until what comes of secret values is secret, too."""
    found: frozenset[str] = frozenset()
    while True:
        reading = _Reading(game, program, found)
        further = found | {name for one in writings if any(map(reading, one.exprs)) for name in one.names & hidden}
        if further == found:
            return found
        found = further


class _Reading:
    """Whether an expression tells of hidden things, where these hidden values are secret and all others as good as open."""

    def __init__(self, game: GameModel, program: Program, secret: frozenset[str]) -> None:
        open_ = Visibility("all")
        kept = {name: one if name in secret else replace(one, visibility=open_) for name, one in game.kept.items()}
        self._hidden = Hidden(replace(game, kept=kept), me=False)
        self._told: set[str] = set()
        bound = [(one.local, one.value) for one in nodes_below(program.code) if isinstance(one, Assign | Bind)]
        bound += [given for one in program.code if isinstance(one, CallRoutine) for given in one.arguments]
        bound += [(one.local, one.items) for one in program.code if isinstance(one, Next | Lap)]
        while found := {local.id for local, value in bound if local.id not in self._told and self(value)}:
            self._told |= found

    def __call__(self, expr: Expr) -> bool:
        if self._hidden.read_by(expr, frozenset()) is not None:
            return True
        return not self._told.isdisjoint(_names(expr))


def _of_hidden_kinds(game: GameModel, program: Program) -> set[str]:
    """The names of things that are chosen and may be such as not everybody sees."""
    kinds = {kind for zone in game.zones.values() if zone.visibility.kind != "all" for kind in str(zone.holds).split("|")}
    return {one.local.id for one in nodes_below(program.code) if isinstance(one, Pick) and _is_of(one.local.type, kinds)}


def _is_of(of: Type, kinds: set[str]) -> bool:
    """Whether values of a type are things of some kinds, or sets of them."""
    inner = bare(of)
    inner = bare(inner.inner) if isinstance(inner, Set) else inner
    return isinstance(inner, Thing) and not kinds.isdisjoint(inner.kind.split("|"))


# ---------------------------------------------------------------- what is chosen for them alone


def _unseen(program: Program, writings: list[_Writing], hidden: frozenset[str]) -> set[str]:
    """The names of what is chosen for hidden values alone."""
    picked = {one.local.id for one in nodes_below(program.code) if isinstance(one, Pick)}
    openly = {local for expr in _open_exprs(program, hidden) for local in _names(expr)}
    written = {local for one in writings if one.names <= hidden for expr in one.exprs for local in _names(expr)}
    return picked & written - openly


def _open_exprs(program: Program, hidden: frozenset[str]) -> Iterator[object]:
    """Whatever makes a difference that is seen: all but what is written to hidden values, and what a choice may be."""
    for code in program.code:
        if isinstance(code, Branch):
            yield code.condition
        elif isinstance(code, CallRoutine):
            yield tuple(value for _, value in code.arguments)
        elif isinstance(code, Run):
            yield from (part for one in nodes_below(code.body) for part in _open_parts(one, hidden))


def _open_parts(node: object, hidden: frozenset[str]) -> Iterator[object]:
    match node:
        case Write(kept=name) if name in hidden:
            return
        case Act() | Pay() | Assign():
            yield node
        case When(condition=condition) | Until(condition=condition):
            yield condition
        case ForEach(source=source, where=where):
            yield (source, where)
        case Times(count=count):
            yield count


def _names(node: object) -> set[str]:
    return {one.id for one in nodes(node) if isinstance(one, Local)}


# ---------------------------------------------------------------- where values are written


def _writings(program: Program, resources: frozenset[str]) -> Iterator[_Writing]:
    guards = _guards(program)
    for pc, code in enumerate(program.code):
        if isinstance(code, Run):
            yield from _of_body(code.body, guards.get(pc, ()), resources)


def _of_body(body: tuple[Statement, ...], around: Exprs, resources: frozenset[str]) -> Iterator[_Writing]:
    for one in body:
        match one:
            case Write(kept=name, value=value, condition=condition):
                yield _Writing(frozenset([name]), (*around, *_some(value, condition)))
            case Trade(bundle=bundle, condition=condition):
                yield _Writing(resources, (*around, bundle, *_some(condition)))
            case Pay(cost=cost):
                yield _Writing(resources, (*around, cost))
            case When(condition=condition, then=then, other=other):
                yield from _of_body((*then, *other), (*around, condition), resources)
            case ForEach(source=source, where=where, body=inner):
                yield from _of_body(inner, (*around, source, *_some(where)), resources)
            case Times(count=condition, body=inner) | Until(condition=condition, body=inner):
                yield from _of_body(inner, (*around, condition), resources)


def _some(*exprs: Expr | None) -> Exprs:
    return tuple(expr for expr in exprs if expr is not None)


def _guards(program: Program) -> dict[int, Exprs]:
    """For each address the conditions of the branches that lead past it, and past a call of the routine in which it stands."""
    found: dict[int, Exprs] = {}
    waiting = [(code.condition, at) for pc, code in enumerate(program.code) if isinstance(code, Branch) for at in range(pc, code.target)]
    seen: set[tuple[int, int]] = set()
    while waiting:
        condition, at = waiting.pop()
        if (id(condition), at) in seen:
            continue
        seen.add((id(condition), at))
        found[at] = (*found.get(at, ()), condition)
        code = program.code[at]
        if isinstance(code, CallRoutine):
            waiting += [(condition, one) for one in _routine(program, code.target)]
    return found


def _routine(program: Program, start: int) -> range:
    """The addresses of a routine."""
    end = next((at for at in range(start, len(program.code)) if isinstance(program.code[at], Return)), len(program.code))
    return range(start, end)
