"""Code lenses: what can be done with a scenario or a variant where it stands, and how a scenario ended when it was last run."""

from __future__ import annotations

import shlex
from pathlib import Path

from custumal.dsl.base.frozen import dataclass
from custumal.dsl.diagnostics.diagnostic import Span
from custumal.interpreter.runs.scenarios import run_scenarios
from custumal.ui.editor.features.accepting import ACCEPT
from custumal.ui.editor.features.covered import COVER, Counts, beside
from custumal.ui.editor.view import View

RUN, CHANGES, PLAY, PLAY_ON = "custumal.runScenario", "custumal.showChanges", "custumal.play", "custumal.playScenario"
HOW = "custumal.howToPlay"
"""Takes the place of the two that only an editor can carry out, which has a terminal, where it can't."""


@dataclass(frozen=True, slots=True)
class Lens:
    """A title above a place, with the command behind it and what that is about."""

    span: Span
    title: str
    command: str
    about: str


def lenses(view: View, results: dict[str, str], counts: Counts | None = None) -> list[Lens]:
    """What can be done; `results` tell of scenarios, by id, how they ended, `counts` what they came to."""
    found = [Lens(span, title, COVER, str(view.path)) for span, title in beside(view, counts or {})]
    for entry in view.own.section("scenarios"):
        said = results.get(entry.id)
        found.append(Lens(entry.key.span, f"run ({said})" if said else "run", RUN, entry.id))
        found.append(Lens(entry.key.span, "play from here", PLAY_ON, entry.id))
    slot = view.own.header.get("variant" if view.kind == "variant" else "game")
    if slot is not None and view.kind in ("variant", "game"):
        found.append(Lens(slot.node.span, "play", PLAY, str(view.path)))
        found.append(Lens(slot.node.span, "measure coverage", COVER, str(view.path)))
        if view.kind == "variant":
            found.append(Lens(slot.node.span, "what this changes", CHANGES, str(view.path)))
            found.append(Lens(slot.node.span, "accept what this contradicts", ACCEPT, str(view.path)))
    return found


def how_to_play(path: Path, scenario: str) -> str:
    """What is typed in a terminal."""
    words = ["custumal", "play", str(path), *(["--scenario", scenario] if scenario else [])]
    return f"In a terminal: {shlex.join(words)}"


def run(view: View, scenario: str) -> str:
    """How a scenario ends: `passed`, or what is not as expected."""
    if view.game is None:
        return "the game has errors"
    chosen = [each for each in view.game.scenarios if each.source.id == scenario]
    if not chosen:
        return "not run here"
    (result, *_) = run_scenarios(view.game, chosen)
    return "passed" if result.passed else f"failed: {result.failures[0].message}"
