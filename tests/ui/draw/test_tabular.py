"""Tables on the screen: heads are whole as long as there is room for them, in one line or in several."""

import pytest

from custumal.ui.text.style import Piece, line, paint, width
from custumal.ui.text.tabular import tabulated

HEADS = [Piece("stocks", "underline"), Piece("prestige", "dim"), Piece("grain due", "dim"), Piece("wood", "dim")]
ROWS = [[line("player 1"), line("5"), line("-"), line("1")], [line("player 2"), line("12"), line("1"), line("1")]]


def shown(columns: int) -> list[str]:
    return [paint(row, color=False) for row in tabulated(HEADS, ROWS, columns)]


def test_with_room_all_heads_stand_in_one_line() -> None:
    assert shown(40) == ["stocks    prestige  grain due  wood", "player 1  5         -          1", "player 2  12        1          1"]
    assert shown(34)[0] == "stocks   prestige grain due wood"


def test_words_of_heads_stand_below_one_another_before_any_is_cut() -> None:
    assert shown(30)[:3] == ["                  grain", "stocks   prestige due   wood", "player 1 5        -     1"]


def test_the_longest_heads_give_way_first() -> None:
    assert shown(25)[:2] == ["               grain", "stocks   prest due   wood"]
    assert shown(22)[1] == "stocks   pre due  wood"


def test_numbers_may_end_below_one_another() -> None:
    rows = [paint(row, color=False) for row in tabulated(HEADS, ROWS, 30, to_the_right=True)]
    assert rows[1:] == ["stocks   prestige   due wood", "player 1        5     -    1", "player 2       12     1    1"]


@pytest.mark.parametrize("columns", range(1, 60))
def test_no_row_is_wider_than_the_screen_or_than_what_it_tells(columns: int) -> None:
    found = tabulated(HEADS, ROWS, columns)
    least = width(line("player 1 12 1 1"))
    assert max(map(width, found)) <= max(columns, least)
    assert [paint(row, color=False).split() for row in found[-2:]] == [["player", "1", "5", "-", "1"], ["player", "2", "12", "1", "1"]]
