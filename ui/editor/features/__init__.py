"""The capabilities of the language server, one theme in a file: pure functions of a view of a checked file.

Know views and the dsl; must not know the protocol of editors, or ask the disk. Enter at the file that bears the name of the capability.
"""
