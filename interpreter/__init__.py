"""Plays checked games: the state, the two evaluators, chance, names, and the calls for Python."""
