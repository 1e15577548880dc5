"""The functions that play: on to the next stop, one choice, whole games at random with their records."""

from __future__ import annotations

from custumal.dsl.base.limits import MOST_STEPS
from custumal.interpreter.program import HALT, Program
from custumal.interpreter.wasm.expressions.unit import Unit
from custumal.interpreter.wasm.flow.control import CHANCE, OVER
from custumal.interpreter.wasm.memory.copying import copied
from custumal.interpreter.wasm.memory.shapes import ENTRY, NONE
from custumal.interpreter.wasm.play.made import HEAD
from custumal.interpreter.wasm.play.scoring import Results
from custumal.interpreter.wasm.text.module import Function
from custumal.interpreter.wasm.text.nodes import (
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

TEXTS = 1 << 20
"""So many bytes have to be free for another game."""


def indirect(table: int, index: Node, argument: Node) -> Node:
    """Call the function with this number, behind so many others in the table."""
    return Node("call_indirect", ("(param i32)", "(result i32)"), (argument, plus(index, table)))


class Playing:
    """Writes these functions. The table has for each address its region, then the functions of its stop: list, choose, tell."""

    def __init__(self, unit: Unit, results: Results, most_decisions: int) -> None:
        self.unit = unit
        self.plan = unit.plan
        self.program: Program = unit.program
        self.size = len(unit.program.code)
        self.results = results
        self.most = most_decisions
        self.widths = self.counts = 0
        self.has_wholes = False

    def go(self) -> Function:
        """On from an address to the next stop."""
        fn = Function("$go", (("$pc", "i32"),))
        halted = [put_all("$kind", i32(OVER)), store(self.plan.pc, i64(HALT)), store(self.plan.seat, i64(NONE))]
        fn.body = [
            put_all("$fuel", i32(MOST_STEPS)),
            Node("loop", ("$next",), (
                put("$pc", indirect(0, get("$pc"), get("$pc"))),
                branch_if("$next", op("i32.ge_s", get("$pc"), i32(0))),
            )),
            when(op("i32.eq", get("$pc"), i32(HALT)), halted),
        ]  # fmt: skip
        return fn

    def begin(self) -> Function:
        """A new game at its first stop, with the generator of chance in this state."""
        fn = Function("$begin", (("$rng", "i64"),))
        fn.body = [
            *copied(self.plan, i32(self.plan.position), i32(self.plan.opening)),
            store(self.plan.rng, get("$rng")),
            put_all("$kind", of_all("$first_kind")),
            put_all("$count", i32(-1)),
            put_all("$number", i32(-1)),
            # What a trap has left in the middle of a trial is forgotten.
            *(put_all(name, i32(0)) for name in ("$trials", "$whole_trying") if name in self.unit.module.globals),
            *([put_all("$trial_end", i32(HALT))] if "$trial_end" in self.unit.module.globals else []),
            put_all("$list_base", i32(self.plan.choices)),
            put_all("$sets_base", i32(self.plan.sets)),
            put_all("$arena_base", i32(self.plan.arena)),
            put_all("$arena", i32(self.plan.arena)),
        ]
        return fn

    def listed(self) -> Function:
        """How many choices there are; they stand in the buffer."""
        fn = Function("$listed", (), "i32")
        fn.body = [
            when(op("i32.lt_s", of_all("$count"), i32(0)), [
                put_all("$fuel", i32(MOST_STEPS)),
                Node("drop", (), (indirect(self.size, self._pc(), i32(0)),)),
            ]),
            of_all("$count"),
        ]  # fmt: skip
        return fn

    def counted(self) -> Function:
        """How many choices there are, be they listed or not."""
        fn = Function("$counted", (), "i32")
        fn.body = [
            when(op("i32.ge_s", of_all("$count"), i32(0)), [give(of_all("$count"))]),
            when(op("i32.ge_s", of_all("$number"), i32(0)), [give(of_all("$number"))]),
            put_all("$fuel", i32(MOST_STEPS)),
            indirect(self.counts, self._pc(), i32(0)),
        ]
        return fn

    def picked(self) -> Function:
        """Where the choice with this number stands, once they are counted."""
        fn = Function("$picked", (("$index", "i32"),), "i32")
        width = Node("i32.load", (f"offset={self.widths}",), (scaled(wide(self._pc()), 4),))
        listed = op("i32.add", i32(self.plan.choices), op("i32.mul", get("$index"), width))
        one = indirect(self.counts + self.size, self._pc(), get("$index"))
        fn.body = [choose(op("i32.ge_s", of_all("$count"), i32(0)), listed, one, "i32")]
        return fn

    def draw(self) -> Function:
        """What chance brings here: it stands at the beginning of the buffer."""
        fn = Function("$draw")
        fn.body = [put_all("$fuel", i32(MOST_STEPS)), Node("drop", (), (indirect(self.size, self._pc(), i32(0)),))]
        return fn

    def apply(self) -> Function:
        """Carry out a record of the buffer and go on to the next stop."""
        fn = Function("$apply", (("$record", "i32"),))
        if self.has_wholes:
            fn.body = [call("$apply_whole", get("$record"))]
            return fn
        chosen = indirect(2 * self.size, self._pc(), get("$record"))
        fn.body = [
            put_all("$arena", of_all("$arena_base")),
            put_all("$count", i32(-1)),
            put_all("$number", i32(-1)),
            call("$go", chosen),
        ]
        return fn

    def tell(self) -> Function:
        """Write a record of the buffer as JSON."""
        fn = Function("$tell", (("$record", "i32"),))
        fn.body = [Node("drop", (), (indirect(3 * self.size, self._pc(), get("$record")),))]
        return fn

    def _pc(self) -> Node:
        return narrow(load(self.plan.pc))

    # ------------------------------------------------------------ whole games

    def playouts(self, word: str = "") -> Function:
        """Play some games of a series; gives how many have been played. What is not played has no room left, or went wrong."""
        fn = Function(f"${word}playouts", (("$first", "i64"), ("$games", "i32")), "i32")
        done = fn.local("done", "i32")
        fn.body = [
            put_all("$out", i32(self.plan.output)),
            put_all("$played", i32(0)),
            block("$enough", [Node("loop", ("$again",), (
                branch_if("$enough", op("i32.ge_u", get(done), get("$games"))),
                branch_if("$enough", op("i32.lt_u", op("i32.sub", of_all("$out_end"), of_all("$out")), i32(TEXTS))),
                call(f"${word}game", op("i64.add", get("$first"), op("i64.extend_i32_u", get(done)))),
                put(done, plus(get(done), 1)),
                put_all("$played", get(done)),
                branch("$again"),
            ))]),
            get(done),
        ]  # fmt: skip
        return fn

    def unrecorded(self) -> Function:
        """Play some games of a series of which nothing is written down; gives how many decisions there were."""
        fn = Function("$unrecorded", (("$first", "i64"), ("$games", "i32")), "i64")
        done, decisions = fn.local("done", "i32"), fn.local("decisions")
        fn.body = [
            block("$enough", [Node("loop", ("$again",), (
                branch_if("$enough", op("i32.ge_u", get(done), get("$games"))),
                call("$opened", op("i64.add", get("$first"), op("i64.extend_i32_u", get(done)))),
                put(decisions, op("i64.add", get(decisions), wide(call("$played_on", i32(self.most))))),
                put(done, plus(get(done), 1)),
                branch("$again"),
            ))]),
            get(decisions),
        ]  # fmt: skip
        return fn

    def game(self, word: str = "") -> Function:
        """One game of a series: its record. In `greedy` games the seats of `$greedy_seats` look one step ahead."""
        fn = Function(f"${word}game", (("$number", "i64"),))
        start, decisions, record = (fn.local(word, "i32") for word in ("start", "decisions", "record"))
        fn.body = [
            call("$opened", get("$number")),
            put(start, of_all("$out")),
            put_all("$out", plus(get(start), ENTRY * (HEAD + self.results.count))),
            say("["),
            call("$say_unsigned", call("$absorb_part", of_all("$game_seed"), get("$number"))),
            say(","),
            say("["),
            block("$over", [Node("loop", ("$again",), tuple(self._step(decisions, record, told=True, greedy=bool(word))))]),
            say("]"),
            say(","),
            call("$results"),
            *self._told_results(fn),
            say("]"),
            *self._record(start, decisions),
        ]
        return fn

    def opened(self) -> Function:
        """A game of a series at its first stop: the generators of chance and of each seat's bot."""
        fn = Function("$opened", (("$number", "i64"),))
        chance: Node = i64(0)
        if self.unit.module.globals["$has_chance"][1]:
            chance = call("$chance_of", call("$absorb_part", of_all("$game_seed"), get("$number")))
        bots = fn.local("bots")
        fn.body = [call("$begin", chance), put(bots, call("$absorb_part", of_all("$bot_seed"), get("$number")))]
        fn.body += [
            store(self.plan.bots + ENTRY * seat, call("$absorb_part", get(bots), i64(seat)))
            for seat in range(len(self.unit.instance.seats))
        ]
        return fn

    def played_on(self) -> Function:
        """Play on at random until the end, or until so many decisions have been made; gives how many."""
        fn = Function("$played_on", (("$most", "i32"),), "i32")
        decisions, record = fn.local("decisions", "i32"), fn.local("record", "i32")
        fn.body = [
            block("$over", [Node("loop", ("$again",), tuple(self._step(decisions, record, most=get("$most"))))]),
            get(decisions),
        ]
        return fn

    def _step(self, decisions: str, record: str, *, told: bool = False, most: Node | None = None, greedy: bool = False) -> list[Node]:
        seat = narrow(load(self.plan.seat))
        bot = op("i32.add", i32(self.plan.bots), op("i32.shl", seat, i32(3)))
        index = narrow(call("$below", bot, wide(call("$counted"))))
        if greedy:
            looks = narrow(op("i64.and", op("i64.shr_u", of_all("$greedy_seats"), load(self.plan.seat)), i64(1)))
            index = choose(looks, call("$greedy", load(self.plan.seat), bot), index, "i32")
        comma = when(op("i32.ne", Node("i32.load8_u", (), (op("i32.sub", of_all("$out"), i32(1)),)), i32(ord("["))), [say(",")])
        return [
            branch_if("$over", op("i32.eq", of_all("$kind"), i32(OVER))),
            branch_if("$over", op("i32.ge_u", get(decisions), i32(self.most) if most is None else most)),
            when(
                op("i32.eq", of_all("$kind"), i32(CHANCE)),
                [call("$draw"), put(record, i32(self.plan.choices))],
                [
                    put(record, call("$picked", index)),
                    put(decisions, plus(get(decisions), 1)),
                ],
            ),
            *([comma, call("$tell", get(record))] if told else []),
            call("$apply", get(record)),
            branch("$again"),
        ]

    def _told_results(self, fn: Function) -> list[Node]:
        """The totals, and who has won."""
        seats = range(self.results.seats)
        some = fn.local("some", "i32")
        done = [say("[")]
        for seat in seats:
            done += [*([say(",")] if seat else []), call("$say_number", load(self.results.seat_at(seat)))]
        done += [say("]"), say(","), say("["), put(some, i32(0))]
        for seat in seats:
            won = narrow(load(self.results.seat_at(seat) + ENTRY))
            done.append(when(won, [when(get(some), [say(",")]), call("$say_number", i64(seat)), put(some, i32(1))]))
        return [*done, say("]")]

    def _record(self, start: str, decisions: str) -> list[Node]:
        """What stands before the text; the next record begins at a whole entry."""
        text = ENTRY * (HEAD + self.results.count)
        length = op("i32.sub", op("i32.sub", of_all("$out"), get(start)), i32(text))
        return [
            store(0, wide(length), get(start)),
            store(ENTRY, wide(op("i32.eq", of_all("$kind"), i32(OVER))), get(start)),
            store(2 * ENTRY, wide(get(decisions)), get(start)),
            Node("memory.copy", (), (plus(get(start), ENTRY * HEAD), i32(self.results.at), i32(ENTRY * self.results.count))),
            put_all("$out", op("i32.and", op("i32.add", of_all("$out"), i32(ENTRY - 1)), i32(-ENTRY))),
        ]


def say(character: str) -> Node:
    return call("$say", i32(ord(character)))


def chance_of(words: list[int]) -> Function:
    """The generator of a game of this seed: `derive(seed, "chance")`; `words` are those of the name."""
    fn = Function("$chance_of", (("$seed", "i64"),), "i64")
    found = call("$absorb_seed", get("$seed"))
    for word in words:
        found = call("$absorb", found, i64(word))
    fn.body = [found]
    return fn
