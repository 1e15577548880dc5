"""What stands in the frame of a program besides places and kept values: names bound on the way, which may tell hidden things."""

from __future__ import annotations

from collections.abc import Mapping

from custumal.dsl.base.frozen import dataclass
from custumal.dsl.base.types import Set, Thing, bare
from custumal.dsl.model import Expr, GameModel, Local
from custumal.dsl.model.hidden_reads import Hidden
from custumal.dsl.model.node_walk import nodes
from custumal.interpreter.position.unseen import UNSEEN, is_unseen
from custumal.interpreter.program import Assign, Bind, Decide, DrawOne, Keep, Pick, Point, Program, RollOne, ShuffleOne, Split
from custumal.interpreter.program.internals import positions_id
from custumal.interpreter.program.node_fields import nodes_below
from custumal.interpreter.setup.values import Value


@dataclass(frozen=True, slots=True)
class SealedSlots:
    """A stretch of the program in which all choose unseen: the slot of what has been chosen, that of who chooses, those that are
    the chooser's alone, and with each decision those that still hold what somebody else chose until it has been made."""

    since: int
    until: int
    items: int
    chooser: int
    own: tuple[int, ...]
    left_over: tuple[tuple[int, tuple[int, ...]], ...]


@dataclass(frozen=True, slots=True)
class FrameSecrets:
    """Which slots of a program's frame tell hidden things, and to whom: those that hold things, and whether sets of them; those that nobody
    may know; those that are worked out (see `_of_value`); the stretches in which all choose unseen."""

    things: dict[int, bool]
    untold: tuple[int, ...]
    worked_out: tuple[tuple[int, bool, int | None, tuple[int, ...]], ...]
    sealed: tuple[SealedSlots, ...]

    def hide(self, frame: list[Value], pc: int, seat: int | None, unseen: set[int]) -> None:
        """Take out of a frame, in place, what a seat may not know; `unseen` are the things that it doesn't see."""
        before = tuple(frame)
        for slot in self.untold:
            frame[slot] = UNSEEN
        for slot, is_set in self.things.items():
            frame[slot] = _without(frame[slot], unseen, is_set=is_set)
        for sealed in self.sealed:
            if sealed.since <= pc <= sealed.until:
                _hide_sealed(frame, sealed, pc, seat)
        hidden = {slot for slot, value in enumerate(frame) if is_unseen(value)}
        changed = True
        while changed:
            changed = False
            for slot, secret, own, read in self.worked_out:
                is_secret = secret and (own is None or seat is None or before[own] != seat)
                if (is_secret or not hidden.isdisjoint(read)) and frame[slot] is not UNSEEN and slot not in read:
                    frame[slot], changed = UNSEEN, True
                    hidden.add(slot)

    def left_over(self, pc: int) -> tuple[int, ...]:
        """Where all choose unseen: the slots that still hold what was chosen before, and are written before anything reads them; not those
        of who chose it."""
        found = [sealed for sealed in self.sealed if sealed.since <= pc <= sealed.until]
        seats = {own for _, _, own, _ in self.worked_out} | {sealed.chooser for sealed in found}
        return tuple(slot for sealed in found for at, bound in sealed.left_over if at >= pc for slot in bound if slot not in seats)

    def rename(self, frame: list[Value], instead: Mapping[int, int]) -> None:
        """Names of things stand for others, in place."""
        for slot in self.things:
            value = frame[slot]
            if isinstance(value, tuple):
                frame[slot] = tuple(instead.get(one, one) for one in value)
            elif value is not None:
                frame[slot] = instead.get(value, value)


def frame_secrets(game: GameModel, program: Program) -> FrameSecrets:
    """What the frame of a program tells of hidden things."""
    found, slots = list(nodes_below(program.code)), program.slots
    things = [one for one in found if isinstance(one, Local) and one.id in slots and _is_of_things(one)]
    untold = {slots[one.local.id] for one in found if isinstance(one, RollOne | DrawOne | ShuffleOne)}
    # Positions are noted with all that is in them.
    untold |= {slot for name, slot in slots.items() if name.startswith(positions_id(""))}
    values = [(one.local, one.value) for one in found if isinstance(one, Assign | Bind) and one.local.id in slots]
    return FrameSecrets(
        {slots[one.id]: isinstance(bare(one.type), Set) for one in things},
        tuple(sorted(untold)),
        tuple(_of_value(game, slots, slots[local.id], value) for local, value in values),
        tuple(_sealed(program, pc, code) for pc, code in enumerate(program.code) if isinstance(code, Keep)),
    )


def _of_value(game: GameModel, slots: dict[str, int], slot: int, value: Expr) -> tuple[int, bool, int | None, tuple[int, ...]]:
    """A slot, whether its value reads what not everybody sees, the slot of the one seat that sees it, and the slots that it reads."""
    secret = Hidden(game, me=False).read_by(value, frozenset()) is not None
    locals_ = [one for one in nodes(value) if isinstance(one, Local) and one.id in slots]
    me = next((slots[one.id] for one in locals_ if one.name == "me"), None)
    own = me if secret and Hidden(game).read_by(value, frozenset()) is None else None
    return slot, secret, own, tuple(slots[one.id] for one in locals_)


def _is_of_things(local: Local) -> bool:
    of = bare(local.type)
    return isinstance(bare(of.inner) if isinstance(of, Set) else of, Thing)


def _without(value: Value, unseen: set[int], *, is_set: bool) -> Value:
    """A thing, or a set of things, without those that are not seen."""
    if is_set and isinstance(value, tuple):
        return tuple(UNSEEN if member in unseen else member for member in value)
    return UNSEEN if isinstance(value, int) and value in unseen else value


def _sealed(program: Program, pc: int, keep: Keep) -> SealedSlots:
    slots, chooser = program.slots, keep.values[0]
    points = [(at, code.point) for at, code in enumerate(program.code[keep.since : pc], keep.since) if isinstance(code, Decide)]
    left_over = tuple((at, tuple(sorted(_bound_at(point, slots)))) for at, point in points)
    own = {slots[local.id] for local in keep.values[1:]} | {slot for _, bound in left_over for slot in bound}
    return SealedSlots(keep.since, pc, slots[keep.items.id], slots[chooser.id], tuple(sorted(own)), left_over)


def _bound_at(point: Point, slots: dict[str, int]) -> set[int]:
    """The slots that a choice at a point writes."""
    bound: list[Local | None] = []
    for choosing in point.choosings:
        bound += [part.local for part in choosing.plan if isinstance(part, Pick | Bind | Split)]
        rule = None if choosing.offered_by is None else choosing.offered_by.rule
        carrier = None if rule is None else rule.carrier
        bound += [choosing.actor, None if rule is None else rule.actor]
        bound += [] if carrier is None else [carrier.this, carrier.owner, carrier.copies]
    return {slots[local.id] for local in bound if local is not None and local.id in slots}


def _hide_sealed(frame: list[Value], sealed: SealedSlots, pc: int, seat: int | None) -> None:
    """Of what has been chosen a seat knows its own."""
    kept = frame[sealed.items] or ()
    frame[sealed.items] = tuple(one if one[0] == seat else UNSEEN for one in kept)
    hidden = sealed.own if frame[sealed.chooser] != seat else [slot for at, bound in sealed.left_over if at >= pc for slot in bound]
    for slot in hidden:
        frame[slot] = UNSEEN
