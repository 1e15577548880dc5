"""Which of several things that look the same lies where: in plain games nothing can depend on it, so that one order stands for all.

They are plain if nothing is kept of them and nothing points at them, nothing lies on them, they give no abilities, lie in no pile and
in no pose, nothing is revealed, and no rule goes through them in the order of their copies: they are taken from one place, where nobody
can tell them apart, or counted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from custumal.dsl.base.types import ANYTHING, Anything, Maybe, Place, Set, Table, Thing, Type, bare
from custumal.dsl.model import Call, Expr, Fold, IfElse, Local, Op, Select
from custumal.dsl.model.node_walk import nodes
from custumal.interpreter.position.state import Position
from custumal.interpreter.program import Pick, Program
from custumal.interpreter.setup.instance import Instance
from custumal.interpreter.setup.layout import BOX, PLACES, ZoneLayout

COUNTING = ("some", "no", "every", "count", "sum", "max", "min")
"""What comes out the same in whatever order members are asked."""
UNTOLD = ("scenarios", "accepted", "sources", "rulebook", "display")
"""Parts of a game on which nothing that is played depends."""


class Lookalikes:
    """Knows for one program which things stand for each other wherever they lie.

    Args:
        instance: the game; program: what is played.
    """

    def __init__(self, instance: Instance, program: Program) -> None:
        self.layout = instance.layout
        self.program = program
        self.groups = tuple(self._groups(instance, program))
        kinds = {instance.things[group[0]].kind for group in self.groups}
        types = {local.id: local.type for local in nodes((program.code, tuple(program.actions.values()))) if isinstance(local, Local)}
        self.telling = tuple(slot for id_, slot in program.slots.items() if not _is_harmless(types.get(id_, ANYTHING), kinds))
        """The slots of the frame in which one of them may be named."""

    def ordered(self, state: Position) -> Position:
        """The position with these things in the order of the places in which they lie; changed in place."""
        if not self.groups or self.is_named(state):
            return state
        for group in self.groups:
            self.put(group, sorted(state.c[PLACES][thing] for thing in group), state)
        return state

    def is_named(self, state: Position) -> bool:
        """Whether one of these things may be named in the frame, where the game stands in the middle of something."""
        return any(state.frame[slot] not in (None, (), self.program.frame[slot]) for slot in self.telling)

    def put(self, group: range, locations: Sequence[int], state: Position) -> None:
        """Things of a group go to locations, as many of which were theirs; changed in place."""
        mine: dict[int, list[int]] = {}
        for thing, location in zip(group, locations, strict=True):
            state.c[PLACES][thing] = location
            mine.setdefault(location, []).append(thing)
        for location, things in mine.items():
            if location == BOX:
                continue
            zone = self.layout.zone_at[location]
            local = location - zone.base
            if zone.content >= 0:
                state.c[zone.content][local] = things[0]
            else:
                others = (thing for thing in state.piles[zone.piles + local] if thing not in group)
                state.piles[zone.piles + local] = tuple(sorted((*others, *things)))

    def _groups(self, instance: Instance, program: Program) -> Iterator[range]:
        """The things of each look of which there are several, as far as nothing tells them apart."""
        looks = self.layout.looks
        if len(set(looks)) == len(looks) or self.layout.reveals:
            return
        told = _told_apart(instance, program)
        for look, alike in groupby(range(len(looks)), looks.__getitem__):
            things = [*alike]
            is_all = len(things) == looks.count(look)
            if is_all and len(things) > 1 and instance.things[things[0]].kind not in told:
                yield range(things[0], things[-1] + 1)


def _told_apart(instance: Instance, program: Program) -> set[str]:
    """The kinds whose things something in the rules may tell apart."""
    game = instance.game
    parts = [getattr(game, name) for name in type(game).__dataclass_fields__ if name not in UNTOLD]
    found = {kind.name for kind in game.kinds.values() if kind.active is not None}
    for kept in game.kept.values():
        found |= {kind for of in (*kept.parameters, kept.type) for kind in _kinds_in(of)}
    for layout in instance.layout.zones.values():
        found |= {kind for of in layout.zone.parameters for kind in _kinds_in(of)}
        found |= _of_piles(layout)
    found |= {rule.carrier.kind for rule in game.standing if rule.carrier is not None}
    return found | set(_gone_through(instance, [*parts, program.code, program.actions])) | set(_chosen_beside(program))


def _chosen_beside(program: Program) -> Iterator[str]:
    """The kinds of which one is chosen while another one is named already: a key tells by its copy which of them it is."""
    for pick in nodes((program.code, program.actions)):
        if isinstance(pick, Pick):
            named = {kind for local in pick.watch for kind in _kinds_in(local.type)}
            yield from _kinds_in(pick.among.type) & named


def _of_piles(layout: ZoneLayout) -> set[str]:
    """The kinds that lie in an order or in poses there."""
    is_plain = not layout.ordered and layout.placements is None and (layout.content >= 0 or layout.piles >= 0)
    return set() if is_plain or layout.zone.holds is None else set(layout.zone.holds.split("|"))


def _gone_through(instance: Instance, parts: object) -> Iterator[str]:
    """The kinds of which a rule has several from more than one place, other than to count them."""
    found = [node for node in nodes(parts) if isinstance(node, Expr)]
    counted = {id(part) for node in found for asked in _asked(node) for part in _sources(asked)}
    for node in found:
        if isinstance(bare(node.type), Set | Table) and id(node) not in counted and not _is_of_one_place(instance, node):
            yield from _kinds_in(node.type)


def _asked(node: Expr) -> Sequence[Expr]:
    """The sets of which it is only asked how many there are, or whether something is there."""
    if isinstance(node, Fold):
        return (node.source,) if node.kind in COUNTING else ()
    return node.arguments if isinstance(node, Op) and node.name == "in" else ()


def _sources(node: Expr) -> Iterator[Expr]:
    """A set and what it is a part of."""
    yield node
    while isinstance(node, Select):
        node = node.source
        yield node


def _is_of_one_place(instance: Instance, node: Expr) -> bool:
    """Whether a set has what lies in one place, or a part of it, or only names such a set."""
    match node:
        case Op(name="cell-things") | Local() | Call() | IfElse() | Select(orders=()):
            return True
        case Op(name="things", arguments=(place, *_)):
            of = bare(place.type)
            return isinstance(of, Place) and instance.zones[of.zone].board is None
    return False


def _kinds_in(of: Type) -> set[str]:
    match of:
        case Thing(kind):
            return set(kind.split("|"))
        case Set(inner) | Maybe(inner) | Table(_, inner):
            return _kinds_in(inner)
    return set()


def _is_harmless(of: Type, kinds: set[str]) -> bool:
    """Whether no value of a type names a thing of these kinds."""
    return not isinstance(bare(of), Anything) and not _kinds_in(of) & kinds
