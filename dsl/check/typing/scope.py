"""Which names mean what at one place of a file, and what is known there about values that may be nothing."""

from __future__ import annotations

from custumal.dsl.base.frozen import dataclass, field, replace
from custumal.dsl.base.types import Type, bare
from custumal.dsl.diagnostics.diagnostic import Span
from custumal.dsl.model import Call, Const, Expr, Local, Op, Read, SeatNumber, Select, TheThing

Key = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Premise:
    """A restriction, or the candidates of an entry, that make sure of something; `needed` takes its address as soon as a later part is
    typed by it."""

    address: str
    needed: set[str]


@dataclass(frozen=True, slots=True)
class Scope:
    """Names from outside in, the facts that hold, the element of a selection without a name (`it`), if inside one, and the
    address of the step inside which the place is. `later` are names that the same step gives only after it has asked here; `torn`: what
    gives further names could not be read, which has been reported."""

    names: dict[str, Local] = field(default_factory=dict)
    facts: frozenset[Key] = frozenset()
    premises: dict[Key, Premise] = field(default_factory=dict)
    element: Local | None = None
    seats_by_number: bool = False
    no_actor: bool = False
    step: str = ""
    later: frozenset[str] = frozenset()
    torn: bool = False

    def bind(self, *locals_: Local) -> Scope:
        return self._with(self.names | {local.name: local for local in locals_}, self.element)

    def inside(self, element: Local) -> Scope:
        return self._with(self.names | {"it": element}, element)

    def _with(self, names: dict[str, Local], element: Local | None) -> Scope:
        """The scope with other names, made without detour: there is one for every selection."""
        return Scope(names, self.facts, self.premises, element, self.seats_by_number, self.no_actor, self.step, self.later, self.torn)

    def knowing(self, facts: frozenset[Key], premise: Premise | None = None) -> Scope:
        """The scope in which these facts hold too, because of the premise if there is one."""
        new = facts - self.facts
        if not new:
            return self
        premises = self.premises if premise is None else self.premises | dict.fromkeys(new, premise)
        return replace(self, facts=self.facts | new, premises=premises)

    def after_effects(self) -> Scope:
        """The scope after something has changed: only facts about frozen names stay."""
        return replace(self, facts=frozenset(k for k in self.facts if k[0] in ("local", "attr")))


def key_of(expr: Expr) -> Key | None:
    """A comparable form of a path from frozen names, or None for what is no path."""
    match expr:
        case Local(id=id_):
            return ("local", id_)
        case Const(value=value):
            return ("const", value)
        case SeatNumber(index=index, house=house):
            return ("seat", index, house)
        case TheThing(kind=kind, row=row):
            return ("thing", kind, row)
        case Op(name=name, arguments=arguments, data=data):
            return _with_arguments(("attr" if name == "attr" else "op", name, data), arguments)
        case Read(kept=kept, arguments=arguments):
            return _with_arguments(("kept", kept), arguments)
        case Call(definition=definition, arguments=arguments):
            return _with_arguments(("call", definition), arguments)
    return None


def _with_arguments(head: Key, arguments: tuple[Expr, ...]) -> Key | None:
    keys = [key_of(a) for a in arguments]
    if any(k is None for k in keys):
        return None
    if head[0] == "attr" and any(k is not None and k[0] not in ("local", "attr") for k in keys):
        head = ("op", *head[1:])
    return (*head, *keys)


def narrowed(expr: Expr, scope: Scope) -> Expr:
    """The expression with the `maybe` of its type taken away where a fact says that it is there."""
    inner = bare(expr.type)
    if inner is expr.type:
        return expr
    key = key_of(expr)
    if key is None or key not in scope.facts:
        return expr
    premise = scope.premises.get(key)
    if premise is not None:
        premise.needed.add(premise.address)
    return replace(expr, type=inner)


def facts_of(expr: Expr, holds: bool = True) -> frozenset[Key]:
    """The paths that are something when `expr` is true (or, with `holds=False`, when it is false)."""
    if not isinstance(expr, Op):
        return frozenset()
    match expr.name:
        case "not":
            return facts_of(expr.arguments[0], not holds)
        case "and" if holds:
            return frozenset().union(*(facts_of(a) for a in expr.arguments))
        case "or" if not holds:
            return frozenset().union(*(facts_of(a, holds=False) for a in expr.arguments))
        case "or":
            return frozenset.intersection(*(facts_of(a) for a in expr.arguments))
        case "and":
            return frozenset.intersection(*(facts_of(a, holds=False) for a in expr.arguments))
        case "some-value" if holds:
            return _something(expr.arguments[0])
        case "filled" if holds:
            return _content_of(expr.arguments[0])
        case "empty" if not holds:
            return _content_of(expr.arguments[0])
        case "eq" if holds:
            return _same_as_something(expr.arguments)
    return frozenset()


def facts_of_member(among: Expr, member: Local) -> frozenset[Key]:
    """The paths that are something because `member` was chosen from this set: its conditions hold for it."""
    found: frozenset[Key] = frozenset()
    while isinstance(among, Select):
        if among.where is not None:
            found |= {_renamed(key, among.var.id, member.id) for key in facts_of(among.where)}
        among = among.source
    return found


def _renamed(key: Key, old: str, new: str) -> Key:
    """The same path from another name."""
    if key == ("local", old):
        return ("local", new)
    return tuple(_renamed(part, old, new) if isinstance(part, tuple) else part for part in key)


def _something(expr: Expr) -> frozenset[Key]:
    """`x` is something, and with it whatever it is a member of."""
    found: set[Key] = set()
    current: Expr | None = expr
    while current is not None:
        key = key_of(current)
        if key is not None:
            found.add(key)
        current = current.arguments[0] if isinstance(current, Op | Call | Read) and current.arguments else None
    return frozenset(found)


def _content_of(cell: Expr) -> frozenset[Key]:
    key = key_of(cell)
    return _something(cell) | (frozenset() if key is None else frozenset([("op", "content", None, key)]))


def _same_as_something(arguments: tuple[Expr, ...]) -> frozenset[Key]:
    left, right = arguments
    if not _may_be_nothing(right):
        return _something(left)
    return frozenset() if _may_be_nothing(left) else _something(right)


def _may_be_nothing(expr: Expr) -> bool:
    return bare(expr.type) is not expr.type or (isinstance(expr, Const) and expr.value is None)


class Locals:
    """Gives every bound name an id of its own: among those that begin with `inside`, the address of what is being checked."""

    def __init__(self, inside: str = "") -> None:
        self._inside = inside
        self._count = 0

    def new(self, name: str, of: Type, span: Span) -> Local:
        self._count += 1
        return Local(of, span, name, f"{name}.{self._inside}{self._count}")
