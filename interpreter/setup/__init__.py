"""A game for a number of players and chosen options: everything in it is finite and numbered.

Knows things, boards and the place of each value in a position; does not know any position.
Enter at `instance.py`, which `building.py` makes; `layout.py` says where what is stored.
"""
