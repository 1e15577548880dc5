"""Counts in loops that could run for hours, so that no rule file can keep a machine busy; loops that can't have none.

How often a loop runs at the worst is known from the types of what it goes through and from the loops and calls around it.
Only where that is much, what runs there takes from the steps that are left (see `MOST_STEPS`); all else is so short that it
need not be counted.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from custumal.dsl.base.limits import MOST_STEPS
from custumal.interpreter.codegen import nodes as n
from custumal.interpreter.codegen.quantifiers import leaves_loop
from custumal.interpreter.codegen.unit import Unit
from custumal.interpreter.reference.operations.basic import LARGEST_SET

OFTEN = (1_000_000, 300_000, 100_000, 30_000, 10_000, 1_000, 100, 10)
"""What may run more often than this at the worst is counted: the first of these with which little enough is left uncounted."""
UNCOUNTED = 100_000_000
"""How many expressions a listing may go through at the worst without a count: a few seconds."""
SOME = 100_000
"""The same for a stretch of play, since it may come again and again."""
AGAIN = UNCOUNTED // SOME
"""As so often called counts what a stretch calls, where choices are tried out: on each trial the stretches behind it run."""
FEW = 5_000
"""The same for what is called more often than can be said."""
STEP = 32
"""Expressions of generated code that take about as long as one of the reference."""
LISTS = frozenset(["spots", "touching", "firsts", "fitting", "tuple", "list"])
"""Helpers that give what a loop goes through as a list or tuple."""
LONG = 3_000
"""What may go through more expressions than this in each pass of a counted loop is counted by itself."""
NOTHING = 64
"""So few steps of a function are not taken from those that are left."""
KEPT = 4 * STEP
"""Expressions that count as much as a tuple."""
SPENT = "spent"
"""The name of what was counted in a function so far."""
SHORT = 16
"""Loops that are never longer count as that many times what is in them."""


@dataclass(slots=True)
class _Stretch:
    """A function, or the body of a loop: the expressions that it has itself, what it calls, the loops in it."""

    node: Any
    most: int
    weight: int = 0
    calls: list[str] = field(default_factory=list)
    loops: list[_Stretch] = field(default_factory=list)
    counted: bool = False


def count(unit: Unit, stretches: Iterable[str]) -> dict[str, int]:
    """Write counts into the functions of a unit where they are needed.

    Args:
        unit: all its functions are finished.
        stretches: those that go on from stop to stop, one after the other; all others are called.

    Returns:
        For each stretch that has more than a few, the steps that it takes at the worst beside those that it counts.
    """
    return _Counts(unit, frozenset(stretches)).write()


class _Counts:
    """The counts of one unit.

    Attributes:
        times: how often a function is called at the worst, by any one that is called from outside.
        uncounted: what one call of a function goes through at the worst without a count.
    """

    def __init__(self, unit: Unit, stretches: frozenset[str]) -> None:
        self.unit = unit
        self.stretches = stretches
        self._rows: dict[tuple[str, int], int] = {}
        self._tries = False
        own = {function.name: function for function in unit.functions if isinstance(function, ast.FunctionDef)}
        self.inner = own.keys() - stretches
        self.functions = {name: self._read(function) for name, function in own.items()}
        self.times = dict.fromkeys(self.functions, 1)
        self._calls: dict[str, dict[str, int]] = {}
        for name, function in self.functions.items():
            # What is called is always finished before what calls it.
            calls: dict[str, int] = {}
            self._calls[name] = calls
            self._call(function, AGAIN if self._tries and name in stretches else 1, calls)
            for called, times in calls.items():
                self.times[called] = max(self.times[called], times)
        self.uncounted: dict[str, int] = {}
        for name, function in self.functions.items():
            self._settle(name, function)

    def write(self) -> dict[str, int]:
        for name, function in self.functions.items():
            self._counted(name, function)
        steps = {name: self.uncounted[name] // STEP for name in self.functions if name in self.stretches}
        return {name: number for name, number in steps.items() if number > 0}

    # ------------------------------------------------------------ what is there

    def _read(self, function: ast.FunctionDef) -> _Stretch:
        found = _Stretch(function, 1)
        for statement in function.body:
            self._gather(statement, found)
        return found

    def _gather(self, top: ast.AST, into: _Stretch) -> None:
        waiting = [top]
        while waiting:
            node = waiting.pop()
            if isinstance(node, ast.For):
                waiting.append(node.iter)
                loop = _Stretch(node, self._most(node))
                into.loops.append(loop)
                for statement in node.body:
                    self._gather(statement, loop)
                waiting += node.orelse
                continue
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                self._tries = self._tries or node.func.id == "tried"
                if node.func.id in self.inner:
                    into.calls.append(node.func.id)
            if isinstance(node, ast.ListComp):
                into.weight += self._most_gathered(node) * sum(map(_weight_of, ast.walk(node)))
                continue
            into.weight += _weight_of(node)
            for part in node.__dict__.values():
                if isinstance(part, list):
                    waiting += [each for each in part if isinstance(each, ast.AST)]
                elif isinstance(part, ast.AST):
                    waiting.append(part)

    def _most(self, loop: ast.For) -> int:
        """How often a loop runs at the worst."""
        written = self._length(loop.iter)
        known = self.unit.loops.get(id(loop))
        declared = LARGEST_SET if known is None else known[1]
        return declared if written is None else min(written, declared)

    def _most_gathered(self, node: ast.ListComp) -> int:
        """How many members a comprehension goes through: it is never left early."""
        source = node.generators[0].iter
        if isinstance(source, ast.Call) and source.args:
            source = source.args[0]
        return self._length(source) or SHORT

    def _length(self, source: n.Node) -> int | None:
        """How many members a node has at most, if it tells."""
        tables = self.unit.pool.tables
        match source:
            case ast.Constant():
                written: Any = source.value
                return len(written) if isinstance(written, tuple) else None
            case ast.Tuple(elts=some):
                return len(some)
            case ast.Name(id=name) if name in tables:
                return len(tables[name])
            case ast.Subscript():
                return self._longest_row(source)
            case ast.IfExp(body=one, orelse=other):
                lengths = self._length(one), self._length(other)
                return None if lengths[0] is None or lengths[1] is None else max(lengths[0], lengths[1])
        return None

    def _longest_row(self, source: n.Node) -> int | None:
        """How many members the longest row of a table has, or the longest row in its rows, as deep as the node looks into it."""
        depth = 0
        while isinstance(source, ast.Subscript):
            source, depth = source.value, depth + 1
        if not isinstance(source, ast.Name) or source.id not in self.unit.pool.tables:
            return None
        if (source.id, depth) not in self._rows:
            rows: list[Any] = [self.unit.pool.tables[source.id]]
            for _ in range(depth):
                rows = [row for outer in rows for row in outer if isinstance(row, tuple)]
            self._rows[source.id, depth] = max(map(len, rows), default=0)
        return self._rows[source.id, depth]

    def _call(self, stretch: _Stretch, times: int, calls: dict[str, int]) -> None:
        """Add how often each function is called by a stretch, and by what it calls."""
        for name in stretch.calls:
            for inner, number in {name: 1, **self._calls[name]}.items():
                calls[inner] = calls.get(inner, 0) + times * number
        for loop in stretch.loops:
            self._call(loop, times * loop.most, calls)

    # ------------------------------------------------------------ what is counted

    def _settle(self, name: str, function: _Stretch) -> None:
        """Find how much of a function has to be counted."""
        times = self.times[name]
        most = SOME if name in self.stretches else max(FEW, UNCOUNTED // times)
        for often in OFTEN:
            self._choose(function, times, often)
            self._choose_inside(function, within=False)
            self.uncounted[name] = self._weight(function)
            if self.uncounted[name] <= most:
                return

    def _choose(self, stretch: _Stretch, times: int, often: int) -> bool:
        """Count what runs more often than this, and what lies around it; whether there is any."""
        some = False
        for loop in stretch.loops:
            inside = times * loop.most
            inner = self._choose(loop, inside, often)
            loop.counted = loop.most > SHORT and (inner or inside > often)
            some |= inner or loop.counted
        return some

    def _choose_inside(self, stretch: _Stretch, *, within: bool) -> None:
        """Count also what is long in each pass of a counted loop: what may be far shorter is not paid for as if it never were."""
        for loop in stretch.loops:
            self._choose_inside(loop, within=within or loop.counted)
            if within and loop.most > SHORT and loop.most * self._weight(loop) > LONG:
                loop.counted = True

    def _pays(self, name: str) -> bool:
        """Whether a function pays for itself; what is short is paid for by the loops from which it is called."""
        return self.times[name] > 1 and self.uncounted[name] > LONG and self.times[name] * self.uncounted[name] > UNCOUNTED

    def _weight(self, stretch: _Stretch) -> int:
        """What a stretch goes through without a count."""
        called = sum(self.uncounted[name] for name in stretch.calls if not self._pays(name))
        return stretch.weight + called + sum(loop.most * self._weight(loop) for loop in stretch.loops if not loop.counted)

    def _counted(self, name: str, function: _Stretch) -> None:
        if self._loops_counted(function, first=True):
            _settle_before_leaving(function.node)
            function.node.body.insert(0, n.assign(SPENT, n.const(0)))
        if self._pays(name):
            function.node.body[:0] = _taken(n.const(_steps(self.uncounted[name])), n.NONE)

    def _loops_counted(self, stretch: _Stretch, *, first: bool) -> bool:
        """Write the counts of the loops in a stretch; `first`: none has been written around it."""
        some = False
        for loop in stretch.loops:
            inner = self._loops_counted(loop, first=first and not loop.counted)
            if loop.counted:
                weight = self._weight(loop)
                self._pay(loop.node, weight, tested=first or inner or weight > LONG)
            some |= inner or loop.counted
        return some

    def _pay(self, loop: ast.For, weight: int, *, tested: bool) -> None:
        """Count the steps of each pass, or before the loop those of all. What lies around a loop may test for those inside."""
        known = self.unit.loops.get(id(loop))
        place = n.NONE if known is None or known[2] is None else self.unit.pool.model(known[2])
        if weight > LONG // 3 and _is_made_whole(loop.iter) and not leaves_loop(loop.body):
            loop.iter = n.call("paid", loop.iter, n.const(_steps(weight)), place)
            return
        many = n.compare(n.name(SPENT), ">", n.const(MOST_STEPS))
        test = [n.if_(many, [n.run(n.call("exhausted", place))])] if tested else []
        loop.body[:0] = [n.increase(SPENT, n.const(_steps(weight))), *test]


def _weight_of(node: ast.AST) -> int:
    """What a node counts without its parts: whatever may be kept in a list takes memory too."""
    return KEPT if isinstance(node, ast.Tuple) else isinstance(node, ast.expr)


def _steps(weight: int) -> int:
    return 1 + weight // STEP


def _taken(steps: n.Node, place: n.Node) -> n.Block:
    """Take steps from those that are left."""
    left = ast.Subscript(n.name("left"), n.const(0), ast.Store())
    spent = n.compare(n.index(n.name("left"), n.const(0)), "<", n.const(0))
    return [ast.AugAssign(left, ast.Sub(), steps), n.if_(spent, [n.run(n.call("exhausted", place))])]


def _settle_before_leaving(function: ast.FunctionDef) -> None:
    """Wherever a function ends: take what was counted in it."""
    if not isinstance(function.body[-1], ast.Return):
        function.body.append(n.give())
    waiting, seen = [function.body], set[int]()
    while waiting:
        block = waiting.pop()
        if id(block) in seen:
            continue
        seen.add(id(block))
        for statement in block:
            waiting += [part for word in ("body", "orelse") if isinstance(part := getattr(statement, word, None), list)]
        if block and isinstance(block[-1], ast.Return):
            much = n.compare(n.name(SPENT), ">", n.const(NOTHING))
            block.insert(-1, n.if_(much, _taken(n.name(SPENT), n.NONE)))


def _is_made_whole(source: n.Node) -> bool:
    """Whether a list or tuple is made for the loop."""
    return isinstance(source, ast.Call) and isinstance(source.func, ast.Name) and source.func.id in LISTS
