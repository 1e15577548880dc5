"""Objects out of the cache whose fields are read when they are asked for: a run does without most of what is known of a game."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any, Self

from custumal.dsl.base.packing import Unreadable, packed, unpacked

Groups = Sequence[tuple[str, ...]]
"""The names of fields, those together that are read together."""


def joined(parts: Iterable[bytes]) -> bytes:
    """Several texts as one, which `parted` takes apart."""
    texts = list(parts)
    return b"\n".join((json.dumps([len(text) for text in texts]).encode(), b"".join(texts)))


def parted(data: bytes) -> list[bytes]:
    """The texts that `joined` was given.

    Raises:
        Unreadable: it did not write this.
    """
    head, _, rest = data.partition(b"\n")
    try:
        lengths = [int(length) for length in json.loads(head)]
    except (TypeError, ValueError) as error:
        raise Unreadable(str(error)) from None
    if sum(lengths) != len(rest) or any(length < 0 for length in lengths):
        raise Unreadable("not so long")
    ends = [sum(lengths[: at + 1]) for at in range(len(lengths))]
    return [rest[end - length : end] for length, end in zip(lengths, ends, strict=True)]


def stored(one: object, groups: Groups) -> bytes:
    """The fields of an object."""
    return joined(packed(tuple(getattr(one, name) for name in names)) for names in groups)


class StoredParts:
    """In front of a frozen class: its object may have fields that have not been read yet."""

    __slots__ = ()

    _texts: dict[str, tuple[tuple[str, ...], bytes]]

    @classmethod
    def opened(cls, data: bytes, groups: Groups) -> Self:
        """An object of which nothing has been read yet.

        Args:
            data: what `stored` made of one.
            groups: the groups that it was made with.

        Raises:
            Unreadable: these are others. What is wrong within a group shows when that is read.
        """
        texts = parted(data)
        if len(texts) != len(groups):
            raise Unreadable("other groups")
        found = {name: (names, text) for names, text in zip(groups, texts, strict=True) for name in names}
        made = object.__new__(cls)
        object.__setattr__(made, "_texts", found)
        return made

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name not in self._texts:
            raise AttributeError(name)
        names, text = self._texts[name]
        for part, value in zip(names, unpacked(text), strict=True):
            object.__setattr__(self, part, value)
        return getattr(self, name)
