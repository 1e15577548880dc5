"""`perft`: sequences of choices, counted."""

from __future__ import annotations

from custumal.interpreter.runs.perft import divide as divided
from custumal.interpreter.runs.perft import perft
from custumal.ui.terminal.exit_codes import DONE
from custumal.ui.terminal.output import say, say_data, say_lines
from custumal.ui.terminal.wanted import Wanted


def count_sequences(wanted: Wanted, depth: int, divide: bool, as_json: bool) -> int:
    """Print the number of sequences of so many choices, in all or below each first choice."""
    game = wanted.load()
    engine = game.engine(wanted.number_of_players(game))
    start = engine.start(0)
    parts = {engine.key(start, choice): count for choice, count in divided(engine, start, depth)} if divide and depth else {}
    leaves = sum(parts.values()) if parts else perft(engine, start.copy(), depth)
    if as_json:
        say_data({"game": game.id, "depth": depth, "leaves": leaves, "divide": parts})
    else:
        say_lines(f"{key} {count}" for key, count in parts.items())
        say(f"{leaves}\n")
    return DONE
