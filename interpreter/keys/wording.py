"""Short expressions in the words of the language, as facts name them."""

from __future__ import annotations

from typing import NamedTuple

from custumal.dsl.base.types import Cell, Column, Number, Place, Row, Seat, Symbol, Thing, bare
from custumal.dsl.model import Call, Const, Expr, Fold, Local, Op, Read, SeatNumber, Select, TheThing
from custumal.interpreter.keys.names import value_name
from custumal.interpreter.setup.instance import Instance
from custumal.interpreter.setup.values import Env

LONGEST = 100
"""What would be longer is not said."""

SILENT = frozenset((
    "and", "or", "not", "list", "range", "singleton-or-empty", "place", "things", "some-value", "columns", "cells",
    "add", "sub", "mul", "neg", "otherwise", "all-things", "all-symbols", "all-rows",
))  # fmt: skip
"""Operations whose value says nothing that those of their parts do not say."""

_OF = {
    "owner": "owner", "index": "index", "column": "column", "row": "row", "x": "x", "y": "y", "level": "level", "next-cell": "next",
    "previous-cell": "previous",
    "under": "under", "above": "above", "onward": "onward", "neighbours": "neighbours", "around": "around", "height": "height",
    "cells": "cells", "columns": "columns", "middle": "middle", "rim": "rim", "top": "top", "bottom": "bottom", "pose-cells": "cells",
    "pose-neighbours": "neighbours", "pose-borders": "borders", "neighbours-of-thing": "neighbours", "borders-of-thing": "borders",
    "pose-corners": "corners", "corners-of-thing": "corners", "pose-halves": "halves", "halves-of-thing": "halves",
    "corner-word": "corner", "corner-mine": "mine", "corner-meeting": "meeting",
    "half-word": "half", "half-side": "side", "half-mine": "mine", "half-across": "across",
    "column-cells": "cells", "column-neighbours": "neighbours", "line-cells": "cells", "cell-of": "cell", "row-of": "row",
    "turn-of": "turn",
    "next-seat": "next", "previous-seat": "previous", "border-side": "side", "border-mine": "mine", "border-theirs": "theirs",
    "border-beyond": "beyond", "total": "total", "place-of": "place", "key-of": "key", "column-of": "column", "symmetries": "symmetries",
    "stock": "stock", "supply": "supply", "b-parts": "parts", "seat-place": "place",
}  # fmt: skip
"""Members of one thing: `height of col`."""

_FORMS = {
    "eq": "{} is {}", "ne": "{} is not {}", "lt": "{} < {}", "le": "{} <= {}", "gt": "{} > {}", "ge": "{} >= {}", "add": "{} + {}",
    "sub": "{} - {}", "mul": "{} * {}", "neg": "-{}", "in": "{} is in {}", "subset": "{} are in {}", "some-value": "{} is not none",
    "filled": "{} is filled", "empty": "{} is empty", "not": "not {}", "otherwise": "{} otherwise {}", "join": "{} + {}",
    "minus": "{} - {}",
    "is-winner": "{} is winner", "same-row": "{} is {}", "b-add": "{} + {}", "b-sub": "{} - {}", "b-le": "{} <= {}", "b-get": "{1} of {0}",
    "amount": "{1} of {0}", "things": "{}", "cell-things": "things of {}", "singleton-or-empty": "{}", "at-table": "at({}, {})",
    "range": "{} to {}", "b-scale": "{} {}", "and": "{} and {}", "or": "{} or {}",
}  # fmt: skip

_SEVERAL = frozenset(("add", "sub", "otherwise", "join", "minus", "or"))
"""Operations that need parentheses around them inside another."""
_IN_A_WORD = (Cell, Column, Number, Place, Row, Seat, Symbol, Thing)
"""Of these types a value is as short as a name."""

_NAMED = frozenset(("players", "seats", "house-seats", "winners"))


class _Known(NamedTuple):
    """What is known around an expression: the game, and the values of names."""

    instance: Instance | None
    bound: Env


def describe(expr: Expr, instance: Instance | None = None, bound: Env | None = None) -> str | None:
    """A short expression in the words of the language; None for what is long.

    Args:
        expr: the expression.
        instance: knows the words of symbols and things; without it these are not said.
        bound: values of names, which are said instead of the names where they are one thing, place, seat, word or number.
    """
    return _said(expr, _Known(instance, bound or {}))


def _said(expr: Expr, w: _Known) -> str | None:
    found = _described(expr, w)
    return None if found is None or len(found) > LONGEST else found


def _described(expr: Expr, w: _Known) -> str | None:
    match expr:
        case Local(name=name):
            return _bound(expr, w) or name
        case Const(value=value):
            return _constant(expr, value, w)
        case SeatNumber(index=index, house=house):
            return house or f"p{index + 1}"
        case TheThing(kind=kind, row=row):
            return w.instance.game.kinds[kind].rows[row].name if w.instance is not None else None
        case Read(kept=name, arguments=arguments) | Call(definition=name, arguments=arguments):
            return _applied(name, arguments, w)
        case Op():
            return _operation(expr, w)
        case Select(source=source, where=where, orders=()):
            return _where(source, where, w)
        case Fold(kind=kind, source=source, where=where, value=value):
            return _fold(expr, _where(source, where, w), None if value is None else _said(value, w), kind)
    return None


def _bound(local: Local, w: _Known) -> str | None:
    """The value of a name in one word, where that is known and short."""
    if w.instance is None or local.id not in w.bound or not isinstance(bare(local.type), _IN_A_WORD):
        return None
    value = w.bound[local.id]
    return "none" if value is None else value_name(w.instance, local.type, value)


def _constant(expr: Const, value: object, w: _Known) -> str | None:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return str(value).lower()
    if w.instance is not None:
        return value_name(w.instance, expr.type, value)
    return str(value) if str(expr.type) == "number" else None


def _operation(op: Op, w: _Known) -> str | None:
    name, data = op.name, op.data
    if name in ("attr", "symbol-attr"):
        return _applied(str(data[-1] if isinstance(data, tuple) else data), op.arguments, w)
    if name in _NAMED:
        return {"winners": "winner"}.get(name, name)
    if name in ("option", "all-things", "all-symbols", "all-rows"):
        return str(data)
    if name == "place":
        return _applied(str(data), op.arguments, w)
    if name in ("running", "passes", "staying"):
        step = str(data).rpartition(".")[2]
        return f"running({step})" if name == "running" else f"{name} of {step}"
    if name in ("border-tile", "corner-tile", "half-tile"):
        return _applied(str(bare(op.type)), op.arguments, w)
    if name == "decided-by":
        return f"decided-by({data})"
    if name == "turns":
        return f"turns of {str(data).rpartition('.')[2]}"
    if name == "occurrences":
        return f"occurrences of {str(data[0]).rpartition('.')[2]}" if isinstance(data, tuple) else None
    if name in ("holder", "holder-of") or (name == "content" and isinstance(bare(op.type), Thing)):
        return _applied(str(bare(op.type)), op.arguments, w)
    words = [_said(argument, w) for argument in op.arguments]
    if not words or any(word is None for word in words):
        return None
    if name in _OF and len(words) == 1:
        return f"{_OF[name]} of {words[0]}"
    if name in _FORMS and _FORMS[name].count("{") == len(words):
        return _FORMS[name].format(*(_grouped(one, word) for one, word in zip(op.arguments, words, strict=True)))
    listed = ", ".join(word for word in words if word is not None)
    return f"[{listed}]" if name == "list" else f"{name}({listed})"


def _grouped(expr: Expr, word: str | None) -> str | None:
    """The words of a part of an operation, in parentheses where they are an operation of several parts themselves."""
    is_several = isinstance(expr, Op) and expr.name in _SEVERAL
    return f"({word})" if is_several else word


def _where(source: Expr, where: Expr | None, w: _Known) -> str | None:
    among = _said(source, w)
    asked = None if where is None else _said(where, w)
    if among is None or (where is not None and asked is None):
        return None
    return among if where is None else f"{among} where {asked}"


def _fold(fold: Fold, among: str | None, value: str | None, kind: str) -> str | None:
    if among is None or (fold.value is not None and value is None):
        return None
    match kind:
        case "some" | "no":
            return f"{kind} {among}"
        case "every":
            return f"every {fold.var.name} in {among} has {value}"
        case "sum" | "min" | "max" | "union":
            return f"{kind}({value} for {among})"
        case "best" | "worst":
            return f"{kind}({among} by {value})"
    return f"{kind}({among})"


def _applied(name: str, arguments: tuple[Expr, ...], w: _Known) -> str | None:
    words = [word for argument in arguments if (word := _said(argument, w)) is not None]
    if len(words) < len(arguments):
        return None
    if not words:
        return name
    plain = len(words) == 1 and " " not in words[0].partition("(")[0] and not name.endswith("-of")
    return f"{name} of {words[0]}" if plain else f"{name}({', '.join(words)})"
