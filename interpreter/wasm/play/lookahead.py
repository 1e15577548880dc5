"""What is found by carrying out every choice in turn: the choice of bots that look one step ahead, and counts of sequences of choices.

What is listed on the way stands behind the list that is gone through, and the position is put back after each choice.
"""

from __future__ import annotations

from custumal.dsl.base.limits import MOST_STEPS
from custumal.interpreter.wasm.expressions.unit import Unit
from custumal.interpreter.wasm.flow.control import DECISION, OVER
from custumal.interpreter.wasm.flow.trials import put_back, saved_at, set_aside
from custumal.interpreter.wasm.memory.copying import copied
from custumal.interpreter.wasm.memory.normal import times
from custumal.interpreter.wasm.memory.shapes import ENTRY, NONE
from custumal.interpreter.wasm.play.scoring import total_function
from custumal.interpreter.wasm.text.module import Function
from custumal.interpreter.wasm.text.nodes import (
    UNREACHABLE,
    Node,
    call,
    choose,
    get,
    give,
    i32,
    i64,
    load,
    narrow,
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

SEAT, BOT, DEPTH, ROOM = "$seat", "$bot", "$depth", "$room"
_LISTS = ("$list_base", "$list_next", "$sets_base")


class Lookahead:
    """Writes these functions. `widths` is where the bytes of a record at each address stand."""

    def __init__(self, unit: Unit, widths: int) -> None:
        self.unit = unit
        self.plan = unit.plan
        self.widths = widths

    # ------------------------------------------------------------ one step ahead

    def greedy(self) -> Function:
        """The number of a choice after which the own score, less the best of the others, is greatest; of several the bot's generator takes
        one."""
        fn = Function("$greedy", ((SEAT, "i64"), (BOT, "i32")), "i32")
        count, end, record, at, width = (fn.local(word, "i32") for word in ("count", "end", "record", "at", "width"))
        best, mark, ties = (fn.local(word) for word in ("best", "mark", "ties"))
        here = op("i32.add", get(end), scaled(wide(get(at)), ENTRY))
        better = when(op("i64.gt_s", get(mark), get(best)), [put(best, get(mark)), put(ties, i64(0))])
        tried = [
            call("$apply", get(record)),
            put_all("$fuel", i32(MOST_STEPS)),
            put(mark, self._mark()),
            store(0, get(mark), here),
            better,
            put(ties, op("i64.add", get(ties), wide(op("i64.eq", get(mark), get(best))))),
            *copied(self.plan, i32(self.plan.position), op("i32.sub", saved_at(self.unit), i32(self.plan.size))),
            put_all("$kind", i32(DECISION)),
            put(record, op("i32.add", get(record), get(width))),
        ]
        is_best = op("i64.eq", load(0, here), get(best))
        taken = when(is_best, [when(op("i64.eqz", get(ties)), [give(get(at))]), put(ties, op("i64.sub", get(ties), i64(1)))])
        before, after = self._behind(fn, op("i32.add", get(end), scaled(wide(get(count)), ENTRY)))
        fn.body = [
            put(count, call("$listed")),
            when(op("i32.eq", get(count), i32(1)), [give(narrow(call("$below", get(BOT), i64(1))))]),
            put(width, self._width()),
            put(record, of_all("$list_base")),
            put(end, op("i32.add", get(record), op("i32.mul", get(count), get(width)))),
            put(best, i64(NONE)),
            *before,
            call(set_aside(self.unit)),
            *times(fn, at, get(count), tried),
            call(put_back(self.unit)),
            *after,
            put_all("$count", get(count)),
            put(ties, call("$below", get(BOT), get(ties))),
            *times(fn, at, get(count), [taken]),
            i32(0),
        ]
        return fn

    def _mark(self) -> Node:
        """The score of the seat, less the best of the others."""
        total, others = total_function(self.unit), i64(NONE)
        seats = self.unit.instance.seats
        if len(seats) == 1:
            return call(total, get(SEAT))
        for seat in seats:
            own = op("i64.eq", get(SEAT), i64(seat))
            others = call("$max", others, choose(own, i64(NONE), call(total, i64(seat)), "i64"))
        return call("$sub", call(total, get(SEAT)), others)

    # ------------------------------------------------------------ counts

    def perft(self) -> Function:
        """How many sequences of so many choices (one or more) there are from here, where nothing is left to chance; a finished game counts
        none below its end. Positions are kept from `$room` on. No more choices are listed than `$count_left` says."""
        fn = Function("$perft", ((DEPTH, "i32"), (ROOM, "i32")), "i64")
        count, record, at, width, end = (fn.local(word, "i32") for word in ("count", "record", "at", "width", "end"))
        found = fn.local("found")
        below = call("$perft", op("i32.sub", get(DEPTH), i32(1)), plus(get(ROOM), self.plan.size))
        tried = [
            call("$apply", get(record)),
            put(found, op("i64.add", get(found), below)),
            *copied(self.plan, i32(self.plan.position), get(ROOM)),
            put_all("$kind", i32(DECISION)),
            put(record, op("i32.add", get(record), get(width))),
        ]
        before, after = self._behind(fn, get(end))
        fn.body = [
            when(op("i32.eq", of_all("$kind"), i32(OVER)), [give(i64(0))]),
            put(count, call("$listed")),
            put_all("$count_left", op("i32.sub", of_all("$count_left"), plus(get(count), 1))),
            when(op("i32.lt_s", of_all("$count_left"), i32(0)), [UNREACHABLE]),
            when(op("i32.eq", get(DEPTH), i32(1)), [give(wide(get(count)))]),
            put(width, self._width()),
            put(record, of_all("$list_base")),
            put(end, op("i32.add", get(record), op("i32.mul", get(count), get(width)))),
            *copied(self.plan, get(ROOM), i32(self.plan.position)),
            *before,
            *times(fn, at, get(count), tried),
            *after,
            get(found),
        ]
        return fn

    # ------------------------------------------------------------ lists

    def _width(self) -> Node:
        """The bytes of a record of the list here."""
        return Node("i32.load", (f"offset={self.widths}",), (scaled(load(self.plan.pc), 4),))

    @staticmethod
    def _behind(fn: Function, start: Node) -> tuple[list[Node], list[Node]]:
        """Lists begin at an address; and as they did before."""
        kept = {word: fn.local("kept", "i32") for word in _LISTS}
        before = [put(local, of_all(word)) for word, local in kept.items()]
        before += [put_all("$list_base", start), put_all("$list_next", start), put_all("$sets_base", of_all("$sets"))]
        return before, [put_all(word, get(local)) for word, local in kept.items()]
