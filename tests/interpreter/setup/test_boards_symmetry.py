"""The readings of tables, with the structure cards of Monolyth."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from custumal.interpreter.setup.boards.symmetry import readings, symmetries

CARDS = {  # each map as rows from north to south: 1, 2, a = 1 or 2, t = 3 or more
    "STR-01": "tttt 1111 1111 1111",
    "STR-02": "1111 1tt1 1tt1 1111",
    "STR-03": "tt22 tt22 11aa 11aa",
    "STR-04": "t2a1 t2a1 t2a1 t2a1",
    "STR-05": "taat a11a a11a taat",
    "STR-06": "2222 2112 2112 22tt",
    "STR-07": "t111 1ta1 1at1 111t",
    "STR-08": "a22a 1tt1 1t11 a11a",
    "STR-09": "ttt1 t221 t2a1 1111",
    "STR-10": "2211 2tt1 1tt2 1122",
}
VARIANTS = {
    "STR-01": 4, "STR-02": 1, "STR-03": 8, "STR-04": 4, "STR-05": 1, "STR-06": 8, "STR-07": 2, "STR-08": 8, "STR-09": 4, "STR-10": 2,
}  # fmt: skip
ACCEPTED = {"1": {1}, "2": {2}, "a": {1, 2}, "t": {3, 4}}


def card_readings(card: str) -> tuple[tuple[str, ...], ...]:
    return readings(CARDS[card].replace(" ", ""), 4, 4)


@pytest.mark.parametrize("card", CARDS)
def test_structure_variants(card: str) -> None:
    assert len(card_readings(card)) == VARIANTS[card]


@pytest.mark.parametrize(
    ("card", "heights", "how"),
    [
        ("STR-08", "1221 1341 1311 2111", "as printed"),
        ("STR-08", "1112 2331 2131 1111", "none"),
        ("STR-08", "1111 1132 1432 1111", "needs mirror"),
        ("STR-08", "1221 1331 1321 1111", "none"),
        ("STR-08", "3221 1331 1311 1111", "none"),
        ("STR-01", "1114 1113 1113 1113", "rotation"),
        ("STR-01", "1113 1112 1113 1113", "none"),
        ("STR-08", "1111 1342 1132 2111", "rotation"),
        ("STR-03", "2233 2243 1211 2111", "needs mirror"),
        ("STR-03", "1133 1133 2122 1122", "rotation"),
        ("STR-03", "3311 3312 2221 2211", "none"),
        ("STR-02", "0111 1331 1331 1111", "none"),
    ],
)
def test_structure_matching(card: str, heights: str, how: str) -> None:
    table = CARDS[card].replace(" ", "")
    built = [int(height) for height in heights.replace(" ", "")]
    matching = [
        number
        for number, order in enumerate(symmetries(4, 4))
        if all(height in ACCEPTED[table[i]] for i, height in zip(order, built, strict=True))
    ]
    kinds = {"none": range(0), "as printed": range(1), "rotation": range(1, 4), "needs mirror": range(4, 8)}
    first = matching[0] if matching else None
    assert first in kinds[how] if how != "none" else first is None
    assert bool(matching) == any(
        all(height in ACCEPTED[mark] for mark, height in zip(reading, built, strict=True)) for reading in card_readings(card)
    )


def test_first_turn_is_clockwise() -> None:
    assert readings("abcd", 2, 2)[:2] == (tuple("abcd"), tuple("cadb"))


def test_a_rectangle_has_four_readings() -> None:
    assert readings("abcdef", 3, 2) == (tuple("abcdef"), tuple("fedcba"), tuple("cbafed"), tuple("defabc"))
    assert len(symmetries(4, 4)) == 8


def test_a_table_must_be_full() -> None:
    with pytest.raises(ValueError, match="has 6 entries, not 5"):
        readings("abcde", 3, 2)


@given(st.integers(1, 5), st.integers(1, 5))
def test_symmetries_keep_neighbours_and_form_a_group(width: int, height: int) -> None:
    found = symmetries(width, height)
    places = [divmod(i, width) for i in range(width * height)]
    assert found[0] == tuple(range(width * height))
    for one in found:
        assert sorted(one) == list(range(width * height))
        assert all(tuple(one[i] for i in other) in found for other in found)
        for a, (r, c) in enumerate(places):
            for b, (s, d) in enumerate(places):
                (p, q), (u, v) = places[one[a]], places[one[b]]
                assert abs(r - s) + abs(c - d) == abs(p - u) + abs(q - v)


@given(st.integers(1, 4).flatmap(lambda n: st.tuples(st.just(n), st.lists(st.integers(0, 2), min_size=n * n, max_size=n * n))))
def test_number_of_readings_divides_eight(case: tuple[int, list[int]]) -> None:
    width, table = case
    found = readings(table, width, width)
    assert 8 % len(found) == 0
    assert all(set(readings(reading, width, width)) == set(found) for reading in found)
