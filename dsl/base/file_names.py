"""Names of files and folders that mean something."""

from __future__ import annotations

VARIANTS = "variants"
"""The folder beside a game in which its variants lie."""

RULEBOOK = "rulebook.yaml"
"""The file beside a game with its numbered rules."""
