"""The back end for WebAssembly: a program becomes one module, which plays whole random games without a step of Python.

It knows the program, the model and the layout of positions; it must not know what a command wants of the games. Enter at
`play/compiled.py`, which makes the module, and `play/games.py`, which runs it.
"""
