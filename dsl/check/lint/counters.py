"""Numbers that count the passes of a loop, up or down: a loop that goes on for longer than they can count leaves them at their bound."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from math import inf, prod

from custumal.dsl.base.frozen import dataclass, replace
from custumal.dsl.base.types import Number, Set
from custumal.dsl.check.declarations.sizes import at_least
from custumal.dsl.check.entries.context import Context
from custumal.dsl.check.lint.reads import Reads
from custumal.dsl.check.typing.intervals import COMPARISONS, bounds
from custumal.dsl.diagnostics.catalogue.values import counts_beyond
from custumal.dsl.diagnostics.diagnostic import Problem, Span
from custumal.dsl.model import (
    NO_DECISION,
    Call,
    Const,
    Exit,
    Expr,
    GameModel,
    Kept,
    Local,
    Op,
    Perform,
    Procedure,
    Read,
    Roll,
    Rule,
    SeatNumber,
    Select,
    Step,
    TheThing,
    Write,
)
from custumal.dsl.model.expression_walk import Body, effects_in, every_effect, every_expression, every_step

_DIRECTIONS = ("raise", "lower")
GOES_ON = ("endless", "rounds")
"""Loops that go on until something ends them."""
ONCE_EACH = ("each", "players")
"""Loops with one pass for each member of a set."""


def lint(cx: Context, game: GameModel) -> None:
    """Warns where each pass raises, or lowers, a number that nothing else writes more often than there is room between its start and its
    bound."""
    counters = _Counters(cx, game)
    found: dict[tuple[str, Span], _Beyond] = {}
    for step in every_step(game):
        if step.loop is not None or step.until is not None:
            for act, times in counters.in_every_pass(step):
                beyond = counters.judge(step, act, times)
                place = act.kept, act.span
                if beyond is not None and (place not in found or beyond.writes < found[place].writes):
                    found[place] = beyond  # of loops around each other the one that is enough for it
    for beyond in found.values():
        cx.report.tell(beyond.span, beyond.problem)


@dataclass(frozen=True, slots=True)
class _Beyond:
    """A loop that is too much for a counter: how often that is written by it at the least, where that is told, and what."""

    writes: float
    span: Span
    problem: Problem


@dataclass(frozen=True, slots=True)
class _Around:
    """What stands around a deed, inside of the loop that is looked at: loops, with their passes at the least, and names bound there.

    `swept` are the names that go through the same members whenever their loop is carried out; `is_elsewhere`: a procedure or a hook, in
    which no name is known."""

    loops: tuple[tuple[str, int], ...] = ()
    swept: frozenset[str] = frozenset()
    bound: frozenset[str] = frozenset()
    is_elsewhere: bool = False

    def times(self, arguments: tuple[Expr, ...]) -> int | None:
        """How often each of the numbers at these arguments is written in one pass at the least; None where it may be another each time."""
        swept = {each.id for each in arguments if isinstance(each, Local) and each.id in self.swept}
        if not all(self._is_steady(each) for each in arguments if not (isinstance(each, Local) and each.id in swept)):
            return None
        return prod(passes for local, passes in self.loops if local not in swept)

    def _is_steady(self, argument: Expr) -> bool:
        if isinstance(argument, Local):
            return not self.is_elsewhere and argument.id not in self.bound
        return _is_fixed(argument)


class _Counters:
    """The kept numbers of one game that are written in one place only."""

    def __init__(self, cx: Context, game: GameModel) -> None:
        self.cx = cx
        self.game = game
        self.reads = Reads(game)
        self.written = [act.kept for act in every_effect(game) if isinstance(act, Write | Roll)]
        self.exits = {exit_.step for exit_ in self._exits()}
        self.modified = {target for rule in game.standing if rule.head == "modify" for target in rule.targets}
        self.replaced = {target for rule in game.standing if rule.head in ("instead", "waive") for target in rule.targets}

    @cached_property
    def hooks(self) -> dict[str, list[Rule]]:
        """The rules that act at every pass of a step, or whenever a procedure is carried out, by the address of that."""
        found: dict[str, list[Rule]] = {}
        for rule in self.game.standing:
            for target in rule.targets if _always_acts(rule) else ():
                found.setdefault(target, []).append(rule)
        return found

    @cached_property
    def comparisons(self) -> list[Op]:
        """All comparisons in the rules of the game."""
        game = self.game
        nodes = (
            *game.setup,
            *game.play,
            *game.actions.values(),
            *game.procedures.values(),
            *game.standing,
            *game.definitions.values(),
            *game.end,
        )
        return [part for node in nodes for part in every_expression(node) if isinstance(part, Op) and part.name in COMPARISONS]

    def _exits(self) -> Iterator[Exit]:
        yield from (act for act in every_effect(self.game) if isinstance(act, Exit))
        yield from (exit_ for end in self.game.end for exit_ in end.exits)

    def in_every_pass(self, loop: Step) -> Iterator[tuple[Write, int | None]]:
        """What every pass of a loop raises or lowers, of numbers for which nothing else is done, and which outlive the loop; and how
        often in one pass."""
        waiting: list[tuple[Step | Procedure | Rule, _Around]] = [(loop, _Around(bound=_bound_by(loop)))]
        seen: set[int] = set()  # not by their addresses: a step without a name has that of what is around it
        while waiting:
            deed, around = waiting.pop()
            if id(deed) in seen or _on_the_way(deed, self.replaced):
                continue
            seen.add(id(deed))
            waiting += [(each, self._inside(each, around)) for each in self._done_in(deed)]
            known_as = deed.source.address if isinstance(deed, Rule) else deed.known_as
            waiting += [(hook, self._inside(hook, around)) for hook in self.hooks.get(known_as, ())]
            for act in deed.body:
                if isinstance(act, Write) and self._counts(loop, act):
                    yield act, around.times(act.arguments)

    def _inside(self, deed: Step | Procedure | Rule, around: _Around) -> _Around:
        """What stands around the deeds inside of a deed."""
        if not isinstance(deed, Step):
            return replace(around, is_elsewhere=True)
        loop = deed.loop
        inside = replace(around, bound=around.bound | _bound_by(deed))
        if loop is None:
            return inside
        name = "" if loop.local is None else loop.local.id
        is_swept = name and loop.source is not None and _is_fixed(_members(loop.source))
        swept = inside.swept | {name} if is_swept else inside.swept
        return replace(inside, loops=(*inside.loops, (name, self._least_passes(deed) or 1)), swept=swept)

    def _done_in(self, deed: Step | Procedure | Rule) -> Iterator[Step | Procedure]:
        """The steps and procedures that belong to a deed, whatever the position is."""
        for part in deed.body:
            if isinstance(part, Step) and _is_plain(part) and self._has_a_pass(part):
                yield part
            elif isinstance(part, Perform) and part.condition is None:
                yield self.game.procedures[part.procedure]

    def _has_a_pass(self, step: Step) -> bool:
        """Whether a step is carried out once, or for one member, at the least."""
        loop = step.loop
        if step.known_as in self.exits:
            return False
        if loop is None:
            return True
        over = None if loop.source is None or loop.where is not None else loop.source.type
        is_each = loop.kind in ONCE_EACH and isinstance(over, Set) and over.filled
        return is_each or (self._least_passes(step) or 0) >= 1

    def _counts(self, loop: Step, act: Write) -> bool:
        kept = self.game.kept[act.kept]
        here = f"{loop.source.address}." if loop.unnamed else loop.source.address
        lasts = kept.until is None or here.startswith(f"{kept.until}.")
        plain = act.mode in _DIRECTIONS and act.condition is None and kept.resource is None
        return plain and lasts and self.written.count(act.kept) == 1

    def judge(self, step: Step, act: Write, times: int | None) -> _Beyond | None:
        """Whether a loop writes a number more often than there is room, `times` in each pass."""
        kept = self.game.kept[act.kept]
        room, by = _room(kept, act.mode), None if act.value is None else bounds(act.value.type)[0]
        if room is None or by is None or by < 1:
            return None
        bound, passes = _bound(kept, act.mode), self._passes(step)
        assert bound is not None
        if passes is not None and times is not None and passes * times * by > room:
            place = act.span if step.loop is None or step.loop.source is None else step.loop.source.span
            return _Beyond(passes * times, place, counts_beyond(kept.name, act.mode, bound, self._number(step, passes), times))
        if self._endless(step) and not self._asked(kept, bound):
            return _Beyond(inf, act.span, counts_beyond(kept.name, act.mode, bound, None, 1))
        return None

    @staticmethod
    def _number(step: Step, passes: int) -> str:
        loop = step.loop
        is_sure = loop is not None and loop.source is not None and loop.kind == "repeat" and bounds(loop.source.type)[1] == passes
        return f"{passes}" if is_sure else f"at least {passes}"

    def _passes(self, step: Step) -> int | None:
        """How many passes a loop has at the least; None where that is not known."""
        return None if step.until is not None or _on_the_way(step, self.exits) else self._least_passes(step)

    def _least_passes(self, step: Step) -> int | None:
        """The same, of a loop that nothing ends early."""
        loop = step.loop
        if loop is None or loop.source is None or loop.where is not None:
            return None
        if loop.kind == "repeat":
            return self._least(loop.source)
        return at_least(self.cx.declared, _members(loop.source)) or None if loop.kind in ONCE_EACH else None

    def _least(self, number: Expr) -> int | None:
        """The least that a number can be; a value that no rule modifies is what it is."""
        if isinstance(number, Call) and not number.arguments:
            definition = self.game.definitions[number.definition]
            if definition.source.address not in self.modified:
                return self._least(definition.body)
        return bounds(number.type)[0]

    @staticmethod
    def _endless(step: Step) -> bool:
        return step.until is not None if step.loop is None else step.loop.kind in GOES_ON

    def _asked(self, kept: Kept, bound: int) -> bool:
        """Whether the number may end what writes it, or is meant to stay at its bound: some condition asks whether it is there."""
        key = f"kept:{kept.name}"
        return any(key in self.reads.of(end) for end in self._endings()) or any(
            _singles_out(op, kept.name, bound) for op in self.comparisons
        )

    def _endings(self) -> Iterator[Expr | None]:
        """All conditions on which the end of a loop hangs."""
        for step in every_step(self.game):
            yield step.until
            if _leaves(step.body) or _leaves(step.other):
                yield step.condition
        yield from (act.condition for act in every_effect(self.game) if isinstance(act, Exit | Perform))
        yield from (end.applies for end in self.game.end)
        for rule in self.game.standing:
            if _leaves(rule.body):
                yield from (rule.condition, rule.applies)


def _leaves(body: Body) -> bool:
    """Whether something in a body ends a step around it."""
    return any(isinstance(act, Exit | Perform) for act in effects_in(body))


def _singles_out(comparison: Op, name: str, bound: int) -> bool:
    """Whether a kept number is compared with its bound, or with what may be its bound."""
    of_it = [isinstance(side, Read) and side.kept == name for side in comparison.arguments]
    others = [side for side, is_it in zip(comparison.arguments, of_it, strict=True) if not is_it]
    return any(of_it) and any(not isinstance(side, Const) or side.value == bound for side in others)


def _always_acts(rule: Rule) -> bool:
    """Whether a rule hooks something and acts there in every position, for every seat."""
    is_hook = rule.head in ("before", "after") and not rule.whole
    asks = rule.may is not None or rule.decision not in (None, NO_DECISION)
    hangs = rule.condition is not None or rule.applies is not None or rule.carrier is not None or rule.concerns != "everyone"
    return is_hook and not asks and not hangs


def _bound_by(step: Step) -> frozenset[str]:
    """The names that a step binds, by their ids."""
    loop, decision = step.loop, step.decision or NO_DECISION
    given = [None if loop is None else loop.local, step.actor, *(local for local, _ in step.lets), *(e.local for e in decision.entries)]
    return frozenset(local.id for local in given if local is not None)


def _members(source: Expr) -> Expr:
    """A set without its order."""
    return _members(source.source) if isinstance(source, Select) and source.where is None else source


_FIXED = frozenset({"seats", "range", "all-symbols", "all-rows", "cells", "place", "house-seats"})
"""Operations whose result is the same throughout a game if what they are asked about is."""


def _is_fixed(expr: Expr) -> bool:
    """Whether an expression is the same throughout a game; where that is not known it is not."""
    if isinstance(expr, Op):
        return expr.name in _FIXED and all(map(_is_fixed, expr.arguments))
    return isinstance(expr, Const | SeatNumber | TheThing)


def _is_plain(step: Step) -> bool:
    """Whether a step is carried out just once, or its loop is, whatever the position is."""
    return step.until is None and step.condition is None and step.decision is None and step.seat is None


def _bound(kept: Kept, mode: str) -> int | None:
    """The number at which raising, or lowering, ends; None where that is not known."""
    if not isinstance(kept.type, Number):
        return None
    if mode == "raise":
        return bounds(kept.type)[1] if kept.high is None else bounds(kept.high.type)[1]
    return bounds(kept.type)[0] if kept.low is None else bounds(kept.low.type)[0]


def _room(kept: Kept, mode: str) -> int | None:
    """How far it is at the most from where a number begins to that bound."""
    least, most = bounds(kept.start.type)
    start, bound = least if mode == "raise" else most, _bound(kept, mode)
    return None if start is None or bound is None else abs(bound - start)


def _on_the_way(deed: Step | Procedure | Rule, addresses: set[str]) -> bool:
    """Whether one of the addresses is that of a deed or of one around it."""
    here = deed.source.address
    return any(here == address or here.startswith(f"{address}.") for address in addresses)
