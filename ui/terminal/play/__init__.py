"""`play`: the loop of a game in the terminal, what can be typed besides an answer, taking back, saving, the result.

Knows the session and the console; questions and reasons are asked and told elsewhere.
Enter at `loop.py`.
"""
