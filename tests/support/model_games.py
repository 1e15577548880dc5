"""Small games built by hand from the nodes of the model, for tests of the interpreter that must not depend on the reader."""

from __future__ import annotations

from collections.abc import Sequence

from custumal.dsl.base.types import SEAT, Cell, Maybe, Number, Place, Polycube, Set, Symbol, Thing, Type
from custumal.dsl.diagnostics.diagnostic import Span
from custumal.dsl.model import (
    ComponentTable,
    Const,
    Definition,
    Expr,
    GameModel,
    Kept,
    Kind,
    KindRow,
    Listing,
    Local,
    Op,
    RankKey,
    Rule,
    ScoreLine,
    Shape,
    Source,
    StepTable,
    Text,
    Visibility,
    Zone,
)
from custumal.interpreter.position.state import Position
from custumal.interpreter.reference.evaluate import Evaluator
from custumal.interpreter.reference.initial_state import opening_state
from custumal.interpreter.reference.instances import make_instance
from custumal.interpreter.setup.instance import Instance

SPAN = Span("game.yaml", 1, 1, 1, 2)
ALL = Visibility()
OWNER = Visibility("owner")
NOBODY = Visibility("nobody")
ForEach = tuple[tuple[str, Expr, Local], ...]


def source(address: str) -> Source:
    return Source(address, SPAN)


def number(value: int) -> Const:
    return Const(Number(value, value), SPAN, value)


def const(of: Type, value: object) -> Const:
    return Const(of, SPAN, value)


def seat(value: int) -> Const:
    return Const(SEAT, SPAN, value)


def local(name: str, of: Type) -> Local:
    return Local(of, SPAN, name, f"{name}.1")


def op(of: Type, name: str, *arguments: Expr, data: object = None) -> Op:
    return Op(of, SPAN, name, arguments, data)


def place(zone_name: str, *arguments: Expr) -> Op:
    return op(Place(zone_name), "place", *arguments, data=zone_name)


def things(zone_name: str, kind_name: str, *arguments: Expr) -> Op:
    return op(Set(Thing(kind_name)), "things", place(zone_name, *arguments))


def at(zone_name: str, where: Expr, *coordinates: int) -> Op:
    return op(Cell(zone_name), "at", where, *(number(c) for c in coordinates))


def zone(
    name: str,
    *parameters: Type,
    holds: str | None = None,
    one: bool = False,
    shape: Shape | None = None,
    room: Expr | None = None,
    seen: Visibility = ALL,
) -> Zone:
    locals_ = tuple(Local(of, SPAN, f"a{i}", f"{name}.a{i}") for i, of in enumerate(parameters))
    return Zone(name, parameters, locals_, holds, one, shape or Shape("heap"), room, seen, source(f"zones.{name}"))


def kept(  # noqa: PLR0913  # as many keys as a kept value may have
    name: str,
    *parameters: Type,
    of: Type,
    start: Expr,
    low: int | None = None,
    high: int | None = None,
    seen: Visibility = ALL,
    resource: int | None = None,
    supply: int | None = None,
    through: str | None = None,
) -> Kept:
    locals_ = tuple(Local(p, SPAN, f"a{i}", f"{name}.a{i}") for i, p in enumerate(parameters))
    bounds = [None if bound is None else number(bound) for bound in (low, high)]
    stock = None if supply is None else number(supply)
    return Kept(
        name, parameters, locals_, of, start, bounds[0], bounds[1], None, seen, source(f"kept.{name}"), resource, stock, through=through
    )


def row(name: str, table_name: str, *values: object, copies: int = 1) -> KindRow:
    return KindRow(name, table_name, number(copies), None, values, (), source(f"components.{table_name}.{name}"))


def kind(
    name: str,
    rows: Sequence[KindRow],
    printed: Sequence[tuple[str, Type]] = (),
    serves: str = "holder",
    active: Expr | None = None,
    this: Local | None = None,
    owner: Local | None = None,
) -> Kind:
    owned = serves == "owner"
    return Kind(name, tuple(printed), owned, serves, active, this, owner, tuple(rows), source(f"kinds.{name}"))


def table(name: str, of: str, where: Expr, rows: Sequence[int], for_each: ForEach = ()) -> ComponentTable:
    return ComponentTable(name, of, where, for_each, None, tuple(rows), None, source(f"components.{name}"))


def listing(name: str, *symbols: str) -> Listing:
    return Listing(name, symbols, None, tuple(range(len(symbols))), (), source(f"lists.{name}"))


def definition(name: str, body: Expr, *parameters: Local, low: int | None = None, high: int | None = None) -> Definition:
    least, most = (None if bound is None else number(bound) for bound in (low, high))
    return Definition(name, parameters, body, low=least, high=most, is_value=True, source=source(f"values.{name}"))


def game(  # noqa: PLR0913  # as many sections as a game may have
    *,
    kinds: Sequence[Kind] = (),
    components: Sequence[ComponentTable] = (),
    zones: Sequence[Zone] = (),
    kept_values: Sequence[Kept] = (),
    definitions: Sequence[Definition] = (),
    lists: Sequence[Listing] = (),
    tables: Sequence[StepTable] = (),
    standing: Sequence[Rule] = (),
    scoring: Sequence[ScoreLine] = (),
    ranking: Sequence[RankKey] = (),
    resources: Sequence[str] = (),
    shapes: Sequence[tuple[tuple[int, int, int], ...]] = (),
) -> GameModel:
    """A game for one to four players."""
    return GameModel(
        id="test",
        title=Text(),
        players=(1, 4),
        languages=("en",),
        cites=None,
        rules_hash="",
        lists={part.name: part for part in lists},
        tables={part.name: part for part in tables},
        resources=tuple(resources),
        kinds={part.name: part for part in kinds},
        components={part.name: part for part in components},
        shapes=tuple(shapes),
        zones={part.name: part for part in zones},
        kept={part.name: part for part in kept_values},
        definitions={part.name: part for part in definitions},
        standing=tuple(standing),
        scoring=tuple(scoring),
        ranking=tuple(ranking),
    )


def evaluator_of(instance: Instance) -> Evaluator:
    """What evaluates rules that bind no names across a stop."""
    return Evaluator(instance, {})


def opened(of: GameModel, players: int = 2) -> tuple[Instance, Position]:
    """The instance for two players and its state before set-up."""
    instance = make_instance(of, players, {})
    return instance, opening_state(evaluator_of(instance))


COLOUR = Symbol("colour")
CARD = Thing("card")


def card_game() -> GameModel:
    """Six cards: 0 low red, 1 low blue, 2 high red, 3 high blue in a face-down pile (3 on top), two jokers 4 and 5 in a bag.

    Hidden hands, an open row of three slots, a face-up card per seat, room for two cards under every card; coins in a
    limited supply, a secret number per seat, the number of the round, a mark on each slot.
    """
    card = kind(
        "card",
        (row("low", "cards", 1, None), row("high", "cards", 2, None), row("joker", "jokers", 9, 0, copies=2)),
        (("value", Number(1, 9)), ("colour", COLOUR)),
    )
    colours: ForEach = (("colour", const(Set(COLOUR), (0, 1)), local("colour", COLOUR)),)
    return game(
        lists=(listing("colour", "red", "blue"),),
        kinds=(card,),
        components=(table("cards", "card", place("deck"), (0, 1), colours), table("jokers", "card", place("bag"), (2,))),
        zones=(
            zone("deck", holds="card", shape=Shape("pile"), seen=NOBODY),
            zone("bag", holds="card", shape=Shape("bag"), seen=NOBODY),
            zone("hand", SEAT, holds="card", seen=OWNER),
            zone("row", holds="card", one=True, shape=Shape("slots", (number(3),))),
            zone("face", SEAT, holds="card", one=True),
            zone("under", CARD, holds="card", room=number(2)),
        ),
        kept_values=(
            kept("coin", SEAT, of=Number(0, 9), start=number(3), low=0, high=9, resource=0, supply=10),
            kept("secret", SEAT, of=Number(0, 5), start=number(0), low=0, high=5, seen=OWNER),
            kept("round", of=Number(1, 7), start=number(1), low=1, high=7),
            kept("mark", Cell("row"), of=Maybe(SEAT), start=const(Maybe(SEAT), None)),
        ),
        resources=("coin",),
    )


def cube_game() -> GameModel:
    """Two bars of two cubes and a corner of three in a bag, a box of 3 x 3 x 3 for each seat."""
    bar, corner = ((0, 0, 0), (1, 0, 0)), ((0, 0, 0), (1, 0, 0), (0, 1, 0))
    stone = kind("stone", (row("bar", "stones", 0, copies=2), row("corner", "stones", 1)), (("shape", Polycube()),))
    box = Shape("cubes", (number(3), number(3), number(3)))
    return game(
        kinds=(stone,),
        components=(table("stones", "stone", place("bag"), (0, 1)),),
        zones=(zone("bag", holds="stone", shape=Shape("bag")), zone("box", SEAT, holds="stone", one=True, shape=box)),
        shapes=(bar, corner),
    )
