"""The compiler from the checked model to the linear program: every law of the order of play is woven in here.

Knows the model and an instance; does not know positions, nor the machines that run the program.
Enter at `lower.py`. Steps: `steps.py`, `passes.py`; effects: `effects.py`; rules that hook them: `hooks.py`; what is asked: `decisions.py`,
`menus.py`, and `plans.py`, which sorts restrictions to the earliest point; `assembly/` is what all of these work with.
"""
