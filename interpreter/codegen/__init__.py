"""From an instance and its program to one Python module, made of syntax nodes and never of pasted text.

What is generated does what the reference evaluator and machine do, only faster: tables are looked up instead of computed,
quantifiers are loops, a stretch between two stops is a function. Whatever has no form of its own here calls the reference.
Knows programs, instances and the reference; does not know keys, bots or series of games. Enter at `compiled.py`, the machine, at
`module.py`, which makes the code, and at `core.py` for an expression.
"""
