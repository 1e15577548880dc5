"""Set-up is tried when a game is checked. That all went well is remembered, by the rules."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from custumal.dsl.base import cache_files
from custumal.dsl.diagnostics.diagnostic import Diagnostic
from custumal.dsl.model import GameModel


def try_setup(game: GameModel) -> list[Diagnostic]:
    """What goes wrong when a game is set up, for whatever number of players; nothing of what would take too long to be tried. And the
    scenarios whose options are not for their number of players.

    Args:
        game: a game without errors.
    """
    return [*_wrong_options(game), *_wrong_setup(game)]


def _wrong_options(game: GameModel) -> Iterator[Diagnostic]:
    conditional = {name for name, option in game.options.items() if option.condition is not None}
    chosen = (scenario for scenario in game.scenarios if conditional.intersection(dict(scenario.options)))
    for scenario in chosen:
        from custumal.interpreter.reference.instances import refusal  # noqa: PLC0415  # few scenarios choose such options

        error = refusal(game, game.players[0] if scenario.players is None else scenario.players, dict(scenario.options))
        if error is not None:
            yield error.problem.at(scenario.source.span)


def _wrong_setup(game: GameModel) -> list[Diagnostic]:
    key = cache_files.key_for(f"{_stamp()} {game.rules_hash}")
    if cache_files.read(key, "trial") is not None:
        return []
    from custumal.interpreter.cache.setup_trials import Trials  # noqa: PLC0415  # most games have been tried before

    found = Trials(game).all()
    if not found:
        cache_files.write(key, "trial", b"")
    return found


@cache
def _stamp() -> str:
    return cache_files.code_stamp(("dsl", "interpreter"))
