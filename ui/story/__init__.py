"""What has happened in a game, told to somebody who may not know everything, and the game under way that it is told of.

Knows the positions before and after, as a seat sees them; does not know who types or reads.
Enter at `session.py` for the game under way, at `story.py` for what is told.
"""
