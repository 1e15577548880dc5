"""What a choice closes: actions that somebody has begun in this turn, and that a rule forbids from then on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from custumal.interpreter.explain.explanation import Reason
from custumal.interpreter.position.state import DECISION, Position
from custumal.interpreter.program import PASS, ChoiceTuple
from custumal.ui.scene.describe import Describer
from custumal.ui.scene.look import Look
from custumal.ui.story.session import Event, Session
from custumal.ui.story.undo import behind
from custumal.ui.text.phrases import phrase

_MOST = 8
"""So many choices of an action are looked at."""


def closed_by(session: Session, describer: Describer, look: Look, choice: ChoiceTuple) -> list[str]:
    """What could be gone on with now and not after a choice, each action with the sentence of the rule; nothing where that can't be known
    or goes without saying: by passing, or because what it needs is used up."""
    begun = [] if choice == PASS else _begun(session, choice)
    after = behind(session, look, choice) if begun else None
    if after is None or (after.kind, after.seat, after.pc) != (DECISION, session.position.seat, session.position.pc):
        return []
    said = {text for event in begun for text in _new_obstacles(session, event.key, after, describer.language)}
    return [*dict.fromkeys(_closed(session, describer, after, said))] if said else []


def _begun(session: Session, choice: ChoiceTuple) -> list[Event]:
    """What the seat has chosen in this place of the game without anything between, but for the action that is chosen now."""
    engine, position, found = session.engine, session.position, list[Event]()
    for event in reversed(session.events):
        if (event.seat, event.before.pc) != (position.seat, position.pc):
            break
        if event.choice != PASS and engine.action(event.before, event.choice) != engine.action(position, choice):
            found.append(event)
    return found


def _new_obstacles(session: Session, key: str, after: Position, language: str) -> Iterator[str]:
    """The sentences of restrictions that forbid a choice then, and do not forbid it now."""
    before = {reason.address for reason in _restrictions(session, session.position, key, language)}
    yield from (reason.text for reason in _restrictions(session, after, key, language) if reason.address not in before)


def _closed(session: Session, describer: Describer, after: Position, said: set[str]) -> Iterator[str]:
    """The actions of which nothing can be chosen then, each with the sentence by which one of its choices is forbidden."""
    engine, position = session.engine, session.position
    left = {engine.action(after, choice) for choice in engine.choices(after)}
    for name, choices in _by_action(session).items():
        if name in left:
            continue
        texts = {
            text for choice in choices[:_MOST] for text in _new_obstacles(session, engine.key(position, choice), after, describer.language)
        }
        choosing = describer.choosing(position, choices[0])
        if choosing is not None:
            action = describer.action(position, choosing)
            yield from (phrase("named", describer.language, name=action, what=text) for text in sorted(texts & said))


def _by_action(session: Session) -> dict[str, Sequence[ChoiceTuple]]:
    """What can be chosen now, by the name of the action."""
    found: dict[str, list[ChoiceTuple]] = {}
    for choice in session.engine.choices(session.position):
        found.setdefault(session.engine.action(session.position, choice), []).append(choice)
    return {**found}


def _restrictions(session: Session, position: Position, key: str, language: str) -> list[Reason]:
    """What is required of a choice, is not so, and is known to the seat that chooses."""
    reasons = session.engine.why_not(position, key, language, viewer=session.position.seat)
    return [reason for reason in reasons if not reason.address.startswith("actions.") or ".require." in reason.address]
