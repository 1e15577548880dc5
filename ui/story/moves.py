"""Which things have gone from where to where between two positions, told from nothing but what somebody sees of both, and on the way.

That a thing went from one place to another is told only where that is certain: whoever looks has followed it, or nothing else can
have come from where it is seen no longer, or now. Else it is told where one is missing, and where one has come.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from custumal.dsl.base.frozen import dataclass, replace
from custumal.dsl.base.types import Seat, Thing, bare
from custumal.interpreter.reference.visibility import sees_place, sees_thing
from custumal.interpreter.setup.layout import BOX, PLACES, ZoneLayout
from custumal.ui.scene.look import Look
from custumal.ui.story.trails import Trails
from custumal.ui.text.phrases import phrase

_MOST = 3
"""So many places are named."""


@dataclass(frozen=True, slots=True)
class NamedPlace:
    """A place in words, and whose it is, empty for nobody's; `cell`: which of its cells, where that is told."""

    name: str
    owner: str = ""
    cell: str = ""

    @property
    def whole(self) -> NamedPlace:
        """The place without its cell."""
        return replace(self, cell="") if self.cell else self


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


@dataclass(frozen=True, slots=True)
class Way:
    """Where a thing of a sort was known before, and where it is known now; None where nothing certain is told."""

    sort: Sort
    start: NamedPlace | None
    end: NamedPlace | None


@dataclass(frozen=True, slots=True)
class OneEnd:
    """A thing of a sort that was known before at a place, or is known there now, and where it may be then at the other end of time, None
    for a place that is not told of."""

    sort: Sort
    place: NamedPlace
    others: frozenset[NamedPlace | None]

    @property
    def other(self) -> NamedPlace | None:
        """Where it is for certain."""
        return next(iter(self.others)) if len(self.others) == 1 else None


class Ways:
    """The ways of the things that whoever looks saw, or sees, elsewhere: those of things that it followed, and those of others."""

    def __init__(self, before: Look, after: Look, followed: Trails) -> None:
        self.before, self.after, self.followed = before, after, followed
        self.whole: list[Way] = []
        self.lost: list[OneEnd] = []
        self.came: list[OneEnd] = []
        old, new = before.state.c[PLACES], after.state.c[PLACES]
        for thing, (start, end) in enumerate(zip(old, new, strict=True)):
            if not followed.is_followed(thing):
                self._add_ends(thing)
            elif start != end:
                self._add_way(thing)
        self._leave_out_unseen()

    def _add_way(self, thing: int) -> None:
        start, end = place_of_thing(self.before, thing), place_of_thing(self.after, thing)
        if start != end:
            self.whole.append(Way(sort_of(self.after, thing), start, end))

    def _add_ends(self, thing: int) -> None:
        start = place_of_thing(self.before, thing) if thing in self.followed.lost else None
        end = place_of_thing(self.after, thing) if thing in self.followed.came else None
        if start is not None:
            self.lost.append(OneEnd(sort_of(self.before, thing), start, _places(self.after, self.followed.lost[thing])))
        if end is not None:
            self.came.append(OneEnd(sort_of(self.after, thing), end, _places(self.before, self.followed.came[thing])))

    def _leave_out_unseen(self) -> None:
        """What is the same to see before and now: one thing for another of its sort, at one place or at several."""
        self.lost = [one for one in self.lost if not self._leave_out_end(self.came, one.sort, one.place)]
        starts, ends = Counter[tuple[Sort, NamedPlace | None]](), Counter[tuple[Sort, NamedPlace | None]]()
        starts.update((one.sort, one.start) for one in self.whole)
        ends.update((one.sort, one.end) for one in self.whole)
        starts.update((one.sort, one.place) for one in self.lost)
        ends.update((one.sort, one.place) for one in self.came)
        changed = {sort for sort, _ in (starts - ends) + (ends - starts)}
        self.whole = [one for one in self.whole if one.sort in changed]
        self.lost = [one for one in self.lost if one.sort in changed]
        self.came = [one for one in self.came if one.sort in changed]

    @staticmethod
    def _leave_out_end(ends: list[OneEnd], sort: Sort, place: NamedPlace | None) -> OneEnd | None:
        found = next((one for one in ends if (one.sort, one.place) == (sort, place)), None)
        if found is not None:
            ends.remove(found)
        return found

    def leave_out(self, said: Said, totals: Counter[NamedPlace]) -> None:
        """What is told of a thing already is not told again, nor counted; of what it took unseen only what is known of it is counted."""
        sort = sort_of(self.after, said.thing)
        start, end = (place_of_thing(look, said.thing) for look in (self.before, self.after))
        if self.followed.is_followed(said.thing):
            way = Way(sort, start, end)
            if way in self.whole:
                self.whole.remove(way)
                _uncount(totals, start, end)
        elif said.origin is None and said.thing in self.followed.lost:  # it is told that it went
            if self._leave_out_end(self.lost, sort, start):
                _uncount(totals, start, None)
        elif said.thing in self.followed.came and (found := self._leave_out_end(self.came, sort, end)):
            _uncount(totals, said.origin or found.other, end)

    def certain(self, totals: Counter[NamedPlace]) -> Iterator[Way]:
        """The ways that are left, each as far as it is certain; they are counted no more."""
        found = [*self.whole]
        # What may lie where it lay is not known to have gone, nor to have come.
        found += (Way(one.sort, one.place, one.other) for one in self.lost if one.place.whole not in one.others)
        found += (Way(one.sort, one.other, one.place) for one in self.came if one.place.whole not in one.others)
        for way in found:
            _uncount(totals, way.start, way.end)
            if way.start is not None or way.end is not None:
                yield way


def moves(before: Look, after: Look, followed: Trails, said: Iterable[Said]) -> list[Movement]:
    """What has moved, things that went the same way together: `3 pawns: square → harbour`, then how many more or fewer things lie where
    that is not told yet. What is said already of things is left out.

    All of it is told by what is seen of both positions and on the way, and never by which of several things that look alike went.
    """
    totals, ways = _totals(before, after), Ways(before, after, followed)
    for one in dict.fromkeys(said):
        ways.leave_out(one, totals)
    return [*_worded(after, [*ways.certain(totals)]), *_counted(after, totals)]


def _totals(before: Look, after: Look) -> Counter[NamedPlace]:
    """How many more things lie at each place, or fewer, seen or not."""
    found: Counter[NamedPlace] = Counter()
    for start, end in zip(before.state.c[PLACES], after.state.c[PLACES], strict=True):
        if start != end:
            _uncount(found, place_at(after, end), place_at(before, start))
    return found


def _uncount(totals: Counter[NamedPlace], start: NamedPlace | None, end: NamedPlace | None) -> None:
    """One thing that went from one place to another is counted no more."""
    if start is not None:
        totals[start.whole] += 1
    if end is not None:
        totals[end.whole] -= 1


def _counted(after: Look, totals: Counter[NamedPlace]) -> Iterator[Movement]:
    """Places that hold more or fewer things."""
    for place, count in totals.items():
        if count and place.name != phrase("out", after.language):
            yield Movement(place.owner, f"{place.name} {count:+}")


# ------------------------------------------------------------ words


def _worded(after: Look, ways: Sequence[Way]) -> list[Movement]:
    found: dict[tuple[str, str], list[tuple[int, Sort]]] = {}
    for sort in dict.fromkeys(way.sort for way in ways):
        for together in _together([way for way in ways if way.sort == sort]):
            found.setdefault(_way(sort, together), []).append((len(together), sort))
    return [Movement(owner, phrase("named", after.language, name=_sorts(sorts, owner), what=way)) for (owner, way), sorts in found.items()]


def _together(ways: Sequence[Way]) -> Iterator[list[Way]]:
    """The ways of one sort that are told as one: all that have an end in common, unless one thing went to where another one left."""
    waiting = [*ways]
    while waiting:
        joined, size = [waiting.pop(0)], 0
        while size != len(joined):
            size = len(joined)
            starts, ends = {one.start for one in joined}, {one.end for one in joined}
            near = [one for one in waiting if (one.start in starts or one.end in ends) and _is_half(one) == _is_half(joined[0])]
            joined += near
            waiting = [one for one in waiting if one not in near]
        if {one.start for one in joined}.isdisjoint({one.end for one in joined} - {None}):
            yield joined
        else:
            yield from ([one for one in joined if one == way] for way in dict.fromkeys(joined))


def _is_half(way: Way) -> bool:
    return way.start is None or way.end is None


def _way(sort: Sort, ways: Sequence[Way]) -> tuple[str, str]:
    """Whose ways are, and from where to where they went."""
    starts = [*dict.fromkeys(one.start for one in ways if one.start is not None)]
    ends = [*dict.fromkeys(one.end for one in ways if one.end is not None)]
    owners = {place.owner for place in (*starts, *ends)} | {sort.owner}
    owner = next(iter(owners - {""})) if len(owners - {""}) == 1 else ""
    start, end = (_listed([_words(place, owner) for place in places]) for places in (starts, ends))
    return owner, f"{start} → {end}".strip()


def _listed(words: Sequence[str]) -> str:
    """Not all where they are many."""
    return ", ".join(words if len(words) <= _MOST else [*words[: _MOST - 1], "…"])


def _words(of: NamedPlace | Sort, owner: str) -> str:
    name = f"{of.name} {of.cell}" if isinstance(of, NamedPlace) and of.cell else of.name
    return f"{name} ({of.owner})" if of.owner not in ("", owner) else name


def _sorts(sorts: Sequence[tuple[int, Sort]], owner: str) -> str:
    return ", ".join(f"{count} x {_words(sort, owner)}" if count > 1 else _words(sort, owner) for count, sort in sorts)


def sort_of(look: Look, thing: int) -> Sort:
    """What a thing is called."""
    component = look.instance.things[thing]
    row = look.instance.game.kinds[component.kind].rows[component.row]
    name = look.labels.thing(thing, look.language)
    if row.name == row.table and name == row.name.replace("-", " "):
        name = look.name(component.kind)
    return Sort(name, "" if component.owner is None else look.value(component.owner, Seat()))


# ------------------------------------------------------------ places


def _places(look: Look, locations: Iterable[int]) -> frozenset[NamedPlace | None]:
    return frozenset(place_at(look, location) for location in locations)


def place_at(look: Look, location: int) -> NamedPlace | None:
    """The place in which a location is, without its cell; None where the display tells nothing of it."""
    if location == BOX:
        return NamedPlace(phrase("out", look.language))
    zone = look.instance.layout.zone_at[location]
    if zone.name in look.hints.hidden and zone.name not in look.hints.arrangement.named:
        return None
    return place_of(look, zone, (location - zone.base) // zone.cells)


def place_of_thing(look: Look, thing: int) -> NamedPlace | None:
    """The place of a thing, down to its cell where cells have names and it is seen; None where the display tells nothing of it."""
    location = look.state.c[PLACES][thing]
    whole = place_at(look, location)
    if whole is None or location == BOX or not _sees(look, thing):
        return whole
    zone = look.instance.layout.zone_at[location]
    local = location - zone.base
    if zone.zone.shape.list is None or not sees_place(look.evaluator, look.state, look.seat, zone, local // zone.cells):
        return whole
    return replace(whole, cell=look.labels.cell(zone.name, local, look.language))


def _sees(look: Look, thing: int) -> bool:
    return sees_thing(look.evaluator, look.state, look.seat, thing)


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
