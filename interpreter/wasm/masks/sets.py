"""Which sets are masks, and for which of their members something holds, asked of all at once."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from custumal.dsl.base.types import bare
from custumal.dsl.model import Call, Const, Expr, Local, Op, Reach, Read, Select
from custumal.dsl.model.node_walk import nodes
from custumal.interpreter.setup.layout import Domain
from custumal.interpreter.wasm.expressions.calls import inlined
from custumal.interpreter.wasm.expressions.core import (
    as_number,
    bind,
    domain_of_type,
    known_value,
    may_be_none,
    stored,
    value,
    what_is_there,
)  # fmt: skip
from custumal.interpreter.wasm.expressions.unit import Writer
from custumal.interpreter.wasm.masks.floods import Flood, can_be_kept, flooded, kept_flood
from custumal.interpreter.wasm.masks.kept import cells_with
from custumal.interpreter.wasm.masks.mask import (
    Mask,
    after,
    both,
    combined,
    constant,
    domain_for,
    from_table,
    named,
    row_of,
    without,
)  # fmt: skip
from custumal.interpreter.wasm.memory.plan import words
from custumal.interpreter.wasm.text.branchless import is_safe
from custumal.interpreter.wasm.text.nodes import i32, i64, number_of, op

ALL = -1


def mask_of(w: Writer, expr: Expr) -> Mask | None:
    """A set as a mask; None where it has none."""
    expr = what_is_there(w, expr)
    if isinstance(expr, Local) and expr.id in w.env and w.env[expr.id].mask is not None:
        found = w.env[expr.id].mask
        assert isinstance(found, Mask)
        return found
    domain = domain_for(w, expr.type)
    if domain is None or may_be_none(expr):
        return None
    known = known_value(w, expr)
    if known:
        return constant(domain, known[0])
    made = from_table(w, expr, domain, lambda given: row_of(domain, w.unit.static.value(expr, given)))
    return made or _made(w, expr, domain)


def _made(w: Writer, expr: Expr, domain: Domain) -> Mask | None:
    match expr:
        case Select(orders=(), where=where):
            source = mask_of(w, expr.source)
            return source if where is None or source is None else both(w, source, holding(w, where, frozenset([expr.var.id]), domain))
        case Call():
            inside = inlined(w, expr)
            return None if inside is None else after(inside.before, mask_of(inside.writer, inside.body))
        case Op(name="line-cells", arguments=(one,)):
            return mask_of(w, one)
        case Op(name="list", arguments=(one,)) if not may_be_none(one):
            return _single(w, one, domain)
        case Op(name="join", arguments=(a, b)):
            return combined(w, "i64.or", mask_of(w, a), mask_of(w, b), rising=False)
        case Reach(within=None):
            return _reached(w, expr, domain)
    return None


def _single(w: Writer, one: Expr, domain: Domain) -> Mask:
    """The set of one member."""
    done, bound = bind(w, one, "one")
    number = stored(bound.node, bound.shape)
    if domain.offset:
        number = op("i64.sub", number, i64(domain.offset))
    count = words(domain.size)
    at = named(w, [number], 0, done)
    (bit,) = at.words
    here = [op("i64.extend_i32_u", op("i64.eq", op("i64.shr_u", bit, i64(6)), i64(word))) for word in range(count)]
    return named(w, [op("i64.shl", one if count > 1 else i64(1), bit) for one in here], domain.offset, at.before)


def _reached(w: Writer, expr: Reach, domain: Domain) -> Mask | None:
    """What is connected, where it hangs on the cell that is left only by a table where one can go from there."""
    source, through, var = mask_of(w, expr.source), expr.through, expr.var
    where, shared, here = None, False, w
    root = _only_member(expr.source)
    while isinstance(through, Call):
        given = _given(through, {var.id})
        inside = None if given is None or len(given) > 1 else inlined(here, through, given)
        if inside is None or inside.before:
            return None
        here, through, var = inside.writer, inside.body, next((inside.parameters[at] for at in given or ()), var)
    if isinstance(through, Select) and not through.orders and through.where is not None:
        if _reads(through.where, {var.id}):
            return None
        shared = root is not None and here is w and _is_alike(through.where, through.var.id, root.id)
        where, through = holding(here, through.where, frozenset([through.var.id]), domain), through.source
        if where is None:
            return None
    if source is None or domain != domain_for(w, through.type):
        return None
    flood = Flood(here, var, through, source, where, domain)
    return kept_flood(flood, as_number(here, root)) if shared and root is not None and can_be_kept(flood) else flooded(flood)


def _only_member(source: Expr) -> Local | None:
    match source:
        case Op(name="list", arguments=(Local() as one,)) if not may_be_none(one):
            return one
    return None


def _is_alike(test: Expr, member: str, root: str) -> bool:
    """Whether a condition on a member, as seen from a cell, is the same as seen from each cell for which it holds: it reads the cell
    only to ask whether the same is kept of both."""
    match test:
        case Op(name="and", arguments=arguments):
            return all(_is_alike(one, member, root) for one in arguments)
        case Op(name="eq", arguments=(Read() as a, Read() as b)) if a.kept == b.kept:
            names = [one.id for read in (a, b) for one in read.arguments if isinstance(one, Local)]
            if sorted(names) == sorted([member, root]):
                return True
    return not _reads(test, {root})


# ---------------------------------------------------------------- what holds


def holding(w: Writer, test: Expr, members: AbstractSet[str], domain: Domain) -> Mask | None:
    """For which values of a member, which has these names, something holds, beyond the domain, too; None where that can't be asked of
    all at once."""
    if not _reads(test, members):
        return _everywhere(w, test, domain)
    free = w.unit.static.free_of(test)
    mine = [] if free is None else [name for name in members if name in free]
    if len(mine) == 1:
        found = from_table(
            w, test, domain,
            lambda given: row_of(domain, [one for one in domain.values() if w.unit.static.value(test, given | {mine[0]: one})]),
            frozenset(mine),
        )  # fmt: skip
        if found is not None:
            return found
    return _compared(w, test, members, domain)


def _compared(w: Writer, test: Expr, members: AbstractSet[str], domain: Domain) -> Mask | None:
    match test:
        case Op(name="not", arguments=(one,)):
            return without(w, holding(w, one, members, domain))
        case Op(name="and" | "or" as how, arguments=(first, *others)):
            found = holding(w, first, members, domain)
            for one in others:
                found = combined(w, f"i64.{how}", found, None if found is None else holding(w, one, members, domain))
            return found
        case Op(name="some-value", arguments=(Read() as one,)):
            return without(w, _kept(w, one, Const(one.type, one.span, None), members))
        case Op(name="eq" | "ne" as how, arguments=(a, b)):
            equal = _kept(w, a, b, members) or _kept(w, b, a, members)
            return equal if how == "eq" else without(w, equal)
        case Read():
            return _kept(w, test, Const(test.type, test.span, True), members)
        case Call():
            return _called(w, test, members, domain)
    return None


def _called(w: Writer, test: Call, members: AbstractSet[str], domain: Domain) -> Mask | None:
    """A definition stands where it is called, with the member among its parameters."""
    given = _given(test, members)
    inside = None if given is None else inlined(w, test, given)
    if inside is None or given is None:
        return None
    own = {inside.parameters[at].id for at in given}
    return after(inside.before, holding(inside.writer, inside.body, own, domain))


def _given(expr: Call, members: AbstractSet[str]) -> set[int] | None:
    """The numbers of the arguments that are the member; None if others are made of it."""
    given = {at for at, argument in enumerate(expr.arguments) if isinstance(argument, Local) and argument.id in members}
    return None if any(_reads(argument, members) for at, argument in enumerate(expr.arguments) if at not in given) else given


def _reads(test: Expr, members: AbstractSet[str]) -> bool:
    return any(isinstance(one, Local) and one.id in members for one in nodes(test))


def _everywhere(w: Writer, test: Expr, domain: Domain) -> Mask | None:
    """What hangs on no member holds for all or for none."""
    found = value(w, test)
    if not is_safe(found):
        return None
    flag = op("i64.sub", i64(0), op("i64.extend_i32_u", op("i32.ne", found, i32(0))))
    one = named(w, [flag if number_of(found) is None else i64(ALL if number_of(found) else 0)], domain.offset)
    return Mask(one.before, one.words * words(domain.size), domain.offset)


def _kept(w: Writer, read: Expr, other: Expr, members: AbstractSet[str]) -> Mask | None:
    """The cells of which something is kept."""
    if not isinstance(read, Read) or read.kept not in w.unit.plan.bits or _reads(other, members):
        return None
    match read.arguments:
        case (Local(id=name),) if name in members:
            pass
        case _:
            return None
    bits = w.unit.plan.bits[read.kept]
    known = known_value(w, other)
    if known:
        number = i64(w.unit.pool.number(known[0]))
        return cells_with(w, bits, number) if known[0] is None or int(known[0]) + 1 < bits.rows else None
    if domain_of_type(w, bare(read.type)) != domain_of_type(w, bare(other.type)):
        return None
    number = as_number(w, other)
    if not is_safe(number):
        return None
    one = named(w, [number], 0)
    return after(one.before, cells_with(w, bits, one.words[0]))
