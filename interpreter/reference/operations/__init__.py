"""The operations of the language, one small function each: on numbers and sets, what a game consists of, cells, placements, zones.

Knows values, an instance and (in `zones.py`, `placements.py`) a position; does not know expressions.
Enter by the name of the operation: each module has a table of its functions.
"""
