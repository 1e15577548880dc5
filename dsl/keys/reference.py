"""The table of keys as Markdown, for the reference of the language."""

from __future__ import annotations

from collections.abc import Iterable

from custumal.dsl.keys import FORMS, Form, Key
from custumal.dsl.keys.common import ABOUT
from custumal.dsl.keys.files import SECTIONS
from custumal.dsl.yaml.tree import Data

_OWN_HEADING = (
    ("every entry", "What most entries may say besides.", ABOUT),
    ("sections", "The sections of a game, which a file that it includes and a variant have too.", SECTIONS),
)
_SHARED = (
    *((name, keys) for name, _, keys in _OWN_HEADING),
    *((name, tuple(FORMS[name].keys.values())) for name in ("step", "standing")),
)
"""Keys that several forms have in common: their tables stand once, under these headings."""


def reference() -> str:
    """Every form with its keys, each under a heading; what forms have in common is told once."""
    parts = [f"### {name}\n\n{text}\n\n{_table(keys)}" for name, text, keys in _OWN_HEADING]
    return "\n".join([*parts, *(f"### {form.name}\n\n{form.text}\n\n{_keys(form)}" for form in FORMS.values())])


def _keys(form: Form) -> str:
    """The own keys of a form as a table, and where those are that it shares."""
    shared = [(name, keys) for name, keys in _SHARED if name != form.name and all(form.keys.get(key.name) == key for key in keys)]
    elsewhere = {key.name for _, keys in shared for key in keys}
    own = [key for key in form.keys.values() if key.name not in elsewhere]
    links = " and ".join(f"[{name}](#{name.replace(' ', '-')})" for name, _ in reversed(shared))
    also = f"{'All' if not own else 'Further'} keys are those of {links}.\n" if shared else ""
    return "\n".join(part for part in (_table(own, form.main) if own else "", also) if part)


def _table(keys: Iterable[Key], main: str | None = None) -> str:
    """Keys as a Markdown table: key, what it holds, what it is for, what its absence means, an example."""
    rows = ["| key | holds | meaning | without it | example |", "| --- | --- | --- | --- | --- |"]
    rows += [_row(key, main) for key in keys]
    return "\n".join(rows) + "\n"


def yaml_of(value: Data) -> str:
    """A value as it is written on one line of a rule file."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {yaml_of(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(yaml_of(inner) for inner in value) + "]"
    text = str(value)
    return f'"{text}"' if isinstance(value, str) and any(mark in text for mark in "{}[],:") and not text.startswith("[") else text


def _row(key: Key, main: str | None) -> str:
    name = f"`{key.name}`" + (" (main key)" if key.name == main else "")
    absent = "required" if key.required else key.default or "nothing"
    cells = (name, key.holds.what, key.text, absent, f"`{key.name}: {yaml_of(key.example)}`")
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"
