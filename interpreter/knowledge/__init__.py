"""What a seat knows: a position as the seat sees it, in which everything else is missing.

Knows programs, positions and who may see what; does not know keys, labels or explanations.
Enter at `seen.py`.
"""
