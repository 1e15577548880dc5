"""Positions as JSON documents: written with what is needed to read them again, and read back only if they are ones of the game."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from custumal.dsl.documents.json_documents import BadDocument
from custumal.interpreter.engine import Engine
from custumal.interpreter.position.json_schema import POSITION
from custumal.interpreter.position.state import CHANCE, DECISION, OVER, Position
from custumal.interpreter.program import Decide, Over
from custumal.interpreter.reference.machine import CHANCES
from custumal.interpreter.setup.errors import PlayError

_STOPS: dict[str, tuple[type, ...]] = {DECISION: (Decide,), CHANCE: CHANCES, OVER: (Over,)}


def write(engine: Engine, position: Position) -> str:
    """A position of a game as a text."""
    game = engine.instance.game
    head = {"game": game.id, "rules_hash": game.rules_hash, "players": engine.instance.players, "options": engine.option_words()}
    return json.dumps({**head, "state": position.to_json()}, ensure_ascii=False)


def read(engine: Callable[[int], Engine], text: str) -> tuple[Engine, Position]:
    """The engine and position of a text that `write` made; `engine` makes one for a number of players.

    Raises:
        ValueError: it is none, or of other rules or options.
    """
    try:
        data = POSITION.read(text)
        found = engine(data["players"])
    except BadDocument as error:
        raise ValueError(f"This is no position of a game: {error}.") from None
    except PlayError as error:
        raise ValueError(str(error)) from None
    game = found.instance.game
    if (data["game"], data["rules_hash"]) != (game.id, game.rules_hash):
        raise ValueError("The position belongs to other rules.")
    if data["options"] != found.option_words():
        raise ValueError("The position belongs to other options.")
    fault = found.validation.fault(data["state"]) or _no_stop(found, data["state"])
    if fault is not None:
        raise ValueError(f"This is no position of this game: {fault}.")
    return found, Position.from_json(data["state"])


def _no_stop(engine: Engine, state: dict[str, Any]) -> str | None:
    """Why the game can't wait where it stands for what the position says."""
    code, kind, seat = engine.program.code, state["kind"], state["seat"]
    if state["pc"] >= len(code) or not isinstance(code[state["pc"]], _STOPS[kind]):
        return f"with `state.pc` {state['pc']} the game does not stand where `state.kind` could be `{kind}`"
    if kind == DECISION and seat not in engine.instance.all_seats:
        return f"`state.seat` should be from 0 to {len(engine.instance.all_seats) - 1} at a decision, but `{json.dumps(seat)}` stands there"
    if kind != DECISION and seat is not None:
        return f"`state.seat` should be `null` where nobody decides, but `{seat}` stands there"
    return None
