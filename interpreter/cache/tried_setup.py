"""Set-up is tried when a game is checked. That all went well is remembered, by the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache

from custumal.dsl.base import cache_files
from custumal.dsl.diagnostics.diagnostic import Diagnostic
from custumal.dsl.model import GameModel, Scenario


def try_setup(game: GameModel) -> list[Diagnostic]:
    """What goes wrong when a game is set up, for whatever number of players; nothing of what would take too long to be tried. And the
    scenarios whose options are not for their number of players.

    Args:
        game: a game without errors.
    """
    return [*_wrong_options(game), *_wrong_setup(game)]


def _wrong_options(game: GameModel) -> list[Diagnostic]:
    conditional = {name for name, option in game.options.items() if option.condition is not None}
    chosen = [scenario for scenario in game.scenarios if conditional.intersection(dict(scenario.options))]
    if not chosen:
        return []
    asked = sorted({f"{scenario.players} {scenario.options}" for scenario in chosen})
    return _unless_known(f"{game.rules_hash} {asked}", lambda: _refused(game, chosen))


def _refused(game: GameModel, scenarios: Iterable[Scenario]) -> Iterator[Diagnostic]:
    from custumal.interpreter.reference.instances import refusal  # noqa: PLC0415  # most have been tried before

    for scenario in scenarios:
        error = refusal(game, game.players[0] if scenario.players is None else scenario.players, dict(scenario.options))
        if error is not None:
            yield error.problem.at(scenario.source.span)


def _wrong_setup(game: GameModel) -> list[Diagnostic]:
    return _unless_known(game.rules_hash, lambda: _tried(game))


def _tried(game: GameModel) -> list[Diagnostic]:
    from custumal.interpreter.cache.setup_trials import Trials  # noqa: PLC0415  # most games have been tried before

    return Trials(game).all()


def _unless_known(what: str, find: Callable[[], Iterable[Diagnostic]]) -> list[Diagnostic]:
    """What is found; nothing where it is known that nothing was found before."""
    key = cache_files.key_for(f"{_stamp()} {what}")
    if cache_files.read(key, "trial") is not None:
        return []
    found = list(find())
    if not found:
        cache_files.write(key, "trial", b"")
    return found


@cache
def _stamp() -> str:
    return cache_files.code_stamp(("dsl", "interpreter"))
