"""A position: what is stored, how it changes, what each seat may know of it, and which parts of it are interchangeable.

Knows the columns of an instance and the generator of chance; does not know choices, nor how rules are evaluated.
Enter at `state.py`; `views.py` says what a seat sees.
"""
