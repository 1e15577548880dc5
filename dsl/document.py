"""Reading rule files into documents: a tree against the table of keys, and a game file with the files that it includes."""

from __future__ import annotations

from custumal.dsl.entry import Document, Entry, Parse, Slot

__all__ = ["Document", "Entry", "Parse", "Slot"]
