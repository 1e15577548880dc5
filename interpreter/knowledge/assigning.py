"""Which thing each token may be: what was mixed is mixed anew, so that it comes out as a seat has seen it.

A thing that is seen later has to be where it can come from there: looking back from each sight, every mixing on the way spreads the place
over all that were mixed. Things are then given out from the first mixing on, those with fewest places first. Where the groups lie inside of
each other, or apart, this is exact; where they cross, the chances of several things that were seen are taken one by one.

Tokens are numbered by what the seat can tell of them alone: when they were mixed, when again or where they lie now, and as what the seat
has seen them. So what is drawn with one seed is the same wherever the seat knows the same.
"""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterator, Mapping, Sequence

from custumal.dsl.base.frozen import dataclass, field
from custumal.interpreter.knowledge.course import Mixed, Sighted

MOST_TRIES = 200
Weights = dict[int, float]
"""For tokens how likely a thing that is seen later comes from there."""
_NEVER = 1 << 60


class DeadEnd(Exception):
    """No way was found to mix so that everything comes out as it was seen."""


@dataclass(slots=True)
class _Mixing:
    """What was mixed, as the seat knows it. `ahead`: the things that are seen later, and where they can be then, if not anywhere."""

    before: list[int]
    after: list[int]
    ahead: dict[int, Weights] = field(default_factory=dict)


class Assigning:
    """What one seat can't tell.

    Args:
        log: what was mixed and seen, in order.
        seat: whose sights count.
        now: what the seat knows now, things by token.
        lying: where each token lies, as everybody can tell it.
    """

    def __init__(self, log: Sequence[Mixed | Sighted], seat: int, now: Mapping[int, int], lying: Mapping[int, Hashable]) -> None:
        self._same: dict[int, int] = {}
        self._born: dict[int, int] = {}
        self._seen: dict[int, int] = {}
        self._mixings = [*self._told_apart(log, seat)]
        self._seen.update((self._one(token), thing) for token, thing in now.items())
        self._number(lying)
        self._look_ahead()

    def __bool__(self) -> bool:
        """Whether anything was ever mixed."""
        return bool(self._mixings)

    def __contains__(self, token: int) -> bool:
        """Whether there was ever a doubt which thing a token is."""
        return token in self._live

    def draw(self, rng: random.Random) -> dict[int, int]:
        """Things by token; in each such way everything came about as the seat knows it. Those of which there was never a doubt
        are not there.

        Raises:
            DeadEnd: none was found.
        """
        for _ in range(MOST_TRIES):
            found = self._drawn(rng)
            if found is not None:
                return {token: found[one] for token, one in self._live.items()}
        raise DeadEnd

    def _drawn(self, rng: random.Random) -> dict[int, int] | None:
        found: dict[int, int] = {}
        for mixing in self._mixings:
            given = _given(mixing.after, [found.get(token, token) for token in mixing.before], mixing.ahead, rng)
            if given is None:
                return None
            found.update(given)
        return found

    # ------------------------------------------------------------ what the seat can tell

    def _told_apart(self, log: Sequence[Mixed | Sighted], seat: int) -> Iterator[_Mixing]:
        """The mixings without those in which, for this seat, nothing was mixed that it could tell apart."""
        number = 0
        for event in log:
            if isinstance(event, Sighted):
                if event.seats >> seat & 1:
                    self._seen[self._one(event.token)] = event.thing
                continue
            before = [self._one(token) for token in event.before]
            groups = {self._born.get(token) for token in before}
            if len(groups) == 1 and None not in groups and self._seen.keys().isdisjoint(before):
                self._same.update(zip(event.after, before, strict=True))
                continue
            self._born.update(dict.fromkeys(event.after, number))
            number += 1
            yield _Mixing(before, list(event.after))

    def _one(self, token: int) -> int:
        return self._same.get(token, token)

    def _number(self, lying: Mapping[int, Hashable]) -> None:
        """Sort the tokens of each mixing by what the seat can tell of them."""
        ends = {token: at for at, mixing in enumerate(self._mixings) for token in mixing.before}
        where = {self._one(token): place for token, place in lying.items()}
        rank: dict[int, tuple[int, int]] = {}
        for at, mixing in enumerate(self._mixings):
            mixing.before.sort(key=lambda token: rank.get(token, (-1, token)))
            mixing.after.sort(key=lambda token: (ends.get(token, _NEVER), where.get(token, ()), self._seen.get(token, -1)))
            rank.update((token, (at, place)) for place, token in enumerate(mixing.after))
        self._live = {token: one for token in lying if (one := self._one(token)) in self._born}

    def _look_ahead(self) -> None:
        ahead: dict[int, Weights] = {}
        for mixing in reversed(self._mixings):
            ahead.update((self._seen[token], {token: 1.0}) for token in mixing.after if token in self._seen)
            for thing, weights in ahead.items():
                inside = {token: weights[token] for token in mixing.after if token in weights}
                if len(inside) < len(mixing.after) or len({*inside.values()}) > 1:
                    mixing.ahead[thing] = inside
                if inside:
                    outside = {token: weight for token, weight in weights.items() if token not in inside}
                    ahead[thing] = {**outside, **dict.fromkeys(mixing.before, sum(inside.values()) / len(mixing.after))}


def _given(tokens: Sequence[int], things: Sequence[int], ahead: Mapping[int, Weights], rng: random.Random) -> dict[int, int] | None:
    """The things given out to the tokens at random, each where it is seen later; None if that does not work out."""
    if not ahead:
        return dict(zip(tokens, shuffled(things, rng), strict=True))
    bound = sorted((thing for thing in things if thing in ahead), key=lambda thing: len(ahead[thing]))
    free, given = dict.fromkeys(tokens), {}
    for thing in bound:
        places = [token for token in ahead[thing] if token in free]
        if not places:
            return None
        token = places[0] if len(places) == 1 else rng.choices(places, [ahead[thing][one] for one in places])[0]
        given[token] = thing
        del free[token]
    rest = shuffled([thing for thing in things if thing not in ahead], rng)
    given.update(zip(free, rest, strict=True))
    return given


def shuffled(things: Sequence[int], rng: random.Random) -> list[int]:
    """The things in another order, each as likely; as `Random.shuffle` of all these versions of Python makes it, which takes twice as
    long."""
    found, bits = list(things), rng.getrandbits
    for last in range(len(found) - 1, 0, -1):
        width = (last + 1).bit_length()
        other = bits(width)
        while other > last:
            other = bits(width)
        found[last], found[other] = found[other], found[last]
    return found
