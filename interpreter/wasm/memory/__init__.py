"""Linear memory: where each part of a position stands in it, constants, and the way between it and positions of the reference.

It knows the layout of an instance and the slots of a program, but no instruction. Enter at `plan.py`.
"""
