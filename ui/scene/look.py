"""The information set of one seat, in the words and signs in which it is drawn. Nothing unseen passes through here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from custumal.dsl.base.types import Cell, Number, Seat, Symbol, Table, Thing, Truth, Type, bare
from custumal.dsl.model import Kept
from custumal.interpreter.engine import Engine
from custumal.interpreter.keys.labels import Labels
from custumal.interpreter.keys.names import value_name
from custumal.interpreter.position.contents import things_in
from custumal.interpreter.position.state import OVER, Position
from custumal.interpreter.reference.evaluate import Evaluator
from custumal.interpreter.reference.visibility import sees_kept, sees_place, sees_thing
from custumal.interpreter.setup.instance import Instance
from custumal.interpreter.setup.layout import ZoneLayout
from custumal.interpreter.setup.values import Value
from custumal.ui.scene.display_hints import SEAT_COLOURS, Hints
from custumal.ui.text.style import Piece

EMPTY = Piece(".", "dim")
SMALL_TABLE = 4
"""A printed table of so many values fits into a line."""


@dataclass(frozen=True)
class Look:
    """A position through the eyes of a seat (None: a spectator), in a language."""

    engine: Engine
    hints: Hints
    state: Position
    seat: int | None
    language: str

    @property
    def evaluator(self) -> Evaluator:
        return self.engine.evaluator

    @property
    def labels(self) -> Labels:
        return self.engine.labels

    @property
    def instance(self) -> Instance:
        return self.engine.instance

    @cached_property
    def seen(self) -> Position:
        """The position without what the seat does not know: whatever rules are asked about, they are asked about this."""
        return self.engine.seen(self.state, self.seat)

    @cached_property
    def worked_out(self) -> dict[tuple[str, tuple[int, ...]], Value]:
        """The values of definitions that have been asked for, by name and arguments, so that each is worked out once; UNSEEN where the seat
        may not know it."""
        return {}

    @cached_property
    def totals(self) -> tuple[int | None, ...]:
        """The points of all seats, None where the seat may not know them."""
        return self.engine.scores_seen(self.state if self.state.kind == OVER else self.seen, self.seat)

    # ------------------------------------------------------------ what is seen

    def knows(self, thing: int) -> bool:
        """Whether the seat can tell which thing this is: nothing of its kind is ever hidden, or it sees this one."""
        is_open = self.instance.things[thing].kind not in self.engine.eyes.hidden_kinds
        return is_open or sees_thing(self.evaluator, self.state, self.seat, thing)

    def knows_holder(self, zone: ZoneLayout, instance: int) -> bool:
        """Whether the seat knows the thing on which a place is; so it does where it is on none."""
        return self._knows_all(zone.zone.parameters, zone.arguments(instance))

    def _knows_all(self, types: Sequence[Type], values: Sequence[int]) -> bool:
        return all(not isinstance(bare(of), Thing) or self.knows(value) for of, value in zip(types, values, strict=True))

    def sees(self, zone: ZoneLayout, instance: int) -> bool:
        """Whether the seat sees what lies in a place."""
        return sees_place(self.evaluator, self.state, self.seat, zone, instance)

    def things(self, zone: ZoneLayout, instance: int) -> tuple[list[int], int]:
        """The things in a place that the seat knows, in an order that tells nothing, and the number of the others."""
        lying = things_in(zone, self.state, instance)
        if self.sees(zone, instance):
            return (list(lying) if zone.board is not None else sorted(lying)), 0
        known = sorted(thing for thing in lying if sees_thing(self.evaluator, self.state, self.seat, thing))
        return known, len(lying) - len(known)

    def content(self, zone: ZoneLayout, cell: int) -> int | None:
        """What a cell holds, as far as it is seen: of several things the one with the lowest number."""
        found = self.state.c[zone.content][cell] if zone.content >= 0 else min(self.state.piles[zone.piles + cell], default=None)
        if found is None or not sees_thing(self.evaluator, self.state, self.seat, found):
            return None
        return int(found)

    def kept(self, name: str, arguments: tuple[int, ...]) -> Value:
        """A kept value, None where it is nothing or unseen; unseen is also what is kept of a thing that the seat does not know."""
        kept = self.instance.game.kept[name]
        if not self._knows_all(kept.parameters, arguments) or not sees_kept(self.evaluator, self.state, self.seat, kept, arguments):
            return None
        return self.evaluator.kept(name, arguments, self.state)

    # ------------------------------------------------------------ words

    def name(self, word: str) -> str:
        """An id for people."""
        return self.labels.name(word, self.language)

    def value(self, value: Value, of: Type) -> str:
        """A value for people."""
        return self.labels.value(value, of, self.language)

    def word(self, value: Value, of: Type) -> str:
        """A value in the words of the rule file."""
        return "none" if value is None else value_name(self.instance, bare(of), value)

    # ------------------------------------------------------------ signs

    def sign(self, value: Value, of: Type, zone: str) -> Piece:
        """The sign of a value in a cell of a board."""
        word = self.word(value, of)
        sign = self.hints.glyphs.get(zone, {}).get(word) or self.hints.letters.get(word)
        if value is None or value is False:
            return Piece(sign or EMPTY.text, EMPTY.style)
        if sign is None:
            sign = self._plain_sign(word, bare(of))
        return Piece(sign, self.style(value, of))

    def _plain_sign(self, word: str, of: Type) -> str:
        """The sign of a value for which the display has none."""
        match of:
            case Number():
                return word
            case Seat():
                return word[1]
            case Truth():
                return "x"
        return word[:1].upper()

    def style(self, value: Value, of: Type) -> str:
        """The colour of a value: that of its hint, or of its seat."""
        word = self.word(value, of)
        if word in self.hints.colours:
            return f"on {self.hints.colours[word]}"
        if isinstance(bare(of), Seat) and value is not None:
            own = self.hints.colours.get(self._seat_word(int(value)))
            return f"on {own}" if own else f"bold {SEAT_COLOURS[int(value) % len(SEAT_COLOURS)]}"
        return "bold" if word != "none" else ""

    def _seat_word(self, seat: int) -> str:
        """The word that a seat has by the kept value that the display names."""
        kept = self.instance.game.kept.get(self.hints.seats)
        if kept is None or seat >= self.instance.players:
            return ""
        return self.word(self.kept(kept.name, (seat,)), kept.type)

    def seat_sign(self, seat: int) -> str:
        """The sign of a seat on the boards, or nothing."""
        word = self._seat_word(seat)
        return self.hints.letters.get(word, word[:1].upper()) if word else self.hints.seat_sign(f"p{seat + 1}")

    def printed(self, thing: int) -> list[tuple[str, Type, Value]]:
        """What is printed on a thing."""
        component = self.instance.things[thing]
        kind = self.instance.game.kinds[component.kind]
        at = thing - self.instance.first[kind.name]
        return [(name, of, self.instance.attr[kind.name][name][at]) for name, of in kind.printed]

    def letter(self, thing: int, column: str | None = None) -> Piece:
        """One sign for a thing on a board: what the display says of its kind, else that of a printed symbol with a hint, else of its owner,
        else its first letter."""
        hint = self.hints.things.get(self.instance.things[thing].kind)
        if hint is None:
            return self._letter(thing, column)
        found = self._letter(thing, column)
        for name, of, value in self.printed(thing):
            if name == hint.get("sign"):
                found = Piece(self.hints.letters.get(self.word(value, of), self.word(value, of)[:1].upper()), found.style)
            if name == hint.get("tint"):
                found = Piece(found.text, self.style(value, of))
        owner = self.instance.things[thing].owner
        if owner is not None and self.seat_sign(owner):
            found = Piece(self.seat_sign(owner), self.style(owner, Seat()))
        small = self.instance.game.kept.get(hint.get("small", ""))
        is_small = small is not None and bool(self.kept(small.name, (thing,)))
        return Piece(found.text.lower(), found.style) if is_small else found

    def _letter(self, thing: int, column: str | None) -> Piece:
        for name, of, value in self.printed(thing):
            if isinstance(bare(of), Symbol) and column in (None, name):
                word = self.word(value, of)
                if word in self.hints.letters or word in self.hints.colours:
                    return Piece(self.hints.letters.get(word, word[:1].upper()), self.style(value, of))
        component = self.instance.things[thing]
        row = self.instance.game.kinds[component.kind].rows[component.row].name
        style = "" if component.owner is None else self.style(component.owner, Seat())
        return Piece(self.hints.letters.get(row, row[:1].upper()), style or "bold")

    def about(self, thing: int) -> list[str]:
        """The values kept of a thing alone."""
        kind = Thing(self.instance.things[thing].kind)
        kept = [one for one in self.instance.game.kept.values() if one.parameters == (kind,) and one.name not in self.hints.hidden]
        values = [(one, self.kept(one.name, (thing,))) for one in kept]
        return [f"={self.value(value, one.type)}" for one, value in values if value is not None and value is not False]

    def printed_text(self, thing: int) -> str:
        """What is printed on a thing for people to read; empty for nothing."""
        component = self.instance.things[thing]
        text = self.instance.game.kinds[component.kind].rows[component.row].text
        return self.labels.text(text, self.language, self.seen, {})

    def tables(self, thing: int) -> str:
        """The small tables printed on a thing, such as a value for each side."""
        found = []
        for _, of, value in self.printed(thing):
            if isinstance(of, Table) and value is not None and len(value) <= SMALL_TABLE:
                keys = self.keys(of.key, len(value))
                pairs = zip(keys, value, strict=True)
                found.append(", ".join(f"{key} {self.value(one, of.value)}" for key, one in pairs))
        return "; ".join(found)

    def keys(self, of: Type, count: int) -> list[str]:
        """The keys of a printed table in words."""
        if isinstance(of, Symbol):
            words = self.instance.symbols(of.list)
            return [self.name(words[member]) for member in self.instance.members(of.list)]
        return [str(number + 1) for number in range(count)]

    # ------------------------------------------------------------ markers

    def markers(self, zone: str) -> dict[int, list[Kept]]:
        """The kept values without arguments that are a cell of a zone, by the cell at which they stand."""
        found: dict[int, list[Kept]] = {}
        for kept in self.instance.game.kept.values():
            if not kept.parameters and bare(kept.type) == Cell(zone) and kept.name not in self.hints.hidden:
                cell = self.kept(kept.name, ())
                if cell is not None:
                    found.setdefault(cell, []).append(kept)
        return found
