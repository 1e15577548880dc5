"""The numbers that are taken of a game, one function each.

It knows what was noted of a game, not how it was played, and no statistics. Enter by `catalogue`.
"""
