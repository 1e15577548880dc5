"""Blocks of games: both rules on the same seeds, with what is worth knowing of each game.

It knows engines and bots, and no statistics. Enter by `series`.
"""
