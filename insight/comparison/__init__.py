"""Two sets of rules compared: exposure first, then each measure with its interval and verdict.

It joins blocks, measures and statistics; it writes no sentence. Enter by `compare`.
"""
