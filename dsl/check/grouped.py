"""One cause, one message: a name that is not known, or ids that are formed wrongly, are told once, with the number of places."""

from __future__ import annotations

import re
from collections.abc import Iterable

from custumal.dsl.base.frozen import replace
from custumal.dsl.diagnostics.catalogue.keys import BAD_ID, EMPTY_SECTION, columns_like_keys, is_across_lost_header, is_value_of
from custumal.dsl.diagnostics.catalogue.names import in_places, is_told_once, is_unknown, not_known_in, too_at
from custumal.dsl.diagnostics.catalogue.sentences import OF_SENTENCES, is_stopped_at, reserved_in
from custumal.dsl.diagnostics.catalogue.yaml import DUPLICATE_KEY, YAML_TAG, is_without_values
from custumal.dsl.diagnostics.diagnostic import Diagnostic, Span

_NAME = re.compile(r"`([^`]+)`")
_CALLED = re.compile(r"called `([^`]+)`")
_WITH_CHANGES = re.compile(r"^With the changes of `[^`]*`: ")
_SHOWN = 3
"""So many further places are shown."""
_REPEATED = 3
"""So many ids that are formed wrongly are one message; of a name that is not known, two places."""
Cause = tuple[str, str]


def grouped(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The problems in their order, those with one cause as one."""
    groups: dict[Cause, list[Diagnostic]] = {}
    found = list(found)
    reserved, columns = reserved_in(found), columns_like_keys(found)
    unread = {(one.span.file, one.span.line) for one in found if is_without_values(one)}
    tags = [one.span for one in found if one.code == YAML_TAG.id]
    for one in found:
        is_follow_up = is_stopped_at(one, reserved) or is_value_of(one, columns)
        is_follow_up |= any(one.code in OF_SENTENCES and is_behind(tag, one.span) for tag in tags)
        is_follow_up |= one.code == EMPTY_SECTION.id and (one.span.file, one.span.line) in unread
        if is_follow_up or (one.code == DUPLICATE_KEY.id and is_across_lost_header(one, found)):
            continue  # what would be read if the name or column were another, the line or values were there
        groups.setdefault(cause(one), []).append(one)
    told = [one for ones in groups.values() for one in _told(ones)]
    return sorted(told, key=lambda one: (one.span, one.code))


def is_behind(first: Span, other: Span) -> bool:
    """Whether something stands on the same line, behind something else."""
    return (first.file, first.line) == (other.file, other.line) and first.end_column <= other.column


def cause(one: Diagnostic) -> Cause:
    """What several problems have in common if they have one cause."""
    name = _NAME.search(one.message)
    if is_unknown(one):
        said = _WITH_CHANGES.sub("", one.message)
        unknown = _CALLED.search(said) or _NAME.search(said)
        return "unknown", unknown[1] if unknown else said
    return one.code, one.message.replace(name[0], "", 1) if one.code == BAD_ID.id and name else one.message


def _told(ones: list[Diagnostic]) -> list[Diagnostic]:
    first, many = ones[0], len(ones)
    of_name = is_unknown(first)
    if many < (2 if of_name else _REPEATED) or not all(map(is_told_once, ones)):
        return ones
    near = next((one.suggestion for one in ones if one.suggestion), None)
    name = cause(first)[1]
    is_plain = of_name and any(one.message.startswith(f"Nothing is called `{name}`") and ":" not in one.message for one in ones)
    problem = too_at(not_known_in(name, many, near) if is_plain else in_places(first, many), [one.span for one in ones[1 : 1 + _SHOWN]])
    return [replace(first, message=problem.message, suggestion=near, related=problem.related)]
