"""The program as functions: from stop to stop, the lists of choices, what chance brings.

It knows instructions, decisions and expressions; it must not know bots or whole games. Enter at `regions.py`.
"""
