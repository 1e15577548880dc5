"""What is written on a drawn tile: its name as far as there is room, and what lies on it."""

import pytest

from custumal.ui.draw.tile_faces import Face, fitted
from custumal.ui.text.style import line, paint


@pytest.mark.parametrize(
    ("name", "above", "below", "rows"),
    [
        ("Garden", ["1"], [], ["Garden", "1"]),
        ("Straight Path", ["1"], [], ["Straight", "Path", "1"]),
        ("Straight Path", ["1"], ["."], ["Straig P", "1", "."]),
        ("Blue Secret Way", [], [], ["Blue", "Secret W"]),
        ("Old Mill Pond", [], ["."], ["Old Mill", "Pond", "."]),
        ("Calefactory", ["1"], [], ["Calefact", "1"]),
    ],
)
def test_a_long_name_takes_two_lines_where_one_is_free(name: str, above: list[str], below: list[str], rows: list[str]) -> None:
    face = Face(name, tuple(map(line, above)), tuple(map(line, below)))
    assert [paint(row, color=False) for row in fitted(face, 8, 3)] == rows
