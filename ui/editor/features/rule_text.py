"""The text of a numbered rule, as variants have left it."""

from __future__ import annotations

from custumal.dsl.check.entries.context import Context


def rule_text(context: Context, number: str) -> str:
    """The text of a numbered rule in the language that comes first."""
    text = None if context.declared.rules is None else context.declared.rules.get(number)
    pieces = text.by_language[0][1] if text is not None and text.by_language else ()
    return "".join(piece for piece in pieces if isinstance(piece, str))
