"""Texts as choices: which choice a key names at a point."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress

from custumal.dsl.base.types import Bundle, Cell, Column, Maybe, Number, Place, Pose, Row, Seat, Set, Symbol, Thing, Truth, Type, bare
from custumal.interpreter.keys.keys import DECLINED, Keys
from custumal.interpreter.keys.names import place_name, thing_name
from custumal.interpreter.keys.placement_keys import PlacementKeys
from custumal.interpreter.keys.syntax import Amounts, Items, Node, Word, canonical, read_key
from custumal.interpreter.position.state import Position
from custumal.interpreter.position.unseen import UNSEEN, Unseen, is_unseen
from custumal.interpreter.program import PASS, Bind, ChoiceTuple, Choosing, Pick, Point
from custumal.interpreter.reference.evaluate import if_seen
from custumal.interpreter.setup.values import Env, Value

NOTHING = Word("none")


class KeyReader:
    """Reads the keys that a writer of one program writes.

    Args:
        keys: the writer.
    """

    def __init__(self, keys: Keys) -> None:
        self.keys = keys
        self.instance = keys.instance
        self.listing = keys.listing
        self._nodes: dict[tuple[Type, Value], Node | None] = {}
        self._placement_keys: dict[str, PlacementKeys] = {}

    @staticmethod
    def find(text: str, listed: Sequence[tuple[ChoiceTuple, str]]) -> ChoiceTuple | None:
        """Which of the listed choices a text names: it is its key, but for blanks and the order of sets."""
        exact = next((choice for choice, key in listed if key == text), None)
        wanted = read_key(text) if exact is None else None
        if wanted is None:
            return exact
        nodes = [(choice, node) for choice, key in listed if (node := read_key(key)) is not None]
        blanks_only = next((choice for choice, node in nodes if node == wanted), None)
        if blanks_only is not None:
            return blanks_only
        wanted = canonical(wanted)
        return next((choice for choice, node in nodes if canonical(node) == wanted), None)

    def read(self, text: str, point: Point, state: Position) -> list[ChoiceTuple]:
        """What a text could mean at a point, listed or not: choice tuples with the name and the values that it gives."""
        node = read_key(text)
        if not isinstance(node, Word) or node.is_of:
            return []
        if node.name == DECLINED and not node.arguments:
            return [PASS]
        found = (
            self._read_choice(number, node.arguments, point, state)
            for number, choosing in enumerate(point.choosings)
            if choosing.name == node.name
        )
        return [choice for choice in found if choice is not None]

    def _read_choice(self, number: int, given: Sequence[Node], point: Point, state: Position) -> ChoiceTuple | None:
        choosing = point.choosings[number]
        carrier = choosing.carrier
        carried: tuple[int, ...] = ()
        env: Env = {} if choosing.actor is None else {choosing.actor.id: state.seat}
        if carrier is not None and given:
            this = self._read_thing(given[0], carrier.kind, ())
            if this is None:
                return None
            carried, given = (this,), given[1:]
            env = self._carried_by(choosing, this, state) or env
        values = [value for _, value in self._read_entries(choosing, given, state, env)]
        entries = sum(isinstance(part, Pick) for part in choosing.plan)
        is_whole = len(values) == entries == len(given) and all(value is not NO_VALUE for value in values)
        return (number, *carried, *values) if is_whole else None

    def _carried_by(self, choosing: Choosing, this: int, state: Position) -> Env | None:
        """The names with which a choosing begins that a thing brings along; None if it brings none, as far as that is seen."""
        carrier = choosing.carrier
        with suppress(Unseen):
            for found in self.listing.offered(choosing, state, state.seat):
                if carrier is not None and found[carrier.this.id] == this:
                    return found
        return None

    def _read_entries(self, choosing: Choosing, given: Iterable[Node], state: Position, env: Env) -> Iterator[tuple[Pick, Value]]:
        """The entries with their values, up to the first that has none: it is not given, or what is given names no value."""
        waiting = iter(given)
        for part in choosing.plan:
            match part:
                case Pick():
                    node = next(waiting, None)
                    if node is None:
                        return
                    value = self._read_pick(part, node, state, env)
                    yield part, value
                    if value is NO_VALUE:
                        return
                    env = {**env, part.local.id: value}
                case Bind(local=local, value=expr):
                    env = {**env, local.id: if_seen(self.listing.evaluator, expr, state, env)}

    def unread(self, text: str, point: Point, state: Position) -> Pick | None:
        """The first entry for which a key gives something that is no value of its kind; None if there is no such entry."""
        node = read_key(text)
        for choosing in point.choosings:
            if isinstance(node, Word) and not node.is_of and choosing.name == node.name and choosing.carrier is None:
                env: Env = {} if choosing.actor is None else {choosing.actor.id: state.seat}
                for pick, value in self._read_entries(choosing, node.arguments, state, env):
                    if value is NO_VALUE:
                        return pick
        return None

    def _read_pick(self, pick: Pick, node: Node, state: Position, env: Env) -> Value:
        of = bare(pick.among.type)
        inner = of.inner if isinstance(of, Set) else of
        among = self.seen_members(pick, state, env)
        if pick.form == "maybe" and node == NOTHING:
            return None
        if pick.form in ("one", "maybe"):
            return self.read_value(inner, node, among)
        if not isinstance(node, Items):
            return NO_VALUE
        chosen: list[Value] = []
        for member in node.members:
            value = self.read_value(inner, member, [candidate for candidate in among if candidate not in chosen])
            if value is NO_VALUE:
                return NO_VALUE
            chosen.append(value)
        return tuple(candidate for candidate in among if candidate in chosen) if set(chosen) <= set(among) else tuple(chosen)

    def seen_members(self, pick: Pick, state: Position, env: Env) -> tuple[Value, ...]:
        """What an entry is chosen among, as far as that is seen."""
        try:
            found = self.listing.members(pick.among, state, env)
        except Unseen:
            return ()
        return tuple(member for member in found if member is not UNSEEN) if is_unseen(found) else found

    def read_value(self, of: Type, node: Node, among: Sequence[Value] = ()) -> Value:
        """The value of a type that a node names, preferably one of `among`; `NO_VALUE` if it names none."""
        inner = bare(of)
        if node == NOTHING and not isinstance(inner, Bundle):
            return None if isinstance(of, Maybe) else NO_VALUE
        match inner, node:
            case Bundle(), Word("none", ()):
                return None if isinstance(of, Maybe) else self._read_bundle(())
            case Number(), int():
                return node
            case Truth(), Word("true" | "false" as word):
                return word == "true"
            case Bundle(), Amounts(parts):
                return self._read_bundle(parts)
            case Row(kind), Word(name, ()):
                return _position([row.name for row in self.instance.game.kinds[kind].rows], name)
            case Symbol(name), Word(word, ()):
                return _position(self.instance.symbols(name), word)
            case Thing(kind), _:
                thing = self._read_thing(node, kind, among)
                return NO_VALUE if thing is None else thing
        return self._by_name(inner, node, among)

    def _by_name(self, of: Type, node: Node, among: Sequence[Value]) -> Value:
        """Seats, places, cells, poses: the value whose own key is this node."""
        if isinstance(of, Pose):
            pose = self._placements(of.zone).read(node, among)
            return NO_VALUE if pose is None else pose
        wanted = canonical(node)
        candidates = (*among, *self._all(of))
        for value in candidates:
            if self._node(of, value) == wanted:
                return value
        return NO_VALUE

    def _node(self, of: Type, value: Value) -> Node | None:
        """The canonical key of a value; each is read once."""
        if (of, value) not in self._nodes:
            node = read_key(self.keys.value(of, value))
            self._nodes[of, value] = None if node is None else canonical(node)
        return self._nodes[of, value]

    def _placements(self, zone: str) -> PlacementKeys:
        if zone not in self._placement_keys:
            layout = self.instance.zones[zone]
            places = [read_key(place_name(self.instance, layout, number)) for number in range(layout.instances)]
            self._placement_keys[zone] = PlacementKeys(self.instance, layout, places)
        return self._placement_keys[zone]

    def _all(self, of: Type) -> Iterable[Value]:
        match of:
            case Seat() | Place() | Cell() | Column():
                return self.instance.domain(of).values()
        return ()

    def _read_thing(self, node: Node, kind: str, among: Sequence[Value]) -> int | None:
        """A thing by its row, for-each values and perhaps its copy; the first that fits, candidates first."""
        return self.thing(node, (*among, *self.instance.things_of(kind)))

    def thing(self, node: Node, things: Iterable[Value]) -> int | None:
        """The first of some things that a node names, with or without its copy."""
        for thing in things if isinstance(node, Word) else ():
            if thing is None:
                continue
            name = read_key(thing_name(self.instance, thing))
            assert isinstance(name, Word)
            copy = self.instance.things[thing].copy + 1
            if node in (name, Word(name.name, (*name.arguments, copy))):
                return int(thing)
        return None

    def _read_bundle(self, parts: Sequence[tuple[int, str]]) -> Value:
        amounts = [0] * len(self.instance.game.resources)
        for amount, word in parts:
            if word not in self.instance.game.resources:
                return NO_VALUE
            amounts[self.instance.game.resources.index(word)] += amount
        return tuple(amounts)


class _NoValue:
    """What a node names that names no value of the type wanted."""


NO_VALUE = _NoValue()


def _position(words: Sequence[str], word: str) -> Value:
    return list(words).index(word) if word in words else NO_VALUE
