"""How the building market of a second King's Abbey is renewed between two turns."""

from __future__ import annotations

from tests.games.kings_abbey.table.position import Position

COLUMNS, ROWS = {1: "left", 2: "right"}, 4


def column(position: Position, number: int) -> dict[int, int]:
    """The cards of a column by row."""
    return {card.cell[1]: thing for thing, card in sorted(position.at("market").items()) if card.cell[0] == number}


def renewed(before: Position, found: Position) -> list[str]:
    """What is wrong with the market that is found after that of the turn before.

    The cheapest card of each column is gone, the others have slid down in their order and new ones lie above, from the own pile, from the
    other one if that is empty. There may be gaps at the end, when both are empty.
    """
    wrong, piles, missing = [], {side: before.unseen[f"stock-pile of {side}"] for side in COLUMNS.values()}, {}
    for number, side in COLUMNS.items():
        old = [thing for _, thing in sorted(column(before, number).items())][1:]
        new = column(found, number)
        missing[side] = ROWS - len(old)
        if [new.get(row) for row in range(1, len(old) + 1)] != old:
            wrong.append(f"column {number}: {old} should have slid down, found {new}")
        if any(new[row] in before.things for row in new if row > len(old)) or sorted(new) != list(range(1, len(new) + 1)):
            wrong.append(f"column {number}: these are no new cards on top of the others: {new}")
    left = {side: found.unseen[f"stock-pile of {side}"] for side in piles}
    want = max(0, sum(piles.values()) - sum(missing.values()))
    if sum(left.values()) != want or found.count("market") != 2 * ROWS - max(0, sum(missing.values()) - sum(piles.values())):
        wrong.append(f"expected {want} cards in the piles, found {left}")
    if all(piles[side] >= many for side, many in missing.items()) and left != {side: piles[side] - missing[side] for side in piles}:
        wrong.append(f"{missing} from {piles} leaves {left}")
    return wrong
