"""What a position looks like as a JSON document, whatever the game. `validation.py` knows what it has to be like in one game."""

from __future__ import annotations

from custumal.dsl.documents.json_documents import closed, document, key
from custumal.dsl.documents.record_schema import OPTIONS, PLAYERS
from custumal.interpreter.position.state import CHANCE, DECISION, FORMAT, OVER

STATE = closed(
    {
        "format": key("The version of this form.", FORMAT, type="integer", const=FORMAT),
        "columns": key(
            "Lists of numbers, truths, null and lists of these, as many and as long as the game needs.", [[3, -1]], type="array"
        ),
        "piles": key("The things at each place that holds several, the top last.", [[0, 2]], type="array"),
        "known": key(
            "To which seats each thing has been revealed, as the bits of a number; empty where nothing is hidden.", [], type="array"
        ),
        "frame": key("The values that the course of play remembers.", [None, [0, 1], 2], type="array"),
        "stack": key("Where the course of play goes on when a part of it ends.", [3], type="array"),
        "pc": key("Where in the course of play the game stands.", 17, type="integer", minimum=0),
        "rng": key("The state of the generator of chance.", 0, type="integer", minimum=0, maximum=2**64 - 1),
        "kind": key("What the game waits for.", DECISION, enum=[DECISION, CHANCE, OVER]),
        "seat": key("Who decides, from 0; null at chance and at the end.", 0, type=["integer", "null"], minimum=0),
    }
)

POSITION = document(
    "position",
    "A position of a game: everything that is needed to play on from there.",
    {
        "game": key("The id of the game.", "sample", type="string"),
        "rules_hash": key("A hash of the rules as merged.", "9f2c", type="string"),
        "players": key("How many play.", 3, **PLAYERS),
        "options": key("The options.", {"size": 5}, **OPTIONS),
        "digest": key("A hash of all the rest.", "4f7a90c2b1d3e586", type="string", pattern="^[0-9a-f]{16}$"),
        "state": key("What changes during a game.", {name: part["examples"][0] for name, part in STATE["properties"].items()}, **STATE),
    },
)
