"""What the quick test of a schema calls valid is valid, and every shipped file is."""

import copy
import random
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from custumal.dsl.diagnostics.diagnostic import Report
from custumal.dsl.documents.quick_schema import validity
from custumal.dsl.documents.schema import schema
from custumal.dsl.yaml.load import load_file
from custumal.dsl.yaml.tree import plain

ROOT = Path(__file__).parents[3]
KINDS = {"game": "game.yaml", "rulebook": "rulebook.yaml", "scenario": "scenarios/*.yaml", "variant": "variants/*.yaml"}
FILES = [(kind, path) for kind, pattern in KINDS.items() for path in sorted((ROOT / "games").glob(f"**/{pattern}"))]


def data_of(path: Path) -> Any:
    tree = load_file(path, path.name, Report(), {})
    assert tree is not None
    return plain(tree)


@pytest.mark.parametrize(("kind", "path"), FILES, ids=lambda v: f"{v.parent.name}/{v.name}" if isinstance(v, Path) else v)
def test_shipped_files_are_valid(kind: str, path: Path) -> None:
    assert validity(schema(kind))(data_of(path))


def places(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    found = [path]
    inside = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for step, value in inside:
        found += places(value, (*path, step))
    return found


def spoiled(data: Any, dice: random.Random) -> Any:
    """The data with one place changed."""
    *path, last = dice.choice(places(data)[1:])
    data = copy.deepcopy(data)
    node = data
    for step in path:
        node = node[step]
    match dice.randrange(3):
        case 0:
            node[last] = dice.choice([None, 3, "x", True, [], {}, {"x": 1}, ["a b"], "-"])
        case 1:
            del node[last]
        case _ if isinstance(node, dict):
            node[dice.choice(["x", "is", "do", "rule", "each", "modify", "a b", "1"])] = dice.choice(["x", 1, [], {}])
    return data


@pytest.mark.parametrize("seed", range(20))
def test_what_is_called_valid_is_valid(seed: int) -> None:
    dice = random.Random(seed)
    kind, path = dice.choice([(k, p) for k, p in FILES if p.stat().st_size < 8000])
    whole, data = schema(kind), data_of(path)
    quick, slow = validity(whole), Draft202012Validator(whole)
    for _ in range(40):
        bad = spoiled(data, dice)
        assert quick(bad) == slow.is_valid(bad)
