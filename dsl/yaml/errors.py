"""What to say when a file is no YAML: each way in which the reader gives up, told by what the author most likely did.

The reader knows where it stopped and in which state; what the author wrote is seen from the line itself. So each rule looks at the
line first and falls back to the place where the reader stopped.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from ruamel.yaml.error import MarkedYAMLError, YAMLError

from custumal.dsl.diagnostics.diagnostic import Report
from custumal.dsl.yaml.failure import TELLING_LINE, Failure, Finding, content_end, line_end, sentence_end
from custumal.dsl.yaml.indentation import lines_above, misaligned, no_colon, no_colon_above
from custumal.dsl.yaml.source import Source
from custumal.dsl.yaml.traps import quoted

_SENTENCE = "unquoted-sentence"
_ESCAPE = "bad-escape"
_WITH_BRACKETS = re.compile(r"(?:[^{}\[\],\n]|\{[^{}\n]*\}|\[(?:[^\[\]\n]|\[[^\[\]\n]*\])*\])*")
_BROAD_ESCAPE = re.compile(r"\\U(?!000|0010)[0-9a-fA-F]{8}")
# A quoted text begins behind a blank or a sign of YAML's; other quotes are apostrophes. Comments are passed over.
_QUOTED = re.compile(r"""(?:^|(?<=[\s\[{(,]))(?:\#[^\n]*|(?P<quoted>"(?:[^"\\]|\\[\s\S])*"|'(?:[^']|'')*'))""", re.MULTILINE)
_ENTRY_INSIDE = re.compile(r"\n[ ]*(?:- +)*[\w-]+:(?=[ \n])")
_SIGILS = {
    "&": "gives it a name", "*": "repeats a named value", "!": "begins a tag", "|": "begins a block of text", ">": "begins a block of text",
    "%": "begins an instruction", "@": "means nothing yet", "`": "means nothing yet", "?": "marks a key", "-": "begins a list item",
}  # fmt: skip


def report_failure(problem: YAMLError | ValueError | OverflowError, source: Source, report: Report) -> None:
    """Report in our own words why `problem` ended the reading of the file."""
    finding = _broad_escape(source) if isinstance(problem, (ValueError, OverflowError)) else _find(_failure(problem, source))
    start, end = _shown(source.text, finding.start, finding.end)
    report.error(finding.code, source.span(start, end), finding.message, finding.suggestion, finding.related)


def _shown(text: str, start: int, end: int) -> tuple[int, int]:
    """The end of a file is shown at its last line that says something."""
    last = len(text.rstrip())
    start = min(start, max(last - 1, 0))
    return start, min(max(end, start + 1), max(last, 0))


def _failure(problem: YAMLError, source: Source) -> Failure:
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
        return Finding(failure.at, failure.at + 1, "a tab stands here; write a blank instead", suggestion=" ")
    return _sigil(failure) or Finding(
        failure.at, failure.at + 1, "YAML cannot read the file from here on; if this is part of a sentence, quote the sentence"
    )


def _sigil(failure: Failure) -> Finding | None:
    """The value on this line begins with a sign that means something to YAML."""
    start = failure.value_start
    sign = failure.source.text[start : start + 1]
    if sign not in _SIGILS or not sign or start > failure.at:
        return None
    end = sentence_end(failure.source.text, start, failure.line_end)
    return Finding(start, end, _sigil_message(sign), _SENTENCE, quoted(failure.source.text[start:end]))


def _sigil_message(sign: str) -> str:
    shown = "a backtick" if sign == "`" else f"`{sign}`"
    meaning = _SIGILS.get(sign, "begins a block of text")
    return f"{shown} at the start of a value {meaning} in YAML; if it belongs to a sentence, quote the sentence"


def _colon(failure: Failure) -> Finding:
    start, text = failure.value_start, failure.source.text
    if failure.at < start or ":" not in text[failure.line_start : start]:
        return no_colon_above(failure) or misaligned(failure, "this entry is indented as if it went on with the value above it")
    sigil = _sigil(failure)
    if sigil is not None:
        return sigil
    end = sentence_end(text, start, failure.line_end)
    message = "YAML takes the second `: ` on this line for another key; if it belongs to a sentence, quote the sentence"
    return Finding(start, end, message, _SENTENCE, quoted(text[start:end]))


def _block_end(failure: Failure) -> Finding:
    text = failure.source.text
    before = text[failure.line_start : failure.at].rstrip()
    if before and before[-1] in "\"'])}" and before.strip() and failure.value_start < failure.at:
        end = sentence_end(text, failure.value_start, failure.line_end)
        message = f"the value ends with its `{before[-1]}`, and more text follows; quote the whole sentence"
        return Finding(failure.value_start, end, message, _SENTENCE, quoted(text[failure.value_start : end]))
    sigil = _sigil(failure) if before else None
    if sigil is not None:
        return sigil
    above = lines_above(failure)
    if text.startswith("- ", failure.at) and not before and not (above and above[0].group("said").startswith("- ")):
        return Finding(
            failure.at, failure.line_end, "a list item stands among the entries of a mapping; indent it below the key that it belongs to"
        )
    if failure.said.endswith("','") or text[failure.at : failure.at + 1] in list("]},"):
        return Finding(
            failure.at,
            failure.at + 1,
            f"`{text[failure.at : failure.at + 1]}` closes or divides nothing here; delete it, or open the bracket",
        )
    return no_colon_above(failure) or misaligned(failure, "this line is indented like none of the blocks above it")


def _flow_end(failure: Failure) -> Finding:
    """A `[` or `{` that is not closed, or text behind something that was complete."""
    text = failure.source.text
    opener = text[failure.start : failure.start + 1]
    closer = "]" if opener == "[" else "}"
    before = text[failure.start : failure.at].rstrip()
    same_line = "\n" not in text[failure.start : failure.at]
    if same_line and before and before[-1] in "\"'])}" and text[failure.at : failure.at + 1] not in "]}:" and not failure.at_end:
        message = f"text follows a value that ended with its `{before[-1]}`; quote the whole sentence, or give it a line of its own"
        return Finding(failure.start, line_end(text, failure.start), message, _SENTENCE)
    inside = _bracket_inside(failure) if same_line and before[-1:].isalnum() else None
    if inside is not None:
        return inside
    stop = line_end(text, failure.start)
    comment = re.search(r" #", text[failure.start : stop])
    hint = "; YAML takes everything from ` #` on for a comment" if comment else ""
    return Finding(
        failure.start,
        sentence_end(text, failure.start, stop),
        f"this `{opener}` is not closed: a `{closer}` or a comma is missing{hint}",
    )


def _bracket_inside(failure: Failure) -> Finding | None:
    """`say: {en: Take {card}}`, `{that: n is in [1, 2]}`: the bracket in the text opens another map or list for YAML."""
    text, sign = failure.source.text, failure.source.text[failure.at : failure.at + 1]
    start = failure.start + max(found.end() for found in re.finditer(r"[\[{]\s*|[:,]\s+", text[failure.start : failure.at]))
    found = _WITH_BRACKETS.match(text, start)
    if sign not in ("{", "[") or found is None or found.end() <= failure.at:
        return None
    said = found.group().strip()
    message = f"a {'text' if sign == '{' else 'sentence'} with `{sign}` in it needs quotes inside of brackets"
    return Finding(start, start + len(said), message, _SENTENCE, None if '"' in said else f'"{said}"')


def _no_content(failure: Failure) -> Finding:
    text = failure.source.text
    sign = text[failure.at : failure.at + 1]
    if failure.at_end and failure.start < failure.at:
        opener = _last_open(text[: failure.at])
        if opener is not None:
            return _flow_end(Failure(failure.source, failure.at, opener, failure.said))
    if sign in list("]},"):
        return Finding(failure.at, failure.at + 1, f"a value is missing before `{sign}`")
    return _sigil(failure) or Finding(failure.at, failure.at + 1, "a value is missing here")


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
    return Finding(
        failure.start, end, f"this text is not closed: a `{sign}` is missing at its end", suggestion=text[failure.start : end] + sign
    )


def _escape(failure: Failure) -> Finding:
    text = failure.source.text
    at = text.rfind("\\", failure.start, failure.at + 1)
    at = failure.at if at < 0 else at
    message = "this is no escape that YAML knows; for a backslash write `\\\\`, or put the text in single quotes"
    return Finding(at, at + 2, message, _ESCAPE)


def _broad_escape(source: Source) -> Finding:
    found = _BROAD_ESCAPE.search(source.text)
    if found is None:
        return Finding(0, 1, "YAML cannot read a number in this file")
    return Finding(*found.span(), "there is no character with this number; the last is `\\U0010FFFF`", _ESCAPE)


def _item_beside_key(failure: Failure) -> Finding:
    end = sentence_end(failure.source.text, failure.at, failure.line_end)
    message = "a list begins on the line of its key; start it on the next line, or quote the text if `-` belongs to it"
    return Finding(failure.at, end, message, _SENTENCE, quoted(failure.source.text[failure.at : end]))


def _block_header(failure: Failure) -> Finding:
    text = failure.source.text
    end = sentence_end(text, failure.start, line_end(text, failure.start))
    message = _sigil_message(text[failure.start : failure.start + 1])
    return Finding(failure.start, end, message, _SENTENCE, quoted(text[failure.start : end]))


def _tag(failure: Failure) -> Finding:
    end = sentence_end(failure.source.text, failure.start, line_end(failure.source.text, failure.start))
    message = "`!` begins a YAML tag, and rule files use none; write `not` for a negation, or quote the text if `!` belongs to it"
    return Finding(failure.start, end, message, "yaml-tag")


def _directive(failure: Failure) -> Finding:
    message = "a line that begins with `%` gives YAML instructions, which rule files do not use; delete it, or quote the text"
    return Finding(failure.line_start, failure.line_end, message, "yaml-directive")


def _separator(failure: Failure) -> Finding:
    return Finding(failure.at, failure.at + 3, "the document ends here, inside a quoted text; close the text with a quote first")


def _after_document(failure: Failure) -> Finding:
    text = failure.source.text
    first = TELLING_LINE.search(text)
    if first is not None and first.start("said") > first.start():
        message = "the keys of a file all begin in the first column, and this one does not"
        return Finding(first.start("said"), content_end(text, first.start("said")), message)
    end = max(sentence_end(text, failure.at, failure.line_end), failure.at + 1)
    return _sigil(failure) or Finding(
        failure.at, end, "the file was complete before this; a file is one mapping, whose keys all begin in the first column"
    )


def _block_indentation(failure: Failure) -> Finding:
    message = "the blank lines at the start of this block of text are indented deeper than the text; delete the spaces in them"
    return Finding(failure.line_start, failure.line_end, message)


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
