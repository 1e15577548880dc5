"""What browsers get: pages and parts of pages, for one seat in one language.

Knows scenes, stories and the words of the interface; what it writes holds nothing that the seat may not know. Knows no sockets.
Enter at `page_parts.py` for the parts of a table that change, at `table_page.py` for the page around them.
"""
