"""A position: what is stored, how it changes, and which parts of it are interchangeable.

Knows the columns of an instance and the generator of chance; does not know choices, nor how rules are evaluated.
Enter at `state.py`.
"""
