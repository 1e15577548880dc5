"""Fields that are kept apart are read when they are asked for, and say the same."""

import copy
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from custumal.dsl.base.frozen import replace
from custumal.dsl.base.packing import Unreadable
from custumal.dsl.base.stored_parts import StoredParts, joined, parted, stored
from custumal.dsl.diagnostics.diagnostic import Span

GROUPS = (("file", "line"), ("column",), ("end_line", "end_column"))
SPAN = Span("game.yaml", 1, 2, 3, 4)


class StoredSpan(StoredParts, Span):
    __slots__ = ("_texts",)


def _read(span: Span) -> set[str]:
    """The fields that have been read, without reading any."""
    return {name for name in Span.__match_args__ if _is_set(span, name)}


def _is_set(span: Span, name: str) -> bool:
    try:
        getattr(Span, name).__get__(span)
    except AttributeError:
        return False
    return True


@given(st.lists(st.binary()))
def test_texts_come_back_as_they_were(texts: list[bytes]) -> None:
    assert parted(joined(texts)) == texts


@given(st.binary())
def test_other_texts_are_refused(data: bytes) -> None:
    with suppress(Unreadable):
        assert joined(parted(data)).partition(b"\n")[2] == data.partition(b"\n")[2]


@pytest.mark.parametrize("head", [b"[1]", b"[-1, 3]", b"{}", b"[[]]", b'["x"]', b"3", b"[1, 2, 3]"])
def test_lengths_have_to_fit(head: bytes) -> None:
    with pytest.raises(Unreadable):
        parted(head + b"\nxy")


def test_a_field_is_read_with_its_group_when_it_is_asked_for() -> None:
    span = StoredSpan.opened(stored(SPAN, GROUPS), GROUPS)
    assert _read(span) == set()
    assert span.end_line == SPAN.end_line
    assert _read(span) == {"end_line", "end_column"}
    assert [getattr(span, name) for name in Span.__match_args__] == [getattr(SPAN, name) for name in Span.__match_args__]
    with pytest.raises(AttributeError, match="no_such"):
        _ = span.no_such


def test_other_groups_are_refused() -> None:
    with pytest.raises(Unreadable):
        StoredSpan.opened(stored(SPAN, GROUPS), GROUPS[:-1])


def test_an_object_can_be_changed_and_sent_on() -> None:
    span: Any = StoredSpan.opened(stored(SPAN, GROUPS), GROUPS)
    moved = replace(span, line=7)
    assert (moved.line, moved.column) == (7, SPAN.column)
    assert [getattr(copy.copy(span), name) for name in Span.__match_args__] == ["game.yaml", 1, 2, 3, 4]
