"""Positions as JSON documents: written with what is needed to read them again, and read back only if they are ones of the game."""

from __future__ import annotations

import json
from collections.abc import Callable
from hashlib import blake2b
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
    fault = found.validation.fault(data["state"]) or _no_stop(found, data["state"]) or _left_over(found, data["state"])
    if fault is None and data["digest"] != digest_of(data):
        fault = f"`digest` should be `{digest_of(data)}`; something in it has been changed since it was written"
    if fault is not None:
        raise ValueError(f"This is no position of this game: {fault}.")
    return found, Position.from_json(data["state"])


def _left_over(engine: Engine, state: dict[str, Any]) -> str | None:
    """Where something is remembered that nothing can ask for any more, or not as it is remembered."""
    liveness, program, frame = engine.liveness, engine.program, state["frame"]
    calls = [liveness.saved(address) for address in state["stack"] if liveness.saved(address)]
    saves = frame[program.saves]
    if not isinstance(saves, list) or [len(saved) if isinstance(saved, list) else 0 for saved in saves] != [*map(len, calls)]:
        return f"`state.frame[{program.saves}]` does not fit `state.stack`"
    live = liveness.at(state["pc"], state["stack"])
    empty: list[Any] = json.loads(json.dumps(program.frame))
    lost = next((slot for slot in range(len(frame)) if live >> slot & 1 and _is_lost(engine, state, slot)), None)
    if lost is not None:
        return f"`state.frame[{lost}]` should be known where the game stands, but `null` stands there"
    for depth in liveness.calls.marks:
        slot = program.slots[depth]
        if live >> slot & 1 and frame[slot] is not None and not liveness.calls.could_be_marked(depth, frame[slot], state["stack"]):
            return f"`state.frame[{slot}]` does not fit `state.stack`"
    for index, lists in engine.validation.walks.items():
        most = max(len(frame[slot]) if isinstance(frame[slot], list) else 0 for slot in lists)
        if live >> index & 1 and isinstance(frame[index], int) and frame[index] > most:
            named = " or ".join(f"`state.frame[{slot}]`" for slot in lists)
            return f"`state.frame[{index}]` should be at most {most}, as many as {named} has"
    at = next(
        (slot for slot, value in enumerate(frame) if not live >> slot & 1 and (value, type(value)) != (empty[slot], type(empty[slot]))),
        None,
    )
    return None if at is None else f"`state.frame[{at}]` should be `{json.dumps(empty[at])}` where the game stands"


def _is_lost(engine: Engine, state: dict[str, Any], slot: int) -> bool:
    """Whether nothing stands in a slot that has been given something, which can't be nothing."""
    return state["frame"][slot] is None and not engine.validation.optional[slot] and engine.liveness.is_set(state["pc"], slot)


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
