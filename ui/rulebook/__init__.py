"""The printed rulebook of a game: what stands in it, and how it is written as Markdown or as a page.

Knows a game, its variants and a language; knows neither terminal nor play.
Enter at `book.py` for the chapters, at `markdown.py` and `page.py` for the two forms.
"""
