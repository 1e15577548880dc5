"""`replay`: a saved game played again, step by step."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from custumal.interpreter.keys.views import view
from custumal.interpreter.reference.scores import decided_by, placings, winners
from custumal.interpreter.runs.records import Record
from custumal.ui.draw.position import scene
from custumal.ui.scene.describe import Describer
from custumal.ui.scene.display_hints import hints_of
from custumal.ui.scene.look import Look
from custumal.ui.story.changes import narrated
from custumal.ui.story.session import Session
from custumal.ui.terminal.exit_codes import DONE
from custumal.ui.terminal.output import say_data
from custumal.ui.terminal.play.result import result
from custumal.ui.terminal.recorded import replayed
from custumal.ui.terminal.screen.console import Console
from custumal.ui.terminal.wanted import language_of
from custumal.ui.text.phrases import phrase


@dataclass(frozen=True, slots=True)
class Replay:
    """What is wanted of a record: up to which choice, in which language; `game` and `variants` say where the rules are if the
    record does not."""

    to: int | None
    game: str | None
    variants: tuple[str, ...]
    language: str | None
    as_json: bool


def replay_record(file: str, wanted: Replay) -> int:
    """Verify a record up to a step and show where it leads."""
    record, session = replayed(Path(file), wanted.game, wanted.variants, to=wanted.to)
    if wanted.as_json:
        say_data(_data(session, record))
    else:
        _show(session, record, language_of(session.game.model, wanted.language))
    return DONE


def _data(session: Session, record: Record) -> dict[str, object]:
    engine, position = session.engine, session.position
    placed = placings(engine.evaluator, position) if session.is_over else ()
    key = decided_by(placed)
    return {
        "game": record.game, "variants": list(record.variants), "options": record.options, "players": record.players, "seed": session.seed,
        "scenario": session.scenario,
        "choices": len(record.choices), "played": len(session.events), "same_rules": session.game.rules_hash == record.rules_hash,
        "adopted": session.adopted, "chance_unverified": session.undrawn,
        "kind": position.kind,
        "seat": None if session.seat is None else session.seat + 1, "scores": list(engine.scores_seen(position, session.seat)),
        "winners": [seat + 1 for seat in winners(engine.evaluator, position)] if session.is_over else [],
        "places": [placing.place for placing in placed], "decided_by": None if key is None else key.source.id,
        "last": session.events[-1].key if session.events else None, "position": view(engine.evaluator, position, session.seat),
    }  # fmt: skip


def _show(session: Session, record: Record, language: str) -> None:
    console, describer = Console.standard(language), Describer(session.engine, language)
    engine, model = session.engine, session.game.model
    for line in _verified(session, record, language):
        console.tell_folded(line)
    console.show(narrated(session, describer, session.seat, console.width, max(len(session.events) - 1, 0)))
    console.show(scene(Look(engine, hints_of(model.display), session.position, session.seat, language), console.width))
    if session.is_over:
        console.tell()
        console.show(result(engine, session.position, language, console.width))


def _verified(session: Session, record: Record, language: str) -> Iterator[str]:
    """What is verified, and what is not."""
    title = " + ".join((session.game.title(language), *session.game.variants))
    said = "possible" if session.undrawn else "verified"
    yield phrase(said, language, title=title, played=len(session.events), count=len(record.choices))
    if session.undrawn:
        yield _taken(session, language)
    if session.adopted:
        yield phrase("adopted", language, count=session.adopted)


def _taken(session: Session, language: str) -> str:
    """How often chance brought something else than it does by the seed, or from the scenario on in which the game begins."""
    if session.scenario is None:
        return phrase("chance-taken", language, undrawn=session.undrawn, seed=session.seed)
    return phrase("chance-taken-of-scenario", language, undrawn=session.undrawn, scenario=session.scenario)
