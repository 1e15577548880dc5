"""Characters that nobody sees or that could take over a terminal, and texts of strangers made fit to be shown."""

from __future__ import annotations

import re

_BIDIRECTIONAL = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
# Besides the unseen characters proper: those that some readers take for a line break, halves of characters, and marks of byte order.
_CONTROL = "\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff"
UNSAFE = re.compile(f"[{_BIDIRECTIONAL}{_CONTROL}]")
UNSEEN = re.compile(f"[{_CONTROL}]")


def printable(text: str) -> str:
    """The text with everything replaced that could move the cursor or turn around what is shown."""
    return UNSAFE.sub("\ufffd", text)


def printable_json(text: str) -> str:
    """JSON that says the same, with escapes for such characters."""
    return UNSAFE.sub(lambda found: f"\\u{ord(found.group()):04x}", text)


def shortened(text: str, most: int) -> str:
    """The text, or the beginning of a long one."""
    return text if len(text) <= most else f"{text[: most - 1]}…"
