"""A game that says nothing of how it looks is drawn by what there is of it."""

from __future__ import annotations

from dataclasses import replace
from xml.etree.ElementTree import Element, fromstring

import pytest

from custumal import load_game
from custumal.ui.scene.display_hints import Hints
from custumal.ui.scene.look import Look
from custumal.ui.svg.table import table_svg

SVG = "{http://www.w3.org/2000/svg}"


def bare(name: str, players: int, seat: int | None = 0, moves: int = 0) -> tuple[Element, Look]:
    engine = load_game(name).engine(players)
    state = engine.settled(engine.start(1))
    for _ in range(moves):
        state = engine.settled(engine.after(state, engine.choices(state)[0]))
    look = Look(engine, Hints(), state, seat, "en")
    return fromstring(table_svg(look)), look  # noqa: S314  # our own text


@pytest.mark.slow
def test_words_without_signs_are_told_apart() -> None:
    root, _ = bare("chess", 2)
    signs = [text.text for text in root.iter(f"{SVG}text") if text.get("text-anchor") == "middle"]
    assert sorted(sign for sign in signs if sign and sign[0] in "WB") == sorted(
        [*(f"{side}P" for side in "WB" for _ in range(8)), *(f"{side}{man}" for side in "WB" for man in ("R", "Kn", "B") for _ in range(2))]
        + [f"{side}{man}" for side in "WB" for man in ("Q", "Ki")]
    )


def test_what_shows_a_number_from_one_to_six_is_a_die() -> None:
    root, look = bare("liars-dice", 2)
    shown = [look.kept("shows", (die,)) for die in look.instance.things_of("die") if look.instance.things[die].owner == 0]
    groups = [group for group in root.iter(f"{SVG}g") if "place" in str(group.get("class")) and group.get("data-name") == "cup of p1"]
    pips = [sum("dot-" in str(circle.get("class")) for circle in die.iter(f"{SVG}circle")) for die in things_in(groups[0])]
    assert set(pips) == set(shown)


def things_in(group: Element) -> list[Element]:
    return [one for one in group.iter(f"{SVG}g") if " thing" in str(one.get("class"))]


def test_what_has_changed_is_marked() -> None:
    engine = load_game("tic-tac-toe").engine(2)
    before = engine.start(1)
    look = Look(engine, Hints(), before, 0, "en")
    after = replace(look, state=engine.after(before, engine.choices(before)[4]))
    root = fromstring(table_svg(after, before=look))  # noqa: S314  # our own text
    changed = [group.get("data-name") for group in root.iter(f"{SVG}g") if "changed" in str(group.get("class"))]
    assert changed == ["at(board, 2, 2)"]
