"""How a second King's Abbey begins, written from the rulebook: for each number of players, with each variant."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from tests.games.kings_abbey.table.position import Position

STARTERS = {"bakery", "barracks", "brewery", "garden", "masons-guild", "money-changer"}
TOWERS = {"battlement": 2, "gate-tower": 2, "chapel": 1, "bell-tower": 1}
PLENTY, DISASTER, RAID = "plenty", "disaster", "raid"
EVENTS = {
    "one-raid": (3, 3, 1),
    "no-raids": (4, 3, 0),
    "years-of-plenty": (7, 0, 0),
    "four-raids": (1, 2, 4),
    "no-plenty": (0, 3, 4),
    "quick-game": (2, 2, 1),
}
"""Years of Plenty, Disasters and Vikings in the pile where it is not the usual one."""
USUAL = (2, 2, 3)
EVENT_CARDS, CRUSADE_CARDS, RELIC_CARDS, SAINTS, INITIATIVE = 28, 21, 7, 7, 6
PILES = {"left": 29, "right": 28}
STALLS = [(column, row) for row in range(1, 5) for column in (1, 2)]
DICE, FOLK, VIKING_DICE, FIRST_FAME, TRADE_TOKENS = 9, 15, 5, 5, 2
POOL, ERRANDS, HIS_FOLK = 6, 4, 3


@dataclass(frozen=True)
class Setup:
    """What is chosen before a game.

    Args:
        out: plain crusades that are taken out, with Holy Relics.
    """

    players: int
    variants: tuple[str, ...] = ()
    out: int = 0

    @property
    def auction(self) -> bool:
        return "auction" in self.variants

    @property
    def quick(self) -> bool:
        return "quick-game" in self.variants

    @property
    def events(self) -> tuple[int, int, int]:
        return next((EVENTS[name] for name in self.variants if name in EVENTS), USUAL)

    @property
    def on_benches(self) -> int:
        return 3 if self.quick or "head-start" in self.variants else 1

    def goods(self) -> dict[str, int]:
        return {"wood": 1, "grain": 1, "stone": 1, "sand": int(self.quick), "denier": 6 if self.auction else 4, "wagon": 1, "tool": 1}

    def values(self) -> dict[str, Any]:
        """What is counted for each seat."""
        clergy = 3 if self.quick or "head-start" in self.variants else 0
        return self.goods() | {"sheep": 0, "cow": 0, "clergy": clergy, "altar": False, "walls": 0}

    def crusades(self) -> int:
        return CRUSADE_CARDS - self.out + RELIC_CARDS * ("holy-relics" in self.variants)


def wrong(setup: Setup, position: Position, *, housed: bool) -> list[str]:
    """What is not as the rulebook has it before anything is chosen.

    Args:
        housed: whether the starting buildings have been given out.
    """
    facts = {**_table(setup, position), **_market(position)}
    for seat in position.seats:
        facts |= _seat(setup, position, seat, housed=housed)
    return [f"{what}: expected {expected}, found {found}" for what, (expected, found) in facts.items() if expected != found]


def unready(position: Position) -> list[str]:
    """Seats whose tokens are not to be used in the first turn."""
    ready = {seat: (position.amount(seat, "trade"), position.amount(seat, "tool-use")) for seat in position.seats}
    return [seat for seat, tokens in ready.items() if tokens != (TRADE_TOKENS, position.amount(seat, "tool"))]


Facts = dict[str, tuple[object, object]]


def _table(setup: Setup, position: Position) -> Facts:
    pawn = position.first_player
    clockwise = [position.seats[(position.seats.index(pawn) + step) % setup.players] for step in range(setup.players)]
    solo = setup.players == 1
    return {
        "prestige": (list(range(FIRST_FAME, FIRST_FAME + setup.players)), [position.amount(seat, "prestige") for seat in clockwise]),
        "first player alone": (True, not solo or pawn == "p1"),
        "Darkness": (2 if "upper-three" in setup.variants else 1, position.kept["dark-step", ""]),
        "events": (sum(setup.events), position.unseen["event-pile"]),
        "crusades left": (setup.crusades() - setup.players, position.unseen["crusade-pile"]),
        "initiative": (INITIATIVE, position.unseen["initiative-pile"]),
        "Viking dice": (VIKING_DICE, position.count("viking-dice")),
        "nothing under way": (
            0,
            sum(position.count(place) for place in ("attack", "answered", "front", "fallen", "initiative", "current-event")),
        ),
        "Élias": ((POOL, ERRANDS, HIS_FOLK) if solo else (0, 0), _elias(position, solo=solo)),
        "saints": (
            SAINTS if "patron-saints" in setup.variants else 0,
            _total(position, ["saint-box", *(f"patron of {s}" for s in position.seats)]),
        ),
        "relics": (RELIC_CARDS if "holy-relics" in setup.variants else 0, position.count("relic-box")),
    }


def _elias(position: Position, *, solo: bool) -> tuple[int, ...]:
    dice = (position.count("elias-pool"), position.count("errand-dice"))
    return (*dice, position.kept["elias-folk", ""]) if solo else dice


def _total(position: Position, places: Iterable[str]) -> int:
    return sum(position.count(place) for place in places)


def _market(position: Position) -> Facts:
    piles = {side: many - len(STALLS) // 2 for side, many in PILES.items()}
    return {
        "market": (sorted(STALLS), sorted(card.cell for card in position.at("market").values())),
        "piles": (piles, {side: position.count(f"stock-pile of {side}") for side in PILES}),
    }


def _seat(setup: Setup, position: Position, seat: str, *, housed: bool) -> Facts:
    values = setup.values()
    buildings = list(position.at(f"abbey of {seat}").items())
    served = [card.kind for number, card in buildings if position.manned(number)]
    own: Facts = {
        "values": (values, {name: position.amount(seat, name) for name in values}),
        "dice": ((DICE, 1), (position.count(f"ready of {seat}"), position.count(f"spare-dice of {seat}"))),
        "benches": ({(1, row) for row in range(1, setup.on_benches + 1)}, position.bench_spots(seat)),
        "reserve": (FOLK - setup.on_benches - housed, position.peasants(f"reserve of {seat}")),
        "towers": (
            (Counter(TOWERS), 0),
            (Counter(card.kind for card in position.at(f"tower-hand of {seat}").values()), position.count(f"towers of {seat}")),
        ),
        "crusades": (1, len(position.at(f"crusades of {seat}"))),
        "buildings": (int(housed), len(buildings)),
        "lay brothers": (int(housed), len(served)),
        "a starting building": (True, set(served) <= STARTERS),
        "hand": (0, position.count(f"hand of {seat}")),
        "baptistery": (0, position.count(f"baptistery of {seat}")),
        "saint": (int("patron-saints" in setup.variants), position.count(f"patron of {seat}")),
    }
    return {f"{what} of {seat}": fact for what, fact in own.items()}
