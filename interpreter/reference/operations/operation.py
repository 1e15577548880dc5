"""What an operation is."""

from __future__ import annotations

from collections.abc import Callable

from custumal.interpreter.setup.values import Value

Strict = Callable[..., Value]
"""A function of the instance, the position, the node and the values of its arguments, none of which is nothing."""
