"""Quick classes behave as the standard library's frozen dataclasses do."""

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


@frozen.dataclass(frozen=True, slots=True, order=True)
class Ordered:
    major: int
    minor: int


@frozen.dataclass(frozen=True, slots=True, kw_only=True)
class Wide:
    breadth: int
    height: int = 1


@frozen.dataclass(frozen=True, slots=True, kw_only=True)
class Deep(Wide):
    depth: int


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


def test_order_goes_by_fields() -> None:
    assert sorted([Ordered(2, 1), Ordered(1, 9), Ordered(1, 2)]) == [Ordered(1, 2), Ordered(1, 9), Ordered(2, 1)]
    assert Ordered(1, 2) <= Ordered(1, 2) < Ordered(1, 3)


def test_nothing_can_be_changed_or_added() -> None:
    point = Point(1, 2)
    for name in ("x", "z"):
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(point, name, 5)
    with pytest.raises(dataclasses.FrozenInstanceError):
        del point.x
    assert not hasattr(point, "__dict__")


def test_shown_as_it_is_written() -> None:
    assert repr(Point(1, 2)) == repr(StandardPoint(1, 2)).replace("StandardPoint", "Point")
    assert str(Named(1, name="a")) == "a"


def test_the_standard_helpers_work() -> None:
    assert [f.name for f in dataclasses.fields(Named)] == ["x", "y", "name", "notes"]
    assert dataclasses.fields(Empty) == ()
    assert dataclasses.replace(Named(1, 2, "a"), y=7) == Named(1, 7, "a")
    assert dataclasses.replace(Deep(breadth=1, depth=2), depth=3) == Deep(breadth=1, depth=3)
    assert dataclasses.astuple(Point(1, 2)) == (1, 2)


def test_copies_and_pickles() -> None:
    for one in (Named(1, 2, "a", {"b": 1}), Empty(), Ordered(1, 2)):
        assert _stored(one) == copy.deepcopy(one) == one
    deep = _stored(Deep(breadth=1, height=2, depth=3))
    assert (deep.breadth, deep.height, deep.depth) == (1, 2, 3)


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


def test_names_only() -> None:
    with pytest.raises(TypeError):
        Wide(1)  # type: ignore[call-arg]  # this is what is tested


def test_patterns() -> None:
    match Named(1, 2, "a"):
        case Point(x, y):
            assert (x, y) == (1, 2)
        case _:
            pytest.fail("no match")


def test_a_standard_class_on_top_of_a_quick_one() -> None:
    @dataclasses.dataclass(frozen=True, slots=True)
    class Top(Point):
        z: int = 3

    assert Top(1) == Top(1, 0, 3)
    assert [f.name for f in dataclasses.fields(Top)] == ["x", "y", "z"]


def test_calls_are_alike_however_many_came_before() -> None:
    @frozen.dataclass(frozen=True, slots=True)
    class Counted:
        x: int
        notes: list[int] = frozen.field(default_factory=list)

    for number in range(2 * frozen.FEW):
        assert Counted(number, [number]).notes == [number]
    for _ in range(2):
        assert Counted(1).notes == []
        assert Counted(notes=[2], x=1) == Counted(1, [2])
        with pytest.raises(TypeError):
            Counted(1, [], 2)  # type: ignore[call-arg]  # this is what is tested
