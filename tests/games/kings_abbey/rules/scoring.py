"""The final score of a second King's Abbey, written from the rulebook, and who wins."""

from __future__ import annotations

from tests.games.kings_abbey.rules.evening import Evening
from tests.games.kings_abbey.rules.free import HALL_FAME, HALLS
from tests.games.kings_abbey.table.position import GOODS, WORTH

SHEEP, COW, RELIC = 2, 3, 2


def score(end: Evening, prestige: dict[str, int], seat: str) -> int:
    """The total of a seat.

    Args:
        end: the game when the last turn is over. prestige: what each building is printed with.
    """
    position = end.position
    total = end.has(seat, "prestige") + SHEEP * end.has(seat, "sheep") + COW * end.has(seat, "cow")
    if end.copies(seat, "money-changer") >= 2:
        total += end.has(seat, "denier") // 5
    if end.copies(seat, "tithe-barn") >= 2:
        total += sum(end.has(seat, good) for good in GOODS) // 3
    unbuilt = [card.kind for card in position.at(f"hand of {seat}").values()]
    total -= sum(HALL_FAME if kind in HALLS else prestige[kind] for kind in unbuilt)
    total -= sum(end.crusades[card.kind][1] for number, card in position.at(f"crusades of {seat}").items() if end.places_left(number))
    return total + RELIC * len(position.at(f"relics of {seat}"))


def winners(end: Evening, prestige: dict[str, int]) -> set[str]:
    """The highest score, then the highest value of resources; whoever is still tied wins with the others."""
    rank = {seat: (score(end, prestige, seat), sum(WORTH[good] * end.has(seat, good) for good in GOODS)) for seat in end.position.seats}
    return {seat for seat, reached in rank.items() if reached == max(rank.values())}
