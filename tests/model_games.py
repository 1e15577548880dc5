"""Small games built by hand from the nodes of the model, for tests of the interpreter that must not depend on the reader."""

from __future__ import annotations

from custumal.dsl.diagnostic import Span
from custumal.dsl.model import (
    ComponentTable,
    Const,
    Expr,
    Game,
    Kept,
    Kind,
    KindRow,
    Listing,
    Local,
    Op,
    Shape,
    Source,
    Text,
    Visibility,
    Zone,
)
from custumal.dsl.types import SEAT, Cell, Number, Place, Set, Thing, Type

SPAN = Span("game.yaml", 1, 1, 1, 2)
ALL = Visibility()
OWNER = Visibility("owner")
NOBODY = Visibility("nobody")


def source(address: str) -> Source:
    return Source(address, SPAN)


def number(value: int) -> Const:
    return Const(Number(value, value), SPAN, value)


def const(of: Type, value: object) -> Const:
    return Const(of, SPAN, value)


def local(name: str, of: Type) -> Local:
    return Local(of, SPAN, name, f"{name}.1")


def op(of: Type, name: str, *arguments: Expr, data: object = None) -> Op:
    return Op(of, SPAN, name, arguments, data)


def place(zone: str, *arguments: Expr) -> Op:
    return op(Place(zone), "place", *arguments, data=zone)


def things(zone: str, kind: str, *arguments: Expr) -> Op:
    return op(Set(Thing(kind)), "things", place(zone, *arguments))


def at(zone: str, instance: Expr, *coordinates: int) -> Op:
    return op(Cell(zone), "at", instance, *(number(c) for c in coordinates))


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


def kept(
    name: str,
    *parameters: Type,
    of: Type,
    start: Expr,
    low: int | None = None,
    high: int | None = None,
    seen: Visibility = ALL,
    resource: int | None = None,
    supply: int | None = None,
) -> Kept:
    locals_ = tuple(Local(p, SPAN, f"a{i}", f"{name}.a{i}") for i, p in enumerate(parameters))
    bounds = [None if bound is None else number(bound) for bound in (low, high)]
    stock = None if supply is None else number(supply)
    return Kept(name, parameters, locals_, of, start, bounds[0], bounds[1], None, seen, source(f"kept.{name}"), resource, stock)


def row(name: str, table: str, *values: object, copies: int = 1) -> KindRow:
    return KindRow(name, table, number(copies), None, values, (), source(f"components.{table}.{name}"))


def kind(name: str, rows: tuple[KindRow, ...], printed: tuple[tuple[str, Type], ...] = (), serves: str = "holder") -> Kind:
    return Kind(name, printed, serves == "owner", serves, None, None, None, rows, source(f"kinds.{name}"))


def table(
    name: str, of: str, where: Expr, rows: tuple[int, ...], for_each: tuple[tuple[str, Expr, Local], ...] = (), bottom: bool = False
) -> ComponentTable:
    return ComponentTable(name, of, where, bottom, for_each, None, rows, None, source(f"components.{name}"))


def listing(name: str, *symbols: str) -> Listing:
    return Listing(name, symbols, None, tuple(range(len(symbols))), (), source(f"lists.{name}"))


def game(**parts: object) -> Game:
    """A game for two to four players with these parts; groups are given as tuples and named by their parts."""
    named = {
        name: {part.name: part for part in group} if isinstance(group, tuple) and name in _BY_NAME else group for name, group in parts.items()
    }
    return Game(id="test", title=Text(), players=(1, 4), languages=("en",), cites=None, rules_hash="", **named)  # type: ignore[arg-type] # by name


_BY_NAME = {"options", "lists", "tables", "graphs", "kinds", "components", "zones", "kept", "definitions", "actions", "procedures"}


def card_game() -> Game:
    """Cards 1 to 3 in two colours: three hands' worth in hidden hands, a face-down pile, a bag, an open table with three slots."""
    owner = local("owner", SEAT)
    colours = listing("colour", "red", "blue")
    from custumal.dsl.types import Symbol

    card = kind(
        "card",
        (row("low", "cards", 1, None), row("high", "cards", 2, None), row("joker", "jokers", 9, 0, copies=2)),
        (("value", Number(1, 9)), ("colour", Symbol("colour"))),
    )
    each = ("colour", const(Set(Symbol("colour")), (0, 1)), local("colour", Symbol("colour")))
    return game(
        lists=(colours,),
        kinds=(card,),
        components=(
            table("cards", "card", place("deck"), (0, 1), (each,)),
            table("jokers", "card", place("bag"), (2,)),
        ),
        zones=(
            zone("deck", holds="card", shape=Shape("pile"), seen=NOBODY),
            zone("bag", holds="card", shape=Shape("bag"), seen=NOBODY),
            zone("hand", SEAT, holds="card", seen=OWNER),
            zone("row", holds="card", one=True, shape=Shape("slots", (number(3),))),
            zone("face", SEAT, holds="card", one=True),
            zone("under", Thing("card"), holds="card", room=number(2)),
        ),
        kept=(
            kept("purse", SEAT, of=Number(0, 9), start=number(3), low=0, high=9, resource=0, supply=10),
            kept("secret", SEAT, of=Number(0, 5), start=number(0), low=0, high=5, seen=OWNER),
            kept("round", of=Number(1, 7), start=number(1), low=1, high=7),
            kept("mark", Cell("row"), of=SEAT, start=const(SEAT, None)),
        ),
        resources=("coin",),
        definitions={},
    )
