"""What the words ask for with which choices begin."""

from __future__ import annotations

from custumal.dsl.base.frozen import dataclass
from custumal.dsl.base.types import Number, Type, bare
from custumal.dsl.model import ChoiceEntry, Decision, Expr, Local, Op, Select

Size = tuple[int | None, int | None]
"""From how many to how many; None: no bound is known."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What is chosen under a word: from `least` to `most` values (None: any number), with their types where one decision bears it.
    One value more than there are types: before them stands the thing that gives an ability.

    Behind the values of an action that is chosen as one (`as_one`) stand the keys of what is chosen in its course. `sizes` has for each
    type how many are chosen at least and at most, where it is that of a set, `placed` which of the values is the thing of which this one
    is a pose.
    """

    least: int
    most: int | None
    types: tuple[Type, ...] | None = None
    as_one: bool = False
    sizes: tuple[Size | None, ...] = ()
    placed: tuple[int | None, ...] = ()

    def fits(self, values: int) -> bool:
        return self.least <= values and (self.most is None or self.as_one or values <= self.most)

    def __str__(self) -> str:
        least, most = self.least, self.most
        number = f"at least {least}" if most is None else str(least) if least == most else f"{least} to {most}"
        return f"{number} thing" if number in ("1", "at least 1") else f"{number} things"


@dataclass(frozen=True, slots=True)
class ChoiceNames:
    """The words with which a choice can begin, found once for all scenarios, with what each of their decisions asks for."""

    asked: dict[str, tuple[Asked, ...]]

    def of(self, word: str) -> tuple[Asked, ...] | None:
        """What is chosen under this word, by each of its decisions; None where no choice begins with it."""
        every = self.asked.get(word)
        return (Asked(0, None),) if every == () else every


def joined(every: tuple[Asked, ...]) -> Asked:
    """What the decisions under one word have in common: from how many values to how many, and the types if it is only one."""
    most = None if any(each.most is None for each in every) else max(each.most or 0 for each in every)
    types = every[0].types if len(every) == 1 else None
    return Asked(min(each.least for each in every), most, types, as_one=any(each.as_one for each in every))


def asked_by(*decisions: Decision, with_carrier: bool, as_one: bool = False) -> Asked:
    """What decisions ask for that are made as one; before the values of an ability stands the thing that gives it."""
    entries = [entry for decision in decisions for entry in decision.entries if entry.form != "let"]
    types, sizes = tuple(entry.local.type for entry in entries), tuple(map(_size, entries))
    numbers = {entry.local.id: number for number, entry in enumerate(entries) if entry.form in ("one", "maybe")}
    things = tuple(numbers.get(thing.id) if (thing := placed_thing(entry.among)) is not None else None for entry in entries)
    if with_carrier:
        return Asked(len(types), len(types) + 1, None if as_one else types, as_one, sizes, things)
    return Asked(len(types), len(types), types, as_one, sizes, things)


def placed_thing(among: Expr) -> Local | None:
    """The name of the thing of which all candidates are poses, if they are those of one."""
    while isinstance(among, Select):
        among = among.source
    if isinstance(among, Op) and among.name == "poses" and isinstance(among.arguments[0], Local):
        return among.arguments[0]
    return None


def _size(entry: ChoiceEntry) -> Size | None:
    """How many are chosen in an entry, where several can be."""
    if entry.form not in ("exactly", "up-to"):
        return None
    of = None if entry.amount is None else bare(entry.amount.type)
    low, high = (of.low, of.high) if isinstance(of, Number) else (None, None)
    return (low if entry.form == "exactly" else None, high)
