"""One cause, one message: a renamed declaration, and a table whose ids are all formed wrongly."""

from pathlib import Path

import pytest

from custumal.dsl.check.game import check_game
from custumal.dsl.check.paths import check_paths

CLASSICS = Path(__file__).parents[2] / "games" / "classics"
HEAD = (
    "custumal: 1\ngame: pebbles\ntitle: Pebbles\nplayers: 2\nplay: {turn: {rounds: seats, offer: turn}}\nactions: {rest: {offered: turn}}\n"
)


@pytest.mark.parametrize(("game", "name"), [("pig", "target"), ("goofspiel", "ranks"), ("nine-mens-morris", "new-mill")])
def test_a_renamed_declaration_is_one_message(game: str, name: str, tmp_path: Path) -> None:
    """Wherever the name stands it is the same slip; the number of places is that of the problems that there would be."""
    text = (CLASSICS / game / "game.yaml").read_text(encoding="utf-8")
    (tmp_path / "game.yaml").write_text(text.replace(f"\n  {name}", f"\n  {name}s", 1), encoding="utf-8")
    found = [one for one in check_game(tmp_path / "game.yaml").diagnostics if f"`{name}`" in one.message and one.code == "unknown-name"]
    assert len(found) == 1
    assert found[0].suggestion == f"{name}s"


def test_a_lost_list_is_one_message(tmp_path: Path) -> None:
    """Its words stand where there is one thing for each of it: as nobody knows what is wanted there, they are not to blame."""
    text = (CLASSICS / "belle-lucie" / "game.yaml").read_text(encoding="utf-8")
    start = text.index("  place: [A, B")
    (tmp_path / "game.yaml").write_text(text[:start] + text[text.index("\n", start) + 1 :], encoding="utf-8")
    (only,) = check_game(tmp_path / "game.yaml").diagnostics
    assert only.message.startswith("There is no type `place`.")


def test_a_game_and_its_variants_tell_it_once(tmp_path: Path) -> None:
    (tmp_path / "variants").mkdir()
    (tmp_path / "game.yaml").write_text(
        HEAD + "define: {a: lost > 1, b: lost > 2, c: lost}\nkept: {losd: {is: 0 to 9, until: end}}\n", encoding="utf-8"
    )
    for name in ("one", "two"):
        text = f"custumal: 1\nvariant: {name}\ntitle: V\nof: pebbles\ndefine: {{d: lost + 1}}\n"
        (tmp_path / "variants" / f"{name}.yaml").write_text(text, encoding="utf-8")
    found = [one for one in check_paths([tmp_path]).diagnostics if "lost" in one.message]
    assert [one.message for one in found] == ["`lost` is not known in 3 places; did you mean `losd`?"]
    assert len(found[0].related) == 2


def test_ids_of_one_wrong_pattern_are_one_message(tmp_path: Path) -> None:
    rows = ", ".join(f"card_{number}" for number in range(90))
    (tmp_path / "game.yaml").write_text(HEAD + f"lists: {{cards: [{rows}]}}\n", encoding="utf-8")
    (found,) = (one for one in check_game(tmp_path / "game.yaml").diagnostics if one.code == "bad-id")
    assert "in 90 places" in found.message
    assert "`card_0`" in found.message


def test_two_names_are_two_messages(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(HEAD + "define: {a: lost > 1, b: found > 2}\n", encoding="utf-8")
    assert [one.code for one in check_game(tmp_path / "game.yaml").diagnostics].count("unknown-name") == 2
