"""One set of rules measured for itself: each measure over a series of games, with an interval of its mean.

It joins measures and statistics, and compares nothing. Enter by `measured`.
"""
