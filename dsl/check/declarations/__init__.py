"""What a game declares: kinds, things, zones, kept values, definitions, lists, options, resources.

Knows how each section of a game becomes words of its vocabulary; does not know steps, actions or standing rules.
Enter at `vocabulary.py`, the symbol table that all other checks ask.
"""
