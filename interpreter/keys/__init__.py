"""Names of what is stored as numbers: choice keys, ids, labels for people, short expressions in words.

Knows instances and points of decision; does not decide anything.
Enter at `keys.py` (choice to key), `reader.py` (key to choice) and `labels.py` (what people read).
"""
