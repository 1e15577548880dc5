"""What is kept between runs is read as it was, and nothing that it says is run."""

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from custumal.dsl.base.packing import Unreadable, packed, unpacked
from custumal.dsl.diagnostics.diagnostic import Span
from custumal.interpreter.api import load_game
from custumal.interpreter.library import shipped
from custumal.interpreter.setup.boards.ring import Onward

VALUES = st.none() | st.booleans() | st.integers() | st.text() | st.binary()
KEYS = st.integers() | st.text() | st.booleans()
OBJECTS = st.recursive(
    VALUES,
    lambda parts: st.lists(parts) | st.lists(parts).map(tuple) | st.dictionaries(KEYS, parts) | st.frozensets(KEYS),
)


@given(OBJECTS)
def test_values_come_back_as_they_were(one: Any) -> None:
    found = unpacked(packed(one))
    assert repr(found) == repr(one) or found == one
    assert type(found) is type(one)


def test_truths_and_numbers_stay_apart() -> None:
    assert repr(unpacked(packed([1, True, 0, False, "1", {1: True}]))) == "[1, True, 0, False, '1', {1: True}]"


def test_what_was_one_object_is_one_again() -> None:
    inner = Span("game.yaml", 1, 2, 3, 4)
    first, second, third, around = unpacked(packed((inner, [inner], {"of": (inner,)}, Onward(4, around=True))))
    assert first == inner
    assert first is second[0] is third["of"][0]
    assert around[2] == (3, 0, 1)


class Other:
    """No frozen dataclass."""


@pytest.mark.parametrize("one", [Other(), [Other()], {1}, print, Span])
def test_nothing_else_is_kept(one: object) -> None:
    with pytest.raises(TypeError, match="no value that can be kept"):
        packed(one)


@pytest.mark.parametrize(
    "name", ["os.system", "builtins.eval", "eval", "custumal.cli.run", "custumal.dsl.base.packing.unpacked", "custumal.dsl.base.packing.os"]
)
def test_nothing_that_is_read_is_run(name: str, tmp_path: Path) -> None:
    proof = tmp_path / "run"
    with pytest.raises(Unreadable):
        unpacked(json.dumps([[name], [f"touch {proof}", [0, 0]]]).encode())
    assert not proof.exists()


@given(
    st.binary(max_size=40)
    | st.recursive(VALUES.filter(lambda one: not isinstance(one, bytes)), st.lists).map(lambda one: json.dumps(one).encode())
)
def test_other_texts_are_refused_in_one_way(data: bytes) -> None:
    with suppress(Unreadable):
        unpacked(data)


@pytest.mark.parametrize("name", [name for name, _ in shipped()])
def test_every_game_is_kept_whole(name: str) -> None:
    """With the smallest number of players: what is read again is as large, and equal where it is compared by its parts."""
    game = load_game(name)
    engine = game.engine(min(game.players))
    for kept in ({part: getattr(game.model, part) for part in game.model.__match_args__}, engine.instance.stored()):
        written = packed(kept)
        assert len(packed(unpacked(written))) == len(written)
