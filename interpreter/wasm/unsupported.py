"""What the back end can't say yet."""

from __future__ import annotations


class Unsupported(Exception):
    """A construct that has no form in WebAssembly. `what` names it."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what


class OnlyMask(Unsupported):
    """A set that is a mask is wanted in the order of its members."""
