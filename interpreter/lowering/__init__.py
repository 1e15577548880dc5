"""The compiler from the checked model to the linear program: every law of the order of play is woven in here.

Knows the model and an instance; does not know positions, nor the machines that run the program.
Enter at `lower.py`.
"""
