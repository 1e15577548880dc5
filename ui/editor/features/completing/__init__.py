"""Completion: what could stand at the cursor.

Knows where the cursor is, the table of keys and what the last check knew; must not know the protocol. Enter at `completion.py`.
"""
