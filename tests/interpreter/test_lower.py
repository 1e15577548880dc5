"""What the linear program of a game looks like: what vanishes, what stays together, what is remembered."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path

import pytest

from custumal.dsl.base.types import NUMBER, TRUTH
from custumal.dsl.check.game import check_game
from custumal.dsl.model import Local, Require, Trade
from custumal.interpreter.lowering.lower import lower
from custumal.interpreter.lowering.plans import Claim, arrange
from custumal.interpreter.program import Bind, Branch, CallRoutine, Decide, Forbid, ForEach, Gather, Over, Pick, Program, Return, Run, When
from custumal.interpreter.program import Test as Requirement
from custumal.interpreter.reference.instances import make_instance
from tests.support.model_games import SPAN, const, source
from tests.support.small_games import machine_for

ROOT = Path(__file__).parents[2]
GAMES = sorted((ROOT / "games").rglob("game.yaml")) + sorted((ROOT / "tests" / "cases" / "hard").rglob("game.yaml"))


def program_of(text: str, players: int = 2, **options: object) -> Program:
    return machine_for(text, players, options).program


def parts(node: object, kind: type) -> Iterator[object]:
    """All nodes of the flow of one kind."""
    if isinstance(node, tuple):
        for inner in node:
            yield from parts(inner, kind)
    elif is_dataclass(node) and not isinstance(node, type):
        if isinstance(node, kind):
            yield node
        for field in fields(node):
            yield from parts(getattr(node, field.name), kind)


def order_of(program: Program) -> list[str]:
    """The entries, names and restrictions of the first thing that can be chosen, in the order of its plan."""
    found = []
    for part in program.points[0].choosings[0].plan:
        if isinstance(part, Requirement):
            found.append(part.require.source.id)
        elif isinstance(part, Pick | Bind):
            found.append(part.local.name)
    return found


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.parent.name)
def test_every_game_lowers_for_every_number_of_players(path: Path) -> None:
    game = check_game(path, path.name).game
    assert game is not None
    for players in range(game.players[0], game.players[1] + 1):
        program = lower(make_instance(game, players, {}))
        _assert_well_formed(program)


def _assert_well_formed(program: Program) -> None:
    """Every target is an instruction, every slot is one local's, every point stands at its number."""
    size = len(program.code)
    for instruction in program.code:
        targets = [getattr(instruction, name) for name in ("target", "done") if hasattr(instruction, name)]
        targets += getattr(instruction, "targets", ())
        assert all(0 <= target < size for target in targets), instruction
    assert sorted(program.slots.values()) == list(range(len(program.frame)))
    for point in program.points:
        assert 0 <= point.nothing < size
        assert all(0 <= choosing.target < size for choosing in point.choosings)
    assert len(program.steps) == size
    assert isinstance(program.code[2], Over)


def test_lowering_is_a_function_of_its_input() -> None:
    path = ROOT / "tests" / "cases" / "hard" / "kings-abbey" / "game.yaml"
    game = check_game(path, path.name).game
    assert game is not None
    assert lower(make_instance(game, 3, {})) == lower(make_instance(game, 3, {}))


OPTIONAL = """
    options: {hard: {is: truth, default: false}}
    resources: {coin: {start: 3}}
    play:
      turn: {repeat: 3, do: {go: {seat: first(seats), offer: acts}, tax: {if: hard, do: lose 1 coin for first(seats)}}}
    actions:
      work: {offered: acts, choose: {n: 1 to 3}, do: gain n * coin}
    standing:
      never-two: {while: hard, restrict: actions.work, that: n is not 2, because: Not two.}
      more: {while: hard, after: actions.work, do: gain 1 coin}
    """


def test_rules_that_can_never_hold_vanish() -> None:
    easy, hard = program_of(OPTIONAL), program_of(OPTIONAL, hard=True)
    assert list(parts(easy.points, Forbid)) == []
    assert len(list(parts(hard.points, Forbid))) == 1
    assert len(list(parts(easy.code, Trade))) == 1
    assert len(list(parts(hard.code, Trade))) == 3
    assert not any(isinstance(found, Branch) for found in easy.code if "hard" in repr(found))


def test_stretches_without_a_stop_stay_structured() -> None:
    program = program_of("""
        kept: {n(seat): {is: 0 to 99, until: end}}
        play:
          turn:
            repeat: 3
            do:
              deal: {players: seats, do: {more: {if: n of me < 5, each: k in 1 to 3, do: add(k)}}}
        procedures:
          add(k number): raise n of first(seats) by k
        """)
    assert [type(found) for found in program.code if not isinstance(found, CallRoutine | Return | Over)] == [Run]
    assert len(list(parts(program.code, ForEach))) == 2
    assert len(list(parts(program.code, When))) == 1


def test_a_restriction_is_tested_as_soon_as_what_it_reads_is_chosen() -> None:
    program = program_of("""
        play:
          turn: {players: seats, offer: acts}
        actions:
          pick:
            offered: acts
            choose: {a: 1 to 9, b: 1 to 9, sum: {let: a + b}, c: 1 to 9}
            require:
              last: {that: c > a, because: No.}
              small: {that: a < 5, because: No.}
              both: {that: sum < 12, because: No.}
              always: {that: players > 1, because: No.}
        """)
    assert order_of(program) == ["always", "a", "small", "b", "sum", "both", "c", "last"]


def test_a_restriction_is_not_tested_before_the_one_on_which_it_rests() -> None:
    program = program_of("""
        kinds: {card: {printed: {value: maybe number}}}
        components: {cards: {kind: card, in: heap, provenance: public, rows: {a: {value: 1}, b: {}}}}
        zones: {heap: card}
        play:
          turn: {players: seats, offer: acts}
        actions:
          pick:
            offered: acts
            choose: {n: 1 to 3, card: heap, m: 1 to 3}
            require:
              marked: {that: value of card is not none, because: No.}
              high: {that: value of card > n, because: No.}
              higher: {that: value of card > m, because: No.}
        """)
    assert order_of(program) == ["n", "card", "marked", "high", "m", "higher"]


def test_a_restriction_waits_for_the_one_on_which_it_rests_where_a_waiver_of_that_reads_what_is_chosen_later() -> None:
    name = {word: Local(NUMBER, SPAN, word, word) for word in ("card", "n", "m")}
    entries = [Bind(local, local) for local in name.values()]
    marked, high = (Require(const(TRUTH, True), None, source(word)) for word in ("marked", "high"))
    claims = [
        Claim(Requirement(marked, ()), frozenset({"card", "n"}), frozenset({"card"})),
        Claim(Requirement(high, ()), frozenset({"card"})),
    ]
    order = []
    for part in arrange(entries, claims):
        assert isinstance(part, Bind | Requirement)
        order.append(part.local.name if isinstance(part, Bind) else part.require.source.id)
    assert order == ["card", "n", "marked", "high", "m"]


def test_a_gain_of_what_no_rule_looks_at_stays_one_effect() -> None:
    program = program_of("""
        resources: {coin: {}, wood: {}, clay: {}}
        kept: {n: {is: 0 to 9, until: end}}
        play:
          a: {seat: first(seats), do: gain 1 coin}
          b: {seat: first(seats), do: gain 1 wood + 1 clay}
        standing:
          seen: {after: gain, if: resource is wood, do: raise n by 1}
        """)
    assert len(list(parts(program.code, Trade))) == 3  # coin; clay; wood with its hook
    assert len(list(parts(program.code, When))) == 1


def test_only_abilities_are_gathered_when_a_deed_begins() -> None:
    program = program_of("""
        kinds: {card: {active: this is in hand of owner}}
        components: {cards: {kind: card, in: heap, provenance: public, rows: {a: {abilities: {x: {after: actions.go, do: raise n by 1}}}}}}
        zones:
          heap: card
          hand(seat): card
        kept: {n: {is: 0 to 9, until: end}}
        play:
          turn: {players: seats, offer: acts}
        actions:
          go: {offered: acts}
          rest: {offered: acts}
        standing:
          y: {after: actions.rest, do: raise n by 2}
        """)
    assert len([found for found in program.code if isinstance(found, Gather)]) == 1


def test_a_window_gives_its_actions_in_the_order_of_the_file() -> None:
    program = program_of(OPTIONAL.replace("    standing:", "      rest: {offered: acts}\n    standing:"))
    point = next(found.point for found in program.code if isinstance(found, Decide))
    assert [choosing.name for choosing in point.choosings] == ["work", "rest"]
    assert all(choosing.target > 0 for choosing in point.choosings)
