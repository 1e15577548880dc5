"""What is joined flatly is no nesting, however long it is: it is read, comes back as the same text, and is not deep."""

from pathlib import Path

import pytest

from custumal.dsl.sentences import syntax as sx
from custumal.dsl.sentences.sentence import LONGEST, parse_text
from custumal.dsl.sentences.unparse import unparse
from custumal.interpreter.api import load_game

CHAINS = {
    "a sum": " + ".join("a" for _ in range(1_000)),
    "a sum with subtractions": " - b + ".join("a" for _ in range(500)),
    "truths of which each must hold": " and ".join(f"a is {i}" for i in range(250)),
    "truths of which one must hold, each of two": " or ".join("a and b" for _ in range(300)),
    "a phrase at the end": " and ".join(["a"] * 400) + " and every x in b has x is 1",
    "brackets at the end": " + ".join(["a"] * 40) + " + (b + c)",
    "brackets around a long one": "1 + (" + " + ".join(["a"] * 40) + ")",
}
DEEPEST = 30
GAME = """\
custumal: 1
game: long
title: A long sum
players: 2
kept:
  pot: {{is: 0 to 5, until: end}}
play:
  turn: {{players: seats, offer: action}}
actions:
  more: {{offered: action, do: set pot to 5}}
scoring:
  long: {{points: {terms}}}
"""


@pytest.mark.parametrize("text", CHAINS.values(), ids=CHAINS)
def test_a_long_chain_comes_back_and_is_not_deep(text: str) -> None:
    assert len(text) <= LONGEST
    tree = parse_text("expression", text)
    assert unparse(tree) == text
    assert parse_text("expression", unparse(tree)) == tree
    assert depth(tree) <= DEEPEST


def depth(node: object) -> int:
    inner = [getattr(node, name) for name in getattr(node, "__slots__", ()) if name != "span"] if not isinstance(node, tuple) else [*node]
    return 1 + max((depth(each) for each in inner if isinstance(each, sx.Expression | tuple)), default=0)


def test_the_left_side_of_a_subtraction_is_all_that_stands_before_it() -> None:
    """The same as with brackets around every sum, which is how a short one is read."""
    for count in (3, 40):
        flat = parse_text("expression", " - ".join(["a"] + [f"b{i}" for i in range(count)]))
        assert isinstance(flat, sx.Arithmetic) and flat.operator == "-" and unparse(flat.right) == f"b{count - 1}"


def test_a_sum_of_a_thousand_terms_is_checked_and_played(tmp_path: Path) -> None:
    """The digits from 0 to 9, a hundred times over, are 4,500; with a kept value among them a machine has to add them up."""
    path = tmp_path / "game.yaml"
    path.write_text(GAME.format(terms=" + ".join(["pot", *(str(i % 10) for i in range(999))])), encoding="utf-8")
    state = load_game(str(path)).start(players=2, seed=1).play("more")
    assert state.scores == (4_500 - 9 + 5,) * 2
