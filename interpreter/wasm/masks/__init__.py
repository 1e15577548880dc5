"""Sets of few members as masks, a bit for each value that a member can have, and what is asked of them.

It knows expressions and the plan of memory; nothing of choices or of the order of play. Enter at `sets.py`.
"""
