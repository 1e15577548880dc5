"""Bots against each other: line-ups in rotated blocks, and one rating of all of them from all games.

It knows bots by name and games by how their seats were placed. Enter by `ladder`, which plays and rates.
"""
