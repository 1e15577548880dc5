"""The symbol table: every declaration of a game by its name, as the files of declarations come to know it.

It is written while declarations are checked, and read by what looks at the whole game. Whatever checks a single entry asks `Vocabulary`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from custumal.dsl.base.frozen import replace
from custumal.dsl.base.types import ANYTHING, Type
from custumal.dsl.check.symbols.questions import ChoiceNames
from custumal.dsl.check.symbols.signatures import (
    ActionInfo,
    Attribute,
    DefinitionInfo,
    KeptInfo,
    KindInfo,
    ListInfo,
    Meaning,
    RowInfo,
    ZoneInfo,
)
from custumal.dsl.documents.document import Document
from custumal.dsl.model import Graph, Kept, Listing, Option, StepTable, Text, Zone

NO_MEANING = Meaning()
Cubes = tuple[tuple[int, int, int], ...]


class Declared:
    """The declarations of one game. What becomes a part of the model is here as such, and beside it what others may know of it.

    `define` gives the type of a definition and `entry_types` those of what an action chooses, both found when they are first needed;
    `lost` are the names of what could not be read, which has been reported, `refused` those among them that mean something in sentences
    already; `has_torn_steps`: what some step does could not be read.
    `choices` are the words with which a choice can begin, known when everything has been checked that asks for one.
    """

    def __init__(self, document: Document) -> None:
        self.game = document.text("game")
        self.languages: tuple[str, ...] = ("en",)
        self.rules: dict[str, Text] | None = None
        self.players = (2, 2)
        self.resources: tuple[str, ...] = ()
        self.house_seats: tuple[str, ...] = ()
        self.listings: dict[str, Listing] = {}
        self.lists: dict[str, ListInfo] = {}
        self.tables: dict[str, StepTable] = {}
        self.graphs: dict[str, Graph] = {}
        self.kinds: dict[str, KindInfo] = {}
        self.rows: dict[str, tuple[RowInfo, ...]] = {}
        self.row_numbers: dict[str, dict[str, int]] = {}
        self.most_things: dict[str, int | None] = {}
        self.copies: dict[str, int | None] = {}
        self.lost: set[str] = set()
        self.refused: frozenset[str] = frozenset()
        self.shapes: list[Cubes] = []
        self.options: dict[str, Option] = {}
        self.ranking_keys = tuple(entry.id for entry in document.section("ranking"))
        self.zone_names = tuple(entry.id for entry in document.section("zones"))
        self.zones: dict[str, Zone] = {}
        self.zone_infos: dict[str, ZoneInfo] = {}
        self.zone_sizes: dict[str, tuple[Type, ...]] = {}
        self.kept: dict[str, Kept] = {}
        self.definitions: dict[str, DefinitionInfo] = {}
        self.actions: dict[str, ActionInfo] = {}
        self.waivable: dict[str, tuple[str, ...]] = {}
        self.procedures: dict[str, ActionInfo] = {}
        self.steps: dict[str, None] = {}
        self.steps_by_id: dict[str, list[str]] = {}
        self.has_torn_steps = False
        self.remembered: dict[str, tuple[str, ...]] = {}
        self.standing: dict[str, None] = {}
        self.modified: frozenset[str] = frozenset()
        self.restrictions: frozenset[str] = frozenset()
        self.asking: frozenset[str] = frozenset()
        self.looping: frozenset[str] = frozenset()
        self.only_carried_out: frozenset[str] = frozenset()
        self.meanings: dict[str, Meaning] = {}
        self.choices: ChoiceNames | None = None
        self.define: Callable[[str], Type] = lambda _: ANYTHING
        self.entry_types: Callable[[str], Mapping[str, Type]] = lambda _: {}

    def add_list(self, listing: Listing, types: tuple[Type, ...] = ()) -> None:
        """`types` are those of its attributes."""
        self.listings[listing.name] = listing
        attributes = tuple(Attribute(name, values, of) for (name, values), of in zip(listing.attributes, types, strict=True))
        self.lists[listing.name] = ListInfo(listing.name, listing.symbols, listing.among, listing.members, attributes)

    def add_rows(self, kind: str, rows: list[RowInfo], most: int | None) -> None:
        """All rows of a kind; `most` is how many things they are at most. Of two rows of one name the first is meant."""
        self.rows[kind] = tuple(rows)
        self.row_numbers[kind] = {row.name: number for number, row in reversed(list(enumerate(rows)))}
        self.most_things[kind] = most

    def add_house_seats(self, names: tuple[str, ...]) -> None:
        self.house_seats = names
        for name in names:
            self._mean(name, replace(self._meaning(name), is_house_seat=True))

    def add_option(self, option: Option) -> None:
        self.options[option.name] = option
        self._mean(option.name, replace(self._meaning(option.name), option=option.type))

    def add_zone(self, zone: Zone, *, holds_unknown: bool) -> None:
        """`holds_unknown`: it holds things of a kind that is not there."""
        self.zones[zone.name] = zone
        shape = zone.shape
        info = ZoneInfo(
            zone.name, zone.parameters, zone.holds, zone.one, shape.form, shape.list, shape.column,
            shape.is_open, shape.edges, shape.turns, zone.room is not None, holds_unknown,
            shape.corners, shape.halves, shape.form == "grid" and shape.is_tiled,
        )  # fmt: skip
        self.zone_infos[zone.name] = info
        self.zone_sizes[zone.name] = tuple(size.type for size in shape.sizes)
        self._mean(zone.name, replace(self._meaning(zone.name), zone=info))

    def add_kept(self, kept: Kept) -> None:
        self.kept[kept.name] = kept
        self._mean(kept.name, replace(self._meaning(kept.name), kept=KeptInfo(kept.name, kept.parameters, kept.type)))

    def add_definition(self, definition: DefinitionInfo) -> None:
        self.definitions[definition.name] = definition
        types = tuple(parameter.type for parameter in definition.parameters)
        self._mean(definition.name, replace(self._meaning(definition.name), definition=types))

    def add_steps(self, addresses: Iterable[str]) -> None:
        self.steps = dict.fromkeys(addresses)
        for address in self.steps:
            self.steps_by_id.setdefault(address.rpartition(".")[2], []).append(address)

    def _meaning(self, word: str) -> Meaning:
        return self.meanings.get(word, NO_MEANING)

    def _mean(self, word: str, meaning: Meaning) -> None:
        self.meanings[word] = meaning
