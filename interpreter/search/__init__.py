"""Bots that look ahead: Monte Carlo tree search over an engine.

It knows positions, choices and scores by the engine alone, nothing of any game, and nothing of who asks. Enter by `search.py`; `levels.py`
says how the bots are called.
"""
