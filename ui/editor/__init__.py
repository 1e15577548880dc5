"""What an editor wants to know of rule files, and the server that tells it.

Knows the files that are open, saved or not, and the last check of every game they belong to. `features/` has the capabilities: pure
functions from a view of a file and a place in it to an answer, in spans and plain data. Must not know the protocol of editors, but in
`protocol/`, which alone loads pygls.
Enter at `workspace.py` for what is known, at `protocol/server.py` for how it is asked.
"""
