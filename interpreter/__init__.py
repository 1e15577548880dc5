"""Plays checked games: positions, the reference machine and the generated one, chance, names, and the calls for Python.

Knows the model and nothing of files, YAML or the terminal, but for finding games (`library.py`).
Enter at `api.py`, which is what Python callers see, or at `engine.py`, one game set up for its players.
"""
