"""Where the keys at the top of a file stand that is told of before it is parsed."""

from __future__ import annotations

from custumal.dsl.diagnostics.diagnostic import Span
from custumal.dsl.yaml.header import bare
from custumal.dsl.yaml.source import file_span


def key_span(name: str, text: str, key: str) -> Span:
    """Where a key stands at the top of the file that messages call `name`; the beginning of the file where there is none."""
    lines = enumerate(text.splitlines(), start=1)
    found = next(((n, line) for n, line in lines if key and line[:1].strip() and bare(line.partition(":")[0]) == key), None)
    if found is None:
        return file_span(name)
    start = found[1].index(key) + 1
    return Span(name, found[0], start, found[0], start + len(key))


def base_span(name: str, text: str) -> Span:
    """Where a file says what it is about, else its beginning."""
    for number, line in enumerate(text.splitlines(), start=1):
        if line.startswith("of:"):
            value = line.removeprefix("of:").partition(" #")[0].rstrip()
            start = 4 + len(value) - len(value.lstrip())
            return Span(name, number, start, number, start + len(value.strip()))
    return file_span(name)
