"""Tables on the engine's side: who may do what at which step, what is kept of it, bots, and rules that change under way.

Knows sessions and the store; knows neither sockets nor pages.
Enter at `house.py` for all tables, at `table.py` for one.
"""
