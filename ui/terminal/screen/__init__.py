"""The screen of a game in play that stays in place: what stands where, what is written anew, what the terminal has to be told.

Knows lines and terminals, and nothing of games: what is shown is given to it.
Enter at `screen.py`.
"""
