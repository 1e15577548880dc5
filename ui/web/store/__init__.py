"""Where tables are kept: a small interface (`store.py`), and SQLite behind it (`sqlite.py`).

Knows texts and numbers only, nothing of games or pages.
Enter at `store.py`.
"""
