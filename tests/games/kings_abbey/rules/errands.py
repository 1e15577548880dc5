"""The four dice of Élias that are rolled in every turn of a King's Abbey for one, written from the rulebook: market and main board."""

from __future__ import annotations

from tests.games.kings_abbey.table.position import Position

SITES = {2: "forest", 3: "field", 4: "quarry", 5: "beach"}
HIS_PLACES = ("errand-dice", "initiative", *(f"bonus-space of {site}" for site in SITES.values()))
"""Where his dice are alike: they are counted."""
ROWS = 4


def at_the_market(position: Position, rolled: list[int]) -> None:
    """Each result up to 4 takes both cards of its price away, the same result twice no more."""
    for row in {value for value in rolled if value <= ROWS}:
        for card in [number for number, lying in position.at("market").items() if lying.cell[1] == row]:
            position.discard(card)


def on_the_board(position: Position, rolled: list[int]) -> dict[str, int]:
    """A 1 takes the initiative with its token, 2 to 5 a bonus space, each if it is free.

    Returns:
        How many dice lie in each place that a die of his may go to.
    """
    lying = {place: position.count(place) for place in HIS_PLACES}
    for value in rolled:
        place = "initiative" if value == 1 else f"bonus-space of {SITES[value]}" if value in SITES else ""
        if place and not lying[place]:
            lying[place] += 1
            lying["errand-dice"] -= 1
            if value == 1 and position.unseen["initiative-pile"]:
                position.unseen["initiative-pile"] -= 1
                position.out_of_play += 1
    return lying
