"""How much is tried. `pytest --full` tries everything; without it, a part is tried that finds most mistakes in minutes."""

FULL = False
"""Whether everything is tried: set by `conftest.py` before any test is read. Tests import it: `GAMES = 20 if FULL else 1`."""

LARGE = ("chess", "kings-abbey", "monastery", "monolyth")
"""The games that take seconds to check and to play: a case that has one of them in its name is not in the quick tier."""
