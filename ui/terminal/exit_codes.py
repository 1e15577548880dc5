"""With which number a command ends: a promise to scripts."""

from __future__ import annotations

DONE = 0
PROBLEMS = 1
"""The input has problems: diagnostics, a scenario that fails, a record that can't be followed."""
WRONG_USAGE = 2
INTERRUPTED = 130
