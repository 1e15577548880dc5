"""The server: addresses, sockets, limits, and what keeps other sites and other machines out.

Knows pages and tables; knows nothing of what is in a position.
Enter at `start.py`.
"""
