"""House rules as overlays: variant files whose named edits are applied to a game, all or nothing.

Knows documents, addresses and which edits exclude each other; does not know types or play.
Enter at `combine.py` (a game with variants), `diff.py` (what is different) and `flatten.py` (one file of both).
"""
