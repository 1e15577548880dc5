"""Checking again only what has changed: which answers a check relied on, and whether they are still the same.

Knows the queries that checks ask and their answers; does not know what the checks make of them.
Enter at `reuse.py`.
"""
