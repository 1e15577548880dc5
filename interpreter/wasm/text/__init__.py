"""The text format of WebAssembly: nodes, functions, whole modules. It knows nothing of games. Enter at `module.py`."""
