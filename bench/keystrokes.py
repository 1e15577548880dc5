"""What a keystroke costs in an editor, in milliseconds of CPU and as a ratio to a fresh check: `python -m bench.keystrokes`."""

from __future__ import annotations

import gc
import random
import re
import resource
import statistics
import time
from collections.abc import Callable
from pathlib import Path

from custumal.interpreter.library import shipped
from custumal.ui.editor.features.completion import complete
from custumal.ui.editor.protocol.start import OBJECTS
from custumal.ui.editor.workspace import Workspace

KEYS = 30
_WORDS = re.compile(r"(?<=: )[a-z-]+ ")


def main() -> None:
    """Types into files of King's Abbey while a variant is open; garbage is collected as the server does it."""
    gc.set_threshold(OBJECTS)
    folder = dict(shipped())["kings-abbey"].parent
    fresh = spent(lambda: Workspace().check(Workspace().unit(folder / "game.yaml")))
    variant = folder / "variants" / "auction.yaml"
    for file in (folder / "building.yaml", variant):
        told, offered = typed(file, variant)
        ratio = statistics.median(told) / fresh
        print(f"{file.relative_to(folder)}: diagnostics {shown(told)}, {ratio:.2f} of a check; completion {shown(offered)}")
    print(f"memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MB")


def spent(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def shown(times: list[float]) -> str:
    return f"{1000 * statistics.median(times):.0f} ms in the median, {1000 * sorted(times)[int(len(times) * 0.95)]:.0f} ms p95"


def typed(file: Path, variant: Path) -> tuple[list[float], list[float]]:
    """The times until the problems of a file are known, and until something is offered, after each of some keystrokes."""
    workspace, dice, text = Workspace(), random.Random(5), file.read_text("utf-8")
    for path in {file, variant}:
        workspace.put(path, path.read_text("utf-8"))
    for unit in workspace.units(file):
        workspace.check(unit)
    places, told, offered = [found.start() for found in _WORDS.finditer(text)], [], []
    for _ in range(KEYS):
        at = dice.choice(places)
        workspace.put(file, text[:at] + dice.choice("abc") + text[at:])
        line, column = text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at) + 1
        offered.append(spent(lambda: complete(workspace, file, line, column)))  # noqa: B023  # called at once
        told.append(spent(lambda: workspace.check(workspace.units(file)[0])))
    return told, offered


if __name__ == "__main__":
    main()
