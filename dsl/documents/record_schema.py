"""What a record looks like: a game as it was played, as a JSON document."""

from __future__ import annotations

from typing import Any

from custumal.dsl.base.limits import MOST_SEATS
from custumal.dsl.documents.ids import PATTERNS
from custumal.dsl.documents.json_documents import Schema, closed, document, key

RECORD_FORMAT = 1
"""The version of the form in which games are recorded."""
OPTIONS: Schema = {"type": "object", "additionalProperties": {"type": ["string", "integer", "boolean"]}}
"""Options with their values, as rule files write them."""
PLAYERS: Schema = {"type": "integer", "minimum": 1, "maximum": MOST_SEATS}
_TEXTS: Schema = {"type": "array", "items": {"type": "string"}}
_NAMED_TEXTS: Schema = {"type": "object", "additionalProperties": {"type": "string"}}


def _contradiction(record: dict[str, Any]) -> str | None:
    """What a record says in two ways."""
    seats, players, choices = len(record["seats"]), record["players"], len(record["choices"])
    if seats != players:
        return f"players: it says {players}, but under `seats` {'stands' if seats == 1 else 'stand'} {seats}"
    if record.get("adopted", 0) > choices:
        return f"adopted: there are only {choices} choices, not {record['adopted']}"
    return None


RECORD = document(
    "record",
    "A game as it was played: enough to play it again.",
    {
        "format": key("The version of this form.", RECORD_FORMAT, type="integer", const=RECORD_FORMAT),
        "game": key("The id of the game.", "sample", type="string", pattern=f"^(?:{PATTERNS['id']})$"),
        "rules_hash": key("A hash of the rules as merged.", "9f2c", type="string"),
        "variants": key("The variants in force.", ["long-night"], **_TEXTS),
        "options": key("The options.", {"size": 5}, **OPTIONS),
        "players": key("How many play.", 3, **PLAYERS),
        "seats": key("Who plays each seat.", ["human", "random", "random"], **_TEXTS),
        "seed": key("The seed of chance.", 7, type="integer"),
        "rules": key("What each entry of the rules said, as hashes by address. Without it: none.", {"values.most": "9f2c"}, **_NAMED_TEXTS),
        "files": key(
            "Where the files of the game and its variants were, by id, if not shipped. Without it: none.",
            {"mine": "mine.yaml"},
            **_NAMED_TEXTS,
        ),
        "adopted": key(
            "How many of the first choices were made by other rules, so that chance is as it was drawn by those. Without it: none.",
            2,
            type="integer",
            minimum=1,
        ),
        "scenario": key(
            "The scenario in whose position the game began. Without it: none, the game began with its set-up.",
            {"name": "a-late-meal", "digest": "9f2c"},
            **closed(
                {
                    "name": key("The scenario.", "a-late-meal", type="string"),
                    "digest": key("A hash of its position.", "9f2c", type="string"),
                    "file": key("Where it was, if it is none of the game's or a variant's.", "mine.yaml", type="string"),
                },
                "file",
            ),
        ),
        "choices": key("Every choice in order, chance included.", ["draw", "pass"], **_TEXTS),
    },
    "rules",
    "files",
    "adopted",
    "scenario",
    contradiction=_contradiction,
)
