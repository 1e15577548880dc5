"""Which things have gone from where to where between two positions, told from nothing but what a seat sees of both."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from custumal.dsl.base.frozen import dataclass, field
from custumal.dsl.base.types import Seat, Thing, bare
from custumal.interpreter.reference.visibility import sees_place, sees_thing
from custumal.interpreter.setup.layout import BOX, PLACES, ZoneLayout
from custumal.ui.scene.look import Look
from custumal.ui.text.phrases import phrase

_MOST = 3
"""So many places are named."""


@dataclass(frozen=True, slots=True)
class NamedPlace:
    """A place in words, and whose it is, empty for nobody's."""

    name: str
    owner: str = ""


@dataclass(frozen=True, slots=True)
class Sort:
    """What things are called wherever they lie, and whose they are."""

    name: str
    owner: str = ""


@dataclass(frozen=True, slots=True)
class Movement:
    """Things that went the same way, in words. `owner`: whose all of it is, where it is somebody's alone."""

    owner: str
    text: str


@dataclass(frozen=True, slots=True)
class Said:
    """A thing of which it is told already where it went. `origin`: where it lay, if everybody knows that without having seen it."""

    thing: int
    origin: NamedPlace | None = None


@dataclass(slots=True)
class PlacedThings:
    """How many things of a sort lie at each place, and how many lie there unseen. Out of play all are unseen."""

    seen: dict[Sort, Counter[NamedPlace]] = field(default_factory=dict)
    unseen: Counter[NamedPlace] = field(default_factory=Counter)


class UnseenChanges:
    """How many more (or fewer) things lie unseen at each place. What a seat no longer sees is among them; it is told where only if
    all of it can be at one place alone."""

    def __init__(self, counts: dict[NamedPlace, int]) -> None:
        self.counts = counts
        self._more = [place for place, count in counts.items() if count > 0]
        self._fewer = [place for place, count in counts.items() if count < 0]

    def went(self, number: int, sources: Counter[NamedPlace], targets: Counter[NamedPlace]) -> None:
        """Things that were seen and are not any more; they may lie where they lay, unseen."""
        self._count(number, 1, self._more, sources, targets)

    def came(self, number: int, sources: Counter[NamedPlace], targets: Counter[NamedPlace]) -> None:
        """Things that are seen now and were not before."""
        self._count(number, -1, self._fewer, targets, sources)

    def left_out(self, end: NamedPlace, origin: NamedPlace | None) -> None:
        """One thing that is told of otherwise is seen at a place and was not before; `origin`: where it lay, if everybody knows."""
        if origin is None:
            self.came(1, Counter(), Counter({end: 1}))
        elif self.counts.get(origin, 0) < 0:
            self.counts[origin] += 1

    def _count(
        self, number: int, sign: int, places: list[NamedPlace], known: Counter[NamedPlace], unknown: Counter[NamedPlace]
    ) -> None:  # the same in both directions of time
        if len(places) == 1 and sign * self.counts[places[0]] >= number:
            there = places[0]
            stayed = min(number, known[there])
            known[there] -= stayed
            unknown[there] += number - stayed
            self.counts[there] -= sign * number
        elif len(known) == 1 and places:
            there = next(iter(known))
            known[there] -= number
            self.counts[there] = self.counts.get(there, 0) - sign * number


def moves(before: Look, after: Look, said: Iterable[Said]) -> list[Movement]:
    """What has moved, things that went the same way together: `3 pawns: square → harbour`. What is said already of things is left out.

    All of it is counted by what the seat sees of both positions, and never by which of several things that it can't tell apart went.
    """
    # A thing that lies where it lay, seen as it was seen, is the same in both counts.
    moved = [thing for thing in range(len(before.instance.things)) if not _is_unmoved(before, after, thing)]
    old, new = _contents(before, moved), _contents(after, moved)
    unseen = UnseenChanges({place: new.unseen[place] - old.unseen[place] for place in [*old.unseen, *new.unseen]})
    went = {sort: (was - became, became - was) for sort, was, became in _by_sort(old, new)}
    for one in dict.fromkeys(said):
        _leave_out(before, after, one, went, unseen)
    ways: dict[tuple[str, str], list[tuple[int, Sort]]] = {}
    for sort, ends in went.items():
        sources, targets = _with_missing(*ends, unseen)
        if sources != targets:
            owner, way = _way(sort, list(sources), list(targets))
            ways.setdefault((owner, way), []).append((max(sources.total(), targets.total()), sort))
    found = [Movement(owner, phrase("named", after.language, name=_sorts(sorts, owner), what=way)) for (owner, way), sorts in ways.items()]
    return [*found, *_unseen(after, unseen.counts)]


def _by_sort(old: PlacedThings, new: PlacedThings) -> Iterator[tuple[Sort, Counter[NamedPlace], Counter[NamedPlace]]]:
    for sort in dict.fromkeys([*old.seen, *new.seen]):
        yield sort, old.seen.get(sort, Counter()), new.seen.get(sort, Counter())


def _is_unmoved(before: Look, after: Look, thing: int) -> bool:
    if before.state.c[PLACES][thing] != after.state.c[PLACES][thing]:
        return False
    return _sees(before, thing) == _sees(after, thing)


def _sees(look: Look, thing: int) -> bool:
    return sees_thing(look.evaluator, look.state, look.seat, thing)


def _leave_out(
    before: Look, after: Look, said: Said, went: dict[Sort, tuple[Counter[NamedPlace], Counter[NamedPlace]]], unseen: UnseenChanges
) -> None:
    """Take out of what went that one thing of the sort of one that is told of did."""
    start, end = (place_of_thing(look, said.thing) if _sees(look, said.thing) else None for look in (before, after))
    sources, targets = went.get(_sort(after, said.thing), (Counter[NamedPlace](), Counter[NamedPlace]()))
    if start is not None and end is not None:
        _move_back(sources, targets, start, end)
    elif start is not None and sources[start] > 0:
        sources[start] -= 1
        _take_one(targets)
    elif end is not None and targets[end] > 0:
        targets[end] -= 1
        if not _take_one(sources):
            unseen.left_out(end, said.origin)


def _move_back(sources: Counter[NamedPlace], targets: Counter[NamedPlace], start: NamedPlace, end: NamedPlace) -> None:
    if start == end:
        return
    if sources[start] > 0:
        sources[start] -= 1
    else:
        targets[start] += 1
    if targets[end] > 0:
        targets[end] -= 1
    else:
        sources[end] += 1


def _take_one(places: Counter[NamedPlace]) -> bool:
    """One thing fewer at the first of the places; whether there was any."""
    first = min((place for place, count in places.items() if count > 0), key=lambda place: (place.name, place.owner), default=None)
    if first is not None:
        places[first] -= 1
    return first is not None


def _with_missing(
    sources: Counter[NamedPlace], targets: Counter[NamedPlace], unseen: UnseenChanges
) -> tuple[Counter[NamedPlace], Counter[NamedPlace]]:
    """From where things of a sort went and where to, those too that were not seen at one end."""
    missing = sources.total() - targets.total()
    if missing > 0:
        unseen.went(missing, sources, targets)
    elif missing < 0:
        unseen.came(-missing, sources, targets)
    return +sources, +targets


def _way(sort: Sort, origins: list[NamedPlace], ends: list[NamedPlace]) -> tuple[str, str]:
    """Whose a move is, and from where to where it went."""
    owners = {place.owner for place in (*origins, *ends)} | {sort.owner}
    owner = next(iter(owners - {""})) if len(owners - {""}) == 1 else ""
    both = set(origins) & set(ends)
    start, end = (_listed([_words(place, owner) for place in places if place not in both]) for places in (origins, ends))
    return owner, f"{start} → {end}".strip() if start or end else ", ".join(_words(place, owner) for place in both)


def _listed(words: Sequence[str]) -> str:
    """Not all where they are many."""
    return ", ".join(words if len(words) <= _MOST else [*words[: _MOST - 1], "…"])


def _words(of: NamedPlace | Sort, owner: str) -> str:
    return f"{of.name} ({of.owner})" if of.owner not in ("", owner) else of.name


def _sorts(sorts: Sequence[tuple[int, Sort]], owner: str) -> str:
    return ", ".join(f"{count} x {_words(sort, owner)}" if count > 1 else _words(sort, owner) for count, sort in sorts)


def _unseen(after: Look, counts: dict[NamedPlace, int]) -> Iterator[Movement]:
    """Places whose things are not seen, and that hold more or fewer of them."""
    for place, count in counts.items():
        if count and place.name != phrase("out", after.language):
            yield Movement(place.owner, f"{place.name} {count:+}")


def _contents(look: Look, things: Sequence[int]) -> PlacedThings:
    found = PlacedThings()
    for thing in things:
        place = place_of_thing(look, thing)
        if place is None:
            continue
        if _sees(look, thing):
            found.seen.setdefault(_sort(look, thing), Counter())[place] += 1
        else:
            found.unseen[place] += 1
    return found


def place_of_thing(look: Look, thing: int) -> NamedPlace | None:
    """The place of a thing, down to its cell where cells have names and it is seen; None where the display tells nothing of it."""
    location = look.state.c[PLACES][thing]
    if location == BOX:
        return NamedPlace(phrase("out", look.language))
    zone = look.instance.layout.zone_at[location]
    if zone.name in look.hints.hidden and zone.name not in look.hints.arrangement.named:
        return None
    local = location - zone.base
    return _named_place(look, zone, local) if _sees(look, thing) else place_of(look, zone, local // zone.cells)


def _sort(look: Look, thing: int) -> Sort:
    component = look.instance.things[thing]
    row = look.instance.game.kinds[component.kind].rows[component.row]
    name = look.labels.thing(thing, look.language)
    if row.name == row.table and name == row.name.replace("-", " "):
        name = look.name(component.kind)
    return Sort(name, "" if component.owner is None else look.value(component.owner, Seat()))


def _named_place(look: Look, zone: ZoneLayout, local: int) -> NamedPlace:
    """The place of a thing that is seen, down to its cell where cells have names."""
    instance = local // zone.cells
    whole = place_of(look, zone, instance)
    if zone.zone.shape.list is None or not sees_place(look.evaluator, look.state, look.seat, zone, instance):
        return whole
    return NamedPlace(f"{whole.name} {look.labels.cell(zone.name, local, look.language)}", whole.owner)


def place_of(look: Look, zone: ZoneLayout, instance: int) -> NamedPlace:
    """A place with its name; a thing on which it is has none unless it is seen there."""
    words, owner = [look.name(zone.name)], ""
    for of, value in zip(zone.zone.parameters, zone.arguments(instance), strict=True):
        if isinstance(bare(of), Seat):
            owner = look.value(value, of)
        elif not isinstance(bare(of), Thing):
            words.append(look.value(value, of))
        elif _sees(look, value):
            words.append(f"({look.value(value, of)})")
    return NamedPlace(" ".join(words), owner)
