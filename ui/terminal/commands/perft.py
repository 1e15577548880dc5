"""`perft`: sequences of choices, counted."""

from __future__ import annotations

import json
import sys

from custumal.interpreter.runs.perft import divide as divided
from custumal.interpreter.runs.perft import perft
from custumal.ui.terminal.exit_codes import DONE
from custumal.ui.terminal.wanted import Wanted


def count_sequences(wanted: Wanted, depth: int, divide: bool, as_json: bool) -> int:
    """Print the number of sequences of so many choices, in all or below each first choice."""
    game = wanted.load()
    engine = game.engine(wanted.number_of_players(game))
    start = engine.start(0)
    parts = {engine.key(start, choice): count for choice, count in divided(engine, start, depth)} if divide and depth else {}
    leaves = sum(parts.values()) if parts else perft(engine, start.copy(), depth)
    if as_json:
        sys.stdout.write(json.dumps({"game": game.id, "depth": depth, "leaves": leaves, "divide": parts}, indent=2) + "\n")
    else:
        sys.stdout.writelines(f"{key} {count}\n" for key, count in parts.items())
        sys.stdout.write(f"{leaves}\n")
    return DONE
