"""What to say when a file is no YAML: each way in which the reader gives up, told by what the author most likely did.

The reader knows where it stopped and in which state; what the author wrote is seen from the line itself. So each rule looks at the
line first and falls back to the place where the reader stopped.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from ruamel.yaml.error import MarkedYAMLError, YAMLError

from custumal.dsl.diagnostics.catalogue.characters import escape_beyond, unknown_escape
from custumal.dsl.diagnostics.catalogue.yaml import (
    SIGILS,
    SWALLOWED_COMMENT,
    begins_with_sigil,
    blank_lines_deeper,
    bracket_beside_key,
    bracket_in_comment,
    bracket_needs_quotes,
    chosen_by_signs,
    closes_nothing,
    directive_or_text,
    document_ends,
    file_was_complete,
    flow_not_closed,
    indented_as_if_going_on,
    indented_like_none_above,
    item_among_entries,
    keys_in_first_column,
    list_beside_key,
    more_text_follows,
    number_unreadable,
    opener_missing,
    quote_not_closed,
    second_colon,
    tab_here,
    tag_begins,
    text_follows,
    unreadable_from_here,
    value_missing,
    value_missing_before,
)
from custumal.dsl.diagnostics.diagnostic import Diagnostic, Report, Span
from custumal.dsl.yaml.failure import CLOSER, GLUED_BRACKET, TELLING_LINE, Failure, Finding, content_end, line_end, sentence_end
from custumal.dsl.yaml.indentation import lines_above, misaligned, no_colon, no_colon_above
from custumal.dsl.yaml.source import SourceText
from custumal.dsl.yaml.traps import quoted

_WITH_BRACKETS = re.compile(r"(?:[^{}\[\],\n]|\{[^{}\n]*\}|\[(?:[^\[\]\n]|\[[^\[\]\n]*\])*\])*")
_BROAD_ESCAPE = re.compile(r"\\U(?!000|0010)[0-9a-fA-F]{8}")
# A quoted text begins behind a blank or a sign of YAML's; other quotes are apostrophes. Comments are passed over.
_QUOTED = re.compile(r"""(?:^|(?<=[\s\[{(,]))(?:\#[^\n]*|(?P<quoted>"(?:[^"\\]|\\[\s\S])*"|'(?:[^']|'')*'))""", re.MULTILINE)
_GOES_ON = re.compile(r"[,\]}]")
"""How a map or list in brackets goes on behind a value."""
_ENTRY_INSIDE = re.compile(r"\n[ ]*(?:- +)*[\w-]+:(?=[ \n])")


def report_failure(problem: YAMLError | ValueError | OverflowError, source: SourceText, told: Sequence[Diagnostic], report: Report) -> None:
    """Report in our own words why `problem` ended the reading of the file, of which `told` has been said so far."""
    cut = next((one for one in reversed(told) if _is_cut(source, one)), None)
    report.extend(one for one in told if one is not cut)
    if cut is not None:
        _report_cut(source, cut.span, report)
        return
    finding = _broad_escape(source) if isinstance(problem, (ValueError, OverflowError)) else _find(_failure(problem, source))
    start, end = _shown(source.text, finding.start, finding.end)
    report.tell(source.span(start, end), finding.problem)


def _is_cut(source: SourceText, told: Diagnostic) -> bool:
    """Whether it was said of a text in brackets that its end is a comment, with which it takes away what goes on behind it."""
    start, end = source.index(told.span.line, told.span.column), source.index(told.span.end_line, told.span.end_column)
    is_cut = told.code == SWALLOWED_COMMENT.id and _GOES_ON.search(source.text, source.text.index(" #", start), end) is not None
    return is_cut and _last_open(source.text[:start]) is not None


def _report_cut(source: SourceText, span: Span, report: Report) -> None:
    """The text as it was meant ends where the map or list goes on."""
    start, line_end = source.index(span.line, span.column), source.index(span.end_line, span.end_column)
    at = source.text.index(" #", start)
    found = _GOES_ON.search(source.text, at, line_end)
    end = line_end if found is None else found.start()
    report.tell(source.span(start, end), bracket_in_comment(source.text[at:line_end].strip(), quoted(source.text[start:end])))


def _shown(text: str, start: int, end: int) -> tuple[int, int]:
    """The end of a file is shown at its last line that says something."""
    last = len(text.rstrip())
    start = min(start, max(last - 1, 0))
    return start, min(max(end, start + 1), max(last, 0))


def _failure(problem: YAMLError, source: SourceText) -> Failure:
    if not isinstance(problem, MarkedYAMLError):
        return Failure(source, 0, 0, "")
    mark = problem.problem_mark or problem.context_mark
    at = mark.index if mark is not None else 0
    start = problem.context_mark.index if problem.context_mark is not None else at
    return Failure(source, min(at, len(source.text)), min(start, len(source.text)), f"{problem.context or ''}: {problem.problem or ''}")


def _find(failure: Failure) -> Finding:
    runaway = _runaway_quote(failure)
    if runaway is not None:
        return runaway
    for needle, rule in _RULES:
        if re.search(needle, failure.said):
            return rule(failure)
    return _unreadable(failure)


def _runaway_quote(failure: Failure) -> Finding | None:
    """A quoted text that runs over the entries of the lines below it has lost its closing quote, wherever the reader stopped later."""
    text = failure.source.text
    for found in _QUOTED.finditer(text, 0, line_end(text, failure.at)):
        if found.group("quoted") and found.end() > failure.line_start and _ENTRY_INSIDE.search(found.group("quoted")):
            start = found.start("quoted")
            return _unclosed_quote(Failure(failure.source, failure.at, start, failure.said))
    return None


def _unreadable(failure: Failure) -> Finding:
    if failure.source.text[failure.at : failure.at + 1] == "\t":
        return Finding(failure.at, failure.at + 1, tab_here())
    return _sigil(failure) or Finding(failure.at, failure.at + 1, unreadable_from_here())


def _sigil(failure: Failure) -> Finding | None:
    """The value on this line begins with a sign that means something to YAML."""
    start = failure.value_start
    sign = failure.source.text[start : start + 1]
    if sign not in SIGILS or not sign or start > failure.at:
        return None
    end = sentence_end(failure.source.text, start, failure.line_end)
    return Finding(start, end, begins_with_sigil(sign, quoted(failure.source.text[start:end])))


def _glued_bracket(failure: Failure) -> Finding | None:
    """`fee:{that: P}`, `fee {that: P}`: the colon, or the blank behind it, is missing between a key and its map or list."""
    text, end = failure.source.text, sentence_end(failure.source.text, failure.line_start, failure.line_end)
    found = GLUED_BRACKET.match(text, failure.line_start, end)
    if found is None or text[end - 1] != CLOSER[found["sign"]]:
        return None
    return Finding(found.start("key"), found.end(), bracket_beside_key(found["key"], found["mark"], found["sign"]))


_PAIR = re.compile(r"[\w-]+: ")


def _lost_opener(failure: Failure) -> Finding | None:
    """`fee: that: P, because: T}`, `when: "a"]`: a bracket closes the value that nothing opens."""
    start, text = failure.value_start, failure.source.text
    end = sentence_end(text, start, failure.line_end)
    opener = {closer: sign for sign, closer in CLOSER.items()}.get(text[end - 1 : end], "")
    value = text[start:end]
    if not opener or value.count(opener) + 1 != value.count(CLOSER[opener]) or (opener == "{") is not bool(_PAIR.match(value)):
        return None
    return Finding(start, end, opener_missing(opener, CLOSER[opener], value))


def _colon(failure: Failure) -> Finding:
    start, text = failure.value_start, failure.source.text
    bracket = _glued_bracket(failure) or _lost_opener(failure)
    if bracket is not None:
        return bracket
    if failure.at < start or ":" not in text[failure.line_start : start]:
        return no_colon_above(failure) or misaligned(failure, indented_as_if_going_on)
    sigil = _sigil(failure)
    if sigil is not None:
        return sigil
    end = sentence_end(text, start, failure.line_end)
    if " ? " in text[start : failure.at]:
        return Finding(start, end, chosen_by_signs())
    return Finding(start, end, second_colon(quoted(text[start:end])))


def _block_end(failure: Failure) -> Finding:
    text = failure.source.text
    before = text[failure.line_start : failure.at].rstrip()
    bracket = (_glued_bracket(failure) or _lost_opener(failure)) if before else None
    if bracket is not None:
        return bracket
    if before and before[-1] in "\"'])}" and before.strip() and failure.value_start < failure.at:
        end = sentence_end(text, failure.value_start, failure.line_end)
        return Finding(failure.value_start, end, more_text_follows(before[-1], quoted(text[failure.value_start : end])))
    sigil = _sigil(failure) if before else None
    if sigil is not None:
        return sigil
    above = lines_above(failure)
    if text.startswith("- ", failure.at) and not before and not (above and above[0].group("said").startswith("- ")):
        return Finding(failure.at, failure.line_end, item_among_entries())
    if failure.said.endswith("','") or text[failure.at : failure.at + 1] in list("]},"):
        return Finding(failure.at, failure.at + 1, closes_nothing(text[failure.at : failure.at + 1]))
    return no_colon_above(failure) or misaligned(failure, indented_like_none_above)


def _flow_end(failure: Failure) -> Finding:
    """A `[` or `{` that is not closed, or text behind something that was complete."""
    text = failure.source.text
    opener = text[failure.start : failure.start + 1]
    closer = "]" if opener == "[" else "}"
    before = text[failure.start : failure.at].rstrip()
    same_line = "\n" not in text[failure.start : failure.at]
    if same_line and before and before[-1] in "\"'])}" and text[failure.at : failure.at + 1] not in "]}:" and not failure.at_end:
        return Finding(failure.start, line_end(text, failure.start), text_follows(before[-1]))
    inside = _bracket_inside(failure) if same_line and (before[-1:].isalnum() or before[-1:] in tuple("=<>+-*")) else None
    if inside is not None:
        return inside
    stop = line_end(text, failure.start)
    comment = re.search(r" #", text[failure.start : stop])
    return Finding(failure.start, sentence_end(text, failure.start, stop), flow_not_closed(opener, closer, has_comment=comment is not None))


def _bracket_inside(failure: Failure) -> Finding | None:
    """`say: {en: Take {card}}`, `{that: n is in [1, 2]}`: the bracket in the text opens another map or list for YAML."""
    text, sign = failure.source.text, failure.source.text[failure.at : failure.at + 1]
    start = failure.start + max(found.end() for found in re.finditer(r"[\[{]\s*|[:,]\s+", text[failure.start : failure.at]))
    found = _WITH_BRACKETS.match(text, start)
    if sign not in ("{", "[") or found is None or found.end() <= failure.at:
        return None
    said = found.group().strip()
    return Finding(start, start + len(said), bracket_needs_quotes(sign, said))


def _no_content(failure: Failure) -> Finding:
    text = failure.source.text
    sign = text[failure.at : failure.at + 1]
    if failure.at_end and failure.start < failure.at:
        opener = _last_open(text[: failure.at])
        if opener is not None:
            return _flow_end(Failure(failure.source, failure.at, opener, failure.said))
    if sign in list("]},"):
        return Finding(failure.at, failure.at + 1, value_missing_before(sign))
    return _sigil(failure) or Finding(failure.at, failure.at + 1, value_missing())


def _last_open(text: str) -> int | None:
    """The innermost bracket that is open at the end of the text, quotes left aside."""
    opened: list[int] = []
    for found in re.finditer(r"[\[{\]}]", text):
        if found.group() in "[{":
            opened.append(found.start())
        elif opened:
            opened.pop()
    return opened[-1] if opened else None


def _unclosed_quote(failure: Failure) -> Finding:
    text = failure.source.text
    sign = text[failure.start : failure.start + 1]
    end = sentence_end(text, failure.start, line_end(text, failure.start))
    return Finding(failure.start, end, quote_not_closed(sign, text[failure.start : end]))


def _escape(failure: Failure) -> Finding:
    text = failure.source.text
    at = text.rfind("\\", failure.start, failure.at + 1)
    at = failure.at if at < 0 else at
    return Finding(at, at + 2, unknown_escape())


def _broad_escape(source: SourceText) -> Finding:
    found = _BROAD_ESCAPE.search(source.text)
    if found is None:
        return Finding(0, 1, number_unreadable())
    return Finding(*found.span(), escape_beyond())


def _item_beside_key(failure: Failure) -> Finding:
    end = sentence_end(failure.source.text, failure.at, failure.line_end)
    return Finding(failure.at, end, list_beside_key(quoted(failure.source.text[failure.at : end])))


def _block_header(failure: Failure) -> Finding:
    text = failure.source.text
    end = sentence_end(text, failure.start, line_end(text, failure.start))
    return Finding(failure.start, end, begins_with_sigil(text[failure.start : failure.start + 1], quoted(text[failure.start : end])))


def _tag(failure: Failure) -> Finding:
    end = sentence_end(failure.source.text, failure.start, line_end(failure.source.text, failure.start))
    return Finding(failure.start, end, tag_begins())


def _directive(failure: Failure) -> Finding:
    return Finding(failure.line_start, failure.line_end, directive_or_text())


def _separator(failure: Failure) -> Finding:
    return Finding(failure.at, failure.at + 3, document_ends())


def _after_document(failure: Failure) -> Finding:
    text = failure.source.text
    first = TELLING_LINE.search(text)
    if first is not None and first.start("said") > first.start():
        return Finding(first.start("said"), content_end(text, first.start("said")), keys_in_first_column())
    end = max(sentence_end(text, failure.at, failure.line_end), failure.at + 1)
    return _sigil(failure) or Finding(failure.at, end, file_was_complete())


def _block_indentation(failure: Failure) -> Finding:
    return Finding(failure.line_start, failure.line_end, blank_lines_deeper())


_RULES: tuple[tuple[str, Callable[[Failure], Finding]], ...] = (
    ("mapping values are not allowed", _colon),
    ("could not find expected ':'", no_colon),
    ("sequence entries are not allowed", _item_beside_key),
    ("mapping keys are not allowed", _unreadable),
    ("scanning a block scalar", _block_header),
    ("more indented follow up line", _block_indentation),
    ("(unknown escape|escape sequence)", _escape),
    ("unexpected document separator", _separator),
    ("end of stream", _unclosed_quote),
    ("(scanning|parsing) an? tag|undefined tag handle", _tag),
    ("directive|YAML document", _directive),
    ("flow (sequence|mapping): expected ','", _flow_end),
    ("node content", _no_content),
    ("<block end>", _block_end),
    ("document (start|end)", _after_document),
)
