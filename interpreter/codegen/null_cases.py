"""What an expression must be if one of its names is nothing."""

from __future__ import annotations

from custumal.dsl.base.types import Set, Truth, bare
from custumal.dsl.model import Expr, Fold, Local, Op, Read, Select
from custumal.interpreter.reference.evaluate import LIFTED


def is_false(expr: Expr, name: str) -> bool:
    """Whether a truth is surely false where this name is nothing."""
    match expr:
        case Op(name="and", arguments=arguments):
            return any(is_false(argument, name) for argument in arguments)
        case Op(name="or", arguments=arguments):
            return all(is_false(argument, name) for argument in arguments)
        case Op(name="in", arguments=(member, among)):
            return is_none(member, name) or _is_empty(among, name)
        case Op(name="some-value", arguments=(argument,)):
            return is_none(argument, name)
        case Fold(kind="some", source=source):
            return _is_empty(source, name)
    return isinstance(expr.type, Truth) and _asks_nothing(expr, name)


def is_none(expr: Expr, name: str) -> bool:
    """Whether a value is surely nothing."""
    if isinstance(expr, Local):
        return expr.id == name
    return not isinstance(expr.type, Truth) and not isinstance(bare(expr.type), Set) and _asks_nothing(expr, name)


def _is_empty(expr: Expr, name: str) -> bool:
    if isinstance(expr, Select):
        return _is_empty(expr.source, name)
    return isinstance(bare(expr.type), Set) and _asks_nothing(expr, name)


def _asks_nothing(expr: Expr, name: str) -> bool:
    """Whether something is asked of nothing, so that it says nothing."""
    match expr:
        case Op(name=word, arguments=arguments):
            return word in LIFTED and any(is_none(argument, name) for argument in arguments)
        case Read(arguments=arguments):
            return any(is_none(argument, name) for argument in arguments)
    return False
