"""How much one page, and one address, may ask for."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

MOST_BYTES = 16_384
"""The longest message of a page."""
MOST_SOCKETS = 64
"""So many pages may be open at one table."""
MOST_SOCKETS_IN_ALL = 2_000
_MOST_ADDRESSES = 4_096


@dataclass(slots=True)
class Bucket:
    """So many at once, and so many more each second."""

    burst: float
    rate: float
    clock: Callable[[], float] = time.monotonic
    left: float = field(init=False)
    since: float = field(init=False)

    def __post_init__(self) -> None:
        self.left, self.since = self.burst, self.clock()

    def take(self) -> bool:
        """Whether one more is still allowed; then it is counted."""
        now = self.clock()
        self.left = min(self.burst, self.left + (now - self.since) * self.rate)
        self.since = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


def of_page() -> Bucket:
    """What one page may send."""
    return Bucket(60, 20)


@dataclass(slots=True)
class Addresses:
    """How often links that lead nowhere may be tried from one address."""

    buckets: dict[str, Bucket] = field(default_factory=dict)

    def take(self, address: str) -> bool:
        """Whether one more try is allowed."""
        if len(self.buckets) >= _MOST_ADDRESSES:
            self.buckets.clear()
        return self.buckets.setdefault(address, Bucket(30, 1)).take()
