"""What a declaration tells whoever uses its name: values that never change, without what only people read and without places."""

from __future__ import annotations

from collections.abc import Mapping

from custumal.dsl.base.frozen import dataclass
from custumal.dsl.base.types import Type
from custumal.dsl.model import Local


@dataclass(frozen=True, slots=True)
class Attribute:
    """What a list says of its words beside their names: a value for each word of the root list, None where one lacks it."""

    name: str
    values: tuple[object, ...]
    type: Type


@dataclass(frozen=True, slots=True)
class ListInfo:
    """A list of words; a part of a list has the root in `among`, and in `members` the numbers that its words have there."""

    name: str
    symbols: tuple[str, ...]
    among: str | None
    members: tuple[int, ...]
    attributes: tuple[Attribute, ...] = ()

    def attribute(self, name: str) -> Attribute | None:
        return next((each for each in self.attributes if each.name == name), None)


@dataclass(frozen=True, slots=True)
class KindInfo:
    """A kind of things: its printed columns with their types, whether things have owners, and whom their abilities serve."""

    name: str
    printed: Mapping[str, Type]
    owned: bool
    serves: str


@dataclass(frozen=True, slots=True)
class RowInfo:
    """A row of a kind's tables. `single`: there is one thing of it; `for_each`: the names of what there is one thing each for, None where
    that could not be read."""

    name: str
    single: bool
    address: str
    for_each: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class ZoneInfo:
    """A zone as `model.Zone` and its shape have it; how large it is is asked apart, as few need to know.

    `holds_unknown`: it holds things of a kind that is not there, which has been reported.
    """

    name: str
    parameters: tuple[Type, ...]
    holds: str | None
    one: bool
    form: str
    list: str | None
    column: str | None
    is_open: bool
    edges: str | None
    turns: bool
    has_room: bool
    holds_unknown: bool
    corners: str | None = None
    halves: str | None = None
    is_tiled: bool = False


@dataclass(frozen=True, slots=True)
class KeptInfo:
    """A kept value or a resource: how it begins and within which bounds it stays is nobody else's business."""

    name: str
    parameters: tuple[Type, ...]
    type: Type


@dataclass(frozen=True, slots=True)
class DefinitionInfo:
    """A definition or value without its body, which is typed when somebody first needs its type. `gives`: the type that is declared."""

    name: str
    address: str
    parameters: tuple[Local, ...]
    gives: Type | None = None


@dataclass(frozen=True, slots=True)
class Meaning:
    """All that a word means as a name of the game: the type of an option, the parameters of a definition, a kept value, a zone,
    a house seat."""

    option: Type | None = None
    definition: tuple[Type, ...] | None = None
    kept: KeptInfo | None = None
    zone: ZoneInfo | None = None
    is_house_seat: bool = False

    @property
    def takes_operands(self) -> bool:
        """Is it one of those words that take some?"""
        return bool(self.parameters)

    @property
    def takes_none(self) -> bool:
        """Is it a definition, kept value or zone that stands alone?"""
        return not self.parameters and (self.definition is not None or self.kept is not None or self.zone is not None)

    @property
    def parameters(self) -> tuple[Type, ...]:
        """The types of its operands; none for a word that takes none."""
        if self.definition is not None:
            return self.definition
        if self.kept is not None:
            return self.kept.parameters
        return () if self.zone is None else self.zone.parameters


@dataclass(frozen=True, slots=True)
class ActionInfo:
    """An action or a procedure: who acts, what is handed over and what is chosen; what may be set aside is asked apart.

    `entries` are the ids of what is chosen, `lets` those that only give a name;
    `is_torn`: some of what is handed over or chosen could not be read, which has been reported.
    """

    name: str
    address: str
    actor: Local
    parameters: tuple[Local, ...]
    entries: tuple[str, ...]
    lets: frozenset[str]
    as_one: bool = False
    is_torn: bool = False
