"""A comparison for people and programs: sentences, a table for the terminal, JSON, a row for each game.

It knows what was found and no terminal; it computes nothing of its own. Enter by `text`, `data` or `rows`.
"""
