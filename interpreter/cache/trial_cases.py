"""With which players and options a game is tried when it is checked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations, product

from custumal.dsl.base.frozen import dataclass
from custumal.dsl.base.limits import GREATEST_INTEGER
from custumal.dsl.base.types import Maybe, Number, Row, Seat, Symbol, Thing, Truth, bare
from custumal.dsl.model import GameModel, Option
from custumal.interpreter.cache.read_in_setup import read_in_play, read_in_setup
from custumal.interpreter.setup.options import members_of
from custumal.interpreter.setup.values import Value

_FEW = 8
"""Of an option with no more values all are tried, else so many in between."""


@dataclass(frozen=True, slots=True)
class Case:
    """A number of players, and options that have another value than by default."""

    players: int
    chosen: tuple[tuple[str, Value], ...] = ()

    @property
    def options(self) -> Mapping[str, Value]:
        return dict(self.chosen)


def first_cases(game: GameModel) -> Iterator[Case]:
    """All numbers of players, the extremes first; then the fewest and the most with the extremes of the options that set-up reads."""
    fewest, most = game.players
    yield from map(Case, dict.fromkeys((fewest, most, *range(fewest, most + 1))))
    for players in dict.fromkeys((fewest, most)):
        yield from _with_each(game, players, read_in_setup(game))


def further_cases(game: GameModel) -> Iterator[Case]:
    """What is tried beside these as long as it does not take too long: in turn the other numbers of players with the same options, values
    in between, two options at a time."""
    fewest, most = game.players
    read = read_in_setup(game)
    with_others = (case for players in range(fewest + 1, most) for case in _with_each(game, players, read))
    between = (Case(fewest, ((name, value),)) for name in game.options if name in read for value in _between(game, game.options[name]))
    yield from _in_turn(between, _pairs(game, fewest, read), with_others)


def begun_cases(game: GameModel) -> Iterator[Case]:
    """With whom and with what play is tried up to its first decision: other players, extremes and further values of all that is read."""
    fewest, most = game.players
    read = read_in_setup(game) | read_in_play(game)
    others = (Case(players) for players in dict.fromkeys((most, *range(fewest + 1, most))) if players != fewest)
    between = (Case(fewest, ((name, value),)) for name in game.options if name in read for value in _between(game, game.options[name]))
    yield from _in_turn(others, _with_each(game, fewest, read))
    yield from _in_turn(between, _pairs(game, fewest, read))


def _with_each(game: GameModel, players: int, read: frozenset[str]) -> Iterator[Case]:
    for name, option in game.options.items():
        yield from (Case(players, ((name, value),)) for value in (_extremes(game, option) if name in read else ()))


def _pairs(game: GameModel, players: int, read: frozenset[str]) -> Iterator[Case]:
    for one, other in combinations([option for name, option in game.options.items() if name in read], 2):
        for left, right in product(_extremes(game, one)[::-1], _extremes(game, other)[::-1]):
            yield Case(players, ((one.name, left), (other.name, right)))


def _in_turn(*ways: Iterator[Case]) -> Iterator[Case]:
    waiting = list(ways)
    while waiting:
        for way in [*waiting]:
            found = next(way, None)
            if found is None:
                waiting.remove(way)
            else:
                yield found


# ---------------------------------------------------------------- values of options


def _extremes(game: GameModel, option: Option) -> list[Value]:
    """The extremes of what an option can be, without what it is by default."""
    domain = _domain(game, option)
    found = [*domain[:1], *domain[-1:], *([None] if isinstance(option.type, Maybe) else [])]
    return [value for value in dict.fromkeys(found) if value != option.default or type(value) is not type(option.default)]


def _between(game: GameModel, option: Option) -> list[Value]:
    """Further values: all if they are few, else next to that by default and evenly over the others."""
    domain = _domain(game, option)
    if len(domain) <= _FEW:
        found = [*domain[1:-1]]
    else:
        evenly = [domain[len(domain) * part // _FEW] for part in range(1, _FEW)]
        near = [] if not isinstance(option.default, int) else [option.default - 1, option.default + 1]
        found = [*evenly, *(value for value in near if value in domain)]
    return [value for value in dict.fromkeys(found) if value != option.default and value not in (domain[0], domain[-1])]


def _domain(game: GameModel, option: Option) -> range | tuple[Value, ...]:
    match bare(option.type):
        case Truth():
            return (False, True)
        case Number(int() as low, int() as high) if high - low < GREATEST_INTEGER:
            return range(low, high + 1)
        case Number(low, high):
            return tuple(bound for bound in (low, high) if bound is not None)
        case Symbol(name):
            return members_of(game, name)
        case Thing(kind) | Row(kind):
            return range(len(game.kinds[kind].rows))
        case Seat():
            return range(game.players[0])
    return ()
