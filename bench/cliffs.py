"""What rules cost that change nothing: `python -m bench.cliffs [GAME …]`.

Each restriction, action, value, definition and standing rule of a game is in turn waived, restricted, ensured, modified or hooked by a
variant that never makes a difference. The same random games are played without and with it, choice by choice the same; what is told is how
many times as long they take. What is `ensured` can be seen before a choice is carried out; what is `tried` can't, so that every choice is
carried out on trial: of these it is told how long one trial takes, in decisions of the game without it.
"""

from __future__ import annotations

import argparse
import gc
import time
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from statistics import mean, median

from custumal.dsl.base.open_texts import open_texts
from custumal.dsl.check.game import check_game
from custumal.dsl.check.incremental.cache import CheckCache
from custumal.dsl.check.variants import check_variants
from custumal.dsl.model import GameModel
from custumal.interpreter.api import Game
from custumal.interpreter.engine import Engine
from custumal.interpreter.library import shipped
from custumal.interpreter.position.state import CHANCE, OVER
from custumal.interpreter.setup.errors import PlayError
from custumal.interpreter.setup.options import option_values

DECISIONS = 200
"""So many decisions are one measurement at least; of fewer nothing but the clock would be told."""
CLIFF = 1.5
"""A rule that changes nothing and makes games so many times as long is told by name."""
NEUTRAL = {"number": "add: 0", "truth": "set: true", "set": "except: []"}
"""How a definition is modified by what it answers with; one that answers with a thing, or perhaps with none, is left as it is."""
VARIANT = """custumal: 1
variant: changes-nothing
of: {game}
title: Changes nothing
kept: {{never-so: {{is: truth, until: end}}}}
procedures: {{make-it-so: {{do: set never-so to true}}}}
{change}
"""


@dataclass(frozen=True, slots=True)
class Change:
    """A change that makes no difference: in which way, of which rule, and what a variant says for it."""

    way: str
    address: str
    yaml: str


class Bench:
    """One game for two, if two can play it, without and with changes, by the machine that plays it ordinarily.

    Args:
        game: the id of a shipped game.
        games: how many games are one measurement, or more if they are short.
        rounds: how often each is taken.
    """

    def __init__(self, game: str, games: int, rounds: int) -> None:
        self.game, self.rounds = game, rounds
        self.file = dict(shipped())[game]
        self.cache = CheckCache()
        checked = check_game(self.file, game, self.cache).game
        assert checked is not None
        self.model = checked
        least, most = checked.players
        self.players = min(max(2, least), most)
        self.base = self._engine(checked)
        self.choices = [play(self.base, seed) for seed in range(1, games + 1)]
        decisions = sum(map(len, self.choices))
        self.games = games * max(1, -(-DECISIONS // max(1, decisions)))
        self.choices += [play(self.base, seed) for seed in range(games + 1, self.games + 1)]
        self.choices_in_decision = mean(found for game in self.choices for found, _ in game)

    def changed(self, change: Change) -> Engine | str:
        """The game with a change, or the code of what forbids it."""
        path = self.file.parent / "variants" / "changes-nothing.yaml"
        with open_texts({path: VARIANT.format(game=self.game, change=change.yaml)}):
            checked, _ = check_variants(self.file, self.game, [path], self.cache)
        if checked.game is None:
            return next(found.code for found in checked.diagnostics if found.is_error)
        return self._engine(checked.game)

    def cost(self, engine: Engine) -> float | str:
        """How many times as long the games take with a change, the median of ratios that are taken one beside the other; or the code of why
        it can't be played."""
        try:
            made = [play(engine, seed) for seed in range(1, self.games + 1)]
        except PlayError as error:
            return error.code
        assert made == self.choices, "the change makes a difference"
        return median(self._time(engine) / self._time(self.base) for _ in range(self.rounds))

    def _engine(self, model: GameModel) -> Engine:
        return Game(model, option_values(model, {})).engine(self.players)

    def _time(self, engine: Engine) -> float:
        gc.collect()
        start = time.process_time()
        for seed in range(1, self.games + 1):
            play(engine, seed)
        return time.process_time() - start


def play(engine: Engine, seed: int) -> list[tuple[int, int]]:
    """Play one random game: how many choices there were, and which of them was made, at each decision."""
    random, made = Random(seed).random, list[tuple[int, int]]()
    position = engine.settled(engine.start(seed))
    while position.kind != OVER:
        found = engine.choices(position)
        made.append((len(found), int(random() * len(found))))
        engine.apply(position, found[made[-1][1]])
        if position.kind == CHANCE:
            engine.settled(position)
    return made


def changes(model: GameModel) -> Iterator[Change]:
    """All changes of a game's rules that are made here."""
    for address in model.sources:
        if ".require." in address or (address.startswith("standing.") and address.count(".") == 1):
            yield _standing("waived", address, f"waive: {address}, if: never-so")
    for address in dict.fromkeys(_choosers(model)):
        yield _standing("restricted", address, f"restrict: {address}, that: not never-so, because: It is always so.")
        yield _standing("hooked", address, f"after: {address}, if: never-so, do: make-it-so")
    step = model.play[0].source.address
    for address in (action.source.address for action in model.actions.values()):
        ensured = f"add: {address}.ensure.always-so, with: {{that: not never-so, because: It is always so.}}"
        yield Change("ensured", address, f"edits: {{nothing: {{{ensured}}}}}")
        tried = f"add: {address}.ensure.always-so, with: {{that: running({step}) or not never-so, because: It is always so.}}"
        yield Change("tried", address, f"edits: {{nothing: {{{tried}}}}}")
    for name, definition in model.definitions.items():
        address = f"{'values' if definition.is_value else 'define'}.{name}"
        if (neutral := NEUTRAL.get(str(definition.body.type).split()[0])) is not None:
            yield _standing("modified", address, f"modify: {address}, if: never-so, {neutral}")


def _choosers(model: GameModel) -> Iterator[str]:
    """Actions, and steps of play in which something is chosen."""
    yield from (action.source.address for action in model.actions.values())
    yield from (address.split(".choose.")[0] for address in model.sources if address.startswith("play.") and ".choose." in address)


def _standing(way: str, address: str, rule: str) -> Change:
    return Change(way, address, f"standing: {{nothing: {{{rule}}}}}")


def bench(game: str, every: int, games: int, rounds: int) -> None:
    """Print what the changes of a game cost, by way, and each that is a cliff."""
    entrants, costs, refused = Bench(game, games, rounds), dict[Change, float](), dict[str, int]()
    for change in list(changes(entrants.model))[::every]:
        made = entrants.changed(change)
        found = made if isinstance(made, str) else entrants.cost(made)
        if isinstance(found, str):
            refused[found] = refused.get(found, 0) + 1
        else:
            costs[change] = (found - 1) / entrants.choices_in_decision if change.way == "tried" else found
    decisions = sum(map(len, entrants.choices))
    print(f"\n{game}, {entrants.players} players, {decisions} decisions; times as long as without (a trial: in decisions): median, worst")
    for way in dict.fromkeys(change.way for change in costs):
        ratios = {change: ratio for change, ratio in costs.items() if change.way == way}
        worst = max(ratios, key=ratios.__getitem__)
        print(f"  {way:10} {len(ratios):4} rules  {median(ratios.values()):.2f}  {ratios[worst]:.2f} {worst.address}")
    for change, ratio in sorted(costs.items(), key=lambda item: -item[1]):
        if ratio > CLIFF:
            print(f"  cliff: {ratio:.2f} {change.address} {change.way}")
    for code, number in refused.items():
        print(f"  not made: {number} ({code})")


def main() -> None:
    """Measure the games that are asked for, all of them by default."""
    parser = argparse.ArgumentParser(prog="python -m bench.cliffs", description=__doc__)
    parser.add_argument("of", nargs="*", metavar="GAME", help="ids of shipped games (default: all)")
    parser.add_argument("--every", type=int, default=1, help="take only every n-th change (default 1)")
    parser.add_argument("--games", type=int, default=3, help="random games in a measurement (default 3)")
    parser.add_argument("--rounds", type=int, default=3, help="how often each change is measured (default 3)")
    wanted = parser.parse_args()
    known = dict(shipped())
    if unknown := set(wanted.of) - set(known):
        parser.error(f"no such game: {', '.join(sorted(unknown))}")
    for game in wanted.of or known:
        bench(game, wanted.every, wanted.games, wanted.rounds)


if __name__ == "__main__":
    main()
