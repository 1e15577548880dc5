"""The keys at the top of a file, read without parsing the whole of it where it is written as usual."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from custumal.dsl.base.file_names import beginning
from custumal.dsl.base.limits import LIMITS
from custumal.dsl.diagnostics.diagnostic import Report
from custumal.dsl.yaml.source import SourceText, check_text, normalised

ASKED = frozenset({"game", "variant", "of", "rulebook"})
"""The keys by whose values files are found."""
_TOP = re.compile(r"^(?![ #]).+", re.MULTILINE)
_USUAL = re.compile(r"(?P<quote>[\"']?)(?P<key>[\w-]+)(?P<end>[\"']?):(?: ++(?P<value>.*))?|- .*|---")
_NAME = re.compile(r"(?:[^\W_][\w-]*|\"[^\W_][\w-]*\"|'[^\W_][\w-]*') *(?: #.*)?")
_MORE = re.compile(r"(?:\n[ \t]*(?:#.*)?)*\n[ \t]+[^\s#]")
"""A line that is indented, and so belongs to what stands before, perhaps behind comments and blank lines."""


def header_of(path: Path) -> dict[str, str]:
    """The keys at the top of a file, with as much of their values as stands behind them; of those by which files are found all that YAML
    says that they are, however it is written, if it is YAML."""
    return dict(_header(beginning(path) or ""))


@lru_cache(maxsize=64)
def _header(text: str) -> tuple[tuple[str, str], ...]:
    whole = normalised(text)
    found = _usual(whole)
    if found is None:
        found = _parsed(whole) or _by_lines(whole)
    return tuple(found.items())


def _usual(text: str) -> dict[str, str] | None:
    """The keys of a text that has each at the beginning of a line, and short names behind those that matter; None of any other text."""
    found: dict[str, str] = {}
    for line in _TOP.finditer(text):
        usual = _USUAL.fullmatch(line[0].rstrip())
        if usual is None or usual["quote"] != usual["end"]:
            return None
        key = usual["key"]
        if key is None:
            continue
        if key in ASKED and (key in found or not _NAME.fullmatch(usual["value"] or "") or _MORE.match(text, line.end())):
            return None
        found.setdefault(key, bare(f" {usual['value'] or ''}".partition(" #")[0]))
    return found


def _parsed(text: str) -> dict[str, str] | None:
    """The keys as YAML has them, with their values as far as these are single words or texts; None of what is no YAML, or no map."""
    from custumal.dsl.yaml.parse import parse_yaml  # noqa: PLC0415  # most files are known without it
    from custumal.dsl.yaml.tree import Mapping, Scalar  # noqa: PLC0415  # likewise

    source = SourceText(Path(), "", text)
    root = parse_yaml(source, Report(), LIMITS) if check_text(source, Report()) else None
    if not isinstance(root, Mapping):
        return None
    found: dict[str, str] = {}
    for key, value in root:
        found.setdefault(key.text, value.text.strip() if isinstance(value, Scalar) else "")
    return found


def _by_lines(text: str) -> dict[str, str]:
    """The keys of a text that can't be read as YAML, as far as they can be seen."""
    found: dict[str, str] = {}
    for line in _TOP.finditer(text):
        key, colon, value = line[0].partition(":")
        if colon:
            found.setdefault(bare(key), bare(value.partition(" #")[0]))
    return found


def bare(text: str) -> str:
    """A key or value without quotes and space around it."""
    return text.strip().strip("'\"")


def header(path: Path, key: str) -> str | None:
    """The value of a key at the top of a file; None where it has no such key."""
    return header_of(path).get(key)
