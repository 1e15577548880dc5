"""The symbol table: what the names of a game mean, as far as others than their own declarations need to know.

Knows the declarations of one game by name and what may be told of each; does not know how they are checked, nor expressions.
Enter at `vocabulary.py`, the one door for whoever checks an entry; `declared.py` is what declarations fill and whole-game checks read.
"""
