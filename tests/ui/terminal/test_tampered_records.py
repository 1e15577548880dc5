"""Records that somebody has changed: replayed as they stand, or refused in one sentence."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from custumal import load_game
from custumal.ui.story.session import HUMAN, Session
from tests.conftest import Cli
from tests.support.forged import tampered
from tests.support.scale import FULL

GAMES = ("tic-tac-toe", "kuhn-poker", "pig", "connect-four", "goofspiel", "monolyth", "monastery")
TAMPERINGS = 2_002 if FULL else 70
SENTENCE = re.compile(r"custumal: [^\n]*[.?]\n(custumal:   [^\n]*\n)*")
"""One sentence with what else there is to know below it."""
CHANGED = re.compile(r"custumal: [^\n]* since this game was recorded[^\n]*\n")
"""What is said before of a record with the hash of other rules."""


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


Data = dict[str, Any]


def _exchanged(record: Data, chooser: random.Random) -> Data:
    """With two of the keys exchanged that begin with the same word, such as what two dice show."""
    keys = list(record["choices"])
    one, other = chooser.sample(range(len(keys)), 2)
    alike = [n for n, key in enumerate(keys) if key.partition("(")[0] == keys[one].partition("(")[0] and key != keys[one]]
    other = chooser.choice(alike or [other])
    keys[one], keys[other] = keys[other], keys[one]
    return {**record, "choices": keys}


FORGERIES: dict[str, Callable[[Data, random.Random], Data]] = {
    "players": lambda record, chooser: {**record, "players": record["players"] + chooser.choice([-1, 1])},
    "seats": lambda record, chooser: {**record, "seats": chooser.choice([record["seats"][1:], [*record["seats"], "random"]])},
    "seed": lambda record, chooser: {**record, "seed": chooser.randrange(99)},
    "adopted": lambda record, chooser: {**record, "adopted": chooser.randrange(1, len(record["choices"]) + 1)},
    "adopted-and-chance": lambda record, chooser: _exchanged({**record, "adopted": len(record["choices"])}, chooser),
    "adopted-and-seed": lambda record, chooser: {**record, "adopted": len(record["choices"]), "seed": chooser.randrange(99)},
    "hash": lambda record, _: {**record, "rules_hash": "0" * 32},
    "hash-and-seed": lambda record, chooser: {**record, "rules_hash": "0" * 32, "seed": chooser.randrange(99)},
    "hash-and-chance": lambda record, chooser: _exchanged({**record, "rules_hash": "0" * 32}, chooser),
    "rules-and-seed": lambda record, chooser: {**record, "rules_hash": "0" * 32, "rules": {}, "seed": chooser.randrange(99)},
    "one-rule-and-chance": lambda record, chooser: _exchanged(
        {**record, "rules_hash": "0" * 32, "rules": {**record["rules"], "play": "0"}}, chooser
    ),
}


def is_as_seed_brings(record: Data) -> bool:
    """Whether a game with the seed of a record, in which the seats choose what they do there, has its very choices."""
    session = Session(load_game(record["game"], options=record["options"]), [HUMAN] * record["players"], record["seed"])
    wanted: list[str] = record["choices"]
    session.settle()
    while len(session.events) < len(wanted) and session.seat is not None:
        choice = session.engine.find(session.position, wanted[len(session.events)])
        if choice is None:
            return False
        session.play(choice)
        session.settle()
    return [event.key for event in session.events][: len(wanted)] == wanted


@pytest.mark.parametrize("kind", FORGERIES)
@pytest.mark.parametrize("name", GAMES if FULL else ("kuhn-poker", "pig", "goofspiel"))
def test_what_is_said_to_be_verified_of_a_forged_record_is_so(name: str, kind: str, call: Cli, tmp_path: Path) -> None:
    """It is refused, or all is as the seed brings it, or it is told that something is not."""
    chooser = random.Random(f"{name} {kind}")
    assert call("simulate", name, "--games", "1", "--seed", "7", "--record", tmp_path)[0] == 0
    (file,) = tmp_path.glob("*.json")
    whole = json.loads(file.read_text(encoding="utf-8"))
    for _ in range(20 if FULL else 4):
        cut = {**whole, "choices": whole["choices"][: chooser.randrange(4, 40)]}
        record = FORGERIES[kind](cut, chooser)
        file.write_text(json.dumps(record), encoding="utf-8")
        code, out, err = call("replay", file)
        if code != 0:
            assert SENTENCE.fullmatch(CHANGED.sub("", err)), err
            continue
        assert record["players"] == len(record["seats"])
        said = " ".join(out.split())
        assert ("choices verified" in said, "taken as recorded, not verified" in said) == (
            is_as_seed_brings(record),
            not is_as_seed_brings(record),
        )
        assert ("were made by other rules" in said) is ("adopted" in record or "rule" in kind)
