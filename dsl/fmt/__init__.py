"""`fmt`: the canonical layout of rule files, which changes neither their meaning nor their comments.

Knows trees, comments and the canonical form of sentences; does not know what a game means, and formats no file that can't be read.
Enter at `formatting.py`.
"""
