"""Checking again only what has changed: which entries of a game can keep what was made of them when some of its rules are others.

Knows the queries that the check of each entry has asked, with their answers, and what the check has found for others; does not know
what is declared or checked: declarations, typing and rules use it, never the other way round.
Enter at `cache.py`; the one who records and takes over is `Context.memoised`.
"""
