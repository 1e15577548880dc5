"""Which problems are told once for all their places, however many there are."""

from __future__ import annotations

from custumal.dsl.diagnostics.catalogue import names
from custumal.dsl.diagnostics.catalogue.keys import BAD_ID
from custumal.dsl.diagnostics.code import Code
from custumal.dsl.diagnostics.diagnostic import Diagnostic

_UNKNOWN = frozenset(code.id for code in vars(names).values() if isinstance(code, Code) and code.id.startswith("unknown-"))
"""The codes of names that nothing has."""


def is_unknown(one: Diagnostic) -> bool:
    """Whether a name is not known: wherever else it stands, that has the same cause."""
    return one.code in _UNKNOWN


def is_told_once(one: Diagnostic) -> bool:
    """Whether the same message at several places is told as one: of names that are not known, and of ids that are formed wrongly."""
    return not one.related and (is_unknown(one) or one.code == BAD_ID.id)
