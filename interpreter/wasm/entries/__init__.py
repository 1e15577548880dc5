"""Entries of choices: which candidates are alike, the sets of them, choices as tuples of numbers. It knows expressions; it must not
know where the program stops. Enter at `subsets.py`.
"""
