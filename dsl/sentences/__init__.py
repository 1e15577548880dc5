"""The sentences of the language: the grammar, the parser, the syntax trees, and the way back to text.

Knows words and their order, and what to say about a sentence that can't be read; does not know what the names in it mean.
Enter at `sentence.py` to parse, at `unparse.py` to write; the nodes are in `syntax.py`.
"""
