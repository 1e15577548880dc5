"""What Python callers may get wrong, and what they are told."""

from __future__ import annotations

from pathlib import Path

import pytest

from custumal import load_game
from custumal.dsl.diagnostics.diagnostic import RuleFileError
from custumal.interpreter.library import UnknownGame
from custumal.interpreter.setup.errors import PlayError


@pytest.mark.parametrize("seat", [0, -1, 3])
def test_nobody_looks_from_a_seat_that_is_not_there(seat: int) -> None:
    state = load_game("kuhn-poker").start(players=2, seed=3)
    with pytest.raises(ValueError, match=f"There is no seat {seat}; they are from 1 to 2"):
        state.view(seat)


@pytest.mark.parametrize(("game", "players", "said"), [("kuhn-poker", 3, "for 2 players, not 3"), ("pig", 9, "for 2 to 6 players, not 9")])
def test_a_game_is_only_for_so_many(game: str, players: int, said: str) -> None:
    with pytest.raises(PlayError, match=said):
        load_game(game).start(players=players)


def test_one_variant_may_be_given_alone() -> None:
    assert load_game("pig", variants="two-dice").rules_hash == load_game("pig", variants=["two-dice"]).rules_hash
    with pytest.raises(UnknownGame, match="no variant `two-dic`; did you mean `two-dice`"):
        load_game("pig", variants="two-dic")


OWN = """custumal: 1
game: {name}
players: 2
play: {{turn: {{players: seats, offer: turn}}}}
actions: {{rest: {{offered: turn}}}}
ranking: {{most: {{most: 1}}}}
"""


@pytest.mark.parametrize("typed", ["markt.yaml", "market", "maket"])
def test_a_file_in_the_same_folder_is_named_where_it_was_meant(tmp_path: Path, typed: str) -> None:
    (tmp_path / "market.yaml").write_text(OWN.format(name="market"))
    with pytest.raises(UnknownGame) as caught:
        load_game(str(tmp_path / typed))
    assert caught.value.nearest == str(tmp_path / "market.yaml")


def test_a_variant_in_the_same_folder_is_named_where_it_was_meant(tmp_path: Path) -> None:
    (tmp_path / "market.yaml").write_text(OWN.format(name="market"))
    (tmp_path / "fasting.yaml").write_text("custumal: 1\nvariant: fasting\nof: market\n")
    with pytest.raises(UnknownGame) as caught:
        load_game(str(tmp_path / "market.yaml"), variants=[str(tmp_path / "fastin")])
    assert caught.value.nearest == str(tmp_path / "fasting.yaml")


def test_a_game_beside_a_variant_is_no_variant(tmp_path: Path) -> None:
    """Of which another one is a variant: what is said is that this belongs to another game."""
    for name in ("market", "brook"):
        (tmp_path / f"{name}.yaml").write_text(OWN.format(name=name))
    (tmp_path / "high-water.yaml").write_text("custumal: 1\nvariant: high-water\nof: brook\nvalues: {water: 1}\n")
    with pytest.raises(RuleFileError) as caught:
        load_game(str(tmp_path / "market.yaml"), variants=[str(tmp_path / "high-water.yaml")])
    assert [one.code for one in caught.value.diagnostics] == ["variant-of"]
