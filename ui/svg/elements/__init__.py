"""What drawings are made of: elements, sizes of texts, colours, and the pen that knows the scene and the names of keys.

Knows scenes; knows no shape of a board and no face of a thing.
Enter at `svg_nodes.py` and `pen.py`.
"""
