"""Numbers that stand in two rules and are compared with the same thing: which one would a house rule have to change?"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial

from custumal.dsl.base.types import Number
from custumal.dsl.check.entries.context import Context
from custumal.dsl.check.typing.intervals import COMPARISONS
from custumal.dsl.diagnostics.catalogue.numbers import written_twice
from custumal.dsl.diagnostics.diagnostic import Span
from custumal.dsl.model import Call, Const, Expr, Fold, GameModel, Op, Read, Roll, Write
from custumal.dsl.model.expression_walk import every_effect, parts
from custumal.dsl.model.memo import Memoised, memoised
from custumal.dsl.model.node_walk import nodes

COMMON = 2
"""Numbers up to this one mean nothing in particular."""
_RECKONED = frozenset({*COMPARISONS, "eq", "add", "sub", "mul"})
_COUNTED = frozenset({"passes", "turns", "amount", "supply"})
Thing = tuple[object, ...]
"""What a number is about: a kept value, a definition, how many there are in a place."""


def lint(cx: Context, game: GameModel) -> None:
    """Warns of a number above 2 that two rules compare with one thing, or put into it.

    What is printed, thrown or a place on a board is not of the game's making, so the numbers for it belong to no rule.
    """
    changes = cache(partial(_changes, game, frozenset(effect.kept for effect in every_effect(game) if isinstance(effect, Roll))))
    first: dict[tuple[int, Thing], tuple[str, Span]] = {}
    for address, rule in rules_of(game):
        for number, thing in memoised(rule, _compared):
            assert isinstance(number.value, int)
            if not changes(thing):
                continue
            known = first.setdefault((number.value, thing), (address, number.span))
            if known[0] != address:
                cx.report.tell(number.span, written_twice(number.value, known[0], known[1]))


def rules_of(game: GameModel) -> list[tuple[str, Memoised]]:
    """Every rule with its address; what is listed as a value is where numbers belong."""
    found: list[tuple[str, Memoised]] = [(a.source.address, a) for a in game.actions.values()]
    found += [(d.source.address, d) for d in game.definitions.values() if not d.is_value]
    found += [(p.source.address, p) for p in game.procedures.values()]
    found += [(e.source.address, e) for e in game.end]
    found += [(s.source.address, s) for s in (*game.setup, *game.play)]
    return found


def _compared(rule: object) -> tuple[tuple[Const, Thing], ...]:
    """The numbers of a rule, each with what it is compared with."""
    return tuple(each for node in nodes(rule) for each in _compared_in(node))


def _compared_in(node: object) -> Iterator[tuple[Const, Thing]]:
    if isinstance(node, Op):
        numbers = _numbers(node) if node.name in _RECKONED else ()
        things = {thing for part in _terms(node) if (thing := _thing(part)) is not None} if numbers else ()
        yield from ((number, thing) for number in numbers for thing in sorted(things, key=str))
    elif isinstance(node, Write) and node.value is not None and node.mode == "set":
        yield from ((number, ("kept", node.kept)) for number in _numbers(node.value))


def _terms(expr: Expr) -> Iterator[Expr]:
    """The terms of a comparison or sum, however it is nested."""
    if isinstance(expr, Op) and expr.name in _RECKONED:
        for part in expr.arguments:
            yield from _terms(part)
    else:
        yield expr


def _numbers(expr: Expr) -> list[Const]:
    terms = (term for term in _terms(expr) if isinstance(term, Const) and isinstance(term.type, Number))
    return [term for term in terms if isinstance(term.value, int) and term.value > COMMON]


def _thing(expr: Expr) -> Thing | None:
    """What a term is, so that two rules may speak of the same; None for what is printed or a place."""
    match expr:
        case Read(kept=kept):
            return "kept", kept
        case Call(definition=name):
            return "definition", name
        case Fold(kind="count" | "sum", source=source):
            read = sorted({str(each) for part in (source, *parts(source)) if (each := _place(part)) is not None})
            return ("fold", expr.kind, *read) if read else None
        case Op(name=name, data=data) if name in _COUNTED:
            return (name, data, *(part.value for part in expr.arguments if isinstance(part, Const)))
    return None


def _place(expr: Expr) -> str | None:
    return expr.data if isinstance(expr, Op) and expr.name == "place" and isinstance(expr.data, str) else None


def _changes(game: GameModel, thrown: frozenset[str], thing: Thing) -> bool:
    """Whether a thing changes in the course of a game, other than by a throw."""
    kind, name, *_ = thing
    if kind == "definition":
        return _is_kept(game, str(name), thrown)
    return kind != "kept" or name not in thrown


def _is_kept(game: GameModel, name: str, thrown: frozenset[str]) -> bool:
    """Whether a definition rests on anything that changes in the course of a game, other than by a throw."""
    seen, waiting = {name}, [name]
    while waiting:
        for node in nodes(game.definitions[waiting.pop()].body):
            if (isinstance(node, Read) and node.kept not in thrown) or (isinstance(node, Op) and node.name in ("place", *_COUNTED)):
                return True
            if isinstance(node, Call) and node.definition not in seen:
                seen.add(node.definition)
                waiting.append(node.definition)
    return False
