"""With what kept values begin: none may need one that has no value yet."""

from __future__ import annotations

from custumal.dsl.check.entries.context import Context
from custumal.dsl.check.lint.reads import Reads
from custumal.dsl.diagnostics.catalogue.values import starts_too_early, starts_with_itself
from custumal.dsl.model import Const, GameModel


def lint(cx: Context, game: GameModel) -> None:
    """Plain values begin first, then those that are worked out, in the order of the file and resources last."""
    reads = Reads(game)
    to_come = [name for name, kept in game.kept.items() if not isinstance(kept.start, Const)]
    for name in list(to_come):
        start = game.kept[name].start
        needed = reads.of(start)
        early = [other for other in to_come if f"kept:{other}" in needed]
        if name in early:
            cx.report.tell(start.span, starts_with_itself(name))
        elif early:
            cx.report.tell(start.span, starts_too_early(name, early[0]))
        to_come.remove(name)
