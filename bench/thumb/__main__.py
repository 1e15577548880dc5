"""`python -m bench.thumb GAME [VARIANT ...]`: how games end that are played by the rule of thumb in `bench/thumb/GAME.yaml`."""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path
from random import Random
from statistics import fmean, pstdev
from typing import TYPE_CHECKING, Any

from ruamel.yaml import YAML

from custumal import load_game
from custumal.interpreter.position.state import CHANCE, OVER
from custumal.interpreter.reference.scores import score_lines, scores
from custumal.interpreter.setup.layout import BOX, PLACES

if TYPE_CHECKING:
    from custumal.interpreter.engine import Engine
    from custumal.interpreter.position.state import Position


class Thumb:
    """Chooses what stands first in a list of preferences; what they do not name is chosen at random."""

    def __init__(self, rules: dict[str, Any], random: Random) -> None:
        self.rules = rules
        self.random = random
        self.round = 0
        self.done: Counter[tuple[int | None, str]] = Counter()

    def choose(self, engine: Engine, state: Position) -> Any:
        """A choice tuple of this position."""
        if engine.rounds(state) != self.round:
            self.round = engine.rounds(state)
            self.done.clear()
        listed: dict[str, list[Any]] = {}
        for choice in engine.choices(state):
            listed.setdefault(engine.action(state, choice), []).append(choice)
        for rule in self.rules["prefer"]:
            name = rule["take"]
            if name in listed and self._wanted(rule, state.seat):
                self.done[state.seat, name] += 1
                return self.random.choice(listed[name])
        return self.random.choice([choice for several in listed.values() for choice in several])

    def _wanted(self, rule: dict[str, Any], seat: int | None) -> bool:
        most = rule.get("most")
        if isinstance(most, list):
            most = most[min(self.round, len(most)) - 1]
        if most is not None and self.done[seat, rule["take"]] >= most:
            return False
        together = self.rules.get("together", {"keys": [], "most": 0})
        if rule["take"] in together["keys"] and sum(self.done[seat, key] for key in together["keys"]) >= together["most"]:
            return False
        return "chance" not in rule or self.random.random() < rule["chance"]


class Tally:
    """What came of all games that were played.

    Args:
        table: the game.
        asked: the arguments of the command.
    """

    def __init__(self, engine: Engine, asked: argparse.Namespace) -> None:
        self.engine = engine
        self.asked = asked
        self.points: list[int] = []
        self.lines: Counter[str] = Counter()
        self.actions: Counter[str] = Counter()
        self.labels: Counter[tuple[str, str]] = Counter()

    def play(self, thumb: Thumb, seed: int) -> None:
        """One game more."""
        state = self._played(thumb, seed)
        things = self.engine.instance.of_row
        self.points += scores(self.engine.evaluator, state)
        for kind in self.asked.boxed:
            self.actions[f"{kind} out of play"] += sum(state.c[PLACES][thing] == BOX for row in things[kind] for thing in row)
        for seat in range(self.asked.players):
            self.lines.update(dict(score_lines(self.engine.evaluator, state, seat)))

    def _played(self, thumb: Thumb, seed: int) -> Position:
        engine, state = self.engine, self.engine.start(seed)
        while state.kind != OVER:
            if state.kind == CHANCE:
                engine.advance(state)
                continue
            choice = thumb.choose(engine, state)
            name = engine.action(state, choice)
            self.actions[name] += 1
            if name in self.asked.labels:
                self.labels[name, engine.label(state, choice, "en")] += 1
            engine.apply(state, choice)
        return state

    def tell(self) -> None:
        points, each = self.points, self.asked.games * self.asked.players
        spread = f"mean {fmean(points):.1f}, sd {pstdev(points):.1f}, {min(points)} to {max(points)}"
        print(f"{self.asked.players} players, {self.asked.games} games: {spread}")
        print("points: " + ", ".join(f"{name} {total / each:.1f}" for name, total in self.lines.items()))
        print("a seat in a game: " + ", ".join(f"{name} {count / each:.2f}" for name, count in self.actions.most_common()))
        for name in self.asked.labels:
            print(f"{name}: " + ", ".join(f"{said} {count}" for (of, said), count in self.labels.most_common() if of == name))


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("game")
    options.add_argument("variants", nargs="*")
    options.add_argument("--players", type=int, default=2)
    options.add_argument("--games", type=int, default=100)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--labels", nargs="*", default=[], help="actions whose choices are counted by what they say")
    options.add_argument("--boxed", nargs="*", default=[], help="kinds whose things out of play are counted at the end")
    asked = options.parse_args()
    rules = YAML(typ="safe").load(Path(__file__).parent / f"{asked.game}.yaml")
    tally = Tally(load_game(asked.game, asked.variants).engine(asked.players), asked)
    for seed in range(asked.seed, asked.seed + asked.games):
        tally.play(Thumb(rules, Random(seed)), seed)
    tally.tell()


if __name__ == "__main__":
    main()
