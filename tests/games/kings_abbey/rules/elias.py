"""What Élias's dice do to market and main board of a second King's Abbey for one, as far as it can be told from what lies there.

Two of his dice are rolled for the market and two for the main board; which ones is the same to everybody, so a die whose number has changed
was rolled, and any other one may have been.
"""

from __future__ import annotations

from tests.games.kings_abbey.rules.market import COLUMNS, ROWS, column
from tests.games.kings_abbey.table.position import Position

PLACES = {1: "initiative", 2: "bonus-space of forest", 3: "bonus-space of field", 4: "bonus-space of quarry", 5: "bonus-space of beach"}
ROLLED = 2


def numbers(position: Position) -> dict[int, int]:
    return {die: thing.marks["shows"] for die, thing in position.things.items() if thing.kind == "elias-errand-dice"}


def bought(before: Position, found: Position) -> list[str]:
    """What is wrong with the market that he leaves: both cards of a price that he rolled are gone, all others are there."""
    after = numbers(found)
    rolled = {after[die] for die, shows in numbers(before).items() if after[die] != shows}
    was, now = ({(number, row) for number in COLUMNS for row in column(position, number)} for position in (before, found))
    gone = {row for _, row in was - now}
    wrong = [
        f"row {row} is {sorted(was - now)}"
        for row in gone
        if {cell for cell in was if cell[1] == row} != {cell for cell in was - now if cell[1] == row}
    ]
    if now - was or len(gone) > ROLLED or not gone <= set(after.values()):
        wrong.append(f"{gone} are gone of {was}, he rolled among {after}")
    if rolled & set(range(1, ROWS + 1)) & {row for _, row in now}:
        wrong.append(f"he rolled {rolled}, but {now} are there")
    return wrong


def visited(position: Position, found: Position) -> None:
    """The position as he leaves the main board, if it is found so: each die goes where its number sends it, if the place is free."""
    before, after = numbers(position), numbers(found)
    for die, shows in after.items():
        place = found.things[die].place
        if place in PLACES.values() and position.things[die].place not in PLACES.values():
            assert place == PLACES[shows], f"die {die} shows {shows} and lies at {place}"
            assert position.count(place) == 0, f"{place} was taken"
            position.move(die, place)
            if place == "initiative" and position.unseen["initiative-pile"]:
                position.unseen["initiative-pile"] -= 1
                position.out_of_play += 1
        elif shows != before[die]:
            assert shows == 6 or found.count(PLACES[shows]), f"die {die} shows {shows} and stays away"
        position.things[die].marks["shows"] = shows
