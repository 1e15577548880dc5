"""What a rule does: games measured, and two sets of rules compared by blocks of games with intervals.

It knows engines, bots and numbers; it knows no command line, no page and no game. Enter by `comparison.compare`, which plays and
judges, or by `measures.catalogue`, which says what is measured.
"""
