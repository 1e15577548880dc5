"""What the effects without a stop do to a state."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product

from custumal.dsl.base.types import Cell, Place, Pose, Set, Type, bare
from custumal.dsl.model import Act, Build, Draw, Expr, Kept, Move, Reveal, Swap, Trade, Write
from custumal.interpreter.position.contents import room_left, things_at, things_in, zone_of
from custumal.interpreter.position.knowledge import note_laid
from custumal.interpreter.position.mutation import (
    discard_thing,
    full,
    lying_at,
    move_thing,
    place_thing,
    reveal_things,
    set_kept,
    swap_things,
)
from custumal.interpreter.position.open_order import is_in_open_order
from custumal.interpreter.position.state import Position
from custumal.interpreter.program.moved_openly import is_moved_openly
from custumal.interpreter.reference.evaluates import Evaluates
from custumal.interpreter.reference.operations.absent import absent
from custumal.interpreter.reference.operations.nouns import supply_left
from custumal.interpreter.reference.operations.placements import covered_cells
from custumal.interpreter.setup.boards import Cubes
from custumal.interpreter.setup.errors import PlayError
from custumal.interpreter.setup.layout import BOX, MASKS, PLACES, KeptLayout, ZoneLayout
from custumal.interpreter.setup.values import Env, Value, bounded


class Effects:
    """Carries out effects.

    Args:
        evaluator: evaluates their parts.
        displace: whether a thing moved to a full place sends what lay there to the box, as scenarios arrange it.
    """

    def __init__(self, evaluator: Evaluates, *, displace: bool = False) -> None:
        self.evaluator = evaluator
        self.instance = evaluator.instance
        self.layout = evaluator.instance.layout
        self.displace = displace
        self.on_reveal: Callable[[Position, Sequence[int], Sequence[int]], None] | None = None
        """Told of everything that is revealed, before it is known."""
        self.on_done: Callable[[Position, bool], None] | None = None
        """Told of the position behind every effect, also of those that are only tried out; and whether everybody knows which of the things
        that lay together it has moved, if not what they are."""
        self.open_names: frozenset[str] = frozenset()
        """The names of things that everybody can tell apart from others by where they lie."""

    def apply(self, effect: Act, state: Position, env: Env) -> None:
        """Carry out one effect (Write, Move, Draw from what is no bag, Swap, Trade, Reveal, Build) if its condition holds.

        Raises:
            PlayError: with its place in the rules.
        """
        if effect.condition is not None and not self.evaluator.value(effect.condition, state, env):
            return
        try:
            _EFFECTS[type(effect)](self, effect, state, env)
        except PlayError as error:
            raise error.at(effect.span) from None
        if self.on_done is not None:
            self.on_done(state, self._is_open(effect))

    def _is_open(self, effect: Act) -> bool:
        match effect:
            case Move():
                return is_moved_openly(effect.things, self.open_names)
            case Swap():
                return all(is_moved_openly(side, self.open_names) for side in (effect.a, effect.b))
            case Draw():
                return zone_of(self.instance, bare(effect.origin.type)).ordered
        return True

    # ------------------------------------------------------------ kept values

    def write(self, effect: Write, state: Position, env: Env) -> None:
        layout = self.instance.kept[effect.kept]
        amount = None if effect.value is None else self.evaluator.value(effect.value, state, env)
        for arguments in self._argument_lists(effect.arguments, state, env):
            index = layout.index(arguments)
            old = state.c[layout.column][index]
            match effect.mode:
                case "set":
                    new = amount
                case "raise":
                    new = bounded(old + amount)
                case "lower":
                    new = bounded(old - amount)
                case _:
                    new = self.start_value(effect.kept, arguments, state)
            set_kept(state, layout, index, new)

    def _argument_lists(self, arguments: tuple[Expr, ...], state: Position, env: Env) -> Iterator[tuple[int, ...]]:
        """Every combination of arguments; one that is a set stands for each member, nothing for none."""
        choices = []
        for argument in arguments:
            value = self.evaluator.value(argument, state, env)
            if isinstance(bare(argument.type), Set):
                choices.append(value)
            else:
                choices.append(() if value is None else (value,))
        return product(*choices)

    def start_value(self, name: str, arguments: tuple[int, ...], state: Position) -> Value:
        """What a kept value is at first at these arguments."""
        kept = self.instance.game.kept[name]
        env = {local.id: value for local, value in zip(kept.locals, arguments, strict=True)}
        return within(self.instance.kept[name], self.evaluator.value(kept.start, state, env))

    def restore(self, name: str, state: Position, seat: int | None = None) -> None:
        """Put the entries of a kept value back to their start; only those whose first argument is `seat` if it is given."""
        layout = self.instance.kept[name]
        column = state.c[layout.column]
        for index in range(layout.base, layout.base + layout.size):
            arguments = layout.arguments(index)
            if seat is None or arguments[0] == seat:
                column[index] = self.start_value(name, arguments, state)

    # ------------------------------------------------------------ things

    def move(self, effect: Move, state: Position, env: Env) -> None:
        moved = self.things_of(effect.things, state, env)
        openly = is_moved_openly(effect.things, self.open_names)
        if effect.target is None:
            for thing in moved:
                discard_thing(self.layout, state, thing, openly=openly)
            return
        target = self.evaluator.value(effect.target, state, env)
        if target is None or not moved:
            return
        of = bare(effect.target.type)
        if isinstance(of, Pose):
            self._lay(state, moved[0], self.instance.zones[of.zone], target, openly=openly)
            return
        # What is moved together keeps its order: the first ends on top of a pile.
        ordered = moved if effect.bottom else moved[::-1]
        for thing in ordered if zone_of(self.instance, of).ordered else moved:
            self.put(state, thing, of, target, bottom=effect.bottom, openly=openly)
        if state.known and not is_in_open_order(effect.things, self.instance):
            note_laid(self.layout, state, moved)

    def things_of(self, expr: Expr, state: Position, env: Env) -> tuple[int, ...]:
        """The things that an expression names: one, maybe one, a set, or all in a place or cell; none where the one is absent."""
        if absent(self.instance, expr) is not None:
            return ()
        value = self.evaluator.value(expr, state, env)
        if value is None:
            return ()
        of = bare(expr.type)
        if isinstance(of, Place):
            return things_in(self.instance.zones[of.zone], state, value)
        if isinstance(of, Cell):
            return things_at(self.instance.zones[of.zone], state, value)
        return value if isinstance(of, Set) else (value,)

    def put(self, state: Position, thing: int, of: Type, target: int, *, bottom: bool = False, openly: bool = False) -> None:
        """Move a thing to a place or cell; in a board without a cell named, to its first cell with room."""
        zone = zone_of(self.instance, of)
        local = self._local(state, zone, of, target)
        if self.displace and state.c[PLACES][thing] != zone.base + local:
            self._make_room(state, zone, local)
        move_thing(self.layout, state, thing, zone.base + local, bottom, openly=openly)

    def _local(self, state: Position, zone: ZoneLayout, of: Type, target: int) -> int:
        if zone.board is None or isinstance(of, Cell):
            return target
        found = next((cell for cell in zone.cell_range(target) if room_left(zone, state, cell)), None)
        if found is None:
            raise full(zone)
        return found

    def _make_room(self, state: Position, zone: ZoneLayout, local: int) -> None:
        if room_left(zone, state, local) == 0:
            for thing in lying_at(self.layout, state, zone.base + local):
                discard_thing(self.layout, state, thing)

    def _lay(self, state: Position, thing: int, zone: ZoneLayout, pose: int, *, openly: bool) -> None:
        if self.displace:
            for cell in covered_cells(zone, pose):
                self._make_room(state, zone, cell)
        place_thing(self.layout, state, thing, zone, pose, openly=openly)

    def draw(self, effect: Draw, state: Position, env: Env) -> None:
        count = self.evaluator.value(effect.count, state, env)
        origin = self.evaluator.value(effect.origin, state, env)
        target = self.evaluator.value(effect.target, state, env)
        if origin is None or target is None:
            return
        of = bare(effect.origin.type)
        zone = zone_of(self.instance, of)
        lying = things_in(zone, state, origin) if isinstance(of, Place) else things_at(zone, state, origin)
        for thing in lying[: max(count, 0)]:
            # From a pile it is the top that is drawn.
            self.put(state, thing, bare(effect.target.type), target, openly=zone.ordered)

    def swap(self, effect: Swap, state: Position, env: Env) -> None:
        """Two things change places; of two sets each with the one that stands at the same position."""
        ones, others = self.things_of(effect.a, state, env), self.things_of(effect.b, state, env)
        openly = all(is_moved_openly(side, self.open_names) for side in (effect.a, effect.b)) and len(ones) == len(others)
        for one, other in zip(ones, others, strict=False):
            swap_things(self.layout, state, one, other, openly=openly)
        if state.known and not all(is_in_open_order(side, self.instance) for side in (effect.a, effect.b)):
            note_laid(self.layout, state, ones)
            note_laid(self.layout, state, others)

    def reveal(self, effect: Reveal, state: Position, env: Env) -> None:
        if not state.known and self.on_reveal is None:
            return
        seats = self.instance.all_seats if effect.seats is None else self.evaluator.value(effect.seats, state, env)
        things = self.things_of(effect.things, state, env)
        if self.on_reveal is not None:
            self.on_reveal(state, things, seats)
        if state.known:
            reveal_things(state, things, seats)

    # ------------------------------------------------------------ resources

    def trade(self, effect: Trade, state: Position, env: Env) -> None:
        bundle = self.evaluator.value(effect.bundle, state, env)
        seat = self.evaluator.value(effect.seat, state, env)
        if bundle is None or seat is None:
            return
        for resource, number in enumerate(bundle):
            if number and effect.mode == "gain":
                self.gain(state, seat, resource, number)
            elif number:
                self.lose(state, seat, resource, number)

    def gain(self, state: Position, seat: int, resource: int, number: int) -> int:
        """A seat gets some of a resource, through the value named by `through`, as far as supply and bounds allow.

        Returns:
            How much more it has than before.
        """
        kept = self.instance.resource(resource)
        if kept.through is not None:
            number = self._through(kept, seat, number, state)
        return self.gain_directly(state, seat, resource, number)

    def gain_directly(self, state: Position, seat: int, resource: int, number: int) -> int:
        """The same with what has come through already."""
        return self._change(state, self.instance.resource(resource), seat, min(number, supply_left(self.instance, state, resource)))

    def lose(self, state: Position, seat: int, resource: int, number: int) -> int:
        """A seat gives up some of a resource, but only what it has: down to its `least`, which may be below nothing.

        Returns:
            How much less it has than before.
        """
        return -self._change(state, self.instance.resource(resource), seat, -max(number, 0))

    def _through(self, kept: Kept, seat: int, number: int, state: Position) -> int:
        name = str(kept.through).rsplit(".", 1)[-1]
        return int(self.evaluator.call(name, (seat, number), state))

    def _change(self, state: Position, kept: Kept, seat: int, number: int) -> int:
        layout = self.instance.kept[kept.name]
        column, index = state.c[layout.column], layout.base + seat
        before = column[index]
        set_kept(state, layout, index, bounded(before + number))
        return int(column[index] - before)

    # ------------------------------------------------------------ scenarios

    def build(self, effect: Build, state: Position, env: Env) -> None:
        place = self.evaluator.value(effect.place, state, env)
        zone = zone_of(self.instance, effect.place.type)
        board = zone.board
        assert isinstance(board, Cubes)
        start = place * zone.cells
        for thing in things_in(zone, state, place):
            discard_thing(self.layout, state, thing)
        wanted = [cell for column, height in zip(board.columns.cells, effect.heights, strict=True) for cell in column[:height]]
        if not wanted:
            return
        # One thing stands for all cubes, so that as few as possible are missing where they belong.
        thing = self._free_thing(state, zone)
        move_thing(self.layout, state, thing, zone.base + start + min(wanted))
        for cell in wanted:
            state.c[zone.content][start + cell] = thing
            state.c[MASKS][zone.masks + place] |= 1 << cell

    def _free_thing(self, state: Position, zone: ZoneLayout) -> int:
        """A thing that lies in no board, rather in a bag than elsewhere."""
        assert zone.zone.holds is not None
        best, best_rank = -1, -1
        for thing in self.instance.things_of(zone.zone.holds):
            location = state.c[PLACES][thing]
            home = None if location == BOX else self.layout.zone_at[location]
            rank = 1 if home is None else 0 if home.board is not None else 3 if home.zone.shape.form == "bag" else 2
            if rank >= best_rank:
                best, best_rank = thing, rank
        return best


def within(layout: KeptLayout, value: Value) -> Value:
    """A value inside the bounds of a kept value."""
    if value is None or (layout.low is None and layout.high is None):
        return value
    if layout.low is not None:
        value = max(value, layout.low)
    return value if layout.high is None else min(value, layout.high)


_EFFECTS: dict[type[Act], Callable[..., None]] = {
    Write: Effects.write,
    Move: Effects.move,
    Draw: Effects.draw,
    Swap: Effects.swap,
    Trade: Effects.trade,
    Reveal: Effects.reveal,
    Build: Effects.build,
}


def apply(evaluator: Evaluates, effect: Act, state: Position, env: Env, *, displace: bool = False) -> None:
    """Carry out one effect without a stop; see `Effects.apply`."""
    Effects(evaluator, displace=displace).apply(effect, state, env)
