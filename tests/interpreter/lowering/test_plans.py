"""However a plan arranges entries, restrictions, limit and cost, it lists what a search through all values finds."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product
from textwrap import indent

import pytest

from custumal.interpreter.engine import Engine
from tests.support.small_games import machine_for

VALUES = {"i": 1, "j": 2, "k": 3, "x": 0, "y": 0}
"""What is printed on the cards, 0 for nothing."""
NUMBERS = {"1": 1, "2": 2, "3": 3}
GAME = """
    kinds: {card: {printed: {value: maybe 1 to 3}}}
    resources: {coin: {start: 2}}
    components: {cards: {kind: card, in: heap, provenance: public, rows: {i: {value: 1}, j: {value: 2}, k: {value: 3}, x: {}, y: {}}}}
    zones: {heap: card}
    play: {turn: {seat: first(seats), offer: acts}}
    actions:
"""


@dataclass(frozen=True)
class Restriction:
    """What it says of cards `a` and `b` and a number `n`, when it holds, whose value it needs, and whose it makes sure of."""

    that: str
    holds: Callable[[int, int, int], bool]
    needs: str = ""
    shows: str = ""

    def asked(self, order: str) -> int:
        """The last entry that it reads."""
        return max(order.index(word) for word in self.that.split() if word in order)


POOL = (
    Restriction("value of a is not none", lambda a, _n, _b: bool(a), shows="a"),
    Restriction("value of a is not none and n > 1", lambda a, n, _b: bool(a) and n > 1, shows="a"),
    Restriction("value of a is not none and value of b is none", lambda a, _n, b: bool(a) and not b, shows="a"),
    Restriction("value of b is not none and n < 3", lambda _a, n, b: bool(b) and n < 3, shows="b"),
    Restriction("value of b is not none and value of a is not none", lambda a, _n, b: bool(a) and bool(b), shows="ab"),
    Restriction("value of b is none or n is 2", lambda _a, n, b: not b or n == 2),
    Restriction("n > 1", lambda _a, n, _b: n > 1),
    Restriction("value of a > 1", lambda a, _n, _b: a > 1, needs="a"),
    Restriction("value of a >= n", lambda a, n, _b: a >= n, needs="a"),
    Restriction("value of b < 3", lambda _a, _n, b: b < 3, needs="b"),
    Restriction("value of b >= n", lambda _a, n, b: b >= n, needs="b"),
    Restriction("value of a <= value of b", lambda a, _n, b: a <= b, needs="ab"),
)


TERMS = {
    "a": Restriction("cost: value of a * coin", lambda a, _n, _b: a <= 2),
    "b": Restriction("limit: value of b - 1 per turn", lambda _a, _n, b: b > 1),
}
"""What may be asked for besides, where restrictions show that a card has a value: two coins are there, and nothing has been counted."""


def sequences(number: int, order: str) -> Iterator[list[Restriction]]:
    """Restrictions one after the other, each where those before it, as soon as it can be asked, make sure of what it needs."""
    decide = random.Random(1)
    for _ in range(number):
        chosen: list[Restriction] = []
        for _ in range(decide.randint(1, 5)):
            fitting = [one for one in POOL if shown(chosen, one.asked(order), order).issuperset(one.needs)]
            chosen.append(decide.choice(fitting))
        yield chosen


def shown(restrictions: list[Restriction], entry: int, order: str) -> set[str]:
    """The cards that have a value once an entry has been chosen, as these restrictions make sure."""
    return {card for restriction in restrictions if restriction.asked(order) <= entry for card in restriction.shows}


def action(name: str, order: str, restrictions: list[Restriction]) -> str:
    entries = ", ".join(f"{entry}: 1 to 3" if entry == "n" else f"{entry}: heap" for entry in order)
    required = [f'    r{at}: {{that: "{restriction.that}", because: No.}}' for at, restriction in enumerate(restrictions)]
    asked = [f"  {term.that}" for term in terms(restrictions)]
    return "\n".join([f"{name}:", "  offered: acts", f"  choose: {{{entries}}}", "  require:", *required, *asked])


def terms(restrictions: list[Restriction]) -> list[Restriction]:
    """The terms of an action with these restrictions."""
    return [TERMS[card] for card in sorted({card for restriction in restrictions for card in restriction.shows})]


def wanted(name: str, order: str, restrictions: list[Restriction]) -> Iterator[str]:
    """The keys of the choices that meet all restrictions, asked in the order in which they stand."""
    for chosen in product(*((NUMBERS if entry == "n" else VALUES).items() for entry in order)):
        value = {entry: number for entry, (_, number) in zip(order, chosen, strict=True)}
        if all(one.holds(value["a"], value["n"], value["b"]) for one in (*restrictions, *terms(restrictions))):
            yield f"{name}({', '.join(word for word, _ in chosen)})"


@pytest.mark.slow
@pytest.mark.parametrize("compiled", [True, False], ids=["generated", "reference"])
@pytest.mark.parametrize("order", ["anb", "nab", "abn"])
def test_a_plan_lists_what_meets_all_restrictions(order: str, compiled: bool) -> None:
    asked = {f"act{at}": restrictions for at, restrictions in enumerate(sequences(40, order))}
    actions = "\n".join(action(name, order, restrictions) for name, restrictions in asked.items())
    machine = machine_for(GAME + indent(actions, " " * 6))
    engine = Engine(machine.instance, compiled=compiled)
    state = engine.start(1)
    found = [engine.key(state, raw) for raw in engine.choices(state)]
    assert found == [key for name, restrictions in asked.items() for key in wanted(name, order, restrictions)]
