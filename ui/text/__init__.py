"""Text for people: lines with styles, tables, the sentences of the interface in its languages, names typed in part.

Knows nothing of games or positions.
Enter at `style.py` for lines, at `phrases.py` for sentences.
"""
