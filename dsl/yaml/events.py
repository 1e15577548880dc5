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
from ruamel.yaml.events import AliasEvent, CollectionStartEvent, DocumentStartEvent, Event, ScalarEvent, StreamEndEvent

try:
    from ruamel.yaml import cyaml
except ImportError:  # there is no compiled part for this platform
    C_PARSER: Any = None
else:
    C_PARSER = cyaml.CParser  # type: ignore[attr-defined]  # found there, whichever package brought it

# The head of a block text, up to the first line of it that says something: a comment stands apart, and blank lines before are empty.
_PLAIN_HEAD = re.compile(r"[|>][-+0-9]*(?: +\#[^\n]*| *)\n+ *[^ \n]")
_NAME_END = re.compile(r"[ \n,\]}]")


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
        if _is_disputed(event, text):
            raise DisputedError
        yield event
        event = parser.get_event()


def _is_disputed(event: Event, text: str) -> bool:
    """Whether the parser in Python might not give the same event."""
    if isinstance(event, ScalarEvent):
        return bool(event.style and _is_odd_text(event, text)) or _is_odd_property(event, text)
    if isinstance(event, CollectionStartEvent):
        return _is_odd_property(event, text)
    if isinstance(event, AliasEvent):
        return not _NAME_END.match(text, event.end_mark.index)
    return isinstance(event, DocumentStartEvent) and (event.version is not None or event.tags is not None)


def _is_odd_text(event: ScalarEvent, text: str) -> bool:
    """The head of a block text, or a quoted key that its colon ties to what follows."""
    if event.style in "|>":
        return not _PLAIN_HEAD.match(text, event.start_mark.index)
    end = event.end_mark.index
    return text[end] == ":" and text[end + 1] not in " \n"


def _is_odd_property(event: ScalarEvent | CollectionStartEvent, text: str) -> bool:
    """A tag, or a name given to a value that ends with an unusual character."""
    if event.ctag is not None:
        return True
    return event.anchor is not None and not _NAME_END.match(text, event.start_mark.index + 1 + len(event.anchor))
