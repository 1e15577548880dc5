"""Documents as somebody could forge them: changed somewhere, positions also with a digest that fits."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from typing import Any

from custumal.interpreter.saved_positions import digest_of

Path = tuple[str | int, ...]
ODD: tuple[Any, ...] = (None, True, False, -1, 0, 1, 2, 3, 7, 40, 10**6, "p1", [], [0], [1, 2], {}, 0.5)


def forged(data: dict[str, Any]) -> str:
    """The text of a changed document, which its digest does not give away."""
    return json.dumps({**data, "digest": digest_of(data)})


def places(data: Any, path: Path = ()) -> Iterator[Path]:
    """Every place in plain data."""
    yield path
    for step, inner in data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ():
        yield from places(inner, (*path, step))


def changed(data: dict[str, Any], path: Path, change: Callable[[Any, Any], None]) -> dict[str, Any]:
    """A copy of the data, with the container and the last step of a path handed to `change`."""
    copy = json.loads(json.dumps(data))
    node = copy
    for step in path[:-1]:
        node = node[step]
    change(node, path[-1])
    return dict(copy)


def tampered(data: Any, chooser: random.Random) -> tuple[Path, Any]:
    """The data with one value changed, taken away, doubled, or exchanged with its neighbour."""
    path = chooser.choice([path for path in places(data) if path])

    def change(node: Any, step: Any) -> None:
        how = chooser.choice(["odd", "odd", "more", "gone", "twice", "exchanged"])
        if how == "gone":
            del node[step]
        elif how == "more" and isinstance(node[step], int):
            node[step] += chooser.choice([-1, 1])
        elif how == "twice" and isinstance(node, list):
            node.insert(step, node[step])
        elif how == "exchanged" and isinstance(node, list):
            other = chooser.randrange(len(node))
            node[step], node[other] = node[other], node[step]
        else:
            node[step] = chooser.choice(ODD)

    return path, changed(data, path, change)
