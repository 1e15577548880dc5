"""`python -m bench.strength PART ... [--games N] [--seed S]`: how strong the searching bots are, with Wilson intervals of 95 %.

Parts: `perfect` (tic-tac-toe against perfect play), `solved` (nim, misère nim, connect four and hex against solved positions), `poker`
(exploitability in Kuhn poker and a small Goofspiel), `spiel` (OpenSpiel's MCTS with as many iterations, where the extra `bench` is
installed), `spiel-time` (with as many as it makes in the time of 2,000 of ours), or a match `GAME:BOT:BOT[:PLAYERS]`, in which a bot may
be `thumb`, the rule of thumb in `bench/thumb/GAME.yaml`. Bots change seats, and each deal is played from every seat. Nothing was tuned on
the seeds from 50,000 on.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from itertools import islice
from math import sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ruamel.yaml import YAML

from bench import peers
from bench.exact import Solver, positions
from bench.exploit import Tree
from bench.thumb.__main__ import Thumb
from custumal import load_game
from custumal.interpreter.position.rng import derive
from custumal.interpreter.position.state import CHANCE, OVER
from custumal.interpreter.reference.scores import scores, team_of, winners
from custumal.interpreter.runs.bots import Bot, bot, carry_out, followed
from custumal.interpreter.search.levels import Budget
from custumal.interpreter.search.search import Search

if TYPE_CHECKING:
    from collections.abc import Sequence

    from custumal.interpreter.engine import Engine
    from custumal.interpreter.position.state import Position

Z = 1.96


def wilson(points: float, games: int) -> str:
    """A share with its interval."""
    share = points / games
    middle = (share + Z * Z / 2 / games) / (1 + Z * Z / games)
    half = Z * sqrt(share * (1 - share) / games + Z * Z / 4 / games / games) / (1 + Z * Z / games)
    return f"{100 * share:.1f} % [{100 * (middle - half):.0f} to {100 * (middle + half):.0f}] of {games}"


# ---------------------------------------------------------------- matches


def entrant(name: str, game: str, seed: int, number: int, seat: int) -> Bot:
    """A bot of the program, or the rule of thumb of a game."""
    if name != "thumb":
        return bot(name, seed, number, seat)
    rules = YAML(typ="safe").load((Path(__file__).parent / "thumb" / f"{game}.yaml").read_text(encoding="utf-8"))
    thumb = Thumb(rules, random.Random(derive(seed, "thumb", number)))  # repeatable
    return Bot("thumb", 0, lambda _, engine, state, choices: list(choices).index(thumb.choose(engine, state)))


def play(engine: Engine, bots: Sequence[Bot], seed: int) -> Position:
    """One game to its end."""
    state = engine.start(seed)
    course = followed(engine, state, bots)
    while state.kind != OVER:
        if state.kind == CHANCE:
            choice = engine.draw(state)
        else:
            choices = list(engine.choices(state))
            choice = choices[bots[state.seat or 0].pick(engine, state, choices)]
        carry_out(engine, state, choice, course)
    return state


def share_of(engine: Engine, state: Position, seat: int) -> float:
    """1 for a seat that wins alone or with its partners, a part of it for one that wins with rivals."""
    won = winners(engine.evaluator, state)
    return (seat in won) / max(1, len({team_of(engine.evaluator, state, one) for one in won}))


def match(game: str, names: tuple[str, str], players: int, games: int, seed: int) -> str:
    """The first bot in one seat, the second in all others."""
    engine, points, margin, began = load_game(game).engine(players), 0.0, 0.0, time.process_time()
    for number in range(games):
        me = number % players
        bots = [entrant(names[seat != me], game, seed, number, seat) for seat in range(players)]
        end = play(engine, bots, derive(seed, "deal", number // players))
        totals = scores(engine.evaluator, end)
        points += share_of(engine, end, me)
        margin += totals[me] - max(total for seat, total in enumerate(totals) if seat != me)
    spent = (time.process_time() - began) / games
    who = f"{game}, {players} players, {names[0]} against {names[1]}"
    return f"{who}: {wilson(points, games)}, margin {margin / games:+.1f}, {spent:.1f} s a game"


# ---------------------------------------------------------------- truth


def perfect(games: int, seed: int) -> str:
    """Tic-tac-toe against a player who makes no mistake, at random among the best."""
    engine = load_game("tic-tac-toe").engine(2)
    solver, chance, lost = Solver(engine), random.Random(seed), 0
    for number in range(games):
        me = number % 2
        other = Bot("perfect", 0, lambda _, __, state, ___: chance.choice(solver.keeping(state)))
        bots = [bot("hard", seed, number, seat) if seat == me else other for seat in (0, 1)]
        lost += winners(engine.evaluator, play(engine, bots, number)) == (1 - me,)
    return f"tic-tac-toe, hard against perfect play: {lost} of {games} lost"


def kept(game: str, options: dict[str, object], left: int, name: str, many: int, seed: int) -> str:
    """How often a bot chooses what keeps a position at its worth, where there is anything to lose."""
    engine = load_game(game, options=options).engine(2)
    solver = Solver(engine)
    found = points = 0
    for number, state in enumerate(islice(positions(engine, left, seed), many * 20)):
        keeping, choices = solver.keeping(state), list(engine.choices(state))
        if len(keeping) in {0, len(choices)}:
            continue
        found += 1
        points += bot(name, seed, number, state.seat or 0).pick(engine, state, choices) in keeping
        if found == many:
            break
    what = ", ".join(f"{key} {value}" for key, value in options.items())
    return f"{game}{f' ({what})' if what else ''}, {left} decisions before the end, {name} keeps what there is: {wilson(points, found)}"


# ---------------------------------------------------------------- poker


def exploited(game: str, options: dict[str, object], iterations: int, searches: int) -> str:
    """What best answers win; the bot is asked so often at each point."""
    engine = load_game(game, options=options).engine(2)

    def chooser(state: Position, past: Any) -> Counter[str]:
        course = engine.course(past[0][0].copy() if past else state)
        for number, (before, choice) in enumerate(past):
            course.note(before, choice, past[number + 1][0] if number + 1 < len(past) else state)
        if len(engine.choices(state)) == 1:
            return Counter([engine.key(state, engine.choices(state)[0])])
        best = [Search(engine, state, seed, course).run(Budget(iterations))[0].choice for seed in range(searches)]
        return Counter(engine.key(state, one) for one in best)

    def anything(state: Position, _: Any) -> Counter[str]:
        return Counter(engine.key(state, one) for one in list(engine.choices(state)))

    found, at_random = Tree(engine, chooser).exploitability(), Tree(engine, anything).exploitability()
    what = f"{game} {options}, {iterations} iterations"
    return f"{what}: best answers win {found:.3f} of both seats together; against random play {at_random:.3f}"


# ---------------------------------------------------------------- others


WARMING = 4
"""Games of which only the times count, where both sides are given the same time."""


def spiel(game: str, iterations: int, games: int, seed: int, *, timed: bool) -> str:
    """Against OpenSpiel's search with as many iterations, or with as many as it makes in the same time."""
    engine, points = load_game(game).engine(2), 0.0
    spent, their_iterations, before = [0.0, 0.0], iterations, WARMING if timed else 0
    for number in range(-before, games):
        me, other = number % 2, peers.Searching(game, their_iterations, seed + number + before)
        took, won = _against(engine, other, bot(f"mcts:{iterations}", seed, number, me), me)
        if timed:
            their_iterations = max(1, round(their_iterations * took[0] / took[1]))
        if number >= 0:
            points += won
            spent = [one + more for one, more in zip(spent, took, strict=True)]
    how = f"in the same time ({their_iterations} of theirs for {iterations})" if timed else f"{iterations} iterations each"
    won_by = f"{game}, {how} against OpenSpiel's: {wilson(points, games)}"
    return f"{won_by}, {1000 * spent[0] / games:.0f} ms a game against {1000 * spent[1] / games:.0f}"


def _against(engine: Engine, other: peers.Searching, mine: Bot, me: int) -> tuple[list[float], float]:
    """How long both have thought in a game, and what the program's bot has won."""
    took, state = [1e-9, 1e-9], engine.start(1)
    while state.kind != OVER:
        choices = list(engine.choices(state))
        began = time.process_time()
        at = mine.pick(engine, state, choices) if state.seat == me else other.pick([engine.key(state, one) for one in choices])
        took[state.seat != me] += time.process_time() - began
        other.told(engine.key(state, choices[at]))
        engine.apply(state, choices[at])
    return took, share_of(engine, state, me)


def main() -> None:
    """Print a line for each part."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("parts", nargs="+")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1_000_000)
    asked = parser.parse_args()
    games, seed = asked.games, asked.seed
    for part in asked.parts:
        for line in lines_of(part, games, seed):
            print(line, flush=True)


def lines_of(part: str, games: int, seed: int) -> Any:
    """The results of one part."""
    if part == "perfect":
        yield perfect(games, seed)
    elif part == "solved":
        for misere in (False, True):
            yield kept("nim", {"misere": misere}, 7, "hard", games, seed)
        yield kept("connect-four", {}, 9, "hard", games, seed)
        yield kept("hex", {"size": 4}, 9, "hard", games, seed)
    elif part == "poker":
        yield exploited("kuhn-poker", {}, 200, 24)
        yield exploited("goofspiel", {"ranks": 3}, 200, 12)
    elif part in {"spiel", "spiel-time"}:
        for game in ("tic-tac-toe", "connect-four", "breakthrough"):
            yield spiel(game, 2_000 if part == "spiel-time" else 200, games, seed, timed=part == "spiel-time")
    else:
        game, one, other, *players = part.split(":")
        yield match(game, (one, other), int(players[0]) if players else 2, games, seed)


if __name__ == "__main__":
    main()
