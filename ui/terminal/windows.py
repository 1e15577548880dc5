"""What the consoles of Windows have to be told."""

from __future__ import annotations

import sys

if sys.platform == "win32":
    import ctypes

    _OUTPUT, _ERRORS = -11, -12
    _UNDERSTANDS_SEQUENCES = 0x0004

    def understand_colours() -> None:
        """Older consoles print the sequences that set colours unless they are told to carry them out; elsewhere nothing happens."""
        kernel = ctypes.windll.kernel32
        kernel.GetStdHandle.restype = ctypes.c_void_p
        for number in (_OUTPUT, _ERRORS):
            handle, mode = ctypes.c_void_p(kernel.GetStdHandle(number)), ctypes.c_ulong()
            if kernel.GetConsoleMode(handle, ctypes.byref(mode)):
                kernel.SetConsoleMode(handle, mode.value | _UNDERSTANDS_SEQUENCES)
