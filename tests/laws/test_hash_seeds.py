"""What is said of a broken file is the same in every process: sets are gone through in another order in each."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.support.scale import FULL

pytestmark = pytest.mark.slow

SAID = """
from tests.support.faults.plan import KINDS, faults
from tests.support.faults.subjects import shipped, shipped_variants

for subject in [*shipped(), *shipped_variants()]:
    if subject.name in {names!r}:
        for kind in KINDS:
            for fault in faults(subject, kind, 7, {most}):
                print(subject.name, fault.what, *subject.check(fault.text), sep="\\n ")
"""
FILES = (
    "games/kings-abbey/variants/patron-saints.yaml",
    "games/monastery/scenarios/features.yaml",
    "games/monolyth/game.yaml",
    "games/kuhn-poker/game.yaml",
)


def said(hash_seed: int, most: int) -> str:
    code = SAID.format(names=FILES, most=most)
    environment = {**os.environ, "PYTHONHASHSEED": str(hash_seed), "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    return subprocess.run([sys.executable, "-c", code], env=environment, check=True, capture_output=True, text=True).stdout  # our own


def test_what_is_said_does_not_hang_on_the_order_of_sets() -> None:
    first, second = (said(seed, 16 if FULL else 2) for seed in (1, 2))
    assert len(first.splitlines()) > 100
    assert first == second
