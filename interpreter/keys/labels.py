"""What people read: names of ids and values, and sentences with values filled in, in their language."""

from __future__ import annotations

from collections.abc import Mapping

from custumal.dsl.base.types import (
    Border,
    Bundle,
    Cell,
    Column,
    Corner,
    Half,
    Line,
    Maybe,
    Pose,
    Row,
    Seat,
    Set,
    Symbol,
    Thing,
    Truth,
    Type,
    bare,
)
from custumal.dsl.model import Expr, Text
from custumal.interpreter.keys.names import cell_name, coordinates, joint_name
from custumal.interpreter.position.state import Position
from custumal.interpreter.position.unseen import UNSEEN, Unseen
from custumal.interpreter.reference.evaluate import Evaluator
from custumal.interpreter.reference.operations.placements import covered_cells
from custumal.interpreter.setup.instance import Instance
from custumal.interpreter.setup.placements import BORDERS
from custumal.interpreter.setup.values import Value

SEAT_WORDS = {"en": "player", "fr": "joueur", "de": "Spieler"}
NOTHING = {"en": "nothing", "fr": "rien", "de": "nichts"}
TRUTHS = {"en": ("no", "yes"), "fr": ("non", "oui"), "de": ("nein", "ja")}
GAP = "…"
"""Stands for what nobody has chosen yet, and for what the reader may not know."""
COLON = {"en": ":", "fr": " :", "de": ":"}


class Labels:
    """Sentences and values of one game for people. A language that is missing falls back to the game's first that is there."""

    def __init__(self, instance: Instance, evaluator: Evaluator) -> None:
        self.instance = instance
        self.evaluator = evaluator

    def text(self, text: Text, language: str, state: Position, env: Mapping[str, Value]) -> str:
        """A sentence with its `{…}` filled in; empty for no sentence."""
        pieces = text.pieces(language, self.instance.game.languages)
        return "".join(self._piece(piece, language, state, env) for piece in pieces)

    def whole(self, text: Text, language: str) -> str:
        """A sentence that needs no values; empty for none, and for one that has `{…}`."""
        pieces = text.pieces(language, self.instance.game.languages)
        words = [piece for piece in pieces if isinstance(piece, str)]
        return "".join(words) if len(words) == len(pieces) else ""

    def _piece(self, piece: str | Expr, language: str, state: Position, env: Mapping[str, Value]) -> str:
        if isinstance(piece, str):
            return piece
        try:
            return self.value(self.evaluator.value(piece, state, dict(env)), piece.type, language, state)
        except Unseen:
            return GAP

    def name(self, word: str, language: str) -> str:
        """An id for people: its label, else the id with blanks for hyphens."""
        label = self.instance.game.labels.get(word)
        said = "" if label is None else label.plain(language, self.instance.game.languages)
        return said or word.replace("-", " ")

    def value(self, value: Value, of: Type, language: str, state: Position | None = None) -> str:
        """A value for people; with a state, things may be told by what is so of them there."""
        if value is UNSEEN:
            raise Unseen
        if value is None:
            return NOTHING.get(language, NOTHING["en"])
        match bare(of):
            case Truth():
                return TRUTHS.get(language, TRUTHS["en"])[1 if value else 0]
            case Seat():
                return self.seat(_int(value), language)
            case Symbol(list_):
                return self.name(self.instance.symbols(list_)[_int(value)], language)
            case Row(kind):
                return self.row(kind, _int(value), language)
            case Thing():
                return self.thing(_int(value), language, state)
            case Cell(zone) | Column(zone):
                return self.cell(zone, _int(value), language) if isinstance(bare(of), Cell) else str(_int(value) + 1)
            case Pose(zone):
                return self.pose(zone, _int(value))
            case Border(zone) | Corner(zone) | Half(zone) as joint:
                word, _, edge = joint_name(self.instance, joint, _int(value)).partition(", ")
                return f"{self.name(word, language)}{edge and ' '}{edge}, {self.pose(zone, _int(value) // BORDERS)}"
            case Bundle():
                return self.amounts(value, language)
            case Set(inner) | Maybe(inner):
                return self._several(value, inner, language, state)
            case Line(zone):
                return self._several(value, Cell(zone), language)
        return str(value)

    def seat(self, seat: int, language: str) -> str:
        """A seat by its number, a house seat by its name."""
        house = next((one for one in self.instance.game.house_seats if self.instance.house.get(one.name) == seat), None)
        if house is None:
            return f"{SEAT_WORDS.get(language, SEAT_WORDS['en'])} {seat + 1}"
        return house.source.say.plain(language, self.instance.game.languages) or self.name(house.name, language)

    def amounts(self, bundle: Value, language: str) -> str:
        """A bundle: the amounts that are in it."""
        amounts = zip(self.instance.game.resources, bundle, strict=True)
        text = " + ".join(f"{amount} {self.name(name, language)}" for name, amount in amounts if amount)
        return text or NOTHING.get(language, NOTHING["en"])

    def _several(self, value: Value, inner: Type, language: str, state: Position | None = None) -> str:
        members = value if isinstance(value, tuple) else (value,)
        return ", ".join(self.value(member, inner, language, state) for member in members) or NOTHING.get(language, NOTHING["en"])

    def row(self, kind: str, row: int, language: str) -> str:
        """The name of a row: what it says itself, else that of its id."""
        found = self.instance.game.kinds[kind].rows[row]
        return found.source.say.plain(language, self.instance.game.languages) or self.name(found.name, language)

    def thing(self, thing: int, language: str, state: Position | None = None) -> str:
        """What the kind says of it in this state; else the row's name, with the values that tell it from others of its table."""
        component = self.instance.things[thing]
        kind = self.instance.game.kinds[component.kind]
        if state is not None and kind.this is not None and kind.source.say:
            return self.text(kind.source.say, language, state, {kind.this.id: thing})
        row = kind.rows[component.row]
        table = self.instance.game.components[row.table]
        parts = []
        for name, _, local in table.for_each:
            if name == "owner":
                continue
            value = self.instance.attr[component.kind][name][thing - self.instance.first[component.kind]]
            parts.append(self.value(value, local.type, language))
        if row.name == row.table and parts:
            return " ".join(parts)
        return " ".join([self.row(component.kind, component.row, language), *parts])

    def cell(self, zone: str, cell: int, language: str) -> str:
        """A cell by its name in a list or graph, by the number printed on a slot, or by its coordinates."""
        layout = self.instance.zones[zone]
        declared = layout.zone.shape.list
        if declared is not None:
            word = cell_name(self.instance, layout, cell).rsplit(", ", 1)[-1].rstrip(")")
            return self.name(word, language)
        if layout.keys is not None:
            instance, slot = divmod(cell, layout.cells)
            printed = layout.keys[instance]
            if slot < len(printed) == len(set(printed)):  # numbers that occur twice name no slot
                return str(printed[slot])
        if layout.board is None:
            return str(cell % layout.cells + 1)
        return ", ".join(str(c) for c in coordinates(layout, cell))

    def pose(self, zone: str, pose: int) -> str:
        """A pose by the cells that it covers."""
        layout = self.instance.zones[zone]
        cells = covered_cells(layout, pose)
        return " ".join("(" + ", ".join(str(x) for x in coordinates(layout, c)) + ")" for c in cells)


def _int(value: Value) -> int:
    assert isinstance(value, int)
    return value
