"""What is on the table as one seat sees it, and what everything there is called.

Knows a position only through what the seat may know; knows neither a terminal nor a page.
Enter at `look.py`; values and choices in words are in `describe.py`.
"""
