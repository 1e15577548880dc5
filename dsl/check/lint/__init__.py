"""Checks of the whole game: what is written but does nothing, or says something else than it seems to.

Knows the finished model and every name that is used; resolves no name and gives no type.
Enter at `whole_game.py`, which calls all others.
"""
