"""How an entry is checked, whatever it is: its slots become typed expressions, its sentences texts, and what is made of it is memoised.

Knows documents, the symbol table, the types of expressions and the cache of checked entries; does not know any section of a game.
Enter at `context.py`, which every check of an entry is given.
"""
