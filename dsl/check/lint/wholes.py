"""Actions that are chosen as one: whoever lists the ways to carry them out may not learn what nobody knows yet."""

from __future__ import annotations

from custumal.dsl.check.entries.context import Context
from custumal.dsl.diagnostics.catalogue.turns import chance_in_one, whole_unseen
from custumal.dsl.model import Action, Decision, Draw, GameModel, Perform, Reveal, Roll, Shuffle, Step
from custumal.dsl.model.node_walk import nodes

HOOKS = ("before", "after", "instead")


def lint(cx: Context, game: GameModel) -> None:
    """Chance, what lies hidden, and the answers of others in what is chosen as one; choices made unseen."""
    for action in game.actions.values():
        if action.as_one:
            if _depends(game, (action.decision.consent, action.body, _hooks(game, action)), frozenset()):
                cx.report.tell(action.source.span, chance_in_one(action.source.id))
            for step in nodes(game.play):
                if isinstance(step, Step) and _is_unseen(step, action):
                    cx.report.tell(step.source.span, whole_unseen(action.source.id))


def _hooks(game: GameModel, action: Action) -> tuple[object, ...]:
    return tuple(rule.body for rule in game.standing if rule.head in HOOKS and action.source.address in rule.targets)


def _is_unseen(step: Step, action: Action) -> bool:
    return step.loop is not None and step.loop.kind == "together" and step.offer is not None and step.offer.window in action.windows


def _depends(game: GameModel, node: object, seen: frozenset[str]) -> bool:
    """Whether what happens hangs on more than what its seat chooses."""
    for part in nodes(node):
        match part:
            case Draw() | Shuffle() | Roll() | Reveal() | Step(chance=True):
                return True
            case Step(seat=seat) if seat is not None:
                return True
            case Decision(consent=consent) if consent is not None:
                return True
            case Perform(procedure=name) if name not in seen:
                if _depends(game, game.procedures[name].body, seen | {name}):
                    return True
    return False
