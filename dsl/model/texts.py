"""What is said to people, and where an element of the rules stands."""

from __future__ import annotations

from custumal.dsl.base.frozen import dataclass
from custumal.dsl.diagnostics.diagnostic import Span
from custumal.dsl.model.expressions import Expr


@dataclass(frozen=True, slots=True)
class Text:
    """A sentence by language: pieces of text and expressions in turn."""

    by_language: tuple[tuple[str, tuple[str | Expr, ...]], ...] = ()

    def __bool__(self) -> bool:
        return bool(self.by_language)


NO_TEXT = Text()


@dataclass(frozen=True, slots=True)
class Source:
    """Identity and origin of a rule element: address, numbered rules, sentence, and where it stands."""

    address: str
    span: Span
    rules: tuple[str, ...] = ()
    say: Text = NO_TEXT
    because: Text = NO_TEXT

    @property
    def id(self) -> str:
        return self.address.rsplit(".", 1)[-1]
