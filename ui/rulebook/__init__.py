"""The printed rulebook of a game: what stands in it, and how it is written as Markdown or as a page."""
