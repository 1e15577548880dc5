"""What all of lowering works with: the context, the assembler of instructions, slots of the frame, indices of the game.

Knows how instructions, labels and slots are made; does not know what steps, actions or hooks need.
Enter at `context.py`.
"""
