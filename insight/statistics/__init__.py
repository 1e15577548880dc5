"""Means, intervals and verdicts.

It knows numbers only, nothing of games. Enter by `samples` for what a list of differences says and by `verdicts` for what may be
said of it.
"""
