"""What is counted when a game is set up can't hang on what happens in it, neither by itself nor by a rule that modifies it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.game_frames import check_text, framed

MODIFIED = "\nstanding:\n  wider: {modify: values.hand-limit, if: coin of starter > 2, add: 1}\n"
BY_OPTION = MODIFIED.replace("coin of starter > 2", "long")
WELL = "well: {price: 2, cost: {coin: 1}"
PIECES = {
    "zones:\n  narrow(seat): {holds: card, room: hand-limit}": "The room of a zone",
    "zones:\n  board: {holds: one stone, shape: {grid: [hand-limit, 3]}}": "The size of a board",
    f"components:\n  cards: {{kind: card, in: deck, rows: {{{WELL}, copies: hand-limit}}}}}}": "How many copies there are",
    f"components:\n  cards: {{kind: card, in: deck, rows: {{{WELL}, if: hand-limit > 3}}}}}}": "Which components are in the game",
    f"components:\n  cards: {{kind: card, in: deck, if: hand-limit > 3, rows: {{{WELL}}}}}}}": "Which components are in the game",
    "components:\n  cards: {kind: card, in: deck, for-each: {price: 1 to hand-limit}, rows: {well: {cost: {coin: 1}}}}": "Which components",
    "resources:\n  hay: {worth: 3, most: hand-limit}": "The bound of a resource",
    "resources:\n  hay: {worth: 3, supply: hand-limit}": "The supply of a resource",
    "kept:\n  steps(seat): {is: 0 to hand-limit, until: end}": "The bound of a kept value",
    "options:\n  long: {is: truth, default: false}\n  extra: {is: truth, default: false, if: hand-limit > 3}": "Whether an option",
}


def told(piece: str, folder: Path) -> list[str]:
    """What is said of sizes; nothing else is wrong."""
    found = [each for each in check_text(framed(piece).text, folder).diagnostics if each.severity.value == "error"]
    assert {each.code for each in found} <= {"changing-size"}, found
    return [each.message for each in found]


@pytest.mark.parametrize(("piece", "what"), PIECES.items())
def test_a_rule_of_what_happens_does_not_reach_what_is_settled(piece: str, what: str, tmp_path: Path) -> None:
    (message,) = told(f"\n{piece}{MODIFIED}", tmp_path)
    assert message.startswith(what)
    assert "`hand-limit`, which `standing.wider` modifies, can change in play" in message


@pytest.mark.parametrize("piece", [piece for piece in PIECES if "extra" not in piece])
def test_what_hangs_on_options_does(piece: str, tmp_path: Path) -> None:
    assert told(f"\n{piece}{BY_OPTION}", tmp_path) == []


@pytest.mark.parametrize("piece", [piece for piece in PIECES if "hay" not in piece and "kept" not in piece])
def test_what_is_kept_is_no_size(piece: str, tmp_path: Path) -> None:
    (message,) = told("\n" + piece.replace("hand-limit", "steps of starter") + "\n", tmp_path)
    assert "can change in play" in message
