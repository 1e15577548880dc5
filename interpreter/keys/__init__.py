"""Names of what is stored as numbers: choice keys, ids, labels for people, short expressions in words, positions as seats see them.

Knows instances, positions and machines; does not change anything.
Enter at `keys.py` (choice to key), `reader.py` (key to choice) and `labels.py` (what people read); `views.py` says what a seat sees.
"""
