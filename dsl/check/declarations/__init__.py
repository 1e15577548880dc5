"""What a game declares: kinds, things, zones, kept values, definitions, lists, options, resources.

Knows how each section of a game becomes a part of the model and of the symbol table; does not know steps, actions or standing rules.
Enter at the file of the section: `nouns.py` for lists, options and tables, `things.py`, `zones.py`, `kept.py`, `definitions.py`.
"""
