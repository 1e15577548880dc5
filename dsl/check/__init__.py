"""From documents to the checked model: names are resolved, every expression typed, every problem reported.

Knows the whole game at once; does not know players, positions or chance, and never plays.
Enter at `paths.py` (any paths), `game.py` (one game) or `variants.py` (a game with variants).
"""
