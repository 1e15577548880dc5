"""Checking again only what changed: which entries of a game can keep what was made of them when some of its rules are others.

It knows entries, the queries that the check of each has asked, with the answers, and what such a check has found for others. It must
not know what is asked or checked: declarations and rules use it, never the other way round. Enter at `Context.memoised`, by which each
entry is checked, and at `cache.py`, which holds what was made.
"""
