"""What stands in a position, as a seat sees it, for everything that the seat does not know: whatever looks at it is refused.

So what reads hidden things is refused because it reads them, however it would turn out, and nothing hidden is there to be read.
"""

from __future__ import annotations

from typing import Any, Final, NoReturn

from custumal.interpreter.setup.values import Value


class Unseen(Exception):
    """What was asked reads something that the seat may not know."""


class UnseenMenu(Unseen):
    """Whether somebody has anything to choose hangs on what the seat may not know."""


def _refuse(*_: object) -> NoReturn:
    raise Unseen


class _Hidden:
    """Equal to nothing, not even to itself: to compare it, to count with it or to write it is to look at it."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "<unseen>"

    __str__ = __format__ = __bool__ = __hash__ = __index__ = __int__ = __len__ = __iter__ = __getitem__ = __contains__ = _refuse
    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = _refuse
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __floordiv__ = __mod__ = __and__ = __or__ = __neg__ = _refuse


UNSEEN: Final[Any] = _Hidden()


class UnseenPlace(int):
    """Where a thing lies whose place the seat does not know. As an index, as which generated code takes places, it is a place that
    the seat does not see; to compare it is to look at it."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "<unseen place>"

    __str__ = __format__ = __bool__ = __hash__ = _refuse
    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = _refuse
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __floordiv__ = __mod__ = _refuse


def is_unseen(value: Value) -> bool:
    """Whether a value, or a member of a set, is not known."""
    return value is UNSEEN or (isinstance(value, tuple) and any(member is UNSEEN for member in value))
