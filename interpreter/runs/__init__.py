"""What needs whole games, or many: simulation, bots, perft, records, scenarios, coverage.

Knows the engine as a caller does; does not know how rules are lowered or evaluated.
Enter at the module named for what is wanted: `simulate.py`, `perft.py`, `records.py`, `scenarios.py`, `coverage.py`.
"""
