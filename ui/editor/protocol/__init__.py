"""The language server protocol: the one place that knows pygls.

Knows messages and when they are sent; what they say comes from the workspace and from `features/`.
Enter at `server.py`; `messages.py` puts answers into the protocol's words, `answering.py` answers what can't be understood,
`start.py` is what `custumal lsp` calls.
"""
