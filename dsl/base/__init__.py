"""What every part of `dsl` stands on: the types of the language, limits on input, the user's cache.

Knows nothing of files, sentences or diagnostics, and imports nothing of the program.
Enter at `types.py` for the types of values, at `limits.py` for how large an input may be.
"""
