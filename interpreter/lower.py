"""Lowering under its short name."""

from __future__ import annotations

from custumal.interpreter.lowering.lower import lower

__all__ = ["lower"]
