"""Tables in the browser: games that several people play, each on a device of their own, kept so that nothing accepted is ever lost.

Knows sessions, scenes and how a browser is spoken to; knows no terminal but for the sentences that both tell. A page is sent only what
its seat may know. Enter at `server/start.py`; `tables/table.py` is one table, `pages/page_parts.py` all that a page is ever sent of it.
"""
