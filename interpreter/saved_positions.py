"""Positions as JSON documents: written with what is needed to read them again, and read back only if they are ones of the game."""

from __future__ import annotations

import json
from collections.abc import Callable
from hashlib import blake2b
from typing import Any

from custumal.dsl.documents.json_documents import BadDocument
from custumal.interpreter.engine import Engine
from custumal.interpreter.position.json_schema import POSITION
from custumal.interpreter.position.remembered import Remembered
from custumal.interpreter.position.state import CHANCE, DECISION, OVER, Position
from custumal.interpreter.program import Chance, Decide, DrawOne, Over, RollOne, ShuffleOne
from custumal.interpreter.reference.machine import CHANCES
from custumal.interpreter.setup.errors import PlayError

_STOPS: dict[str, tuple[type, ...]] = {DECISION: (Decide,), CHANCE: CHANCES, OVER: (Over,)}


def write(engine: Engine, position: Position) -> str:
    """A position of a game as a text, the same for equal ones: only what can still matter."""
    game = engine.instance.game
    head = {"game": game.id, "rules_hash": game.rules_hash, "players": engine.instance.players, "options": engine.option_words()}
    body = {**head, "state": engine.canonical(position).to_json()}
    return json.dumps({**body, "digest": digest_of(body)}, ensure_ascii=False)


def digest_of(body: dict[str, Any]) -> str:
    """A short name of everything else in the document, by which a slip of whoever has changed it shows."""
    text = json.dumps({key: value for key, value in body.items() if key != "digest"}, sort_keys=True)
    return blake2b(text.encode(), digest_size=8).hexdigest()


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
    fault = _fault(found, data["state"])
    if fault is None and data["digest"] != digest_of(data):
        fault = f"`digest` should be `{digest_of(data)}`; something in it has been changed since it was written"
    if fault is None:
        fault = _no_wait(found, Position.from_json(data["state"]))
    if fault is not None:
        raise ValueError(f"This is no position of this game: {fault}.")
    return found, Position.from_json(data["state"])


def _fault(engine: Engine, state: dict[str, Any]) -> str | None:
    """What does not fit the game in a position: values, where it stands, what it remembers there."""
    return engine.validation.fault(state) or _no_stop(engine, state) or Remembered(engine.liveness, engine.validation.frame, state).fault()


def _no_wait(engine: Engine, state: Position) -> str | None:
    """Why the game would go on by itself in a position: another seat decides there, or there is nothing to decide."""
    machine, seat = engine.reference, state.seat
    machine.evaluator.anew()
    try:
        match engine.program.code[state.pc]:
            case Decide(point=point):
                if machine.listing.seat(point, state) != seat:
                    return f"`state.seat` should not be `{seat}` where the game stands"
                if next(machine.listing.each_choice(point, state), None) is None:
                    return "there is nothing to choose where the game stands"
            case Chance() | DrawOne() | RollOne() | ShuffleOne() as stop:
                if not machine.chances.outcomes(stop, state) or machine.chances.only(stop, state) is not None:
                    return "there is nothing left to chance where the game stands"
    except PlayError:
        return "nothing can be listed where the game stands"
    return None


def _no_stop(engine: Engine, state: dict[str, Any]) -> str | None:
    """Why the game can't wait where it stands for what the position says."""
    code, kind, seat = engine.program.code, state["kind"], state["seat"]
    if state["pc"] >= len(code) or not isinstance(code[state["pc"]], _STOPS[kind]):
        return f"with `state.pc` {state['pc']} the game does not stand where `state.kind` could be `{kind}`"
    if not engine.liveness.calls.could_stand(state["pc"], state["stack"]):
        return f"with `state.stack` {json.dumps(state['stack'])} the game can't stand at `state.pc` {state['pc']}"
    if kind == DECISION and seat not in engine.instance.all_seats:
        return f"`state.seat` should be from 0 to {len(engine.instance.all_seats) - 1} at a decision, but `{json.dumps(seat)}` stands there"
    if kind != DECISION and seat is not None:
        return f"`state.seat` should be `null` where nobody decides, but `{seat}` stands there"
    return None
