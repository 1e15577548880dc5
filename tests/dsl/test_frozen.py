"""Quick classes behave as the standard library's dataclasses do."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from typing import Any

import pytest

from custumal.dsl.base import frozen


@frozen.dataclass(frozen=True, slots=True)
class Point:
    x: int
    y: int = 0


@frozen.dataclass(frozen=True, slots=True)
class Named(Point):
    name: str = ""
    notes: dict[str, int] = frozen.field(default_factory=dict)

    def __str__(self) -> str:
        return self.name


@frozen.dataclass(frozen=True, slots=True)
class Empty:
    """Without fields."""


@frozen.dataclass(frozen=True, slots=True, eq=False)
class Same:
    value: int


@frozen.dataclass(slots=True)
class Open:
    x: int
    notes: list[int] = frozen.field(default_factory=list)


@dataclasses.dataclass(frozen=True, slots=True)
class StandardPoint:
    x: int
    y: int = 0


def test_fields_by_place_name_and_default() -> None:
    assert (Point(1).x, Point(1).y, Point(1, 2).y, Point(y=3, x=4)) == (1, 0, 2, Point(4, 3))
    assert Named(1, 2, "a").notes == {}
    assert Named(1).notes is not Named(1).notes


@pytest.mark.parametrize("call", [lambda of: of(), lambda of: of(1, 2, 3), lambda of: of(1, z=2), lambda of: of(1, x=1)])
def test_wrong_calls_are_refused(call: Any) -> None:
    for of in (Point, StandardPoint):
        with pytest.raises(TypeError):
            call(of)


def test_equality_goes_by_class_and_fields() -> None:
    assert Point(1, 2) == Point(1, 2) != Point(2, 1)
    assert Point(1, 2) != Named(1, 2)
    assert hash(Point(1, 2)) == hash(Point(1, 2)) == hash(StandardPoint(1, 2))
    assert Same(1) != Same(1)
    assert len({Same(1), Same(1)}) == 2
    assert Empty() == Empty()


def test_nothing_can_be_changed_or_added() -> None:
    point = Point(1, 2)
    for name in ("x", "z"):
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(point, name, 5)
    with pytest.raises(dataclasses.FrozenInstanceError):
        del point.x
    assert not hasattr(point, "__dict__")


def test_what_is_not_frozen_changes() -> None:
    one = Open(1)
    one.x = 2
    one.notes.append(3)
    assert one == Open(2, [3]) != Open(2)
    assert dataclasses.replace(one, x=4) == Open(4, [3])
    assert _stored(one) == copy.deepcopy(one) == one
    with pytest.raises(AttributeError):
        one.z = 5  # type: ignore[attr-defined]
    with pytest.raises(TypeError):
        hash(one)


def test_shown_as_it_is_written() -> None:
    assert repr(Point(1, 2)) == repr(StandardPoint(1, 2)).replace("StandardPoint", "Point")
    assert str(Named(1, name="a")) == "a"


def test_the_standard_helpers_work() -> None:
    assert [f.name for f in dataclasses.fields(Named)] == ["x", "y", "name", "notes"]
    assert dataclasses.fields(Empty) == ()
    assert dataclasses.replace(Named(1, 2, "a"), y=7) == Named(1, 7, "a")
    assert dataclasses.astuple(Point(1, 2)) == (1, 2)


def test_copies_and_pickles() -> None:
    for one in (Named(1, 2, "a", {"b": 1}), Empty()):
        assert _stored(one) == copy.deepcopy(one) == one


def _stored(one: Any) -> Any:
    return pickle.loads(pickle.dumps(one))  # noqa: S301  # written here


def test_fields_may_have_any_name() -> None:
    @frozen.dataclass(frozen=True, slots=True)
    class Odd:
        one: int
        of: int
        names: int = 0

    assert Odd(one=1, of=2).of == 2
    assert dataclasses.replace(Odd(1, 2), names=3).names == 3


def test_patterns() -> None:
    match Named(1, 2, "a"):
        case Point(x, y):
            assert (x, y) == (1, 2)
        case _:
            pytest.fail("no match")
