"""Words of lists that can be chosen are drawn with their names; where they head the columns of a board, the columns are."""

from __future__ import annotations

from xml.etree.ElementTree import fromstring

from custumal import load_game
from custumal.ui.scene.display_hints import hints_of
from custumal.ui.scene.look import Look
from custumal.ui.svg.table import table_svg

SVG = "{http://www.w3.org/2000/svg}"


def test_columns_that_are_headed_by_what_can_be_chosen_are_chosen_by_a_click() -> None:
    engine = load_game("connect-four").engine(2)
    state = engine.start(1)
    look = Look(engine, hints_of(engine.instance.game.display), state, state.seat, "en")
    root = fromstring(table_svg(look))  # noqa: S314  # our own text
    named = [group for group in root.iter(f"{SVG}g") if str(group.get("class")).startswith("named symbol")]
    assert [group.get("data-name") for group in named] == ["A", "B", "C", "D", "E", "F", "G"]
    heights = {float(str(group.find(f"{SVG}rect").get("height"))) for group in named}  # type: ignore[union-attr]
    cell = next(group for group in root.iter(f"{SVG}g") if group.get("data-name") == "at(board, 1, 1)")
    side = float(str(cell.find(f"{SVG}rect").get("height")))  # type: ignore[union-attr]
    assert min(heights) > 6 * side  # as high as the board
