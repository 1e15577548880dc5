"""Rule files as documents: a tree read against the table of keys, and a game put together from its files.

Knows keys, entries, ids and the files of a game, and makes the JSON Schemas; does not know what a rule means.
Enter at `rule_files.py` for one file, at `game_files.py` for a game with its rulebook and scenarios.
"""
