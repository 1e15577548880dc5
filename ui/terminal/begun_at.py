"""Games that begin in the position of a scenario."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path

from custumal.dsl.base.frozen import dataclass
from custumal.dsl.diagnostics.suggest import nearest
from custumal.dsl.diagnostics.wording import did_you_mean
from custumal.dsl.model import Scenario
from custumal.interpreter.api import Game
from custumal.interpreter.library import select
from custumal.interpreter.runs.records import Record
from custumal.interpreter.runs.scenarios import Unplayable, laid_out
from custumal.ui.story.session import Beginning
from custumal.ui.terminal.exit_codes import PROBLEMS
from custumal.ui.terminal.problems import UsageProblem, complain
from custumal.ui.terminal.scenario_files import game_of_scenarios, scenarios_in
from custumal.ui.terminal.wanted import Wanted, is_of_scenarios


@dataclass(frozen=True, slots=True)
class Laid:
    """A game with the options of a scenario, for its players, and its position."""

    game: Game
    players: int
    seed: int
    beginning: Beginning


def laid(wanted: Wanted, name: str) -> Laid:
    """The position of a scenario of a game, of a variant, or of a file of scenarios.

    Raises:
        UsageProblem: there is no such scenario, or its position can't be reached.
        RuleFileError: the rules or the scenarios have errors.
    """
    loaded, scenarios = _loaded(wanted)
    scenario = _called(scenarios, name, loaded.model.variant_files)
    game = Game(loaded.model, dict(scenario.options), loaded.variants, loaded.files, loaded.cache_key)
    try:
        engine, position = laid_out(game.model, scenario, game.engine)
    except Unplayable as error:
        raise UsageProblem(f"The position of `{name}` can't be reached: {error.failure.message}", PROBLEMS) from None
    digest = blake2b(repr(position.to_json()).encode(), digest_size=8).hexdigest()
    named = {"name": name, "digest": digest}
    if is_of_scenarios(Path(wanted.game)):
        named["file"] = str(Path(wanted.game).absolute())
    return Laid(game, engine.instance.players, scenario.seed, Beginning(engine, position, scenario.seed, named))


def _called(scenarios: Sequence[Scenario], name: str, own: Container[str]) -> Scenario:
    """The scenario of a name; where a game and a variant have one, that of the variant."""
    found = [scenario for scenario in scenarios if scenario.source.id == name]
    if not found:
        near = nearest(name, {scenario.source.id for scenario in scenarios})
        raise UsageProblem(f"There is no scenario `{name}`{did_you_mean(near)}", PROBLEMS)
    return next((scenario for scenario in found if scenario.source.span.file in own), found[0])


def _loaded(wanted: Wanted) -> tuple[Game, Sequence[Scenario]]:
    """The game with its scenarios, or with those of a file, which it does not have in the cache."""
    path = Path(wanted.game)
    if is_of_scenarios(path):
        model, scenarios = scenarios_in(path, wanted.variants)
        return Game(model, {}, tuple(model.variants), select(game_of_scenarios(path), wanted.variants).own_files()), scenarios
    loaded = wanted.load()
    return loaded, loaded.model.scenarios


def laid_again(record: Record, wanted: Wanted) -> Laid:
    """The position in which a recorded game began, as the scenario lays it out now; where that is another one, or the record names
    another seed than the scenario has, it is told.

    Args:
        record: says the scenario, and where its file was if it is a loose one.
        wanted: the game of the record, with its variants.

    Raises:
        UsageProblem, RuleFileError: as `laid`.
    """
    named = record.scenario
    about = replace(wanted, game=named.get("file", wanted.game), options={})
    if "file" in named and not Path(named["file"]).is_file():
        raise UsageProblem(f"The record begins in the scenario `{named['name']}`, whose file {named['file']} is gone.", PROBLEMS)
    found = laid(about, named["name"])
    if found.beginning.named["digest"] != named["digest"]:
        complain(f"The scenario `{named['name']}` lays out another position now; the game is played as far as that allows.")
    elif found.seed != record.seed:
        complain(f"The record names the seed {record.seed}, but the scenario `{named['name']}` has the seed {found.seed}, which is taken.")
    return found
