"""Formatting: the canonical form of a file, as `fmt` writes it."""

from __future__ import annotations

from custumal.dsl.fmt.formatting import format_text
from custumal.ui.editor.view import View


def formatted(view: View) -> str | None:
    """The file in its canonical form; None where it has that, or can't be read."""
    text = format_text(view.source.text, view.kind, view.name)
    return None if text == view.source.text else text
