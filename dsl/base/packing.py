"""Objects of the program as plain text (JSON), and back: the form in which they are kept between runs.

What is read is data and stays data. Only values and the frozen classes of this program are made of it; nothing that a text says is run.
Objects that were one are one again, since what compares by identity has to be found again.
"""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable
from importlib import import_module
from typing import Any

from custumal.dsl.base.collector import held_back
from custumal.dsl.base.frozen import is_frozen, values_of

_ROOMS = ("custumal.dsl.", "custumal.interpreter.")
"""Where the classes are that may be made."""
_UNREADABLE = (ArithmeticError, AttributeError, ImportError, LookupError, TypeError, ValueError)
"""What comes of a text that `packed` did not write."""
Make = Callable[..., Any]
Parts = Callable[[Any], Iterable[Any]]


class Unreadable(ValueError):
    """A text that `packed` did not write."""


@held_back()
def packed(objects: object) -> bytes:
    """Values, tuples, lists, dictionaries, frozen sets, ranges, bytes and frozen dataclasses, in any depth.

    Raises:
        TypeError: something else is among them.
    """
    packing = _Packing()
    packing.place(objects)
    return json.dumps((list(packing.classes), packing.rows), separators=(",", ":")).encode()


class _Packing:
    """The rows of a text: a value, a tuple of values, a tuple of such tuples, or the places of the parts of an object, and last that of its
    class among the classes."""

    __slots__ = ("_known", "_made", "_parts", "_values", "classes", "rows")

    def __init__(self) -> None:
        self.classes: dict[str, int] = {}
        self.rows: list[Any] = []
        self._known: dict[int, int] = {}
        self._values: dict[tuple[type, Any], int] = {}
        self._parts = dict(_PARTS)
        self._made: list[Any] = []

    def place(self, one: Any) -> int:
        """The place of an object; it comes after those of its parts."""
        of = one.__class__
        if of in _VALUES:
            at = self._values.setdefault((of, one), len(self.rows))
            if at == len(self.rows):
                self.rows.append(one)
        elif of is tuple and _is_plain(one):
            at = len(self.rows)
            self.rows.append({_TUPLE: one})
        elif of is tuple and all(part.__class__ is tuple and _is_plain(part) for part in one):
            at = len(self.rows)
            self.rows.append({_TUPLES: one})
        else:
            parts = (self._parts.get(of) or self._parts_of(of))(one)
            if of in _MADE_OF_NEW:
                self._made.append(parts)  # what is known by its identity has to stay
            find, place = self._known.get, self.place
            row = [place(part) if (known := find(id(part))) is None else known for part in parts]
            row.append(self._class(of))
            at = len(self.rows)
            self.rows.append(row)
        self._known[id(one)] = at
        return at

    def _class(self, of: type) -> int:
        name = of.__qualname__ if of.__module__ == "builtins" else f"{of.__module__}.{of.__qualname__}"
        return self.classes.setdefault(name, len(self.classes))

    def _parts_of(self, of: Any) -> Parts:
        """What gives the fields of the objects of a class."""
        if not is_frozen(of):
            raise TypeError(f"{of.__qualname__} is no value that can be kept")
        self._parts[of] = made = values_of(of.__match_args__)
        return made


def _is_plain(one: tuple[Any, ...]) -> bool:
    return _VALUES.issuperset(map(type, one))


def _keys_and_values(one: dict[Any, Any]) -> Iterable[Any]:
    return tuple(one), tuple(one.values())


def _itself(one: Iterable[Any]) -> Iterable[Any]:
    return one


_PARTS: dict[type, Parts] = {
    tuple: _itself,
    list: _itself,
    frozenset: _itself,
    dict: _keys_and_values,
    range: lambda one: (one.start, one.stop, one.step),
    bytes: lambda one: (b64encode(one).decode(),),
}
"""What the objects of a class are made of, in the order in which it takes them."""
_TUPLE = "tuple"
_TUPLES = "tuples"
_MADE_OF_NEW = frozenset((dict, range, bytes))
_VALUES = frozenset((str, int, bool, float, type(None)))


@held_back()
def unpacked(data: bytes) -> Any:
    """The objects that `packed` was given.

    Raises:
        Unreadable: it did not write this.
    """
    try:
        names, rows = json.loads(data)
        makes = [_BUILT_IN.get(name) or _frozen_class(name) for name in names]
        made: list[Any] = []
        add, get = made.append, made.__getitem__
        for row in rows:
            if row.__class__ is list:
                make = makes[row.pop()]
                add(make(*map(get, row)))
            elif row.__class__ is dict:
                add(tuple(row[_TUPLE]) if _TUPLE in row else tuple(map(tuple, row[_TUPLES])))
            else:
                add(row)
        return made[-1]
    except _UNREADABLE as error:
        raise Unreadable(str(error)) from None


def _frozen_class(name: str) -> Make:
    """A class by its full name, if it is one that may be made."""
    room, _, own = name.rpartition(".")
    if not room.startswith(_ROOMS) or not is_frozen(found := getattr(import_module(room), own)):
        raise Unreadable(f"{name} is no class that can be kept")
    return found  # type: ignore[no-any-return]  # a class makes its objects


def _tuple(*parts: Any) -> tuple[Any, ...]:
    return parts


def _list(*parts: Any) -> list[Any]:
    return list(parts)


def _frozenset(*parts: Any) -> frozenset[Any]:
    return frozenset(parts)


def _dict(keys: tuple[Any, ...], values: tuple[Any, ...]) -> dict[Any, Any]:
    return dict(zip(keys, values, strict=True))


_BUILT_IN: dict[str, Make] = {"tuple": _tuple, "list": _list, "frozenset": _frozenset, "dict": _dict, "range": range, "bytes": b64decode}
