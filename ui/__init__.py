"""Games in the terminal: boards drawn as text, choices asked for and typed in, results told."""
