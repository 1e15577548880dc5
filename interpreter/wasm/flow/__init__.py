"""The program as functions: from stop to stop, the lists of choices, what chance brings. Enter at `regions.py`."""
