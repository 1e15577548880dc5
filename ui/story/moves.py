"""Which things have gone from where to where between two positions, told from nothing but what a seat sees of both."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

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


def moves(before: Look, after: Look, said: frozenset[int]) -> list[Movement]:
    """What has moved, things that went the same way together: `3 pawns: square → harbour`. The things that were `said` are
    left out."""
    # A thing that lies where it lay, seen as it was seen, is the same in both counts.
    moved = [thing for thing in range(len(before.instance.things)) if thing not in said and not _is_unmoved(before, after, thing)]
    old, new = _contents(before, moved), _contents(after, moved)
    unseen = UnseenChanges({place: new.unseen[place] - old.unseen[place] for place in [*old.unseen, *new.unseen]})
    ways: dict[tuple[str, str], list[tuple[int, Sort]]] = {}
    for sort in dict.fromkeys([*old.seen, *new.seen]):
        sources, targets = _ends(sort, old, new, unseen)
        if sources != targets:
            owner, way = _way(sort, list(sources), list(targets))
            ways.setdefault((owner, way), []).append((max(sources.total(), targets.total()), sort))
    found = [Movement(owner, phrase("named", after.language, name=_sorts(sorts, owner), what=way)) for (owner, way), sorts in ways.items()]
    return [*found, *_unseen(after, unseen.counts)]


def _is_unmoved(before: Look, after: Look, thing: int) -> bool:
    if before.state.c[PLACES][thing] != after.state.c[PLACES][thing]:
        return False
    return _sees(before, thing) == _sees(after, thing)


def _sees(look: Look, thing: int) -> bool:
    return sees_thing(look.evaluator, look.state, look.seat, thing)


def _ends(sort: Sort, old: PlacedThings, new: PlacedThings, unseen: UnseenChanges) -> tuple[Counter[NamedPlace], Counter[NamedPlace]]:
    """From where things of a sort are gone, and where more of them are than before."""
    was, became = old.seen.get(sort, Counter()), new.seen.get(sort, Counter())
    sources, targets = was - became, became - was
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
    places = look.state.c[PLACES]
    for thing in things:
        if places[thing] == BOX:
            found.unseen[NamedPlace(phrase("out", look.language))] += 1
            continue
        zone = look.instance.layout.zone_at[places[thing]]
        if zone.name in look.hints.hidden and zone.name not in look.hints.arrangement.named:
            continue
        if _sees(look, thing):
            found.seen.setdefault(_sort(look, thing), Counter())[_named_place(look, zone, places[thing] - zone.base)] += 1
        else:
            found.unseen[place_of(look, zone, (places[thing] - zone.base) // zone.cells)] += 1
    return found


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
