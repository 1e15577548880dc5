"""The terminal: commands, questions and answers, the screen of a game in play, and how a process ends.

Knows streams, exit codes and what a command line asks for; leaves what is seen and told to `scene`, `draw` and `story`.
Enter at `commands/`, one module for each command; `process.py` is around every one of them.
"""
