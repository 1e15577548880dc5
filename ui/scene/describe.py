"""Values and choices in the words of players."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from custumal.dsl.base.frozen import dataclass
from custumal.dsl.base.types import Cell, Pose, Seat, Set, Symbol, Table, Thing, Type, bare
from custumal.dsl.model import Expr, Local
from custumal.dsl.model.expression_walk import every_expression
from custumal.interpreter.engine import Engine
from custumal.interpreter.keys.labels import GAP
from custumal.interpreter.keys.names import coordinates, value_name
from custumal.interpreter.position.state import Position
from custumal.interpreter.position.unseen import Unseen
from custumal.interpreter.program import PASS, ChoiceTuple, Choosing, Pick, Split, links_of
from custumal.interpreter.reference.operations.placements import covered_cells, edge, outline
from custumal.interpreter.setup.boards import SIDES
from custumal.interpreter.setup.layout import BOX, PLACEMENTS, PLACES, ZoneLayout
from custumal.interpreter.setup.values import Value
from custumal.ui.scene.around import corner_words, half_words
from custumal.ui.scene.display_hints import Hints, hints_of
from custumal.ui.text.phrases import phrase


@dataclass(frozen=True, slots=True)
class ChoiceSlot:
    """One place of a choice tuple behind the number of its choosing: its name, type and the pick that asks for it, if any."""

    name: str
    type: Type | None
    asks: Pick | None = None


def slots_of(choosing: Choosing) -> list[ChoiceSlot]:
    """What a choice tuple holds behind the number of the choosing."""
    found = [] if choosing.carrier is None else [ChoiceSlot(choosing.carrier.this.name, Thing(choosing.carrier.kind))]
    for part in choosing.plan:
        if isinstance(part, Pick):
            found.append(ChoiceSlot(part.local.name, part.local.type, part))
        elif isinstance(part, Split):
            found.append(ChoiceSlot(part.local.name, None))
    return found


class Describer:
    """Words for one game with its players, in one language."""

    def __init__(self, engine: Engine, language: str) -> None:
        self.engine = engine
        self.labels = engine.labels
        self.language = language
        self._seen: tuple[Position | None, Position | None] = (None, None)

    @cached_property
    def hints(self) -> Hints:
        """How the game wants to be shown."""
        return hints_of(self.engine.instance.game.display)

    def _told(self, position: Position) -> Position:
        """The position as whoever chooses in it sees it; many things are told of one."""
        if self._seen[0] is not position:
            self._seen = position, self.engine.seen(position, position.seat)
        assert self._seen[1] is not None
        return self._seen[1]

    def choosing(self, position: Position, choice: ChoiceTuple) -> Choosing | None:
        """What a choice tuple chooses; None for `pass` and for chance."""
        point = self.engine.reference.point(position)
        return None if point is None or choice == PASS else point.choosings[choice[0]]

    # ------------------------------------------------------------ values

    def value(self, value: Value, of: Type | None, position: Position | None = None) -> str:
        """A value for people; in a position, things are told by what is so of them there."""
        if value is None or of is None:
            return str(value) if value is not None else self.labels.value(None, Seat(), self.language)
        match bare(of):
            case Pose(zone):
                return self._pose(zone, value)
            case Set(inner):
                return ", ".join(self.value(one, inner, position) for one in value) or self.labels.value(None, inner, self.language)
            case Cell(zone):
                return self._cell(zone, value, None if position is None else position.seat)
        return self.labels.value(value, of, self.language, None if position is None else self._told(position))

    def _cell(self, zone: str, cell: int, chooser: int | None) -> str:
        """A cell, with whose it is where there are several places of the zone."""
        layout = self.engine.instance.zones[zone]
        text = self._square(layout, cell) or self.labels.cell(zone, cell, self.language).replace(", ", ",")
        if layout.instances == 1:
            return text
        pairs = zip(layout.zone.parameters, layout.arguments(cell // layout.cells), strict=True)
        # The own place of whoever chooses goes without saying.
        return " ".join([text, *(self.value(value, of) for of, value in pairs if not isinstance(of, Seat) or value != chooser)])

    def _square(self, layout: ZoneLayout, cell: int) -> str | None:
        """The letter and the number at the edges of a flat board that lead to a cell; None where something else is written there."""
        letters = self.hints.edges.get((layout.name, "columns"), ())
        if layout.board is None or not letters or any(len(word) != 1 or not word.isalpha() for word in letters):
            return None
        x, y, *levels = coordinates(layout, cell)
        numbers = self.hints.edge(layout.name, "rows", max(at[1] for at in layout.board.coordinates))
        return None if levels or x > len(letters) or not numbers[y - 1].isdigit() else f"{letters[x - 1]}{numbers[y - 1]}"

    def _pose(self, zone: str, pose: int) -> str:
        """The columns that a thing will cover, each with its levels; on flat boards the cells, and how a tile is turned."""
        layout = self.engine.instance.zones[zone]
        board = layout.board
        assert board is not None
        levels: dict[tuple[int, ...], list[int]] = {}
        for cell in covered_cells(layout, pose):
            across, down, *rest = board.coordinates[cell % layout.cells]
            levels.setdefault((across, down), []).extend(rest)
        cells = "  ".join(f"{x},{y}{_range(found)}" for (x, y), found in sorted(levels.items(), key=lambda one: (one[0][1], one[0][0])))
        edges = self._edges(layout, pose)
        return phrase("named", self.language, name=cells, what=edges) if edges else cells

    def _edges(self, zone: ZoneLayout, pose: int) -> str:
        """Which edges of a tile will face which sides, without those that the display draws closed."""
        column = zone.zone.shape.edges
        if column is None:
            return self._joints(zone, pose)
        instance = self.engine.instance
        of = next(of for name, of in instance.game.kinds[str(zone.zone.holds)].printed if name == column)
        signs = self.hints.edge_signs.get(zone.name)
        sides: dict[str, list[str]] = {}
        for border in outline(zone, pose):
            word = value_name(instance, of.value, edge(instance, zone, pose, border.side, border.edge)) if isinstance(of, Table) else ""
            if not signs or word in signs:
                sides.setdefault(word, []).append(self.labels.name(SIDES[border.side], self.language))
        edges = self._listed(sides)
        joints = self._joints(zone, pose)
        return f"{edges}; {joints}" if edges and joints else edges or joints

    def _joints(self, zone: ZoneLayout, pose: int) -> str:
        """Which corners of a tile, or halves of its edges, show what."""
        instance, places = self.engine.instance, dict[str, list[str]]()
        for place, word in corner_words(instance, zone, pose):
            places.setdefault(word, []).append(self.labels.name(place, self.language))
        for _, place, word in half_words(instance, zone, pose):
            places.setdefault(word, []).append(self.labels.name(place, self.language))
        return self._listed(places)

    def _listed(self, places: dict[str, list[str]]) -> str:
        """Each word with where it is."""
        return "; ".join(f"{self.labels.name(word, self.language)} {', '.join(found)}" for word, found in places.items())

    def where(self, position: Position, thing: int) -> str:
        """Where a thing lies: the cells that it covers on a board, its cell, or the name of its zone; and where that lies on
        which it lies, for there may be several of one name."""
        location = position.c[PLACES][thing]
        if location == BOX:
            return phrase("out", self.language)
        layout = self.engine.instance.layout.zone_at[location]
        pose = position.c[PLACEMENTS][thing] if position.c[PLACEMENTS] else None
        if pose is not None:
            return " ".join(self.labels.cell(layout.name, cell, self.language).replace(", ", ",") for cell in covered_cells(layout, pose))
        pairs = list(zip(layout.zone.parameters, layout.arguments((location - layout.base) // layout.cells), strict=True))
        below = [self.where(position, value) for of, value in pairs if isinstance(bare(of), Thing) and isinstance(value, int)]
        if layout.cells > 1:
            return " ".join([self._cell(layout.name, location - layout.base, position.seat), *below])
        if below:
            return " ".join(below)
        return ", ".join([self.labels.name(layout.name, self.language), *(self.value(value, of) for of, value in pairs)])

    def seat(self, seat: int) -> str:
        """The name of a seat."""
        return self.value(seat, Seat())

    # ------------------------------------------------------------ choices

    def action(self, position: Position, choosing: Choosing) -> str:
        """A choosing before its values are chosen: as the game calls the action, else `Place a man on ...`, if it begins with words."""
        entries = {part.local.id for part in choosing.plan if hasattr(part, "local")}
        env = {} if choosing.actor is None else {choosing.actor.id: position.seat}
        found, open_ = "", False
        for piece in choosing.source.say.pieces(self.language, self.engine.instance.game.languages):
            if isinstance(piece, str):
                found += piece
            elif _locals(piece) & entries or choosing.carrier is not None:
                found, open_ = found + "...", True
            else:
                found += self._piece(piece, position, env)
        named = choosing.name in self.engine.instance.game.labels
        if any(c.isalnum() for c in found) and not (open_ and (named or found.startswith("..."))):
            return found
        name = self.labels.name(choosing.name, self.language)
        return name[:1].upper() + name[1:]

    def _piece(self, piece: Expr, position: Position, env: dict[str, Value]) -> str:
        try:
            return self.value(self.engine.asked.value(piece, self._told(position), env), piece.type, position)
        except Unseen:
            return GAP

    def choice(self, position: Position, choice: ChoiceTuple, seen: Position | None = None) -> str:
        """A choice with all its values, for the seat that may make it, or for who sees the position as `seen`."""
        links = links_of(choice)
        if links and seen is None:
            parts = self.engine.reference.course(position, (tuple(choice), *links))
            own, *rest = (self.choice(before, part) for before, part in parts)
            return phrase("named", self.language, name=own, what="; ".join(rest))
        choosing = self.choosing(position, choice)
        if choosing is None:
            return self.engine.label(position, choice, self.language)
        said = _mentioned(choosing)
        slots = list(zip(slots_of(choosing), choice[1:], strict=True))
        if said and all(slot.name in said or slot.asks is None for slot, _ in slots):
            return self.engine.label(position, choice, self.language, seen).rstrip()
        values = [self.given(slot, value, seen or position) for slot, value in slots if slot.name not in said]
        head = self.engine.said(position, choice, self.language, seen) if said else self.action(seen or position, choosing)
        return phrase("named", self.language, name=head, what=", ".join(values)) if values else head

    def given(self, slot: ChoiceSlot, value: Value, position: Position) -> str:
        """An entry with its value; things and symbols tell by themselves what they are."""
        text = self.value(value, slot.type, position)
        inner = None if slot.type is None else bare(slot.type)
        return text if isinstance(inner, Thing | Symbol) else f"{self.entry(slot)} {text}"

    def entry(self, slot: ChoiceSlot) -> str:
        """The name of an entry for people."""
        said = slot.asks.source.say.pieces(self.language, self.engine.instance.game.languages) if slot.asks is not None else ()
        return "".join(piece for piece in said if isinstance(piece, str)) or self.labels.name(slot.name, self.language)


def things_of(of: Type | None, value: Value) -> Iterator[int]:
    """The things in a value of this type: itself, its members, or none."""
    inner = None if of is None else bare(of)
    if isinstance(inner, Thing) and value is not None:
        yield value
    elif isinstance(inner, Set) and isinstance(bare(inner.inner), Thing):
        yield from value


def _range(levels: list[int]) -> str:
    if not levels:
        return ""
    low, high = min(levels), max(levels)
    return f"({low})" if low == high else f"({low}-{high})"


def _locals(expr: Expr) -> set[str]:
    return {one.id for one in (expr, *every_expression(expr)) if isinstance(one, Local)}


def _mentioned(choosing: Choosing) -> set[str]:
    """The names of the locals that the sentence of a choosing fills in."""
    pieces = [piece for _, text in choosing.source.say.by_language for piece in text if isinstance(piece, Expr)]
    return {one.name for piece in pieces for one in (piece, *every_expression(piece)) if isinstance(one, Local)}
