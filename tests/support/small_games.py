"""Plays small games that are written down in a test, by the keys of their choices."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from textwrap import dedent

from custumal.dsl.check.game import check_game
from custumal.dsl.diagnostics.diagnostic import Severity
from custumal.interpreter.engine import Engine
from custumal.interpreter.keys.keys import Keys
from custumal.interpreter.lowering.lower import lower
from custumal.interpreter.position.state import CHANCE, OVER, Position
from custumal.interpreter.program import ChoiceTuple
from custumal.interpreter.reference.instances import make_instance
from custumal.interpreter.reference.machine import Machine
from custumal.interpreter.setup.values import Value


def machine_for(text: str, players: int = 2, options: Mapping[str, Value] | None = None, begin: str | None = None) -> Machine:
    """The machine of a game given as text; `title` and `players` may be left out."""
    heads = {"game": "small", "title": "Small", "players": "1 to 4"}
    given = dedent(text)
    head = "".join(f"{key}: {value}\n" for key, value in heads.items() if f"\n{key}:" not in f"\n{given}")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.yaml"
        path.write_text(head + given, encoding="utf-8")
        checked = check_game(path, "game.yaml")
    errors = [diagnostic for diagnostic in checked.diagnostics if diagnostic.severity is Severity.ERROR]
    assert not errors, "\n".join(f"{error.span.line}:{error.span.column} {error.code} {error.message}" for error in errors)
    assert checked.game is not None
    instance = make_instance(replace(checked.game), players, dict(options or {}))
    return Machine(instance, lower(instance, () if begin is None else (begin,)))


def meant(machine: Machine, state: Position, key: str) -> ChoiceTuple | None:
    """The choice or outcome of this stop that a key means, or None."""
    return Engine(machine.instance, compiled=False, machine=machine).find(state, key)


class Play:
    """One game under way; every step checks that the position can be saved and that keys and choices agree."""

    def __init__(self, text: str, players: int = 2, seed: int = 1, **options: Value) -> None:
        self.machine = machine_for(text, players, options)
        self.state = self.machine.start(seed)

    @property
    def keys(self) -> list[str]:
        """The keys of all that can be chosen, or can come, here."""
        listed = self.machine.choices(self.state) or [choice for _, choice in self.machine.outcomes(self.state)]
        keys = Keys(self.machine)
        return [keys.at_stop(self.state, choice) for choice in listed]

    @property
    def seat(self) -> int | None:
        return self.state.seat

    @property
    def over(self) -> bool:
        return self.state.kind == OVER

    @property
    def chance(self) -> bool:
        return self.state.kind == CHANCE

    def do(self, *keys: str) -> Play:
        """Choose by key, one after the other."""
        for key in keys:
            choice = meant(self.machine, self.state, key)
            assert choice is not None, f"{key} is not among {self.keys}"
            saved = Position.from_json(self.state.to_json())
            assert saved == self.state
            self.machine.apply(self.state, choice)
            self.machine.apply(saved, choice)
            assert saved == self.state
        return self

    def kept(self, name: str, *arguments: int) -> Value:
        """A kept value or resource."""
        return self.machine.evaluator.kept(name, arguments, self.state)
