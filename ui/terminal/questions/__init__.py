"""A decision as questions with numbered answers.

Knows the legal choices of a decision and how they are called; does not know how the game goes on.
Enter at `prompts.py`, which asks; `menu.py` divides a decision into questions.
"""
