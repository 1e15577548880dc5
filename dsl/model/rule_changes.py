"""What variants do to numbered rules: texts that they reword, and rules that rest on something else than before."""

from __future__ import annotations

from custumal.dsl.base.frozen import dataclass
from custumal.dsl.model.texts import Text


@dataclass(frozen=True, slots=True)
class RuleChange:
    """One thing that a variant has made otherwise, on which a numbered rule rests.

    `address` is what has changed, and `rules` are other numbered rules that tell of it. `is_near`: the elements that follow the rule are
    changed, or read what is; else they read what follows another rule that is near.
    """

    variant: str
    address: str
    rules: tuple[str, ...] = ()
    is_near: bool = True


@dataclass(frozen=True, slots=True)
class Rewording:
    """A variant words a numbered rule anew. `language` is "" where the text has no languages."""

    variant: str
    language: str


def speaks_for_itself(text: Text) -> bool:
    """Whether a text has values in it, in every language, so that it says what is in force."""
    return bool(text) and all(any(not isinstance(piece, str) for piece in pieces) for _, pieces in text.by_language)
