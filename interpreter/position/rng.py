"""The generator of chance: SplitMix64, as pure functions on a state that is one integer.

The state is an int in 0 .. 2**64 - 1, so a game's state holds it, copies it and writes it like any other number, and the
same seed gives the same game on every machine and Python version.
"""

from __future__ import annotations

_MASK = 0xFFFF_FFFF_FFFF_FFFF
_STEP = 0x9E37_79B9_7F4A_7C15
LARGEST_BOUND = 1 << 63


def next64(state: int) -> tuple[int, int]:
    """The state after one draw, and the draw: uniform in 0 .. 2**64 - 1."""
    state = (state + _STEP) & _MASK
    return state, _mix(state)


def below(state: int, bound: int) -> tuple[int, int]:
    """The state after the draw, and a number in 0 .. bound - 1, every one exactly equally likely.

    A draw `x` of 64 bits becomes the upper half of `x * bound`. Of the 2**64 draws, 2**64 mod bound too many would
    share some numbers; those, told by a small lower half, are drawn again (Lemire's method).
    Raises ValueError unless 1 <= bound <= 2**63.
    """
    if not 1 <= bound <= LARGEST_BOUND:
        raise ValueError(f"A number can be drawn below 1 to 2**63, not below {bound}.")
    state, value = next64(state)
    product = value * bound
    if product & _MASK < bound:
        rejected = (1 << 64) % bound
        while product & _MASK < rejected:
            state, value = next64(state)
            product = value * bound
    return state, product >> 64


def derive(seed: int, *parts: int | str) -> int:
    """The first state of a stream of its own, told from all others of the same seed by `parts`.

    Any int will do as seed. A text and an int that look alike give different streams, and so do ("ab", "c") and
    ("a", "bc"): every part goes in with its kind and its length.
    """
    state = absorbed(0, _words(seed))
    for part in parts:
        if isinstance(part, str):
            encoded = part.encode()
            words = [1, len(encoded), *(int.from_bytes(encoded[at : at + 8], "little") for at in range(0, len(encoded), 8))]
        else:
            words = [0, *_words(part)]
        state = absorbed(state, words)
    return state


def _mix(value: int) -> int:
    value = ((value ^ (value >> 30)) * 0xBF58_476D_1CE4_E5B9) & _MASK
    value = ((value ^ (value >> 27)) * 0x94D0_49BB_1331_11EB) & _MASK
    return value ^ (value >> 31)


def absorbed(state: int, words: list[int]) -> int:
    """The state with words of 64 bits mixed into it, one after the other."""
    for word in words:
        state = _mix((state + _STEP) & _MASK ^ word)
    return state


def _words(number: int) -> list[int]:
    """A number of any size as its count of 64-bit words and the words, two's complement, lowest first."""
    count = number.bit_length() // 64 + 1
    return [count, *((number >> 64 * index) & _MASK for index in range(count))]
