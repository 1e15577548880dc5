"""Boards as they are drawn, one module for a family of shapes, with what stands in their cells.

Knows scenes, elements and things; does not know where on the table a board is.
Enter at `boards.py`, which chooses the shape.
"""
