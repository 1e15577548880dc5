"""`replay`: a saved game played again, step by step."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from custumal.interpreter.bots import BOTS
from custumal.interpreter.labels import plain
from custumal.interpreter.records import Record, read_record
from custumal.interpreter.scores import scores, winners
from custumal.interpreter.views import view
from custumal.terminal.changes import told
from custumal.terminal.console import Console
from custumal.terminal.describe import Describer
from custumal.terminal.hints import hints_of
from custumal.terminal.look import Look
from custumal.terminal.phrases import phrase
from custumal.terminal.playing import tell_divergence, warn_of_changes
from custumal.terminal.problems import PROBLEMS, Mistake
from custumal.terminal.result import result
from custumal.terminal.scene import scene
from custumal.terminal.session import HUMAN, DivergedRecord, Session
from custumal.terminal.wanted import of_record, seats_of

DONE = 0


@dataclass(frozen=True, slots=True)
class Replay:
    """What is wanted of a record: up to which choice, in which language; `game` and `variants` say where the rules are if the
    record does not."""

    to: int | None
    game: str | None
    variants: tuple[str, ...]
    language: str
    as_json: bool


def replay_record(file: str, wanted: Replay) -> int:
    """Verify a record up to a step and show where it leads."""
    path = Path(file)
    record = read_record(path)
    to = wanted.to
    if to is not None and to > len(record.choices):
        raise Mistake(f"{path} has {len(record.choices)} choices, not {to}.")
    session = session_of(record, wanted.game, wanted.variants)
    try:
        session.replay(record.choices if to is None else record.choices[:to])
    except DivergedRecord as error:
        tell_divergence(path, error)
        return PROBLEMS
    if wanted.as_json:
        sys.stdout.write(json.dumps(_data(session, record), indent=2, ensure_ascii=False) + "\n")
    else:
        _show(session, record, wanted.language)
    return DONE


def session_of(record: Record, game: str | None = None, variants: Iterable[str] = ()) -> Session:
    """The game of a record before its first choice; `game` and `variants` say where the rules are if the record does not.

    Raises:
        Mistake: that is another game, or its rules are not found.
    """
    loaded = of_record(record, game, variants).load()
    warn_of_changes(loaded, record)
    return Session(loaded, seats_of(record, (HUMAN, *BOTS), HUMAN), record.seed)


def _data(session: Session, record: Record) -> dict[str, object]:
    table, position = session.table, session.position
    return {
        "game": record.game, "variants": list(record.variants), "options": record.options, "players": record.players, "seed": record.seed,
        "choices": len(record.choices), "played": len(session.events), "same_rules": session.game.rules_hash == record.rules_hash,
        "kind": position.kind,
        "seat": None if session.seat is None else session.seat + 1, "scores": list(scores(table.evaluator, position)),
        "winners": [seat + 1 for seat in winners(table.evaluator, position)] if session.is_over else [],
        "last": session.events[-1].key if session.events else None, "position": view(table.evaluator, position, session.seat),
    }  # fmt: skip


def _show(session: Session, record: Record, language: str) -> None:
    console, describer = Console.standard(language), Describer(session.table, language)
    table, model = session.table, session.game.model
    title = " + ".join((plain(model.title, language, model.languages), *session.game.variants))
    console.tell_folded(phrase("verified", language, title=title, played=len(session.events), count=len(record.choices)))
    console.show(told(session, describer, session.seat, console.width, max(len(session.events) - 1, 0)))
    console.show(
        scene(Look(table.evaluator, table.labels, hints_of(model.display), session.position, session.seat, language), console.width)
    )
    if session.is_over:
        console.tell()
        console.show(result(table, session.position, language, console.width))
