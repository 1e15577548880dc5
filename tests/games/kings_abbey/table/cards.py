"""What is printed on the cards of King's Abbey. Cards are components: they are read where the game has them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from ruamel.yaml import YAML

import custumal

COMPONENTS = Path(custumal.__file__).parent / "games" / "kings-abbey" / "components"


class Card(NamedTuple):
    prestige: int
    cost: dict[str, int]
    reward: dict[str, int]


def _cards(file: str, component: str) -> Iterator[tuple[str, Card]]:
    data: Any = YAML(typ="safe").load((COMPONENTS / file).read_text(encoding="utf-8"))
    for name, row in data["components"][component]["rows"].items():
        yield name, Card(row["prestige"], row["cost"], row.get("reward", {}))


BUILDINGS = dict(_cards("buildings.yaml", "buildings"))
TOWERS = dict(_cards("towers.yaml", "tower-cards"))
TOKENS = {"wood": 3, "grain": 2, "stone": 1, "sand": 1, "tool": 1, "wagon": 1}
"""What an initiative token brings."""
HALLS = {"calefactory", "chapterhouse", "refectory"}
FARMS = {"dairy-farm", "sheep-farm"}
