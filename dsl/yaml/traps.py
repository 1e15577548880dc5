"""Where YAML takes a sentence apart without a word: commas inside `{…}` and `[…]`, and comments that are none.

`mend_pairs` and `mend_items` see a flow collection while it is read, report what was torn and put it together again, so that one
slip is one message. `check_sentence` looks at a single scalar in a place where a sentence is expected.
"""

from __future__ import annotations

import re

from custumal.dsl.diagnostics.catalogue.yaml import (
    begins_a_block,
    bracket_torn,
    effects_torn,
    list_in_braces,
    no_value_after_comma,
    swallowed_comment,
    torn_at_comma,
)
from custumal.dsl.diagnostics.diagnostic import Report, Span
from custumal.dsl.yaml.source import SourceText
from custumal.dsl.yaml.tree import Node, Scalar, Sequence

_SWALLOWED = re.compile(r" #(?:[^\s#]| (?:and|or|where|then|else|otherwise)\b)[^\n]*")
"""What one puts two blanks before where it is a comment."""
_WORD = re.compile(r"[\w-]+")
# A call has fewer arguments than this; without a bound a list of opening brackets would be searched from each of them.
_MOST_PIECES = 40
Pair = tuple[Node, Node]


def quoted(text: str) -> str:
    """The text as a quoted YAML scalar on one line, in double quotes where that needs no escapes."""
    line = " ".join(text.split())
    if '"' in line or "\\" in line:
        return "'" + line.replace("'", "''") + "'"
    return f'"{line}"'


def check_sentence(scalar: Scalar, source: SourceText, report: Report) -> bool:
    """Report what YAML did to the sentence in `scalar`; False if what is left of it is not worth parsing."""
    if scalar.style in ("literal", "folded"):
        return _check_header(scalar, source, report)
    if scalar.style != "plain" or not scalar.places:
        return True
    if scalar.flow and _open(scalar) != 0:
        _report_unbalanced(scalar, report)
        return False
    return True


def _check_header(scalar: Scalar, source: SourceText, report: Report) -> bool:
    """`> 3` and `| x` may be read as the head of an empty text block."""
    if scalar.text.strip():
        return True
    head = source.line(scalar.span.line)[scalar.span.column - 1 :].split(" #")[0].strip()
    span = Span(scalar.span.file, scalar.span.line, scalar.span.column, scalar.span.line, scalar.span.column + len(head))
    report.tell(span, begins_a_block(head, quoted(head)))
    return False


def check_comment(source: SourceText, start: int, end: int, report: Report) -> None:
    """Report what follows a plain scalar as a comment, where it looks like the rest of its text: `card #3 first`, `a # and b`."""
    found = _SWALLOWED.match(source.text, end)
    if found is None:
        return
    comment = found.group().strip()
    end = found.end() - len(found.group()) + len(found.group().rstrip())
    report.tell(source.span(start, end), swallowed_comment(comment, quoted(source.text[start:end])))


def mend_pairs(pairs: list[Pair], span: Span, source: SourceText, report: Report) -> list[Pair]:
    """The pairs of a flow mapping, with torn sentences reported and put together and keys without a value reported and left out."""
    if pairs and all(_is_missing(value) for _, value in pairs):
        _report_set(pairs, span, source, report)
        return []
    opened = [_open(key) + _open(value) for key, value in pairs]
    out: list[Pair] = []
    i = 0
    while i < len(pairs):
        last = _balanced_at(opened, i)
        if last is not None and last > i:
            out.append(_join_pair(pairs[i], pairs[last], source, report))
            i = last
        elif _is_missing(pairs[i][1]):
            _mend_missing(pairs[i][0], out, source, report)
        else:
            out.append(pairs[i])
        i += 1
    return out


def mend_items(items: list[Node], source: SourceText, report: Report) -> list[Node]:
    """The items of a flow list, with torn sentences reported and put together."""
    opened = [_open(item) for item in items]
    out: list[Node] = []
    i = 0
    while i < len(items):
        last = _balanced_at(opened, i)
        if last is not None and last > i:
            whole = _joined(items[i], items[last], source)
            _report_torn(whole, f"- {whole.text}", report)
            out.append(whole)
            i = last
        else:
            out.append(items[i])
        i += 1
    return out


def _balanced_at(opened: list[int], first: int) -> int | None:
    """The first piece at which the brackets that piece `first` opens are closed; None if it opens none or they are never closed."""
    depth = opened[first]
    if depth <= 0:
        return None
    for i in range(first + 1, min(len(opened), first + _MOST_PIECES)):
        depth += opened[i]
        if depth <= 0:
            return i
    return None


def _open(node: Node) -> int:
    """How many more brackets a plain scalar opens than it closes; only round ones can be torn, the others are YAML's own."""
    if not isinstance(node, Scalar) or node.style != "plain":
        return 0
    return node.text.count("(") - node.text.count(")")


def _is_missing(node: Node) -> bool:
    """Whether nothing at all was written, rather than the word `null`."""
    return isinstance(node, Scalar) and node.style == "plain" and not node.text


def _start(source: SourceText, node: Node) -> int:
    return source.index(node.span.line, node.span.column)


def _end(source: SourceText, node: Node) -> int:
    return source.index(node.span.end_line, node.span.end_column)


def _joined(first: Node, last: Node, source: SourceText) -> Scalar:
    """One scalar of everything from `first` to `last`, as it would be if it had been quoted."""
    start, end = _start(source, first), _end(source, last)
    text = source.text[start:end]
    return Scalar(text, text, source.span(start, end), tuple(source.place(i) for i in range(start, end + 1)), "plain")


def _join_pair(first: Pair, last: Pair, source: SourceText, report: Report) -> Pair:
    if _open(first[0]) > 0:
        key = _joined(first[0], last[0], source)
        value = last[1]
        written = source.text[_start(source, value) : _end(source, value)]
        _report_torn(key, f"{key.text}: {written}", report)
        return key, value
    whole = _joined(first[1], last[0] if _is_missing(last[1]) else last[1], source)
    name = first[0].text if isinstance(first[0], Scalar) else "…"
    _report_torn(whole, f"{name}: {whole.text}", report)
    return first[0], whole


def _mend_missing(key: Node, out: list[Pair], source: SourceText, report: Report) -> None:
    """A key without a value: the rest of a sentence that holds a comma, or a value that was forgotten."""
    before = out[-1][1] if out else None
    follows_text = isinstance(before, Scalar) and before.style == "plain" and isinstance(before.value, str)
    name = key.text if isinstance(key, Scalar) else "…"
    if follows_text and before is not None and not _WORD.fullmatch(name):
        whole = _joined(before, key, source)
        first = out[-1][0]
        if isinstance(first, Scalar) and first.text == "do" and _open(before) == _open(key) == 0:
            report.tell(whole.span, effects_torn(f"[{whole.text}]"))
            out[-1] = first, Sequence((before, key), whole.span, flow=True)
            return
        _report_torn(whole, f"{first.text if isinstance(first, Scalar) else '…'}: {whole.text}", report)
        out[-1] = first, whole
        return
    whole_text = quoted(_joined(before, key, source).text) if follows_text and before else None
    report.tell(key.span, no_value_after_comma(name, whole_text))


def _report_set(pairs: list[Pair], span: Span, source: SourceText, report: Report) -> None:
    inside = source.text[_start(source, pairs[0][0]) : _end(source, pairs[-1][0])]
    report.tell(span, list_in_braces(inside))


def _report_torn(whole: Scalar, block_form: str, report: Report) -> None:
    line = " ".join(block_form.split())
    report.tell(whole.span, torn_at_comma(line, quoted(whole.text)))


def _report_unbalanced(scalar: Scalar, report: Report) -> None:
    report.tell(scalar.span, bracket_torn(is_open=_open(scalar) > 0))
