"""The plan of a choice: entries in order, every restriction as early as what it reads has been chosen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from custumal.dsl.base.frozen import dataclass
from custumal.dsl.base.types import Cell, Set, Thing, Type, bare
from custumal.dsl.model import ChoiceEntry, Const, Decision, Expr, Local, Op, Require, Step
from custumal.dsl.model.node_walk import locals_in, nodes
from custumal.interpreter.lowering.assembly.context import Context, Words
from custumal.interpreter.program import Affordable, Allowed, Bind, Forbid, Part, Pick, Test, Use

NARROWING = frozenset({"some-value", "filled", "empty", "in"})


@dataclass(frozen=True, slots=True)
class Claim:
    """A part of a plan that tests something: the locals that it reads, and those of which it makes sure that later
    parts can read them (that they are something, that a cell is filled)."""

    part: Part
    reads: frozenset[str]
    secures: frozenset[str] = frozenset()


def entry_words(decision: Decision) -> Words:
    """The names that a decision introduces, by word."""
    return {local.name: local for local in bound_by(decision)}


def bound_by(decision: Decision | None) -> tuple[Local, ...]:
    """All locals that a decision binds: entries, also those that only name a value."""
    if decision is None:
        return ()
    return tuple(entry.local for entry in decision.entries)


def binders(context: Context, decisions: Sequence[Decision], bridge: tuple[Bind, ...], read_later: object) -> tuple[Pick | Bind, ...]:
    """The entries of one decision after the other, with the bridge behind the first."""
    watched = any(map(any, (_chosen_of(context, entry) for decision in decisions for entry in decision.entries)))
    around = tuple(nodes((decisions, read_later))) if watched else ()
    unbound = {local.id for local in _bound_in(around)}
    found: list[Pick | Bind] = []
    for position, decision in enumerate(decisions):
        for entry in decision.entries:
            found.append(_binder(context, entry, around, unbound))
            unbound.discard(entry.local.id)
        if position == 0:
            found.extend(bridge)
    return tuple(found)


def _binder(context: Context, entry: ChoiceEntry, around: Sequence[object], unbound: set[str]) -> Pick | Bind:
    if entry.form == "let":
        return Bind(entry.local, entry.among)
    kind, zone = _chosen_of(context, entry)
    watch = () if kind is None and zone is None else tuple(_holding(_member(entry), around, unbound))
    return Pick(entry.local, entry.form, entry.amount, entry.among, entry.source, watch, kind, zone)


def _member(entry: ChoiceEntry) -> Type:
    of = bare(entry.among.type)
    return bare(of.inner) if isinstance(of, Set) else of


def _chosen_of(context: Context, entry: ChoiceEntry) -> tuple[str | None, str | None]:
    """The kind of the things, or the zone of the like cells, that an entry chooses among; else neither."""
    if entry.form == "let":
        return None, None
    member = _member(entry)
    kind = member.kind if isinstance(member, Thing) else None
    return kind, member.zone if isinstance(member, Cell) and _plain_slots(context, member.zone) else None


def _bound_in(around: Sequence[object]) -> Iterator[Local]:
    """The locals that get a value only while a choice is made or carried out."""
    for node in around:
        match node:
            case Step(loop=loop, lets=lets):
                yield from (local for local, _ in lets)
                if loop is not None and loop.local is not None:
                    yield loop.local
            case Decision():
                yield from bound_by(node)


def _plain_slots(context: Context, zone: str) -> bool:
    shape = context.game.zones[zone].shape
    return shape.form == "slots" and shape.list is None and shape.column is None and zone not in context.indices.indexed


def _holding(member: Type, around: Sequence[object], unbound: set[str]) -> Iterator[Local]:
    """The locals known before a choice and read around it that may hold such members."""
    seen = set(unbound)
    for node in around:
        if isinstance(node, Local) and node.id not in seen and _may_hold(node.type, member):
            seen.add(node.id)
            yield node


def _may_hold(of: Type, member: Type) -> bool:
    inner = bare(of)
    return _may_hold(inner.inner, member) if isinstance(inner, Set) else inner == member


# ---------------------------------------------------------------- tests


def requirements(context: Context, required: Sequence[Require], words: Words) -> Iterator[Claim]:
    """The restrictions of an action itself."""
    for require in required:
        secures = frozenset() if require.unless is not None else _secured(require.that)
        reads = locals_in((require.that, require.unless)) | require.reads
        waived = context.waivers(require.source.address, words)
        yield Claim(Test(require, waived), reads | _read_by(waived), secures)


def restrictions(context: Context, target: str, words: Words) -> Iterator[Claim]:
    """The `restrict` rules on an action."""
    for rule in context.indices.rules_on("restrict", target):
        if rule.that is not None:
            use = context.use(rule, words)
            waived = context.waivers(rule.source.address, words)
            yield Claim(Forbid(use, waived), _read_by((use, *waived)))


def _read_by(uses: Sequence[Use]) -> frozenset[str]:
    """The names of the action that rules read."""
    found: set[str] = set()
    for use in uses:
        rule = use.rule
        read = locals_in((rule.condition, rule.applies, rule.seats, rule.that, rule.cost_free))
        found.update(seen.id for own, seen in use.names if own.id in read)
    return frozenset(found)


def limited(part: Allowed) -> Claim:
    return Claim(part, frozenset(local.id for local in part.limit.each) | locals_in(part.limit.count) | _read_by(part.waived))


def payable(part: Affordable) -> Claim:
    return Claim(part, locals_in(part.cost) | _read_by(part.waived))


def _secured(that: Expr) -> frozenset[str]:
    """The locals about which a truth makes sure that they, or something on a path from them, are something."""
    found: set[str] = set()
    for node in nodes(that):
        if isinstance(node, Op) and (node.name in NARROWING or (node.name in ("ne", "eq") and _names_nothing(node))):
            found |= locals_in(node)
    return frozenset(found)


def _names_nothing(node: Op) -> bool:
    return any(isinstance(argument, Const) and argument.value is None for argument in node.arguments)


# ---------------------------------------------------------------- putting together


def arrange(entries: Sequence[Pick | Bind], claims: Sequence[Claim]) -> tuple[Part, ...]:
    """Sort them: every claim behind the last entry that it reads, and not before an earlier one on which it may rest."""
    position_of = {entry.local.id: position + 1 for position, entry in enumerate(entries)}
    placed: list[tuple[int, Claim]] = []
    for claim in claims:
        position = max((position_of[name] for name in claim.reads if name in position_of), default=0)
        resting = (earlier for earlier, other in placed if other.secures & claim.reads & position_of.keys())
        placed.append((max((position, *resting)), claim))
    found: list[Part] = []
    for position in range(len(entries) + 1):
        if position:
            found.append(entries[position - 1])
        found.extend(claim.part for at, claim in placed if at == position)
    return tuple(found)
