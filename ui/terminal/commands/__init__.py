"""The commands, one module each, called by `cli.py` with parsed options.

Each knows its options and what it prints; none knows another's.
Enter at the module with the command's name (`list` is `list_games.py`).
"""
