"""The table of keys as Markdown, for the reference of the language."""

from __future__ import annotations

from custumal.dsl.keys import FORMS, Form, Key
from custumal.dsl.tree import Data


def key_table(form: Form) -> str:
    """The keys of one form as a Markdown table: key, what it holds, what it is for, what its absence means, an example."""
    rows = ["| key | holds | meaning | without it | example |", "| --- | --- | --- | --- | --- |"]
    rows += [_row(form, key) for key in form.keys.values()]
    return "\n".join(rows) + "\n"


def reference() -> str:
    """Every form with its keys, each under a heading."""
    return "\n".join(f"### {form.name}\n\n{form.text}\n\n{key_table(form)}" for form in FORMS.values())


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


def _row(form: Form, key: Key) -> str:
    name = f"`{key.name}`" + (" (main key)" if key.name == form.main else "")
    absent = "required" if key.required else key.default or "nothing"
    cells = (name, key.holds.what, key.text, absent, f"`{key.name}: {yaml_of(key.example)}`")
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"
