"""Differences for people and programs: text, JSON, Markdown."""

from __future__ import annotations

import json
from collections.abc import Mapping as Texts

from custumal.dsl.overlay.diff import Difference
from custumal.dsl.yaml.tree import Mapping, Sequence

MARK = {"added": "+", "removed": "-", "changed": "~", "moved": ">"}
LONGEST = 160


def diff_text(found: list[Difference], rulebook: Texts[str, str]) -> str:
    """The differences line by line, each with the numbered rules behind it; empty if there is none."""
    return "\n".join(line for one in found for line in _lines(one, rulebook)) + ("\n" if found else "")


def _lines(one: Difference, rulebook: Texts[str, str]) -> list[str]:
    written = ", ".join(f"{file}:{line}" for file, line in _writers(one).items())
    lines = [f"{MARK[one.kind]} {one.address}  ({written})"]
    if one.old is not None:
        lines.append(f"    was: {_short(one.old)}")
    if one.new is not None:
        lines.append(f"    {'now' if one.kind in ('changed', 'moved') else 'is'}: {_short(one.new)}")
    if one.kind == "added" and one.after is not None:
        lines.append(f"    {place_of(one)}")
    lines += [f"    {rule}: {_short(rulebook[rule])}" if rulebook.get(rule) else f"    {rule}" for rule in one.rules]
    return lines


def _writers(one: Difference) -> dict[str, int]:
    """The files in which it stands, each with its first line there: of what one variant has added another may have changed a part."""
    found = {one.span.file: one.span.line}
    waiting = [one.node] if one.kind == "added" else []
    while waiting:
        node = waiting.pop(0)
        if node is not None:
            found.setdefault(node.span.file, node.span.line)
        if isinstance(node, Mapping):
            waiting += [value for _, value in node]
        elif isinstance(node, Sequence):
            waiting += [*node]
    return found


def place_of(one: Difference) -> str:
    """Where an entry stands among those whose order matters."""
    return f"after {one.after}" if one.after else "first"


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def diff_json(found: list[Difference], rulebook: Texts[str, str]) -> str:
    """The differences as a JSON list."""
    data = [
        {
            "kind": one.kind, "address": one.address, "old": one.old, "new": one.new, "file": one.span.file, "line": one.span.line,
            "after": one.after,
            "rules": [{"id": rule, "text": rulebook.get(rule, "")} for rule in one.rules],
        }
        for one in found
    ]  # fmt: skip
    return json.dumps({"differences": data}, ensure_ascii=False, indent=2) + "\n"


def diff_markdown(found: list[Difference], rulebook: Texts[str, str]) -> str:
    """The differences as Markdown: values and components in a table, rules as a list."""
    tables = [one for one in found if one.address.split(".")[0] in ("values", "components", "options", "tables")]
    rules = [one for one in found if one not in tables]
    parts: list[str] = []
    if tables:
        parts.append(
            "| what | was | now |\n| --- | --- | --- |\n"
            + "\n".join(f"| `{t.address}` | {_cell(t.old)} | {_cell(t.new)} |" for t in tables)
        )
    if rules:
        parts.append("\n".join(_item(one, rulebook) for one in rules))
    return "\n\n".join(parts) + ("\n" if parts else "")


def _cell(text: str | None) -> str:
    return "-" if text is None else f"`{_short(text)}`".replace("|", "\\|")


def _item(one: Difference, rulebook: Texts[str, str]) -> str:
    change = f"{_cell(one.old)} → {_cell(one.new)}" if one.kind == "changed" else _cell(one.new if one.old is None else one.old)
    cited = "".join(f"\n  - {rule}: {rulebook.get(rule, '')}" for rule in one.rules)
    return f"- **{one.kind}** `{one.address}`: {change}{cited}"
