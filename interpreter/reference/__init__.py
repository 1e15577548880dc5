"""The reference machine: an interpreter that plays a program by walking the trees of the rules. It is the meaning of the language.

Knows programs, positions and every operation; does not know keys, labels or explanations.
Enter at `machine.py`; expressions at `evaluate.py`, lists of choices at `listing.py`, what happens at `effects.py`, what a seat may
know at `visibility.py`. `instances.py` makes the instances that it plays.
"""
