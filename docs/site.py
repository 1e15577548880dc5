"""What mkdocs needs to be told about our pages: fences have one word there, and files outside of `docs/` have no page."""

from __future__ import annotations

import re
from typing import Any

_FENCE = re.compile(r"^(\s*```\w+) [\w ./-]+$", re.MULTILINE)
"""A fence whose further words are for the tests, such as ```` ```yaml whole failing ````."""
_OUTSIDE = re.compile(r"\[([^\]]*)\]\(\.\./[^)]*\)")


def on_page_markdown(markdown: str, **_: Any) -> str:
    """The text of a page as mkdocs can read it (called by mkdocs for each page)."""
    return _OUTSIDE.sub(r"\1", _FENCE.sub(r"\1", markdown))
