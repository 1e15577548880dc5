"""From the text of a rule file to a tree of nodes, each with its exact place in the file.

Knows YAML (and CSV) and what it does to sentences behind an author's back; does not know which keys a rule file may have.
Enter at `load.py`; the nodes are in `tree.py`.
"""
