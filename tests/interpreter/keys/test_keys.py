"""Choice keys: stable text for every choice, read back by structure."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from custumal.dsl.check.game import check_game
from custumal.interpreter.keys.keys import Keys
from custumal.interpreter.keys.near import near_key, with_copy
from custumal.interpreter.keys.reader import KeyReader
from custumal.interpreter.keys.syntax import Amounts, Items, Node, Word, canonical, read_key
from custumal.interpreter.lowering.lower import lower
from custumal.interpreter.position.state import CHANCE, OVER
from custumal.interpreter.reference.instances import make_instance
from custumal.interpreter.reference.machine import Machine
from tests.support.small_games import Play, meant

CLASSICS = sorted((Path(__file__).parents[3] / "games" / "classics").rglob("game.yaml"))
HARD = sorted((Path(__file__).parents[2] / "cases" / "hard").rglob("game.yaml"))


# ---------------------------------------------------------------- syntax


@pytest.mark.parametrize(
    ("text", "node"),
    [
        ("pass", Word("pass")),
        ("put( at( row,2 ) , low )", Word("put", (Word("at", (Word("row"), 2)), Word("low")))),
        ("take(hand of p1)", Word("take", (Word("hand", (Word("p1"),), is_of=True),))),
        ("take(hand(p1))", Word("take", (Word("hand", (Word("p1"),)),))),
        ("swap([a, b])", Word("swap", (Items((Word("a"), Word("b"))),))),
        ("pay(2, 0)", Word("pay", (2, 0))),
        ("give(2 wood + 1 clay)", Word("give", (Amounts(((2, "wood"), (1, "clay"))),))),
        ("none-left([])", Word("none-left", (Items(()),))),
    ],
)
def test_a_key_is_read_by_its_structure(text: str, node: Node) -> None:
    assert read_key(text) == node


NO_KEYS = [
    "",
    "put(",
    "put(a,)",
    "put a",
    "[a",
    "a)",
    "put(a))",
    "put(#)",
    "of p1",
    "1 wood + x y",
    "1 wood +",
    "1 wood + 2",
    "rest()",
    "take(a())",
]


@pytest.mark.parametrize("text", [*NO_KEYS, "7" * 5000, "f(" * 5000], ids=lambda text: text[:12] or "nothing")
def test_what_is_no_key_is_told(text: str) -> None:
    assert read_key(text) is None


def test_the_cells_of_a_pose_may_come_in_any_order() -> None:
    one, other = (read_key(f"put(pose-at(box of p1, L, [{cells}]))") for cells in ("[1, 1, 1], [2, 1, 1]", "[2, 1, 1], [1, 1, 1]"))
    assert one is not None
    assert other is not None
    assert one != other
    assert canonical(one) == canonical(other)


def test_a_set_may_be_turned_around_and_nothing_else() -> None:
    def same(wanted: str, listed: str) -> bool:
        return KeyReader.find(wanted, [((0,), listed)]) is not None

    assert same("swap([a, b(1)])", "swap([b(1), a])")
    assert same(" keep( die(2) )", "keep(die(2))")
    assert not same("swap([a, a])", "swap([a, b])")
    assert not same("keep(die)", "keep(die(2))")
    assert not same("keep(die(2))", "keep(die)")
    assert not same("leave-out(a)", "leave-out-buy(a)")
    assert not same("bid", "bid(3)")
    assert not same("bid of 3", "bid(3)")
    assert not same("keep(die of 2)", "keep(die(2))")
    assert not same("take(hand(p1))", "take(hand of p1)")
    assert not same("give(1 clay + 2 wood)", "give(2 wood + 1 clay)")
    assert not same("put(pose-at(box, ell, [[1, 1]]))", "put(pose-at(box, bar, [[1, 1]]))")
    assert not same("put(pose-at(box, ell, [[1, 2]]))", "put(pose-at(box, ell, [[2, 1]]))")


def test_the_key_that_was_meant_is_one_of_which_the_text_is_a_part_else_the_nearest() -> None:
    keys = ["leave-out-buy(a)", "leave-out(a)", "keep(die(red, 1))", "keep(die(red, 2))", "bid(3)", "hold"]
    assert near_key("leave", keys) == "leave-out(a)"
    assert near_key("keep(die(red))", keys) == "keep(die(red, 1))"
    assert near_key("holt", keys) == "hold"
    assert near_key("xylophone", keys) is None
    assert with_copy("keep(die(red))", keys) == "keep(die(red, 1))"
    assert with_copy("keep(die(red, 1))", ["keep(die(red, 1))"]) is None
    assert with_copy("bid", keys) is None, "a number that is chosen is no copy"


WORDS = st.from_regex(r"[a-z]{1,5}", fullmatch=True).filter(lambda word: word != "of")
NODES = st.recursive(
    st.integers(-99, 99) | st.builds(Word, WORDS),
    lambda inner: (
        st.builds(lambda name, arguments: Word(name, tuple(arguments)), WORDS, st.lists(inner, min_size=1, max_size=3))
        | st.builds(lambda members: Items(tuple(members)), st.lists(inner, max_size=3))
    ),
    max_leaves=8,
)


def written(node: Node) -> str:
    match node:
        case Word(name, ()):
            return name
        case Word(name, arguments):
            return f"{name}({', '.join(map(written, arguments))})"
        case Items(members):
            return f"[{', '.join(map(written, members))}]"
    return str(node)


@given(st.text("ab12-+,()[] \t٣", max_size=30))
def test_whatever_is_written_is_a_key_or_none(text: str) -> None:
    node = read_key(text)
    assert node is None or canonical(node) == canonical(canonical(node))


@given(NODES)
def test_reading_undoes_writing(node: Node) -> None:
    assert read_key(written(node)) == node
    assert canonical(canonical(node)) == canonical(node)


# ---------------------------------------------------------------- keys of games


@pytest.mark.parametrize("path", [*CLASSICS, *HARD], ids=lambda path: path.parent.name)
def test_at_every_stop_each_choice_has_a_key_of_its_own_that_leads_back_to_it(path: Path) -> None:
    game = check_game(path, path.name).game
    assert game is not None
    instance = make_instance(game, game.players[0], {})
    machine = Machine(instance, lower(instance))
    decide = random.Random(5)
    state = machine.start(5)
    for _ in range(12):
        if state.kind == OVER:
            break
        listed = [choice for _, choice in machine.outcomes(state)] if state.kind == CHANCE else machine.choices(state)
        keys = [Keys(machine).at_stop(state, choice) for choice in listed]
        assert len(set(keys)) == len(keys)
        chosen = decide.randrange(len(listed))
        assert meant(machine, state, keys[chosen]) == listed[chosen]
        machine.apply(state, listed[chosen])


def test_an_unlisted_choice_is_read_by_its_values() -> None:
    game = Play("""
        lists: {colour: [red, blue]}
        kinds: {card: {owned: true, printed: {value: number}}}
        components:
          cards:
            kind: card
            in: hand of owner
            for-each: {owner: seat}
            provenance: public
            rows: {a: {copies: 2, value: 1}, b: {value: 2}}
        zones:
          hand(seat): card
          row: {holds: one card, shape: {slots: 3}}
        play:
          turn: {players: seats, offer: acts}
        actions:
          lay:
            offered: acts
            choose: {card: my hand, target: cells of row, colour: all(colour), other: maybe seats}
            require: {low: {that: value of card < 2, because: Too high.}}
        """)
    point = game.machine.point(game.state)
    assert point is not None
    instance = game.machine.instance

    def read(text: str) -> list[tuple[object, ...]]:
        assert point is not None
        return KeyReader(Keys(game.machine)).read(text, point, game.state)

    (b_of_first,) = (thing for thing in instance.of_row["card"][1] if instance.things[thing].each == (0,))
    assert read("lay(b(p1), at(row, 3), blue, p2)") == [(0, b_of_first, 2, 1, 1)]
    assert read("lay(b(p1), at(row, 3), blue, none)") == [(0, b_of_first, 2, 1, None)]
    assert meant(game.machine, game.state, "lay(b(p1), at(row, 3), blue, none)") is None  # too high
    assert read("lay(b(p1), at(row, 4), blue, none)") == []
    assert read("lay(b(p1), at(row, 3), green, none)") == []
    assert read("lay(b(p1), at(row, 3), blue)") == []
    assert read("lie(b(p1), at(row, 3), blue, none)") == []
