"""The generator against its published vectors, and the draws against what uniform means."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from custumal.interpreter.position.rng import below, derive, next64

STATES = st.integers(0, 2**64 - 1)
# The 0.9999 quantile of the chi-square distribution, by degrees of freedom.
CHI_SQUARE_LIMIT = {1: 15.14, 5: 25.74, 9: 33.72, 51: 97.34}


def draws(state: int, count: int) -> list[int]:
    found = []
    for _ in range(count):
        state, value = next64(state)
        found.append(value)
    return found


def test_published_vectors() -> None:
    # The vectors printed for SplitMix64 with seed 1234567 (Rosetta Code, and the reference C code of S. Vigna).
    expected = [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821]
    assert draws(1234567, 5) == expected


def test_published_vectors_of_seed_zero() -> None:
    # The first outputs from state 0, which Java's SplittableRandom(0) gives too.
    assert draws(0, 3) == [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]


@pytest.mark.parametrize("faces", [2, 6, 10, 52])
def test_draws_below_a_bound_are_uniform(faces: int) -> None:
    counts = [0] * faces
    state, trials = 20_260_101, 2_000 * faces
    for _ in range(trials):
        state, value = below(state, faces)
        counts[value] += 1
    expected = trials / faces
    assert sum((count - expected) ** 2 / expected for count in counts) < CHI_SQUARE_LIMIT[faces - 1]


def test_a_large_bound_is_not_biased() -> None:
    # 2**64 draws go into 3 * 2**61 numbers 2 2/3 times: without rejection some numbers would come up half as often again
    # as others, which ones being told by their third of the range ("mod") or their remainder by 3 (multiply and shift).
    bound, state = 3 << 61, 5
    thirds, remainders = [0, 0, 0], [0, 0, 0]
    for _ in range(6_000):
        state, value = below(state, bound)
        thirds[value * 3 // bound] += 1
        remainders[value % 3] += 1
    assert all(abs(count - 2_000) < 150 for count in thirds + remainders)


@given(STATES, st.integers(1, 2**63))
def test_a_draw_lies_below_its_bound(state: int, bound: int) -> None:
    after, value = below(state, bound)
    assert 0 <= value < bound
    assert 0 <= after < 2**64
    assert after != state


def test_the_whole_range_is_reached() -> None:
    state, seen = 3, set()
    for _ in range(200):
        state, value = below(state, 6)
        seen.add(value)
    assert seen == set(range(6))
    assert below(7, 1)[1] == 0


@pytest.mark.parametrize("bound", [0, -1, 2**63 + 1])
def test_an_impossible_bound_is_refused(bound: int) -> None:
    with pytest.raises(ValueError, match="below"):
        below(1, bound)


@given(st.integers(), st.lists(st.integers() | st.text(), max_size=3), st.lists(st.integers() | st.text(), max_size=3))
def test_streams_differ_exactly_when_their_names_do(seed: int, one: list[int | str], other: list[int | str]) -> None:
    assert 0 <= derive(seed, *one) < 2**64
    same = [(type(part), part) for part in one] == [(type(part), part) for part in other]
    assert (derive(seed, *one) == derive(seed, *other)) == same


def test_streams_of_neighbouring_games_are_unrelated() -> None:
    states = [derive(1, "game", index) for index in range(1_000)]
    bits = [sum((state >> bit) & 1 for state in states) for bit in range(64)]
    assert len(set(states)) == 1_000
    assert all(400 < count < 600 for count in bits)
    assert len({derive(seed) for seed in (-1, 0, 1, 2**64, 2**64 - 1)}) == 5
