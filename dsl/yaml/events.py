"""The events of a YAML text: where each scalar, alias, mapping and list of it begins and ends.

ruamel.yaml has two parsers that make them. The one in Python decides what is YAML, and says what is wrong with a text that is none.
The one in C (libyaml) takes a small part of the time and makes the same events but in a few corners of YAML, where it accepts what the
other refuses, or sees another thing. There, and where it finds an error, `quick_events` gives up: the text is left to the parser in
Python. So what is read and said is the same with and without the part in C.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError
from ruamel.yaml.events import AliasEvent, CollectionStartEvent, DocumentStartEvent, Event, MappingStartEvent, ScalarEvent, StreamEndEvent

try:
    from ruamel.yaml import cyaml
except ImportError:  # there is no compiled part for this platform
    C_PARSER: Any = None
else:
    C_PARSER = cyaml.CParser  # type: ignore[attr-defined]  # found there, whichever package brought it

# The head of a block text and what it begins with: a comment stands apart, blank lines are empty, and the document does not end.
_PLAIN_HEAD = re.compile(r"[|>][-+0-9]*(?: +\#[^\n]*| *)\n+(?!---|\.\.\.) *[^ \n]")
_BLOCK_STYLES = ("|", ">")
_NAME_END = re.compile(r"[ \n,\]}]")
_ALIAS_END = re.compile(r" *[\n,\]}]| +\#")


class DisputedError(YAMLError):
    """The parser in C is missing, or the two might not agree."""


def thorough_events(text: str) -> Iterator[Event]:
    """The events by the parser in Python, up to an error that says what is wrong."""
    found: Iterator[Event] = YAML(typ="safe", pure=True).parse(text)
    return found


def quick_events(text: str) -> Iterator[Event]:
    """The events by the parser in C, up to an error wherever it is better to ask the parser in Python."""
    if C_PARSER is None or "\t" in text:
        raise DisputedError
    parser = C_PARSER(text)
    event = parser.get_event()
    while not isinstance(event, StreamEndEvent):
        if not (type(event) is ScalarEvent and _is_usual(event)) and _is_disputed(event, text):
            raise DisputedError
        yield event
        event = parser.get_event()


def _is_usual(event: ScalarEvent) -> bool:
    """Whether this is a text of the sort that most are: there is no doubt about them, which is soon seen."""
    return event.value != "" and event.anchor is None and event.ctag is None and event.style not in _BLOCK_STYLES


def _is_disputed(event: Event, text: str) -> bool:
    """Whether the parser in Python might see something else here."""
    if isinstance(event, ScalarEvent):
        return _has_odd_property(event, text) or _is_odd_text(event, text)
    if isinstance(event, CollectionStartEvent):
        return _has_odd_property(event, text) or _is_bare_pair(event, text)
    if isinstance(event, AliasEvent):
        return not _ALIAS_END.match(text, event.end_mark.index)
    return isinstance(event, DocumentStartEvent) and (event.version is not None or event.tags is not None)


def _has_odd_property(event: ScalarEvent | CollectionStartEvent, text: str) -> bool:
    """Whether a value has a tag, or a name that ends with an unusual character."""
    if event.ctag is not None:
        return True
    return event.anchor is not None and not _NAME_END.match(text, event.start_mark.index + 1 + len(event.anchor))


def _is_odd_text(event: ScalarEvent, text: str) -> bool:
    """Whether this is a block text that begins unusually, or a key that was left out before its colon."""
    if event.style in _BLOCK_STYLES:
        return not _PLAIN_HEAD.match(text, event.start_mark.index)
    return not event.value and text.startswith(":", event.end_mark.index)


def _is_bare_pair(event: CollectionStartEvent, text: str) -> bool:
    """Whether this is a pair without braces in a list: `[a: b]`."""
    if not isinstance(event, MappingStartEvent) or not event.flow_style:
        return False
    return event.anchor is None and text[event.start_mark.index] != "{"
