"""Why a choice can or can't be made and how a value comes about, answered with rules and facts.

Knows the reference machine, names and wording; changes no position.
Enter at `why.py`; the answer is an `Explanation` of `explanation.py`.
"""
