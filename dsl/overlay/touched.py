"""Addresses that are written, and which of them overlap."""

from __future__ import annotations

from collections.abc import Iterator

from custumal.dsl.base.frozen import dataclass, field
from custumal.dsl.diagnostics.diagnostic import Span


@dataclass(slots=True)
class Touched:
    """Addresses, each with where it was written first."""

    spans: dict[str, Span] = field(default_factory=dict)
    _inside: dict[str, str] = field(default_factory=dict)
    """For what stands around them, the first inside: to look through all of them for each would take too long."""

    @staticmethod
    def of(spans: dict[str, Span]) -> Touched:
        """These addresses."""
        made = Touched()
        for address, span in spans.items():
            made.add(address, span)
        return made

    def add(self, address: str, span: Span) -> None:
        self.spans.setdefault(address, span)
        for outer in around(address):
            self._inside.setdefault(outer, address)

    def clash(self, address: str) -> str | None:
        """The one that is this address, stands around it or inside it."""
        nearest = next((each for each in (address, *around(address)) if each in self.spans), None)
        return self._inside.get(address) if nearest is None else nearest


def around(address: str) -> Iterator[str]:
    """The addresses in which one stands, from the inside to the outside."""
    while address := address.rpartition(".")[0]:
        yield address
