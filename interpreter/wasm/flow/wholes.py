"""Actions that are chosen as one: each way to carry one out is tried from stop to stop, as long as its seat goes on choosing in it.

Of ways that come to the same position the first counts, and of these those that are preferred (see `reference/whole_choices.py`). A way
is a record with the address of its links behind its values: how many there are, and for each the address of its stop and its record.
"""

from __future__ import annotations

from custumal.dsl.base.limits import MOST_PARTS, MOST_STEPS, MOST_WAYS
from custumal.interpreter.program import Choosing, Decide, Measure, Point, Preferred
from custumal.interpreter.wasm.expressions.core import as_number
from custumal.interpreter.wasm.expressions.unit import Unit, Writer
from custumal.interpreter.wasm.flow.control import DECISION
from custumal.interpreter.wasm.flow.statements import Statements, statement
from custumal.interpreter.wasm.memory.copying import copied
from custumal.interpreter.wasm.memory.normal import Normal, times
from custumal.interpreter.wasm.memory.plan import CHOICES, LONGEST, WAYS
from custumal.interpreter.wasm.memory.shapes import ENTRY, NONE
from custumal.interpreter.wasm.text.module import Function
from custumal.interpreter.wasm.text.nodes import (
    UNREACHABLE,
    Node,
    block,
    branch,
    branch_if,
    call,
    choose,
    get,
    give,
    i32,
    i64,
    load,
    load_pointer,
    narrow,
    no,
    of_all,
    op,
    plus,
    put,
    put_all,
    scaled,
    store,
    when,
    wide,
)  # fmt: skip
from custumal.interpreter.wasm.unsupported import Unsupported

RECORD, DEPTH, BASE, PC = "$record", "$depth", "$base", "$pc"
WORDS = ("ways", "whole_end", "whole_width", "whole_inside", "whole_action", "whole_trying")


def chooses_wholes(point: Point) -> bool:
    """Whether some action at a point is chosen as one."""
    return any(choosing.inside is not None for choosing in point.choosings)


@statement(Measure)
def _measure(w: Writer, one: Measure) -> Statements:
    return [store(w.unit.plan.measures[one.address], as_number(w, one.value))]


class Wholes:
    """Writes what a module needs for its points of whole choices.

    Args:
        unit: the module.
        lists: how many functions stand in the table before those that list the parts at each address.
        chooses: likewise for those that carry out a record.
        widths: the bytes of a record at each address, as a table in memory.
    """

    def __init__(self, unit: Unit, lists: int, chooses: int, widths: int) -> None:
        self.unit = unit
        self.plan = unit.plan
        self.lists, self.chooses, self.widths = lists, chooses, widths
        self._numbers: dict[str, int] = {}
        if unit.instance.layout.reveals:
            raise Unsupported("what is known beside an action that is chosen as one")
        unit.module.globals |= {f"${word}": ("i32", 0) for word in WORDS}
        unit.module.globals["$whole_left"] = ("i32", MOST_STEPS)
        unit.module.globals["$whole_seat"] = ("i64", NONE)
        unit.function("$normal", Normal(unit.instance, unit.program, unit.plan, unit.pool).written)
        made = (self._is_same(), self._found(), self._goes_on(), self._try(), self._is_whole(), self.apply())
        for function in made:
            unit.module.add(function)

    # ------------------------------------------------------------ one stop

    def listed(self, point: Point, width: int) -> Function:
        """All choices of a point; what its parts are is listed first, and each replaced by its ways."""
        fn = Function(f"$wholes{point.number}", (("$unused", "i32"),), "i32")
        number, record, count, end = fn.local("number"), fn.local("part", "i32"), fn.local("count", "i32"), fn.local("end", "i32")
        begin = [
            put(count, call(f"$list{point.number}", i32(0))),
            put(end, op("i32.add", of_all("$list_base"), op("i32.mul", get(count), i32(width)))),
            put(record, of_all("$list_base")),
            put_all("$list_next", get(end)),
            put_all("$ways", i32(0)),
            put_all("$whole_left", i32(MOST_STEPS)),
            put_all("$whole_end", i32(self.plan.made)),
            put_all("$whole_width", i32(width)),
            put_all("$whole_seat", load(self.plan.seat)),
        ]
        turn = [
            branch_if("$all", op("i32.ge_u", get(record), get(end))),
            put(number, load(0, get(record))),
            *self._ways_of(point, number, record),
            put(record, plus(get(record), width)),
            branch("$next"),
        ]
        fn.body = [
            *begin,
            block("$all", [Node("loop", ("$next",), tuple(turn))]),
            *self._preferred(fn, point),
            *self._emitted(fn, point, width),
        ]
        return fn

    def _ways_of(self, point: Point, number: str, record: str) -> list[Node]:
        done: list[Node] = [*self._unmeasured(), *self._kept(get(record), i32(-1))]
        for index, choosing in enumerate(point.choosings):
            if choosing.inside is not None:
                tried = [
                    put_all("$whole_inside", i32(choosing.inside)),
                    put_all("$whole_action", i32(self._action(choosing))),
                    call("$try", get(record), i32(0)),
                ]
                done = [when(op("i64.eq", get(number), i64(index)), tried, done)]
        return done

    def _action(self, choosing: Choosing) -> int:
        return self._numbers.setdefault(choosing.address, len(self._numbers))

    def _kept(self, record: Node, action: Node) -> list[Node]:
        """One more among those that are found: its record, and of which action it is a way (-1: it is none)."""
        room = op("i32.gt_u", op("i32.add", of_all("$whole_end"), of_all("$whole_width")), i32(self.plan.made + CHOICES))
        many = op("i32.ge_u", of_all("$ways"), i32(WAYS))
        return [
            when(op("i32.or", room, many), [UNREACHABLE]),
            Node("memory.copy", (), (of_all("$whole_end"), record, of_all("$whole_width"))),
            put_all("$whole_end", op("i32.add", of_all("$whole_end"), of_all("$whole_width"))),
            store(self.plan.ways, Node("i64.extend_i32_s", (), (action,)), scaled(wide(of_all("$ways")), ENTRY)),
            *self._scored(),
            put_all("$ways", plus(of_all("$ways"), 1)),
        ]

    def _unmeasured(self) -> list[Node]:
        """Nothing has been measured yet."""
        return [store(cell, i64(NONE)) for cell in self.plan.measures.values()]

    def _scored(self) -> list[Node]:
        """What its preferences have measured."""
        at = op("i32.mul", of_all("$ways"), i32(ENTRY * len(self.plan.measures)))
        return [store(self.plan.scores + ENTRY * number, load(cell), at) for number, cell in enumerate(self.plan.measures.values())]

    # ------------------------------------------------------------ preferences

    def _preferred(self, fn: Function, point: Point) -> list[Node]:
        """What no preference is against. A way that is none any more has the action -2."""
        done: list[Node] = []
        for preferred in dict.fromkeys(each for choosing in point.choosings for each in choosing.prefer):
            if preferred.address in self.plan.measures:
                done += self._against(fn, preferred)
        return done

    def _against(self, fn: Function, preferred: Preferred) -> list[Node]:
        number = [*self.plan.measures].index(preferred.address)
        at, best = fn.local("at", "i32"), fn.local("best")
        score = load(self.plan.scores + ENTRY * number, op("i32.mul", get(at), i32(ENTRY * len(self.plan.measures))))
        action = scaled(wide(get(at)), ENTRY)
        counts = op("i32.and", op("i64.ne", load(self.plan.ways, action), i64(-2)), op("i64.ne", score, i64(NONE)))
        better = choose(op("i64.eq", get(best), i64(NONE)), score, call("$max" if preferred.is_most else "$min", get(best), score), "i64")
        lost = op("i32.and", counts, op("i64.ne", score, get(best)))
        measured = times(fn, at, of_all("$ways"), [when(counts, [put(best, better)])])
        return [
            *([put(best, i64(1))] if preferred.needed else [put(best, i64(NONE)), *measured]),
            *times(fn, at, of_all("$ways"), [when(lost, [store(self.plan.ways, i64(-2), action)])]),
        ]

    def _emitted(self, fn: Function, point: Point, width: int) -> list[Node]:
        """What is left, as the list of choices; and PASS where it can be declined."""
        at, to, bound, number = fn.local("at", "i32"), fn.local("to", "i32"), fn.local("bound", "i32"), fn.local("number")
        source = op("i32.add", i32(self.plan.made), op("i32.mul", get(at), i32(width)))
        is_left = op("i64.ne", load(self.plan.ways, scaled(wide(get(at)), ENTRY)), i64(-2))
        copy = [Node("memory.copy", (), (get(to), source, i32(width))), put(to, plus(get(to), width))]
        binding = [op("i64.eq", get(number), i64(index)) for index, choosing in enumerate(point.choosings) if not choosing.free]
        copy += [when(test, [put(bound, i32(1))]) for test in binding]
        counts = op("i32.and", is_left, op("i64.ge_s", get(number), i64(0)))
        found = op("i32.div_u", op("i32.sub", get(to), of_all("$list_base")), i32(width))
        return [
            put(to, of_all("$list_base")),
            put(bound, i32(0)),
            *times(fn, at, of_all("$ways"), [put(number, load(0, source)), when(counts, copy)]),
            *self._passing(point, to, bound, width),
            put_all("$list_next", get(to)),
            put_all("$count", found),
            when(op("i32.gt_u", of_all("$count"), i32(MOST_WAYS)), [UNREACHABLE]),
            of_all("$count"),
        ]

    @staticmethod
    def _passing(point: Point, to: str, bound: str, width: int) -> list[Node]:
        if point.passing == "never":
            return []
        some = op("i32.ne", get(to), of_all("$list_base"))
        passes = some if point.passing == "always" else op("i32.and", some, no(get(bound)))
        record = [store(0, i64(-1), get(to)), store(width - ENTRY, i64(0), get(to)), put(to, plus(get(to), width))]
        return [when(passes, record)]

    # ------------------------------------------------------------ trying

    def _try(self) -> Function:
        """Carry out a record, follow what comes then, and put everything back."""
        fn = Function("$try", ((RECORD, "i32"), (DEPTH, "i32")))
        plan = self.plan
        slot = fn.local("slot", "i32")
        kept = {word: fn.local("kept", "i32") for word in ("$list_base", "$list_next", "$sets_base")}
        limit = MOST_STEPS // MOST_PARTS
        spent = op("i32.sub", i32(MOST_STEPS), of_all("$fuel"))
        cost = choose(op("i32.gt_s", spent, i32(limit)), spent, i32(limit), "i32")
        fn.body = [
            when(op("i32.ge_u", get(DEPTH), i32(LONGEST)), [UNREACHABLE]),
            when(op("i32.lt_s", of_all("$whole_left"), i32(0)), [UNREACHABLE]),
            put(slot, op("i32.add", i32(self.plan.tried), op("i32.mul", get(DEPTH), i32(plan.size)))),
            *copied(plan, get(slot), i32(plan.position)),
            *(put(local, of_all(word)) for word, local in kept.items()),
            put_all("$list_base", of_all("$list_next")),
            put_all("$sets_base", of_all("$sets")),
            *self._unmeasured(),
            store(self.plan.path, wide(get(RECORD)), scaled(wide(get(DEPTH)), ENTRY)),
            put_all("$whole_trying", plus(of_all("$whole_trying"), 1)),
            *self._part_applied(get(RECORD)),
            put_all("$whole_trying", op("i32.sub", of_all("$whole_trying"), i32(1))),
            put_all("$whole_left", op("i32.sub", of_all("$whole_left"), cost)),
            when(call("$goes_on"), self._followed(fn), [call("$found_way", get(DEPTH))]),
            *(put_all(word, get(local)) for word, local in kept.items()),
            *copied(plan, i32(plan.position), get(slot)),
            put_all("$kind", i32(DECISION)),
        ]
        return fn

    def _part_applied(self, record: Node) -> list[Node]:
        chosen = Node("call_indirect", ("(param i32)", "(result i32)"), (record, plus(narrow(load(self.plan.pc)), self.chooses)))
        return [put_all("$arena", of_all("$arena_base")), put_all("$count", i32(-1)), put_all("$number", i32(-1)), call("$go", chosen)]

    def _followed(self, fn: Function) -> list[Node]:
        """Each choice that its seat has next."""
        index, record, width, count = (fn.local(word, "i32") for word in ("index", "link", "width", "count"))
        pc = narrow(load(self.plan.pc))
        listed = Node("call_indirect", ("(param i32)", "(result i32)"), (i32(0), plus(pc, self.lists)))
        return [
            put_all("$fuel", i32(MOST_STEPS)),
            put(count, listed),
            put(width, load_pointer(self.widths, scaled(wide(pc), 4))),
            put(record, of_all("$list_base")),
            put_all("$list_next", op("i32.add", get(record), op("i32.mul", get(count), get(width)))),
            *times(fn, index, get(count), [
                call("$try", get(record), plus(get(DEPTH), 1)), put(record, op("i32.add", get(record), get(width))),
            ]),
        ]  # fmt: skip

    def _goes_on(self) -> Function:
        """Whether the seat that began chooses, and the action is still under way: the return addresses from before, and its own, are
        on the stack."""
        fn = Function("$goes_on", (), "i32")
        plan, at = self.plan, fn.local("at", "i32")
        first = self.plan.tried - plan.position
        depth = load(plan.depth + first)
        entry = scaled(wide(get(at)), ENTRY)
        changed = op("i64.ne", load(plan.stack, entry), load(plan.stack + first, entry))
        fn.body = [
            when(op("i32.ne", of_all("$kind"), i32(DECISION)), [give(i32(0))]),
            when(op("i64.ne", load(plan.seat), of_all("$whole_seat")), [give(i32(0))]),
            when(op("i64.le_s", load(plan.depth), depth), [give(i32(0))]),
            *times(fn, at, narrow(depth), [when(changed, [give(i32(0))])]),
            op("i64.eq", load(plan.stack, scaled(depth, ENTRY)), wide(of_all("$whole_inside"))),
        ]
        return fn

    # ------------------------------------------------------------ what a way comes to

    def _found(self) -> Function:
        """A way has been found: it is kept if none of its action has come to the same position."""
        fn = Function("$found_way", ((DEPTH, "i32"),))
        plan, at, here = self.plan, fn.local("at", "i32"), fn.local("here", "i32")
        other = op("i32.add", i32(self.plan.reached), op("i32.mul", get(at), i32(plan.size)))
        alike = op("i64.eq", load(self.plan.ways, scaled(wide(get(at)), ENTRY)), wide(of_all("$whole_action")))
        same = call("$is_same", get(here), other)
        fn.body = [
            when(op("i32.ge_u", of_all("$ways"), i32(WAYS)), [UNREACHABLE]),
            put(here, op("i32.add", i32(self.plan.reached), op("i32.mul", of_all("$ways"), i32(plan.size)))),
            *copied(plan, get(here), i32(plan.position)),
            call("$normal", get(here)),
            *times(fn, at, of_all("$ways"), [when(alike, [when(same, [give()])])]),
            *self._kept(narrow(load(self.plan.path)), of_all("$whole_action")),
            store(0, wide(self._linked(fn)), op("i32.sub", of_all("$whole_end"), i32(ENTRY))),
        ]
        return fn

    def _linked(self, fn: Function) -> Node:
        """The address of the links on the path to here, 0 if there are none."""
        start, to, at, width = (fn.local(word, "i32") for word in ("links", "to", "at", "width"))
        position = op("i32.add", i32(self.plan.tried), op("i32.mul", get(at), i32(self.plan.size)))
        pc = load(self.plan.pc - self.plan.position, position)
        link = [
            put(width, load_pointer(self.widths, scaled(pc, 4))),
            when(op("i32.gt_u", op("i32.add", plus(get(to), ENTRY), get(width)), of_all("$sets_end")), [UNREACHABLE]),
            store(0, pc, get(to)),
            Node("memory.copy", (), (plus(get(to), ENTRY), narrow(load(self.plan.path, scaled(wide(get(at)), ENTRY))), get(width))),
            put(to, op("i32.add", plus(get(to), ENTRY), get(width))),
        ]
        made = [
            put(start, of_all("$sets")),
            put(to, plus(get(start), ENTRY)),
            store(0, wide(get(DEPTH)), get(start)),
            *times(fn, at, plus(get(DEPTH), 1), link, first=1),
            put_all("$sets", get(to)),
        ]
        return Node("block", ("(result i32)",), (put(start, i32(0)), when(get(DEPTH), made), get(start)))

    def _is_same(self) -> Function:
        """Whether two positions are the same, to the last number."""
        fn = Function("$is_same", (("$a", "i32"), ("$b", "i32")), "i32")
        at = fn.local("at", "i32")
        differ = op("i64.ne", load(0, op("i32.add", get("$a"), get(at))), load(0, op("i32.add", get("$b"), get(at))))
        fn.body = _bytes(at, i32(0), i32(self.plan.fixed), [when(differ, [give(i32(0))])])
        for field in self.plan.logs.values():
            offset = field.at - self.plan.position
            size = op("i32.shl", narrow(load(offset, get("$a"))), i32(4))
            fn.body.append(when(op("i64.ne", load(offset, get("$a")), load(offset, get("$b"))), [give(i32(0))]))
            fn.body += _bytes(at, i32(offset), op("i32.add", i32(offset + ENTRY), size), [when(differ, [give(i32(0))])])
        fn.body.append(i32(1))
        return fn

    # ------------------------------------------------------------ apply

    def _is_whole(self) -> Function:
        """Whether whole actions are chosen at an address."""
        fn = Function("$is_whole", ((PC, "i64"),), "i32")
        found: Node = i32(0)
        for pc, one in enumerate(self.unit.program.code):
            if isinstance(one, Decide) and chooses_wholes(one.point):
                found = op("i32.or", op("i64.eq", get(PC), i64(pc)), found)
        fn.body = [found]
        return fn

    def apply(self) -> Function:
        """Carry out a record of the buffer with its links, and go on to the next stop."""
        fn = Function("$apply_whole", ((RECORD, "i32"),))
        links, left = fn.local("links", "i32"), fn.local("left", "i32")
        kept = {word: fn.local("kept", "i32") for word in ("$list_base", "$sets_base")}
        width = load_pointer(self.widths, scaled(load(self.plan.pc), 4))
        turn = [
            *self._part_applied(get(RECORD)),
            branch_if("$done", op("i32.eqz", get(left))),
            put(left, op("i32.sub", get(left), i32(1))),
            put(RECORD, plus(get(links), ENTRY)),
            when(op("i64.ne", load(0, get(links)), load(self.plan.pc)), [UNREACHABLE]),
            put(links, op("i32.add", get(RECORD), width)),
            branch("$next"),
        ]
        follow = [
            put(left, narrow(load(0, get(links)))),
            put(links, plus(get(links), ENTRY)),
            *(put(local, of_all(word)) for word, local in kept.items()),
            # What is listed on the way stands behind what is carried out.
            put_all("$list_base", of_all("$list_next")),
            put_all("$sets_base", of_all("$sets")),
            block("$done", [Node("loop", ("$next",), tuple(turn))]),
            *(put_all(word, get(local)) for word, local in kept.items()),
            put_all("$count", i32(-1)),
            put_all("$number", i32(-1)),
        ]
        fn.body = [
            when(no(call("$is_whole", load(self.plan.pc))), [*self._part_applied(get(RECORD)), give()]),
            put(links, narrow(load(0, op("i32.sub", op("i32.add", get(RECORD), width), i32(ENTRY))))),
            when(get(links), follow, self._part_applied(get(RECORD))),
        ]
        return fn


def _bytes(at: str, first: Node, end: Node, body: list[Node]) -> list[Node]:
    label = f"$bytes{int(first.words[0])}"
    turn = [branch_if(label, op("i32.ge_s", get(at), end)), *body, put(at, plus(get(at), ENTRY)), branch(f"{label}.next")]
    return [put(at, first), block(label, [Node("loop", (f"{label}.next",), tuple(turn))])]
