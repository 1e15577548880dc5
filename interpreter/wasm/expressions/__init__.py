"""Expressions of the model as instructions. It knows how values stand in memory; it must not know where the program stops. Enter at
`core.py`.
"""
