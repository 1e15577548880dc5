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

    def pieces(self, language: str, fallback: tuple[str, ...]) -> tuple[str | Expr, ...]:
        """The pieces of the sentence in the language, else in the first of `fallback` that it has, else in its own first."""
        by_language = dict(self.by_language)
        for wanted in (language, *fallback, *by_language):
            if wanted in by_language:
                return by_language[wanted]
        return ()

    def then(self, other: Text) -> Text:
        """This text and another one in each language that either has."""
        languages = dict.fromkeys(language for text in (self, other) for language, _ in text.by_language)
        return Text(tuple((language, (*self.pieces(language, ()), " ", *other.pieces(language, ()))) for language in languages))

    def plain(self, language: str, fallback: tuple[str, ...]) -> str:
        """The sentence without what stands in `{…}`."""
        return "".join(piece for piece in self.pieces(language, fallback) if isinstance(piece, str))

    def with_gaps(self, language: str, fallback: tuple[str, ...]) -> str:
        """The sentence whose values nobody has chosen yet: `Cross … with …`; values without anything between them are one gap."""
        pieces = [piece if isinstance(piece, str) else "…" for piece in self.pieces(language, fallback)]
        return "".join(piece for piece, before in zip(pieces, ["", *pieces], strict=False) if piece != before or piece != "…")


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
