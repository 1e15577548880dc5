"""Records that somebody has changed: replayed as they stand, or refused in one sentence."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import pytest

from tests.conftest import Cli
from tests.support.forged import tampered
from tests.support.scale import FULL

GAMES = ("tic-tac-toe", "kuhn-poker", "pig", "connect-four", "goofspiel", "monolyth", "monastery")
TAMPERINGS = 2_002 if FULL else 70
SENTENCE = re.compile(r"custumal: [^\n]*[.?]\n(custumal:   [^\n]*\n)*")
"""One sentence with what else there is to know below it."""


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_a_tampered_record_is_followed_or_refused_in_one_sentence(name: str, call: Cli, tmp_path: Path) -> None:
    chooser = random.Random(21)
    assert call("simulate", name, "--games", "1", "--record", tmp_path)[0] == 0
    (file,) = tmp_path.glob("*.json")
    record = json.loads(file.read_text(encoding="utf-8"))
    refused = 0
    for _ in range(TAMPERINGS // len(GAMES)):
        cut = {**record, "choices": record["choices"][: chooser.randrange(4, 40)]}
        path, wrong = tampered(cut, chooser)
        file.write_text(json.dumps(wrong), encoding="utf-8")
        code, _, err = call("replay", file)
        assert SENTENCE.fullmatch(err) if err else code == 0, (path, err)
        refused += code != 0
    assert refused > TAMPERINGS // len(GAMES) // 3
