"""Whole modules and games played by them. It knows bots that choose at random and how games are recorded. Enter at `compiled.py`."""
