"""Things as they are drawn: cards, dice, tokens, bodies of cubes, backs of what is hidden, and what is told of them.

Knows scenes and elements; knows no board.
Enter at `thing.py`.
"""
