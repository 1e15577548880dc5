"""Lists of choices: each choice is a record in memory, the number of its choosing and then its values."""

from __future__ import annotations

from functools import partial

from custumal.dsl.base.limits import MOST_WAYS
from custumal.dsl.model import Local
from custumal.interpreter.program import Bind, Choosing, Pick, Point, Split
from custumal.interpreter.wasm.entries.packed_choices import pack, without_trace
from custumal.interpreter.wasm.expressions.core import stored
from custumal.interpreter.wasm.expressions.unit import Bound, Unit, Writer
from custumal.interpreter.wasm.flow.plans import WEIGHT, Walk, ways
from custumal.interpreter.wasm.flow.restrictions import each_use
from custumal.interpreter.wasm.flow.stack import inside
from custumal.interpreter.wasm.flow.statements import put_field, value_for
from custumal.interpreter.wasm.flow.wholes import chooses_wholes
from custumal.interpreter.wasm.memory.packed import entries_of
from custumal.interpreter.wasm.memory.plan import CHOICES
from custumal.interpreter.wasm.memory.shapes import ENTRY, NUMBER
from custumal.interpreter.wasm.text.module import Function
from custumal.interpreter.wasm.text.nodes import (
    UNREACHABLE,
    Node,
    block,
    branch,
    call,
    get,
    give,
    i32,
    i64,
    load,
    narrow,
    no,
    of_all,
    op,
    plus,
    put,
    put_all,
    store,
    when,
)  # fmt: skip
from custumal.interpreter.wasm.unsupported import Unsupported

PASS = -1
RECORD = "$record"


def check_point(point: Point) -> None:
    """Raises:
    Unsupported: something at this point can't be said yet.
    """
    if (point.refused is not None or point.chosen is not None) and chooses_wholes(point):
        raise Unsupported("offers that can be refused beside an action that is chosen as one")


class Listing:
    """Writes the functions of one point: `list` fills the buffer and gives the number of records, `choose` carries out a record
    and gives the address at which the program goes on, `tell` writes it as JSON. `word` tells apart the functions of points that
    have one number."""

    def __init__(self, unit: Unit, point: Point, *, weighted: bool = False, word: str = "") -> None:
        check_point(point)
        self.unit = unit
        self.point = point
        self.name = f"{word}{point.number}"
        self.weighted = weighted
        """Whether the last number of a record is its weight."""
        most = max((len(entries_of(choosing)) + (choosing.carrier is not None) for choosing in point.choosings), default=0)
        self.linked = chooses_wholes(point)
        """Whether the last number of a record is the address of what is chosen in its course."""
        self.width = ENTRY * (1 + weighted + most + self.linked)
        """The bytes of a record."""

    # ------------------------------------------------------------ list

    def written(self) -> Function:
        fn = Function(f"$list{self.name}", (("$unused", "i32"),), "i32")
        fn.opening = None if self.unit.has_trials else []
        w = Writer(self.unit, fn)
        self.next, self.bound = fn.local("record", "i32"), fn.local("bound", "i32")
        seat = fn.local("seat")
        fn.body = [
            put(self.next, of_all("$list_base")),
            put_all("$list_next", of_all("$list_base")),
            put(self.bound, i32(0)),
            put(seat, load(self.unit.plan.seat)),
            put_all("$sets", of_all("$sets_base")),
        ]
        for number, choosing in enumerate(self.point.choosings):
            env = {} if choosing.actor is None else {choosing.actor.id: Bound(get(seat), NUMBER)}
            walk = Walk(partial(self._record, number, choosing), Bound(get(seat), NUMBER), weighted=self.weighted)
            listed = ways(w.binding(env), choosing, walk)
            listed = [when(no(inside(w, self.point.routines)), listed)] if choosing.free and self.point.routines else listed
            fn.body += listed if choosing.free or self.point.passing != "unless" else self._binding(fn, listed)
        fn.body += self._passing()
        size = self.width
        count = op("i32.div_u", op("i32.sub", get(self.next), of_all("$list_base")), i32(size))
        found = fn.local("count", "i32")
        fn.body += [
            put(found, count),
            when(op("i32.gt_u", get(found), i32(MOST_WAYS)), [UNREACHABLE]),
            put_all("$count", get(found)),
            get(found),
        ]
        return fn

    def _binding(self, fn: Function, listed: list[Node]) -> list[Node]:
        """Whether it lists anything is noted: then nobody can pass."""
        before = fn.local("before", "i32")
        some = op("i32.ne", get(self.next), get(before))
        return [put(before, get(self.next)), *listed, put(self.bound, op("i32.or", get(self.bound), some))]

    def _record(self, number: int, choosing: Choosing, w: Writer, chosen: list[Bound]) -> list[Node]:
        size = self.width
        done = [
            when(op("i32.gt_u", plus(get(self.next), size), i32(self.unit.plan.choices + CHOICES)), [UNREACHABLE]),
            store(0, i64(number), get(self.next)),
        ]
        if self.linked:
            done.append(store(size - ENTRY, i64(0), get(self.next)))
        if self.weighted:
            weight = w.env[WEIGHT].node if WEIGHT in w.env else i64(1)
            done.append(store(size - ENTRY, weight, get(self.next)))
        for place, bound in enumerate(chosen):
            done.append(store(ENTRY * (place + 1), stored(self._lasting(choosing, place, bound), bound.shape), get(self.next)))
        # A trial makes its own lists behind these.
        tried = [put_all("$list_next", get(self.next))] if self.unit.has_trials else []
        further = [put(self.next, plus(get(self.next), size)), *tried]
        return [*done, *(further if self.point.refused is None else self._unless_refused(w, further))]

    def _unless_refused(self, w: Writer, further: list[Node]) -> list[Node]:
        """A record counts only if these terms have not been refused."""
        assert self.point.refused is not None
        refused, known = self.unit.plan.frame[self.point.refused.id], w.fn.local("refused", "i32")
        asked = put(known, call("$holds_packed", i32(refused.at), call(pack(self.unit, self.point), get(self.next))))
        return [*without_trace([asked], w.fn), when(no(get(known)), further)]

    @staticmethod
    def _lasting(choosing: Choosing, place: int, bound: Bound) -> Node:
        """A value that stays as it is: a single one that is a tuple is copied, sets have been made so."""
        entries = entries_of(choosing)[place - (choosing.carrier is not None) :]
        is_set = bool(entries) and isinstance(entries[0], Pick) and entries[0].form not in ("one", "maybe")
        return call("$kept", bound.node) if bound.shape.kind == "tuple" and not is_set else bound.node

    def _passing(self) -> list[Node]:
        if self.point.passing == "never":
            return []
        found = op("i32.ne", get(self.next), of_all("$list_base"))
        if self.point.passing == "unless":
            found = op("i32.and", found, no(get(self.bound)))
        linked = [store(self.width - ENTRY, i64(0), get(self.next))] if self.linked else []
        return [when(found, [store(0, i64(PASS), get(self.next)), *linked, put(self.next, plus(get(self.next), self.width))])]

    # ------------------------------------------------------------ choose

    def choose(self) -> Function:
        fn = Function(f"$choose{self.name}", ((RECORD, "i32"),), "i32")
        w = Writer(self.unit, fn)
        number = fn.local("number", "i32")
        fn.body = [put(number, narrow(load(0, get(RECORD))))]
        fn.body.append(when(op("i32.lt_s", get(number), i32(0)), [give(i32(self.point.passed))]))
        if self.point.chosen is not None:
            fn.body.append(put_field(self.unit.plan.frame[self.point.chosen.id], call(pack(self.unit, self.point), get(RECORD))))
        choosings = self.point.choosings
        for index, choosing in enumerate(choosings):
            done = self._chosen(w, choosing)
            fn.body += done if index + 1 == len(choosings) else [when(op("i32.eq", get(number), i32(index)), done)]
        fn.body.append(UNREACHABLE)
        return fn

    def _chosen(self, w: Writer, choosing: Choosing) -> list[Node]:
        frame = self.unit.plan.frame
        done: list[Node] = []
        if choosing.actor is not None:
            done.append(store(frame[choosing.actor.id].at, load(self.unit.plan.seat)))
        place = 1
        if choosing.offered_by is not None:
            done += self._offered(w, choosing)
            place += choosing.carrier is not None
        for part in choosing.plan:
            match part:
                case Pick() | Split():
                    field = frame[part.local.id]
                    number = load(ENTRY * place, get(RECORD))
                    is_tuple = field.shape.kind == "tuple"
                    done.append(put_field(field, narrow(number)) if is_tuple else store(field.at, number))
                    place += 1
                case Bind(local=local, value=expr):
                    done.append(put_field(frame[local.id], value_for(w, frame[local.id], expr)))
        return [*done, give(i32(choosing.target))]

    def _offered(self, w: Writer, choosing: Choosing) -> list[Node]:
        """From where the choosing comes is bound: the first binding of the rule, or that of the thing which was chosen."""
        assert choosing.offered_by is not None
        rule, frame = choosing.offered_by.rule, self.unit.plan.frame
        out = w.fn.label("bound")
        seat = Bound(load(self.unit.plan.seat), NUMBER)
        env = {} if choosing.actor is None else {choosing.actor.id: seat}

        def bound(here: Writer) -> list[Node]:
            locals_ = [*([rule.actor] if rule.actor is not None else [])]
            carrier = rule.carrier
            if carrier is None:
                return [*(store(frame[one.id].at, seat.node) for one in locals_), branch(out)]
            done = [store(frame[one.id].at, here.env[one.id].node) for one in (*locals_, carrier.this, carrier.owner, carrier.copies)]
            return [when(op("i64.eq", here.env[carrier.this.id].node, load(ENTRY, get(RECORD))), [*done, branch(out)])]

        return [block(out, [*each_use(w.binding(env), choosing.offered_by, seat, bound, ask=not rule.names), UNREACHABLE])]

    # ------------------------------------------------------------ tell

    def tell(self) -> Function:
        """A choice as JSON."""
        fn = Function(f"$tell{self.name}", ((RECORD, "i32"),), "i32")
        w = Writer(self.unit, fn)
        number = fn.local("number", "i32")
        say = Node("call", ("$say_number",), (load(0, get(RECORD)),))
        fn.body = [_say("["), say, put(number, narrow(load(0, get(RECORD))))]
        for index, choosing in enumerate(self.point.choosings):
            told: list[Node] = []
            carried = [] if choosing.carrier is None else [choosing.carrier.this]
            for place, local in enumerate((*carried, *(entry.local for entry in entries_of(choosing)))):
                told += [_say(","), tell_value(w, local, load(ENTRY * (place + 1), get(RECORD)))]
            if told:
                fn.body.append(when(op("i32.eq", get(number), i32(index)), told))
        fn.body += [_say("]"), i32(0)]
        return fn


def _say(character: str) -> Node:
    return Node("call", ("$say",), (i32(ord(character)),))


def tell_value(w: Writer, local: Local, number: Node) -> Node:
    """A value as JSON."""
    kind = w.shape(local.type).kind
    if kind == "tuple":
        return Node("call", ("$say_tuple",), (narrow(number),))
    return Node("call", ("$say_truth" if kind == "truth" else "$say_number",), (number,))
