"""Lowering of what is asked: decisions, menus, what windows offer, the order of candidates and restrictions.

Knows how choices are planned; does not know loops of steps, lives of values or ends.
Enter at `menus.py` and `decisions.py`; `plans.py` sorts restrictions to the earliest point.
"""
