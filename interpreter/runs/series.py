"""Series of games between bots that choose at random, or look one step ahead where nothing is hidden: whole games in WebAssembly, where
the rules and this installation allow it.

A game that can't go on there (a number too large, a set too long, an error of the rules) is left to the ordinary machine, so that
results and messages are always its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from custumal.interpreter.api import Game
from custumal.interpreter.cache.wasm_modules import can_run, is_kept, wasm_games
from custumal.interpreter.engine import Engine
from custumal.interpreter.runs.played import MOST_DECISIONS, Plan, Played, digest_of

if TYPE_CHECKING:
    from custumal.interpreter.cache.apart import Apart
    from custumal.interpreter.wasm.play.games import WasmGames
    from custumal.interpreter.wasm.play.made import Ended

WARM = 2_000
"""So many decisions are made by the ordinary machine before a module is fetched from the cache, which takes about as long."""
MADE = 100
"""A module takes as long to be made as so many decisions for each instruction of the program."""
FEW = 10
"""After so many games that could not go on, if they are half of all, the ordinary machine plays the rest."""


class Series:
    """Plays the games of one plan.

    Args:
        plan: what is played.
        game, engine: the game of it, and its engine.
        ordinary: one game by its number, by the ordinary machine.
    """

    def __init__(self, plan: Plan, game: Game, engine: Engine, ordinary: Callable[[int], Played]) -> None:
        self.plan = plan
        self.game = game
        self.engine = engine
        self.ordinary = ordinary
        bots = [plan.bot_of(seat) for seat in range(plan.players)]
        self._greedy = tuple(seat for seat, name in enumerate(bots) if name == "greedy")
        has_form = {*bots} <= {"random", "greedy"} and not (self._greedy and engine.eyes.has_secrets)
        self._may_be_fast = has_form and plan.records is None and not plan.check_invariants
        self._decisions = self._games = 0
        self._kept: bool | None = None
        self._apart: Apart | None = None
        self._may_be_apart = game.cache_key is not None and can_run()
        self._fast: WasmGames | None = None
        self._left = self._played = 0

    def play(self, numbers: range, share: int = 0) -> Iterator[Played]:
        """The games with these numbers, in order; `share` is how many games this process will play about, these among them.

        Raises:
            PlayError, OSError: as `simulate` does.
        """
        for number in numbers:
            if self._may_be_fast and self._is_worth_it(max(numbers.stop - number, share - self._games)):
                yield from self._rest(range(number, numbers.stop))
                return
            played = self.ordinary(number)
            self._decisions += played.decisions
            self._games += 1
            yield played

    def _is_worth_it(self, games: int) -> bool:
        """Whether it pays to fetch a module, or to make it, for so many games more."""
        if self._fast is not None or self._decisions < WARM:
            return self._fast is not None
        left = self._decisions // self._games * games
        if left < WARM:
            return False
        engine = self.engine
        if self._kept is None:
            self._kept = is_kept(engine.instance, MOST_DECISIONS, self.game.values, self.game.cache_key)
        return self._kept or (left >= MADE * len(engine.program.code) and not self._is_being_made())

    def _is_being_made(self) -> bool:
        """Whether another process is still making the module; it begins when this is asked first, if there can be one."""
        if self._may_be_apart and self._apart is None and self.game.cache_key is not None:
            from custumal.interpreter.cache.apart import module_apart  # noqa: PLC0415  # few series are so long

            self._may_be_apart = False
            self._apart = module_apart(self.plan.players, self.game.values, MOST_DECISIONS, self.game.cache_key)
        return self._apart is not None and self._apart.is_under_way()

    def _rest(self, numbers: range) -> Iterator[Played]:
        """By WebAssembly, if that can be."""
        if self._fast is None:
            self._fast = self._made()
        if self._fast is None:
            self._may_be_fast = False
            yield from map(self.ordinary, numbers)
            return
        names = [line.source.id for line in self.engine.instance.game.scoring]
        for ended in self._fast.series(self.plan.seed, numbers, self._greedy):
            self._played += 1
            if not isinstance(ended, int):
                yield _as_played(names, ended)
                continue
            self._left += 1
            yield self.ordinary(ended)
            if self._left > FEW and self._left * 2 > self._played:
                self._may_be_fast = False
                yield from map(self.ordinary, range(ended + 1, numbers.stop))
                return

    def _made(self) -> WasmGames | None:
        engine = self.engine
        opening = engine.start(0)
        return wasm_games(engine.instance, engine.program, opening, MOST_DECISIONS, self.game.values, self.game.cache_key)


def _as_played(names: Sequence[str], ended: Ended) -> Played:
    """What `simulate` tells of a game; `names` are those of the lines of its score."""
    seats = len(ended.lines)
    return Played(
        number=ended.number,
        finished=ended.over,
        decisions=ended.decisions,
        rounds=ended.rounds,
        scores=ended.totals,
        winners=ended.wins,
        shared=not set(ended.shared).isdisjoint(ended.wins),
        lines={name: sum(points) / seats for name, points in zip(names, zip(*ended.lines, strict=True), strict=True)},
        digest=digest_of(ended.text),
    )
