"""`python -m bench.thumb GAME [VARIANT ...]`: how games end that are played by the rule of thumb in `bench/thumb/GAME.yaml`."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path
from random import Random
from statistics import fmean, pstdev
from typing import TYPE_CHECKING, Any

from ruamel.yaml import YAML

from custumal import load_game
from custumal.interpreter.layout import BOX, PLACES
from custumal.interpreter.scores import score_lines, scores
from custumal.interpreter.state import CHANCE, OVER

if TYPE_CHECKING:
    from custumal.interpreter.state import State
    from custumal.interpreter.table import Table


class Thumb:
    """Chooses what stands first in a list of preferences; what they do not name is chosen at random."""

    def __init__(self, rules: dict[str, Any], random: Random) -> None:
        self.rules = rules
        self.random = random
        self.round = 0
        self.done: Counter[tuple[int | None, str]] = Counter()

    def choose(self, table: Table, state: State) -> Any:
        """A raw choice of this position."""
        if table.rounds(state) != self.round:
            self.round = table.rounds(state)
            self.done.clear()
        listed: dict[str, list[Any]] = {}
        for raw in table.choices(state):
            listed.setdefault(table.action(state, raw), []).append(raw)
        for rule in self.rules["prefer"]:
            name = rule["take"]
            if name in listed and self._wanted(rule, state.seat):
                self.done[state.seat, name] += 1
                return self.random.choice(listed[name])
        return self.random.choice([raw for several in listed.values() for raw in several])

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
    table = load_game(asked.game, asked.variants).table(asked.players)
    points: list[int] = []
    lines: Counter[str] = Counter()
    actions: Counter[str] = Counter()
    labels: Counter[tuple[str, str]] = Counter()
    for seed in range(asked.seed, asked.seed + asked.games):
        state = _played(table, Thumb(rules, Random(seed)), seed, actions, labels if asked.labels else None)
        points += scores(table.evaluator, state)
        for kind in asked.boxed:
            actions[f"{kind} out of play"] += sum(state.c[PLACES][thing] == BOX for row in table.instance.of_row[kind] for thing in row)
        for seat in range(asked.players):
            lines.update(dict(score_lines(table.evaluator, state, seat)))
    each = asked.games * asked.players
    out = sys.stdout.write
    out(
        f"{asked.players} players, {asked.games} games: mean {fmean(points):.1f}, sd {pstdev(points):.1f}, {min(points)} to {max(points)}\n"
    )
    out("points: " + ", ".join(f"{name} {total / each:.1f}" for name, total in lines.items()) + "\n")
    out("a seat in a game: " + ", ".join(f"{name} {count / each:.2f}" for name, count in actions.most_common()) + "\n")
    for name in asked.labels:
        out(f"{name}: " + ", ".join(f"{said} {count}" for (of, said), count in labels.most_common() if of == name) + "\n")


def _played(table: Table, thumb: Thumb, seed: int, actions: Counter[str], labels: Counter[tuple[str, str]] | None) -> State:
    state = table.start(seed)
    while state.kind != OVER:
        if state.kind == CHANCE:
            table.advance(state)
            continue
        raw = thumb.choose(table, state)
        name = table.action(state, raw)
        actions[name] += 1
        if labels is not None:
            labels[name, table.label(state, raw, "en")] += 1
        table.apply(state, raw)
    return state


if __name__ == "__main__":
    main()
