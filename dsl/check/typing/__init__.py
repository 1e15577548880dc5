"""The type checker of expressions: syntax becomes typed expressions of the model.

Knows scopes, members, functions and where one type may stand for another; does not know which entry an expression belongs to.
Enter at `expressions.py`; which names mean what at one place is in `scope.py`.
"""
