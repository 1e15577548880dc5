"""Things and empty cells that nobody could tell apart: the first of each class stands for all (see `position/equivalence.py`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from custumal.dsl.base.types import Cell, Thing
from custumal.dsl.model import Local
from custumal.interpreter.position.equivalence import Equivalence, EquivalenceKeys
from custumal.interpreter.setup.layout import KeptLayout
from custumal.interpreter.wasm.expressions.arena import Making
from custumal.interpreter.wasm.expressions.core import Body, all_of, each_at, each_between, value
from custumal.interpreter.wasm.expressions.simple import field_value
from custumal.interpreter.wasm.expressions.unit import Bound, Unit, Writer
from custumal.interpreter.wasm.expressions.zones import entry_at, filled_at
from custumal.interpreter.wasm.memory.shapes import ENTRY, NUMBER
from custumal.interpreter.wasm.text.module import Function
from custumal.interpreter.wasm.text.nodes import Node, block, branch, call, get, give, i32, i64, no, op, put, scaled, when
from custumal.interpreter.wasm.unsupported import Unsupported

Walk = Callable[[Body], list[Node]]


class Interchangeable:
    """What can tell apart the members of one type: things of a kind, or cells of a zone."""

    def __init__(self, unit: Unit, of: Thing | Cell) -> None:
        self.unit = unit
        self.of = of
        self.keys: EquivalenceKeys = Equivalence(unit.instance).keys_of(of)
        self.looks = unit.instance.layout.looks

    @property
    def word(self) -> str:
        return self.of.kind if isinstance(self.of, Thing) else self.of.zone

    @property
    def all_differ(self) -> bool:
        """Whether no two members are ever alike: things of the kind all look different, or what is hidden may tell members apart."""
        if self.keys.hidden or not isinstance(self.of, Thing):
            return self.keys.hidden
        looks = [self.looks[thing] for thing in self.unit.instance.things_of(self.of.kind)]
        return len(set(looks)) == len(looks)

    # ------------------------------------------------------------ functions

    def same(self) -> str:
        """Whether two members are alike, by what is printed on them, where they lie and what is kept about them."""
        name = f"$alike.{self.word}"

        def make() -> Function:
            fn = Function(name, (("$a", "i64"), ("$b", "i64")), "i32")
            if self.keys.hidden:
                fn.body = [op("i64.eq", get("$a"), get("$b"))]
                return fn
            fn.body = [when(op("i64.ne", x, y), [give(i32(0))]) for x, y in self._compared()]
            for kept, position in self.keys.about:
                fn.body += self._kept_alike(fn, kept, position)
            fn.body.append(i32(1))
            return fn

        return self.unit.function(name, make)

    def _compared(self) -> list[tuple[Node, Node]]:
        a, b = get("$a"), get("$b")
        if isinstance(self.of, Cell):
            zone = self.unit.instance.zones[self.of.zone]
            return [(op("i64.div_u", a, i64(zone.cells)), op("i64.div_u", b, i64(zone.cells)))] if zone.instances > 1 else []
        looks, places = self.unit.pool.table(self.looks), self.unit.plan.places
        return [(entry_at(looks, a), entry_at(looks, b)), (entry_at(places, a), entry_at(places, b))]

    def _kept_alike(self, fn: Function, kept: KeptLayout, position: int) -> list[Node]:
        """All entries that have a member as this argument are the same for two members."""
        field = self.unit.plan.kept[kept.name]
        inner = outer = 1
        for domain in kept.domains[position + 1 :]:
            inner *= domain.size
        for domain in kept.domains[:position]:
            outer *= domain.size
        size, offset = kept.domains[position].size, kept.domains[position].offset

        def entry(member: str, at: Node, step: Node) -> Node:
            digit = op("i64.sub", get(member), i64(offset)) if offset else get(member)
            index = op("i64.add", op("i64.mul", op("i64.add", op("i64.mul", at, i64(size)), digit), i64(inner)), step)
            return field_value(field, index)

        w = Writer(self.unit, fn)

        def compare(at: Bound, step: Bound) -> list[Node]:
            x, y = entry("$a", at.node, step.node), entry("$b", at.node, step.node)
            if field.shape.kind == "tuple":
                return [when(no(call("$same", x, y)), [give(i32(0))])]
            return [when(op("i64.ne" if field.shape.kind == "number" else "i32.ne", x, y), [give(i32(0))])]

        zero = Bound(i64(0), NUMBER)
        if outer == 1 and inner == 1:
            return compare(zero, zero)
        walk = lambda at: each_between(w, 0, i64(inner - 1), lambda step: compare(at, step), filled=True)  # noqa: E731
        return each_between(w, 0, i64(outer - 1), walk, filled=True)

    def apart(self) -> str | None:
        """Whether a member is like no other: something points at it, something lies on it, or its place in a pile counts; None if
        that never is so."""
        name = f"$apart.{self.word}"
        fn = Function(name, (("$a", "i64"),), "i32")
        w = Writer(self.unit, fn)
        body = [*self._pointed(w), *self._carries(w)]
        if isinstance(self.of, Cell):
            zone = self.unit.instance.zones[self.of.zone]
            body.append(when(filled_at(w, zone, get("$a")), [give(i32(1))]))
        if not body:
            return None

        def make() -> Function:
            fn.body = [*body, i32(0)]
            return fn

        return self.unit.function(name, make)

    def _pointed(self, w: Writer) -> list[Node]:
        done: list[Node] = []
        for kept in self.keys.at:
            field = self.unit.plan.kept[kept.name]

            def held(index: Bound, field: object = field) -> list[Node]:
                found = field_value(field, index.node)  # type: ignore[arg-type]  # the field of this turn
                is_set = field.shape.kind == "tuple"  # type: ignore[attr-defined]  # likewise
                test = call("$contains", found, get("$a")) if is_set else op("i64.eq", found, get("$a"))
                return [when(test, [give(i32(1))])]

            done += each_between(w, 0, i64(kept.size - 1), held, filled=True) if kept.size else []
        return done

    def _carries(self, w: Writer) -> list[Node]:
        carried = self.unit.instance.layout.carried
        if not isinstance(self.of, Thing) or not any(carried[thing] for thing in self.unit.instance.things_of(self.of.kind)):
            return []
        at = Node("i32.load", (f"offset={self.unit.pool.pointers(carried)}",), (scaled(get("$a"), ENTRY),))
        pointer = w.fn.local("carried", "i32")

        def lies(location: Bound) -> list[Node]:
            return [
                when(
                    op("i64.lt_u", op("i64.sub", location.node, i64(zone.base)), i64(zone.size)),
                    [when(filled_at(w, zone, op("i64.sub", location.node, i64(zone.base))), [give(i32(1))])],
                )
                for zone in self.unit.instance.zones.values()
                if zone.zone.holds is not None and zone.size
            ]

        return [put(pointer, at), *each_at(w, get(pointer), NUMBER, lies)]

    # ------------------------------------------------------------ classes

    def in_pile(self, member: Node) -> Node | None:
        """Whether a thing lies in a pile, where its place counts; None if that can't be."""
        if not isinstance(self.of, Thing):
            return None
        kinds = self.of.kind.split("|")
        piles = [
            zone for zone in self.unit.instance.zones.values()
            if zone.ordered and zone.size and any(kind in str(zone.zone.holds).split("|") for kind in kinds)
        ]  # fmt: skip
        location = entry_at(self.unit.plan.places, member)
        tests = [op("i64.lt_u", op("i64.sub", location, i64(zone.base)), i64(zone.size)) for zone in piles]
        return None if not tests else _any(tests)

    def firsts(self, w: Writer, watch: Sequence[Local], walk: Walk, body: Body) -> list[Node]:
        """Of the members that `walk` goes through, the first of each class."""
        if self.all_differ:
            return walk(body)
        making = Making(w, 1 << 12, NUMBER)
        fresh, alone = w.fn.local("fresh", "i32"), w.fn.local("alone", "i32")
        apart = self.apart()

        def turn(member: Bound) -> list[Node]:
            tests = [*([call(apart, member.node)] if apart is not None else []), *self._watched(w, watch, member)]
            pile = self.in_pile(member.node)
            tests += [] if pile is None else [pile]
            out = w.fn.label("known")
            known = each_at(
                w, making.pointer, NUMBER,
                lambda other: [when(call(self.same(), other.node, member.node), [put(fresh, i32(0)), branch(out)])],
                end=get(making.next),
            )  # fmt: skip
            return [
                put(fresh, i32(1)),
                put(alone, _any(tests) if tests else i32(0)),
                when(no(get(alone)), [block(out, known), when(get(fresh), making.add(member))]),
                when(get(fresh), body(member)),
            ]

        return [*making.begin(), *walk(turn), *making.end()]

    def together(self, w: Writer, watch: Sequence[Local], one: Bound, other: Bound) -> Node:
        """Whether two different members are of one class."""
        if self.all_differ:
            return i32(0)
        tests = [call(self.same(), one.node, other.node)]
        apart = self.apart()
        for member in (one, other):
            alone = [*([call(apart, member.node)] if apart is not None else []), *self._watched(w, watch, member)]
            pile = self.in_pile(member.node)
            tests += [no(test) for test in (*alone, *([] if pile is None else [pile]))]
        found = all_of(tests)
        assert found is not None
        return found

    def _watched(self, w: Writer, watch: Sequence[Local], member: Bound) -> list[Node]:
        found = []
        for local in watch:
            shape = w.shape(local.type)
            if shape.kind == "tuple":
                found.append(call("$contains", value(w, local), member.node))
            elif shape.kind == "number":
                found.append(op("i64.eq", value(w, local), member.node))
        return found


def _any(tests: Sequence[Node]) -> Node:
    found = all_of([no(test) for test in tests])
    return i32(0) if found is None else no(found)


def interchangeable_of(unit: Unit, kind: str | None, zone: str | None) -> Interchangeable:
    """What can tell apart things of a kind, or cells of a zone."""
    if zone is not None:
        return Interchangeable(unit, Cell(zone))
    if kind is None or "|" in kind:
        raise Unsupported("things of several kinds alike")
    return Interchangeable(unit, Thing(kind))
