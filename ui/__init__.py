"""How people meet games: what a seat sees, how it is drawn and told, the terminal, the printed rulebook.

Knows the interpreter's calls; does not know how rules work.
Enter at `terminal/commands/`, one module for each command of `cli.py`.
"""
