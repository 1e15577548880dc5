"""What happens and what must hold: steps, actions, decisions, effects, standing rules, ends, scenarios.

Knows what each entry needs, and the names that it gives to the sentences in it; leaves the sentences themselves to `typing/`.
Enter at `steps.py`, `actions.py`, `standing.py`, `endings.py` and `scenarios.py`, one for each section.
"""
