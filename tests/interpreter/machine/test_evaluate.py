"""The reference evaluator: what every operation, selection and fold means, and how rules change values."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from math import prod

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from custumal.dsl.base.types import (
    BUNDLE,
    NUMBER,
    SEAT,
    TRUTH,
    Cell,
    Column,
    Line,
    Maybe,
    Number,
    Place,
    Pose,
    Set,
    Symbol,
    Table,
    Thing,
    Type,
)
from custumal.dsl.model import (
    Call,
    Carrier,
    Const,
    Definition,
    Expr,
    Fold,
    GameModel,
    IfElse,
    Kind,
    Local,
    Op,
    Option,
    Ordering,
    Reach,
    Read,
    Rule,
    SeatNumber,
    Select,
    Shape,
    StepTable,
)
from custumal.interpreter.position.mutation import discard_thing, move_thing
from custumal.interpreter.position.state import Position
from custumal.interpreter.reference.evaluate import Evaluator
from custumal.interpreter.reference.instances import make_instance
from custumal.interpreter.reference.rules_in_force import holding_seat, in_force
from custumal.interpreter.setup.boards import DIRECTIONS
from custumal.interpreter.setup.errors import PlayError
from custumal.interpreter.setup.instance import Instance
from tests.support.model_games import (
    CARD,
    SPAN,
    at,
    card_game,
    const,
    cube_game,
    definition,
    game,
    kept,
    kind,
    listing,
    local,
    number,
    op,
    opened,
    place,
    row,
    seat,
    source,
    table,
    things,
    zone,
)

NUMBERS = Set(NUMBER)
CARDS = opened(card_game())
X = local("x", NUMBER)


def value(expr: Expr, world: tuple[Instance, Position] = CARDS, **env: object) -> object:
    w, state = world
    return Evaluator(w, {}).value(expr, state, {f"{name}.1": bound for name, bound in env.items()})


def numbers(*members: int) -> Const:
    return const(NUMBERS, members)


# ---------------------------------------------------------------- operations


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("add", (2, 3), 5),
        ("sub", (2, 3), -1),
        ("mul", (4, -3), -12),
        ("neg", (7,), -7),
        ("div", (7, 2), 3),
        ("div", (-7, 2), -4),
        ("mod", (-7, 2), 1),
        ("max", (1, 5, 3), 5),
        ("min", (4, 2), 2),
        ("lt", (1, 2), True),
        ("ge", (1, 2), False),
    ],
)
def test_arithmetic(name: str, arguments: tuple[int, ...], expected: object) -> None:
    assert value(op(NUMBER, name, *(number(a) for a in arguments))) == expected


@given(st.integers(-(2**63), 2**63 - 1), st.integers(-(2**63), 2**63 - 1))
def test_numbers_have_64_bits(a: int, b: int) -> None:
    expr = op(NUMBER, "add", number(a), number(b))
    if -(2**63) <= a + b < 2**63:
        assert value(expr) == a + b
    else:
        with pytest.raises(PlayError) as refused:
            value(expr)
        assert (refused.value.code, refused.value.span) == ("number-overflow", SPAN)


def test_a_sum_may_not_overflow_either() -> None:
    big = Fold(NUMBER, SPAN, "sum", X, numbers(1, 2), None, number(2**62))
    with pytest.raises(PlayError, match="64 bits"):
        value(big)


def test_division_by_zero_is_named() -> None:
    with pytest.raises(PlayError) as refused:
        value(op(NUMBER, "mod", number(1), number(0)))
    assert refused.value.code == "division-by-zero"


def test_what_is_asked_of_nothing_is_nothing() -> None:
    nothing = const(Maybe(CARD), None)
    assert value(op(Maybe(NUMBER), "attr", nothing, data="value")) is None
    assert value(op(TRUTH, "filled", const(Maybe(Cell("row")), None))) is False
    assert value(op(Set(CARD), "things", const(Maybe(Place("hand")), None))) == ()
    assert value(op(TRUTH, "in", nothing, things("deck", "card"))) is False
    assert value(op(TRUTH, "some-value", nothing)) is False
    assert value(op(NUMBER, "otherwise", const(Maybe(NUMBER), None), number(4))) == 4
    assert value(op(TRUTH, "eq", nothing, nothing)) is True
    assert value(op(Set(CARD), "singleton-or-empty", nothing)) == ()


def test_connectives_stop_early() -> None:
    broken = op(TRUTH, "lt", op(NUMBER, "div", number(1), number(0)), number(1))
    yes, no = const(TRUTH, value=True), const(TRUTH, value=False)
    assert value(op(TRUTH, "or", yes, broken)) is True
    assert value(op(TRUTH, "and", no, broken)) is False
    assert value(IfElse(NUMBER, SPAN, no, op(NUMBER, "div", number(1), number(0)), number(2))) == 2


def test_sets_keep_their_order_without_doubles() -> None:
    assert value(op(NUMBERS, "join", numbers(3, 1), numbers(2, 3))) == (3, 1, 2)
    assert value(op(NUMBERS, "minus", numbers(3, 1, 2), numbers(1))) == (3, 2)
    assert value(op(NUMBERS, "list", number(2), number(2), number(1))) == (2, 1)
    assert value(op(NUMBERS, "range", number(2), number(4))) == (2, 3, 4)
    assert value(op(NUMBERS, "range", number(4), number(2))) == ()
    assert value(op(NUMBERS, "leading", number(2), numbers(9, 8, 7))) == (9, 8)
    assert value(op(Maybe(NUMBER), "position", number(8), numbers(9, 8))) == 2
    assert value(op(Maybe(NUMBER), "position", number(5), numbers(9, 8))) is None
    assert value(op(TRUTH, "subset", numbers(1, 2), numbers(2, 1, 3))) is True
    assert value(op(TRUTH, "eq", numbers(1, 2), numbers(2, 1))) is True
    assert value(op(TRUTH, "in", number(10**12), op(NUMBERS, "range", number(1), number(10**15)))) is True


def test_a_set_may_not_grow_without_end() -> None:
    with pytest.raises(PlayError) as refused:
        value(op(NUMBERS, "range", number(1), number(10**9)))
    assert refused.value.code == "set-too-large"


def test_bundles() -> None:
    pair = game(
        resources=("wood", "grain"),
        kept_values=(
            kept("wood", SEAT, of=NUMBER, start=number(2), low=0, resource=0),
            kept("grain", SEAT, of=NUMBER, start=number(1), low=0, resource=1, supply=9),
        ),
    )
    world = opened(pair, players=3)
    both, wood = const(BUNDLE, (2, 1)), op(BUNDLE, "b-unit", const(Symbol("resource"), 0), number(1))

    def asked(name: str, *arguments: Expr) -> object:
        return value(op(BUNDLE, name, *arguments), world)

    assert asked("b-add", both, wood) == (3, 1)
    assert asked("b-sub", both, wood) == (1, 1)
    assert asked("b-scale", number(3), both) == (6, 3)
    assert asked("b-without", both, const(Symbol("resource"), 0)) == (0, 1)
    assert asked("b-parts", both) == ((0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1))
    assert asked("b-le", wood, both) is True
    assert asked("b-get", both, const(Symbol("resource"), 1)) == 1
    assert asked("stock", seat(2)) == (2, 1)
    assert asked("supply", const(Symbol("resource"), 1)) == 9 - 3
    total = Fold(BUNDLE, SPAN, "sum", X, numbers(1, 2), None, op(BUNDLE, "b-scale", X, wood))
    assert value(total, world) == (3, 0)


# ---------------------------------------------------------------- selections and folds


def folded(of: str, members: Expr, result: Expr | None = None, where: Expr | None = None, type_: Type = NUMBER) -> object:
    return value(Fold(type_, SPAN, of, X, members, where, result))


def test_folds_of_an_empty_set() -> None:
    expected = {"some": False, "no": True, "count": 0, "first": None, "last": None, "only": None, "sum": 0, "max": None, "min": None}
    assert {name: folded(name, numbers(), X) for name in expected} == expected
    assert folded("every", numbers(), const(TRUTH, value=False)) is True
    assert folded("best", numbers(), X) == folded("union", numbers(), X) == ()


def test_folds() -> None:
    odd = op(TRUTH, "eq", op(NUMBER, "mod", X, number(2)), number(1))
    some = numbers(4, 7, 1, 6)
    assert folded("count", some, where=odd) == 2
    assert folded("some", some, where=odd) is True
    assert folded("first", some, where=odd) == 7
    assert folded("last", some) == 6
    assert folded("only", some) is None
    assert folded("only", numbers(3)) == 3
    assert folded("sum", some, X) == 18
    assert (folded("max", some, X), folded("min", some, X)) == (7, 1)
    assert folded("best", some, op(NUMBER, "mod", X, number(3))) == (4, 7, 1)
    assert folded("worst", some, op(NUMBER, "mod", X, number(3))) == (6,)
    assert folded("every", some, op(TRUTH, "gt", X, number(0))) is True
    assert folded("union", some, op(NUMBER, "mod", X, number(3)), type_=NUMBERS) == (1, 0)


def test_folds_leave_out_nothing() -> None:
    maybe = IfElse(Maybe(NUMBER), SPAN, op(TRUTH, "gt", X, number(1)), X, const(Maybe(NUMBER), None))
    assert folded("sum", numbers(1, 2, 3), maybe) == 5
    assert folded("min", numbers(1, 2, 3), maybe) == 2
    assert folded("best", numbers(1), maybe) == ()


def selected(members: Expr, *orders: Ordering, where: Expr | None = None) -> object:
    return value(Select(NUMBERS, SPAN, X, members, where, orders))


def test_orders_are_applied_one_after_the_other() -> None:
    by_last_digit = Ordering("by", op(NUMBER, "mod", X, number(10)))
    assert selected(numbers(21, 10, 31, 5), by_last_digit) == (10, 21, 31, 5)
    assert selected(numbers(21, 10, 31, 5), by_last_digit, Ordering("reversed", None)) == (5, 31, 21, 10)


@pytest.mark.parametrize(
    ("members", "start", "expected"),
    [
        ((0, 1, 2, 3), 2, (2, 3, 0, 1)),
        ((0, 1, 3), 2, (3, 0, 1)),
        ((0, 1), 2, (0, 1)),
        ((3, 2, 1, 0), 1, (1, 0, 3, 2)),
        ((), 1, ()),
    ],
)
def test_from_turns_to_the_member_or_the_next_after_it(members: tuple[int, ...], start: int, expected: tuple[int, ...]) -> None:
    assert selected(numbers(*members), Ordering("from", number(start))) == expected


def test_from_nothing_leaves_the_set_as_it_is() -> None:
    assert selected(numbers(3, 1, 2), Ordering("from", const(Maybe(NUMBER), None))) == (3, 1, 2)


@given(st.lists(st.integers(0, 3), unique=True).map(sorted), st.integers(0, 3))
def test_turning_keeps_the_circle(members: list[int], start: int) -> None:
    found = selected(numbers(*members), Ordering("from", number(start)))
    assert isinstance(found, tuple)
    assert sorted(found) == members
    assert not found or min((member - start) % 4 for member in members) == (found[0] - start) % 4


def test_reach_is_breadth_first_and_bounded() -> None:
    after, twice = op(NUMBER, "add", X, number(1)), op(NUMBER, "mul", X, number(2))
    double = op(NUMBERS, "list", op(NUMBER, "mod", after, number(6)), op(NUMBER, "mod", twice, number(6)))
    assert value(Reach(NUMBERS, SPAN, X, numbers(1), double, None)) == (1, 2, 3, 4, 0, 5)
    assert value(Reach(NUMBERS, SPAN, X, numbers(1), double, number(1))) == (1, 2)
    assert value(Reach(NUMBERS, SPAN, X, numbers(1), double, number(0))) == (1,)


def test_locals_stand_in_the_environment_or_the_frame() -> None:
    w, state = opened(card_game())
    state.frame = [None, 8]
    evaluator = Evaluator(w, {"x.1": 1})
    assert evaluator.value(X, state, {}) == 8
    assert evaluator.value(X, state, {"x.1": 3}) == 3


def test_the_recorder_sees_inner_values_first() -> None:
    seen: list[object] = []
    w, state = CARDS
    expr = op(NUMBER, "add", number(2), op(NUMBER, "neg", number(5)))
    Evaluator(w, {}, on_value=lambda _, found, __: seen.append(found)).value(expr, state, {})
    assert seen == [2, 5, -5, -3]


# ---------------------------------------------------------------- nouns and boards


def test_things_and_what_is_printed_on_them() -> None:
    three = const(CARD, 3)
    assert value(op(NUMBER, "attr", three, data="value")) == 2
    assert value(op(Symbol("colour"), "attr", three, data="colour")) == 1
    assert value(op(Set(CARD), "all-things", data="card")) == (0, 1, 2, 3, 4, 5)
    assert value(op(TRUTH, "in-zone", three, data="deck")) is True
    assert value(op(Maybe(Place("hand")), "place-in", three, data="hand")) is None
    assert value(op(Maybe(CARD), "top", place("deck"))) == 3
    assert value(op(Maybe(CARD), "bottom", place("deck"))) == 0
    assert value(things("deck", "card")) == (3, 2, 1, 0)
    assert value(op(NUMBER, "free", place("under", three))) == 2
    assert value(op(NUMBER, "free", place("row"))) == 3


def test_seats_go_round() -> None:
    world = opened(card_game(), players=3)
    assert value(op(Set(SEAT), "seats"), world) == (0, 1, 2)
    assert value(op(SEAT, "next-seat", seat(2)), world) == 0
    assert value(op(SEAT, "previous-seat", seat(0)), world) == 2
    assert value(SeatNumber(SEAT, SPAN, 1), world) == 1


def test_holders() -> None:
    w, state = opened(card_game())
    hand, under = w.zones["hand"], w.zones["under"]
    move_thing(w.layout, state, 2, hand.base + 1)
    move_thing(w.layout, state, 3, under.base + 2)
    assert value(op(Maybe(SEAT), "holder-of", const(CARD, 2), data=("hand",)), (w, state)) == 1
    assert value(op(Maybe(CARD), "holder-of", const(CARD, 3), data=("under",)), (w, state)) == 2
    assert value(op(Maybe(SEAT), "holder-of", const(CARD, 3), data=("hand",)), (w, state)) is None
    assert value(op(SEAT, "holder", place("hand", seat(1)), data=0), (w, state)) == 1


def board_game() -> GameModel:
    return game(
        lists=(listing("side", "north", "east", "south", "west"),),
        zones=(
            zone("grid", SEAT, shape=Shape("grid", (number(4), number(3)))),
            zone("ring", shape=Shape("ring", (number(5),))),
            zone("track", shape=Shape("track", (number(3),))),
            zone("notch", SEAT, shape=Shape("slots", list="side")),
        ),
        kept_values=(kept("mark", Cell("grid"), of=Maybe(SEAT), start=const(Maybe(SEAT), None)),),
        tables=(StepTable("grade", ((1, 10), (5, 20)), source("tables.grade")),),
    )


def test_boards() -> None:
    world = opened(board_game())

    def asked(of: Type, name: str, *arguments: Expr, data: object = None) -> object:
        return value(op(of, name, *arguments, data=data), world)

    second, cells = place("grid", seat(1)), Set(Cell("grid"))
    corner = at("grid", second, 4, 3)
    assert value(corner, world) == 23
    assert asked(NUMBER, "column", corner) == 4
    assert asked(NUMBER, "row", corner) == 3
    assert asked(Place("grid"), "place-of", corner) == 1
    assert asked(SEAT, "holder", corner, data=0) == 1
    assert asked(cells, "neighbours", corner) == (19, 22)
    assert asked(cells, "around", corner) == (18, 19, 22)
    assert asked(cells, "toward", corner, const(Symbol("direction"), DIRECTIONS.index("west"))) == (22, 21, 20)
    assert asked(Maybe(Cell("grid")), "at", second, number(5), number(1)) is None
    lines = asked(Set(Line("grid")), "lines", second, number(3))
    assert isinstance(lines, tuple)
    # Rows: 2 x 3; columns: 4 x 1; diagonals: 2 x 1 each way.
    assert len(lines) == 6 + 4 + 4
    assert all(12 <= cell < 24 for line in lines for cell in line)
    assert asked(Set(Line("grid")), "lines-through", corner, number(3)) == tuple(line for line in lines if 23 in line)
    ring, track = Cell("ring"), Cell("track")
    assert asked(ring, "next-cell", const(ring, 4)) == 0
    assert asked(Set(ring), "onward", const(ring, 3)) == (4, 0, 1, 2)
    assert asked(Maybe(track), "next-cell", const(track, 2)) is None
    south = op(Cell("notch"), "at", place("notch", seat(1)), const(Symbol("side"), 2))
    assert value(south, world) == 6
    assert asked(Symbol("side"), "key-of", south) == 2
    assert [asked(Maybe(NUMBER), "step-table", number(n), data="grade") for n in (0, 1, 4, 5, 99)] == [None, 10, 10, 20, 20]


def test_boxes_of_cubes() -> None:
    world = opened(cube_game())
    w, state = world
    box = Cell("box")

    def asked(of: Type, name: str, *arguments: Expr) -> object:
        return value(op(of, name, *arguments), world)

    assert asked(Maybe(box), "under", const(box, 27 + 9)) == 27
    assert asked(Maybe(box), "under", const(box, 27)) is None
    assert asked(NUMBER, "level", const(box, 27 + 9)) == 2
    assert asked(Column("box"), "column-of", const(box, 27 + 9 + 4)) == 9 + 4
    assert asked(Set(box), "column-cells", const(Column("box"), 9 + 4)) == (31, 40, 49)
    assert asked(Set(Column("box")), "column-neighbours", const(Column("box"), 9)) == (10, 12)
    north = asked(Set(box), "wall", place("box", seat(1)), const(Symbol("side"), 0))
    assert north == (27, 28, 29, 36, 37, 38, 45, 46, 47)
    poses = asked(Set(Pose("box")), "poses", const(Thing("stone"), 0), place("box", seat(1)))
    assert isinstance(poses, tuple)
    assert len(poses) == 54
    covered = asked(Set(Pose("box")), "poses", const(Thing("stone"), 0), const(Set(box), (27,)))
    assert isinstance(covered, tuple)
    # A bar leaves the corner of a box in three directions.
    assert {asked(Set(box), "pose-cells", const(Pose("box"), pose)) for pose in covered} == {(27, 28), (27, 30), (27, 36)}
    assert asked(Set(box), "pose-cells", const(Pose("box"), poses[0])) == (27, 28)
    turned = Table(Column("box"), NUMBER)
    readings = asked(Set(turned), "symmetries", const(turned, (1, 2, 3, 4, 5, 6, 7, 8, 9)))
    assert isinstance(readings, tuple)
    assert len(readings) == 8
    assert asked(Set(turned), "symmetries", const(turned, (0,) * 9)) == ((0,) * 9,)
    assert asked(NUMBER, "at-table", const(turned, (1, 2, 3, 4, 5, 6, 7, 8, 9)), const(Column("box"), 9 + 2)) == 3
    assert state.c[w.zones["box"].content] == [None] * 54


def test_kept_values_by_several_arguments() -> None:
    world = opened(board_game())
    mark = Read(Maybe(SEAT), SPAN, "mark", (at("grid", place("grid", seat(1)), 1, 1),))
    assert value(mark, world) is None
    layout = world[0].kept["mark"]
    world[1].c[layout.column][layout.base + 12] = 1
    assert value(mark, world) == 1
    assert value(Read(Maybe(SEAT), SPAN, "mark", (const(Maybe(Cell("grid")), None),)), world) is None


# ---------------------------------------------------------------- rules that change values

S = local("s", SEAT)
LIMIT = definition("limit", number(4), S, low=0, high=20)
OFFER = definition("offer", numbers(1, 2))


def rule(target: str, *changes: tuple[str, Expr], **parts: object) -> Rule:
    return Rule(source(f"standing.{len(changes)}"), "modify", (f"values.{target}",), changes=changes, **parts)  # type: ignore[arg-type] # by name


def limit(*rules: Rule, of: Definition = LIMIT, who: int = 0, kinds: tuple[Kind, ...] = ()) -> object:
    world = opened(game(definitions=(of,), standing=rules, kinds=kinds))
    arguments = (seat(who),) if of.parameters else ()
    return value(Call(of.body.type, SPAN, of.name, arguments), world)


def test_law_one_in_its_order() -> None:
    add, times = rule("limit", ("add", number(1))), rule("limit", ("times", number(3)))
    assert limit() == 4
    assert limit(times, add) == limit(add, times) == 15
    assert limit(rule("limit", ("set", number(2))), times, add) == 9
    assert limit(rule("limit", ("at-least", number(7))), add) == 7
    assert limit(rule("limit", ("at-most", number(6))), rule("limit", ("at-least", number(9)))) == 6
    assert limit(rule("limit", ("times", number(100)))) == 20
    strong, weak = rule("limit", ("set", number(1)), rank=5), rule("limit", ("set", number(2)), rank=1)
    assert limit(strong, weak) == limit(weak, strong) == 1


SMALL = st.integers(-6, 6)
BOUND = st.none() | SMALL
OPERATIONS = st.sampled_from(("set", "add", "times", "at-least", "at-most"))


@settings(max_examples=40)
@given(base=SMALL, changes=st.lists(st.tuples(OPERATIONS, SMALL), max_size=5), low=BOUND, high=BOUND)
def test_law_one_for_all_numbers(base: int, changes: list[tuple[str, int]], low: int | None, high: int | None) -> None:
    def of(operation: str) -> list[int]:
        return [amount for wanted, amount in changes if wanted == operation]

    wanted = (of("set") or [base])[-1]  # the last has the highest rank
    wanted = (wanted + sum(of("add"))) * prod(of("times"))
    wanted = min([max([wanted, *of("at-least")]), *of("at-most")])
    wanted = wanted if low is None else max(wanted, low)
    wanted = wanted if high is None else min(wanted, high)
    rules = [rule("limit", (operation, number(amount)), rank=rank) for rank, (operation, amount) in enumerate(changes)]
    of_bounds = definition("limit", number(base), low=low, high=high)
    assert limit(*rules, of=of_bounds) == limit(*reversed(rules), of=of_bounds) == wanted


def test_a_value_keeps_its_own_bounds_whatever_rules_make_of_it() -> None:
    assert limit(rule("limit", ("set", number(-3)))) == 0
    assert limit(rule("limit", ("at-most", number(-3)))) == 0
    assert limit(rule("limit", ("at-least", number(30)))) == 20


def test_a_bundle_is_changed_amount_by_amount() -> None:
    price = definition("price", const(BUNDLE, (2, 1, 0)))

    def after(*changes: tuple[str, tuple[int, ...]]) -> object:
        return limit(*(rule("price", (operation, const(BUNDLE, amounts))) for operation, amounts in changes), of=price)

    assert after(("add", (0, 3, -1))) == (2, 4, -1)
    assert after(("times", (2, 0, 5)), ("add", (1, 1, 1))) == (6, 0, 5)
    assert after(("at-least", (0, 4, 1))) == (2, 4, 1)
    assert after(("at-most", (1, 1, 1)), ("set", (9, 0, 5))) == (1, 0, 1)


def test_sets_are_widened_and_narrowed() -> None:
    also, without = rule("offer", ("also", numbers(2, 5))), rule("offer", ("except", numbers(1, 5)))
    assert limit(also, of=OFFER) == (1, 2, 5)
    assert limit(without, also, of=OFFER) == limit(also, without, of=OFFER) == (2,)
    assert limit(rule("offer", ("set", numbers(9))), also, of=OFFER) == (9, 2, 5)


def test_a_rule_holds_only_while_if_and_for() -> None:
    no = const(TRUTH, value=False)
    assert limit(rule("limit", ("add", number(1)), condition=no)) == 4
    assert limit(rule("limit", ("add", number(1)), applies=no)) == 4
    second = rule("limit", ("add", number(1)), concerns="seats", seats=const(Set(SEAT), (1,)))
    assert (limit(second, who=0), limit(second, who=1)) == (4, 5)
    mine = local("mine", SEAT)
    only_first = rule("limit", ("add", number(1)), names=(("s", mine),), applies=op(TRUTH, "eq", mine, seat(0)))
    assert (limit(only_first, who=0), limit(only_first, who=1)) == (5, 4)


THIS, OWNER, COPIES = (Local(of, SPAN, name, f"{name}.9") for name, of in (("this", Thing("barn")), ("owner", SEAT), ("copies", NUMBER)))


def barns(serves: str, rules: tuple[Rule, ...], owned: bool = False) -> tuple[Instance, Position]:
    """Three barns, active where they lie in a yard; `owned`: each seat has one of its own, else they are copies."""
    in_yard = Op(TRUTH, SPAN, "in-zone", (Local(Thing("barn"), SPAN, "this", "this.1"),), "yard")
    each = (("owner", op(Set(SEAT), "seats"), local("owner", SEAT)),) if owned else ()
    rows = (row("barn", "barns", copies=1 if owned else 3),)
    barn = kind("barn", rows, serves=serves, active=in_yard, this=local("this", Thing("barn")), owner=S)
    return opened(
        game(
            kinds=(barn,),
            components=(table("barns", "barn", place("store"), (0,), each),),
            zones=(zone("store", holds="barn"), zone("yard", SEAT, holds="barn")),
            definitions=(LIMIT,),
            standing=rules,
        )
    )


def ability(*changes: tuple[str, Expr], **parts: object) -> Rule:
    carrier = Carrier("barn", 0, THIS, OWNER, COPIES)
    return rule("limit", *changes, carrier=carrier, **({"concerns": "owner"} | parts))


def test_an_ability_is_in_force_once_per_seat_and_row() -> None:
    w, state = barns("holder", (ability(("add", op(NUMBER, "mul", COPIES, number(10)))),))
    evaluator = Evaluator(w, {})
    yard = w.zones["yard"].base
    assert evaluator.call("limit", (0,), state) == 4
    move_thing(w.layout, state, 0, yard)
    move_thing(w.layout, state, 2, yard + 1)
    assert [evaluator.call("limit", (s,), state) for s in (0, 1)] == [14, 14]
    move_thing(w.layout, state, 1, yard)
    # Two copies are one rule with `copies` 2, and the value's own bound is 20.
    assert [evaluator.call("limit", (s,), state) for s in (0, 1)] == [20, 14]


def test_things_that_serve_everyone_are_in_force_one_by_one() -> None:
    w, state = barns("everyone", (ability(("add", number(3)), concerns="everyone"),))
    evaluator = Evaluator(w, {})
    for thing in (0, 1):
        move_thing(w.layout, state, thing, w.zones["yard"].base)
    assert evaluator.call("limit", (1,), state) == 4 + 3 + 3
    bound = [(env[OWNER.id], env[THIS.id], env[COPIES.id]) for rule in w.game.standing for env in in_force(evaluator, rule, state, {})]
    assert bound == [(None, 0, 1), (None, 1, 1)]


def test_things_that_serve_their_owner() -> None:
    w, state = barns("owner", (ability(("add", number(3))),), owned=True)
    evaluator = Evaluator(w, {})
    move_thing(w.layout, state, 1, w.zones["yard"].base)
    assert [evaluator.call("limit", (s,), state) for s in (0, 1)] == [4, 7]


def test_a_thing_serves_who_holds_what_it_lies_on_however_deep() -> None:
    """Three things in every way in one of three yards, in a place of nobody, in the box, or on one of those before."""
    barn = kind("barn", (row("barn", "barns", copies=3),))
    places = (zone("store", holds="barn"), zone("yard", SEAT, holds="barn"), zone("upon", Thing("barn"), holds="barn"))
    rules = (ability(("add", op(NUMBER, "mul", COPIES, number(3)))),)
    w, start = opened(
        game(
            kinds=(barn,),
            components=(table("barns", "barn", place("store"), (0,)),),
            zones=places,
            definitions=(LIMIT,),
            standing=rules,
        ),
        players=3,
    )
    evaluator, layout = Evaluator(w, {}), w.layout
    for chosen in product(*(range(5 + thing) for thing in range(3))):
        state, seats = start.copy(), [0, 1, 2, None, None]
        for thing, spot in enumerate(chosen):
            match spot:
                case 0 | 1 | 2:
                    move_thing(layout, state, thing, w.zones["yard"].base + spot)
                case 4:
                    discard_thing(layout, state, thing)
                case _ if spot > 4:
                    move_thing(layout, state, thing, w.zones["upon"].base + spot - 5)
            seats.append(seats[spot])
        held = seats[5:]
        assert [holding_seat(evaluator, thing, state) for thing in range(3)] == held, chosen
        assert [evaluator.call("limit", (s,), state) for s in range(3)] == [4 + 3 * held.count(s) for s in range(3)], chosen
        bound = [(env[OWNER.id], env[THIS.id], env[COPIES.id]) for env in in_force(evaluator, rules[0], state, {})]
        owners = sorted(set(held), key=lambda owner: -1 if owner is None else owner)
        assert bound == [(owner, held.index(owner), held.count(owner)) for owner in owners], chosen


def test_an_ability_with_a_while_of_its_own() -> None:
    w, state = barns("holder", (ability(("add", number(3)), condition=op(TRUTH, "some-value", OWNER)),))
    move_thing(w.layout, state, 0, w.zones["yard"].base + 1)
    assert [Evaluator(w, {}).call("limit", (s,), state) for s in (0, 1)] == [4, 7]


def test_copies_are_asked_one_by_one_and_counted_together() -> None:
    alone = op(TRUTH, "eq", COPIES, number(1))
    w, state = barns("holder", (ability(("add", COPIES), condition=alone),))
    for thing in (0, 1, 2):
        move_thing(w.layout, state, thing, w.zones["yard"].base)
    assert [Evaluator(w, {}).call("limit", (s,), state) for s in (0, 1)] == [7, 4]


def test_a_call_with_nothing_is_nothing() -> None:
    world = opened(game(definitions=(LIMIT,)))
    assert value(Call(Maybe(NUMBER), SPAN, "limit", (const(Maybe(SEAT), None),)), world) is None


def test_an_instance_refuses_what_the_game_is_not_for() -> None:
    with pytest.raises(PlayError, match="1 to 4 players"):
        make_instance(card_game(), 5, {})
    with pytest.raises(PlayError, match="no option colour"):
        make_instance(card_game(), 2, {"colour": 1})
    size = Option("size", Number(3, 9), 5, None, source("options.size"))
    sized = replace(game(), options={"size": size})
    assert value(op(NUMBER, "option", data="size"), opened(sized)) == 5
    with pytest.raises(PlayError, match="3 to 9, not 12"):
        make_instance(sized, 2, {"size": 12})


def test_bounds_of_numbers_are_known() -> None:
    w, _ = CARDS
    assert (w.kept["coin"].low, w.kept["coin"].high, w.kept["coin"].supply) == (0, 9, 10)
    assert w.kept["mark"].domains[0].size == 3
    assert w.domain(Number(2, 4)).values() == range(2, 5)
