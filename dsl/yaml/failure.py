"""Where and why the YAML reader gave up, and what stands on the lines around it."""

from __future__ import annotations

import re

from custumal.dsl.base.frozen import dataclass
from custumal.dsl.diagnostics.diagnostic import Problem
from custumal.dsl.yaml.source import SourceText

# The dashes and the key in front of a value on one line.
_HEAD = re.compile(r"[ ]*(?:[-?][ ]+)*(?:(?:(?:\"[^\"\n]*\"|'[^'\n]*')[ ]*|[^\s\"'\[{#&*!|>%@`,][^\n]*?):[ ]+)?")
GLUED_BRACKET = re.compile(r"[ ]*(?:- +)*(?P<key>[\w-]+(?:\([^(){}\[\]\n]*\))?)(?P<mark> ?:?)(?P<sign>[{\[])")
"""A key with the bracket of its map or list behind it, without the colon or the blank that parts them."""
CLOSER = {"{": "}", "[": "]"}
TELLING_LINE = re.compile(r"^[ ]*(?P<said>[^\s#][^\n]*)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Failure:
    """Where the reader stopped (`at`), where the thing began that it was reading (`start`), and what it said."""

    source: SourceText
    at: int
    start: int
    said: str

    @property
    def line_start(self) -> int:
        return self.source.text.rfind("\n", 0, self.at) + 1

    @property
    def line_end(self) -> int:
        return line_end(self.source.text, self.at)

    @property
    def value_start(self) -> int:
        """Where the value begins on the line at which the reader stopped."""
        found = _HEAD.match(self.source.text, self.line_start, self.line_end)
        return found.end() if found else self.line_start

    @property
    def at_end(self) -> bool:
        return not self.source.text[self.at :].strip()


@dataclass(frozen=True, slots=True)
class Finding:
    """One problem; `start` and `end` index the text."""

    start: int
    end: int
    problem: Problem


def line_end(text: str, index: int) -> int:
    end = text.find("\n", index)
    return len(text) if end < 0 else end


def sentence_end(text: str, start: int, end: int) -> int:
    """The end of the text on a line, without a comment behind it."""
    comment = text.find("  #", start, end)
    return start + len(text[start : end if comment < 0 else comment].rstrip())


def content_end(text: str, index: int) -> int:
    return sentence_end(text, index, line_end(text, index))
