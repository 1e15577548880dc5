"""Turns rule files into a checked model, or into diagnostics that say what is wrong with them.

Knows text, YAML, the sentences of the language, names and types; knows no position, no player at a table, no randomness.
Enter at `check/paths.py` (any paths), `check/game.py` (one game) or `check/variants.py` (a game with variants).
"""
