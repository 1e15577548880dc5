"""The numbered rules of a rulebook, with what encodes each of them."""

from __future__ import annotations

from collections.abc import Callable

from custumal.dsl.base.frozen import dataclass
from custumal.dsl.diagnostics.diagnostic import Span
from custumal.dsl.model import GameModel, Source, Text

SCENARIOS = "scenarios."
"""With this the addresses begin that show a rule and do not encode it."""


@dataclass(frozen=True, slots=True)
class RuleEntry:
    """One numbered rule: its text, the addresses that encode it, where they stand, or the reason why it needs no code."""

    id: str
    text: str
    addresses: tuple[str, ...]
    spans: tuple[Span, ...]
    unencoded: str | None = None

    @property
    def encoded(self) -> tuple[str, ...]:
        """The addresses without those of scenarios."""
        return tuple(address for address in self.addresses if not address.startswith(SCENARIOS))


def numbered_rules(model: GameModel, said: Callable[[Text], str] | None = None) -> dict[str, RuleEntry]:
    """The numbered rules of a game by id: those of its rulebook, then others that are cited. `said` fills values into their texts."""
    cited: dict[str, list[Source]] = {}
    for source in model.sources.values():
        for rule in source.rules:
            cited.setdefault(rule, []).append(source)
    reasons = dict(model.unencoded)
    found = {}
    for rule in dict.fromkeys((*model.rulebook, *cited, *reasons)):
        here = cited.get(rule, [])
        text = said(model.rulebook[rule]) if said is not None and rule in model.rulebook else ""
        found[rule] = RuleEntry(rule, text, tuple(s.address for s in here), tuple(s.span for s in here), reasons.get(rule))
    return found
