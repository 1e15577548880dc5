"""A line that belongs to no block: which of the lines in question is the one that is indented wrongly, or has lost its colon."""

from __future__ import annotations

import re
from collections.abc import Callable

from custumal.dsl.diagnostics.catalogue.yaml import indented_like_no_neighbour, neither_key_nor_item, space_missing
from custumal.dsl.diagnostics.diagnostic import Problem, Span
from custumal.dsl.yaml.failure import TELLING_LINE, Failure, Finding, content_end, line_end, sentence_end


def lines_above(failure: Failure) -> list[re.Match[str]]:
    """The lines above that say something, the nearest first."""
    return list(TELLING_LINE.finditer(failure.source.text, 0, failure.line_start))[::-1]


def no_colon_above(failure: Failure) -> Finding | None:
    """A line above was to be a key, but without a colon it is a text, with which the lines below it seem to go on."""
    for line in lines_above(failure):
        if line.start("said") - line.start() <= _indent(failure):
            if re.search(r":(?: |$)|^- ", line.group("said")):
                return None
            return no_colon(Failure(failure.source, failure.at, line.start("said"), failure.said))
    return None


def no_colon(failure: Failure) -> Finding:
    """A line that is neither a key nor an item: it has lost its colon, the blank behind it, or its place below the line above."""
    text = failure.source.text
    end = sentence_end(text, failure.start, line_end(text, failure.start))
    written = text[failure.start : end]
    stuck = re.match(r"([\w-]+):(?=[^ \t\r\n])", written)
    if stuck:
        return Finding(failure.start, end, space_missing(stuck.group(1), written[stuck.end() :]))
    return Finding(failure.start, end, neither_key_nor_item(written, is_word=re.fullmatch(r"[\w-]+", written) is not None))


def _neighbour(failure: Failure) -> int:
    """The entry beside which this line was probably to stand: the first of the same block that is indented by one more or one less."""
    indent, found = _indent(failure), None
    lines = lines_above(failure)
    for line in lines:
        depth = line.start("said") - line.start()
        if depth < indent - 1:
            break
        if depth in (indent - 1, indent + 1):
            found = line.start("said")
    return found if found is not None else lines[0].start("said") if lines else 0


def _depth(text: str, index: int) -> int:
    return index - (text.rfind("\n", 0, index) + 1)


def _indent(failure: Failure) -> int:
    line = failure.source.text[failure.line_start : failure.line_end]
    return len(line) - len(line.lstrip(" "))


def misaligned(failure: Failure, problem: Callable[[Span], Problem]) -> Finding:
    """This line and the entry beside which it should stand are indented differently: in a file of even steps, the odd one is wrong."""
    text = failure.source.text
    here = failure.line_start + _indent(failure)
    other = _neighbour(failure)
    blamed, beside = here, other
    if _depth(text, other) % 2 and not _indent(failure) % 2 and _steps_are_even(text):
        blamed, beside, problem = other, here, indented_like_no_neighbour
    return Finding(blamed, content_end(text, blamed), problem(failure.source.span(beside, content_end(text, beside))))


def _steps_are_even(text: str) -> bool:
    depths = [found.start("said") - found.start() for found in TELLING_LINE.finditer(text)]
    return sum(depth % 2 for depth in depths) <= max(1, len(depths) // 5)
