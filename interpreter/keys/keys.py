"""Choice keys: choice tuples as stable text. Records, scenarios and logs are made of them; `reader.py` goes back."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from custumal.dsl.base.types import Border, Column, Corner, Half, Line, Pose, Set, Table, Thing, Type, bare
from custumal.interpreter.keys.names import cell_name, coordinates, joint_name, place_name, pose_row, thing_name, value_name
from custumal.interpreter.position.state import Position
from custumal.interpreter.program import PASS, Bind, Chance, ChoiceTuple, Decide, DrawOne, Pick, Point, RollOne, ShuffleOne, Split, links_of
from custumal.interpreter.reference.machine import Machine
from custumal.interpreter.reference.operations.placements import covered_cells
from custumal.interpreter.setup.layout import columns_of
from custumal.interpreter.setup.placements import BORDERS, TilePlacements
from custumal.interpreter.setup.values import Env, Value

DECLINED = "pass"
Keyed = Sequence[tuple[Value, Hashable]]
"""Things, each with what is equal for those that are interchangeable."""


class Keys:
    """Writes the keys of one program.

    Args:
        machine: a machine that runs it; asked for what can be chosen, and for what chance can bring.
    """

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.instance = machine.instance
        self.listing = machine.listing

    def at_stop(self, state: Position, choice: ChoiceTuple) -> str:
        """The key of a choice or an outcome at the stop at which a position stands."""
        links = links_of(choice)
        return self._whole(state, tuple(choice), links) if links else self._part(state, choice)

    def _whole(self, state: Position, own: ChoiceTuple, links: Sequence[ChoiceTuple]) -> str:
        """The key of a choice that is made as one: behind the values of its own the keys of what is chosen in its course."""
        texts = [self._part(before, part) for before, part in self.machine.course(state, (own, *links))]
        own_text = texts[0].removesuffix(")")
        return f"{own_text}{', ' if own_text != texts[0] else '('}{', '.join(texts[1:])})"

    def _part(self, state: Position, choice: ChoiceTuple) -> str:
        self.machine.evaluator.anew()
        stop = self.machine.program.code[state.pc]
        match stop:
            case Decide(point=point) | Chance(point=point):
                return self.choice(point, choice, state)
            case DrawOne() | ShuffleOne() | RollOne():
                return self.outcome(stop, choice, self.machine.chances.keyed(stop, state))
        raise AssertionError("a position stands at a stop")

    def choice(self, point: Point, choice: ChoiceTuple, state: Position) -> str:
        """The key of a choice at a point: `name(values)`, without parentheses if it has no values."""
        if choice == PASS:
            return DECLINED
        choosing = point.choosings[choice[0]]
        values = list(choice[1:])
        texts: list[str] = []
        env: Env = {} if choosing.actor is None else {choosing.actor.id: state.seat}
        carrier = choosing.carrier
        if carrier is not None:
            env = next(found for found in self.listing.offered(choosing, state, state.seat) if found[carrier.this.id] == values[0])
            texts.append(self.thing(values.pop(0), ()))
        things = max((place for place, part in enumerate(choosing.plan) if isinstance(part, Pick) and _of_things(part)), default=-1)
        for place, part in enumerate(choosing.plan):
            match part:
                case Pick():
                    value = values.pop(0)
                    texts.append(self._picked(part, value, state, env))
                    env = {**env, part.local.id: value}
                case Split():
                    texts.extend(map(str, values.pop(0)))
                case Bind(local=local, value=expr) if place < things:  # what follows tells which things are alike
                    env = {**env, local.id: self.listing.evaluator.value(expr, state, env)}
        return f"{choosing.name}({', '.join(texts)})" if texts else choosing.name

    def outcome(self, stop: DrawOne | RollOne | ShuffleOne, choice: ChoiceTuple, things: Sequence[tuple[int, Hashable]]) -> str:
        """The key of what chance brought: `draw(low(2))`, `roll(5)`, `shuffle(low)`. `things`: all that could come, with their keys."""
        if isinstance(stop, RollOne):
            return f"roll({choice[0]})"
        word = "draw" if isinstance(stop, DrawOne) else "shuffle"
        return f"{word}({self.thing(choice[0], things)})"

    def _picked(self, pick: Pick, value: Value, state: Position, env: Env) -> str:
        of = bare(pick.among.type)
        inner = bare(of.inner) if isinstance(of, Set) else of
        keyed = self.keyed(pick, state, env)
        if pick.form not in ("one", "maybe"):
            return "[" + ", ".join(self.value(inner, member, keyed) for member in value) + "]"
        return self.value(inner, value, keyed)

    def keyed(self, pick: Pick, state: Position, env: Env) -> Keyed:
        """The things that a choice is made among, each with what it looks like; none where no things are chosen."""
        return tuple(self.listing.keyed(pick, state, env)) if _of_things(pick) else ()

    def value(self, of: Type, value: Value, keyed: Keyed = ()) -> str:
        """A value as it stands in a key; `keyed` are the things it was chosen among."""
        if value is None:
            return "none"
        match bare(of):
            case Thing():
                return self.thing(value, keyed)
            case Pose(zone):
                return self.pose(zone, value)
            case Border(zone) | Corner(zone) | Half(zone) as joint:
                form = str(joint).partition(" ")[0]
                return f"{form}({self.pose(zone, value // BORDERS)}, {joint_name(self.instance, joint, value)})"
            case Column(zone):
                layout = self.instance.zones[zone]
                number, column = divmod(value, columns_of(layout))
                return f"column({place_name(self.instance, layout, number)}, {column + 1})"
            case Line(zone):
                return "[" + ", ".join(cell_name(self.instance, self.instance.zones[zone], cell) for cell in value) + "]"
            case Set(inner) | Table(_, inner):
                return "[" + ", ".join(self.value(inner, member) for member in value) + "]"
        return value_name(self.instance, of, value)

    def thing(self, thing: int, among: Keyed) -> str:
        """`row(for-each values, copy)`; the copy only where things that look the same are not interchangeable."""
        name = thing_name(self.instance, thing)
        appearance = self.listing.equivalence.appearance
        mine = next((key for other, key in among if other == thing), None)
        if all(key == mine for other, key in among if other is not None and appearance[other] == appearance[thing]):
            return name
        copy = str(self.instance.things[thing].copy + 1)
        return f"{name[:-1]}, {copy})" if name.endswith(")") else f"{name}({copy})"

    def pose(self, zone: str, pose: int) -> str:
        """`pose-at(place, row, [[column, row, level], ...])`; on boards where things turn, the quarter turns stand behind."""
        layout = self.instance.zones[zone]
        assert layout.placements is not None
        cells = covered_cells(layout, pose)
        place = place_name(self.instance, layout, cells[0] // layout.cells)
        where = ", ".join(str(list(coordinates(layout, cell))) for cell in cells)
        row = pose_row(self.instance, layout, pose)
        if isinstance(layout.placements, TilePlacements):
            return f"pose-at({place}, {row}, [{where}], {layout.placements.placement(pose % layout.placements.count).turn})"
        return f"pose-at({place}, {row}, [{where}])"


def _of_things(pick: Pick) -> bool:
    of = bare(pick.among.type)
    return isinstance(bare(of.inner) if isinstance(of, Set) else of, Thing)
