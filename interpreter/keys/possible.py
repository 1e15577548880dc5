"""Which texts can be keys at all, with the players and options of a game: what no position could bring is none."""

from __future__ import annotations

from collections.abc import Sequence

from custumal.dsl.base.types import Border, Cell, Corner, Half, Line, Pose, Set, Table, Thing, Type, bare
from custumal.dsl.check.symbols.questions import placed_thing
from custumal.dsl.model import Const
from custumal.interpreter.keys.keys import DECLINED
from custumal.interpreter.keys.names import pose_row
from custumal.interpreter.keys.reader import NO_VALUE, NOTHING, KeyReader
from custumal.interpreter.keys.syntax import Items, Node, Word, canonical, read_key
from custumal.interpreter.program import Chance, Choosing, Decide, DrawOne, Pick, RollOne, ShuffleOne, Split
from custumal.interpreter.setup.values import Value

CHANCES = ("draw", "roll", "shuffle")
JOINTS = {Border: "border", Corner: "corner", Half: "half"}


class PossibleKeys:
    """Knows for one program what can be a key somewhere in its games.

    Args:
        reader: reads its keys.
    """

    def __init__(self, reader: KeyReader) -> None:
        self.reader = reader
        program = reader.keys.machine.program
        points = [code.point for code in program.code if isinstance(code, Decide | Chance)]
        chances = [code for code in program.code if isinstance(code, DrawOne | RollOne | ShuffleOne)]
        self.choosings: dict[str, list[Choosing]] = {}
        for choosing in (*(one for point in points for one in point.choosings), *program.actions.values()):
            self.choosings.setdefault(choosing.name, []).append(choosing)
        self.chances = {type(one).__name__.removesuffix("One").lower() for one in chances}

    def has(self, text: str, entry: str | None = None) -> bool:
        """Whether a text is the key of something that can be chosen or come in some position, or would be but for the value of the entry
        with this address."""
        node = read_key(text)
        return isinstance(node, Word) and self._is_key(node, entry)

    def _is_key(self, node: Word, entry: str | None) -> bool:
        if node.is_of:
            return False
        if node.name == DECLINED:
            return not node.arguments
        if node.name in CHANCES and node.name in self.chances:
            return self._is_outcome(node)
        return any(self._fits(choosing, node.arguments, entry) for choosing in self.choosings.get(node.name, ()))

    def _is_outcome(self, node: Word) -> bool:
        """One number, or one thing of any kind."""
        if len(node.arguments) != 1:
            return False
        (given,) = node.arguments
        if node.name == "roll":
            return isinstance(given, int)
        return any(self._names(Thing(kind), given) for kind in self.reader.instance.game.kinds)

    def _fits(self, choosing: Choosing, given: Sequence[Node], entry: str | None) -> bool:
        if any(isinstance(part, Split) for part in choosing.plan):
            return all(isinstance(node, int) for node in given)
        carrier, picks = choosing.carrier, choosing.picks
        if carrier is not None:
            if not given or not self._names(Thing(carrier.kind), given[0]):
                return False
            given = given[1:]
        values, links = given[: len(picks)], given[len(picks) :]
        if len(values) < len(picks) or (links and choosing.inside is None):
            return False
        own = dict(zip((pick.local.id for pick in picks), values, strict=True))
        judged = ((pick, node) for pick, node in zip(picks, values, strict=True) if pick.source.address != entry)
        return all(self._picks(pick, node, own) for pick, node in judged) and all(
            isinstance(link, Word) and self._is_key(link, entry) for link in links
        )

    def _picks(self, pick: Pick, node: Node, values: dict[str, Node]) -> bool:
        """Whether a value can stand for an entry; `values` are those of all entries."""
        of = bare(pick.among.type)
        inner = bare(of.inner) if isinstance(of, Set) else of
        if pick.form == "maybe" and node == NOTHING:
            return True
        if pick.form in ("one", "maybe"):
            return self._names(inner, node) and self._is_placed(pick, inner, node, values)
        return isinstance(node, Items) and self._is_set(inner, node.members) and _has_size(pick, len(node.members))

    def _is_set(self, of: Type, members: Sequence[Node]) -> bool:
        """Whether these can be chosen together: each once, of things that are alike as many as there are."""
        if not isinstance(of, Thing):
            return len(set(map(canonical, members))) == len(members) and all(self._names(of, member) for member in members)
        left = list(self.reader.instance.things_of(of.kind))
        # Those that say which copy they are come first, so that none of them is taken for another one.
        for member in sorted(members, key=lambda one: -len(one.arguments) if isinstance(one, Word) else 0):
            thing = self.reader.thing(member, left)
            if thing is None:
                return False
            left.remove(thing)
        return True

    def _names(self, of: Type, node: Node) -> bool:
        """Whether this is how keys write a value of a type."""
        match of, node:
            case (Set(inner), Items(members)):
                return self._is_set(bare(inner), members)
            case (Table(_, inner), Items(members)):
                return all(self._names(bare(inner), member) for member in members)
            case (Line(zone), Items(members)):
                return all(self._names(Cell(zone), member) for member in members)
            case (Border(zone) | Corner(zone) | Half(zone), Word(name, (pose, *_))):
                return name == JOINTS[type(of)] and self._names(Pose(zone), pose)
            case (Set() | Table() | Line() | Border() | Corner() | Half(), _):
                return False
        value = self.reader.read_value(of, node)
        return value is not NO_VALUE and (isinstance(of, Thing) or self._writes(of, value, node))

    def _writes(self, of: Type, value: Value, node: Node) -> bool:
        text = read_key(self.reader.keys.value(of, value))
        return text is not None and canonical(text) == canonical(node)

    def _is_placed(self, pick: Pick, of: Type, node: Node, values: dict[str, Node]) -> bool:
        """Whether a pose can be one of the thing that is chosen with it."""
        placed = placed_thing(pick.among)
        thing = None if placed is None else values.get(placed.id)
        if not isinstance(of, Pose) or placed is None or thing is None or not isinstance(bare(placed.type), Thing):
            return True
        instance = self.reader.instance
        zone, found = instance.zones[of.zone], self.reader.read_value(bare(placed.type), thing)
        if found is NO_VALUE or zone.placements is None:
            return True
        first = next(iter(zone.placements.of_thing(found)), None)
        return first is None or pose_row(instance, zone, first) == pose_row(instance, zone, self.reader.read_value(of, node))


def _has_size(pick: Pick, number: int) -> bool:
    """Whether so many can be chosen, where how many is a number that stands there."""
    amount = pick.amount.value if isinstance(pick.amount, Const) else None
    if not isinstance(amount, int):
        return True
    return number == amount if pick.form == "exactly" else number <= amount
