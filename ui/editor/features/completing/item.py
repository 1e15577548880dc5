"""One thing that could stand at the cursor."""

from __future__ import annotations

from custumal.dsl.base.frozen import dataclass


@dataclass(frozen=True, slots=True)
class Item:
    """`kind` is "name", "word" (of the language), "verb", "function", "member", "enum", "constant", "key", "reference" (an address or
    rule), "event", "module", "type" or "text"; `detail` says what it is, `told` more of it as Markdown. `insert` is what is written, the
    label by default. The lower `rank`, the nearer it stands to the top."""

    label: str
    kind: str
    detail: str = ""
    told: str = ""
    insert: str = ""
    rank: int = 5
