"""What searches need of a game: positions put and kept, names, what an end is worth. The search itself is `search.wat`."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from custumal.dsl.base.limits import MOST_STEPS
from custumal.interpreter.knowledge.sealed_picks import rounds_of
from custumal.interpreter.knowledge.seen import has_secrets
from custumal.interpreter.program import HALT
from custumal.interpreter.wasm.expressions.unit import Unit
from custumal.interpreter.wasm.flow.control import OVER, rows_kept
from custumal.interpreter.wasm.memory.copying import copied
from custumal.interpreter.wasm.memory.normal import Normal
from custumal.interpreter.wasm.memory.shapes import ENTRY, NONE
from custumal.interpreter.wasm.play.naming import links_named, name_here
from custumal.interpreter.wasm.play.scoring import Results, total_function
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
)  # fmt: skip


class Searching:
    """Writes it for one module.

    Args:
        unit: the module.
        results: how a game ends.
        widths: the bytes of a record at each address, as a table in memory.
        names: how many functions stand in the table before those that name a choice.
    """

    def __init__(self, unit: Unit, results: Results, widths: int, names: int) -> None:
        self.unit, self.plan, self.results, self.widths, self.names = unit, unit.plan, results, widths, names
        self.seats = len(unit.instance.seats)
        self.has_teams = unit.instance.game.teams is not None
        room = unit.pool.room
        self.rewards, self.margins = room(ENTRY * self.seats), room(ENTRY * self.seats)
        self.places = {"dice": room(ENTRY), "roots": room(ENTRY * self.seats), "eyes": room(ENTRY * self.seats)}

    def write(self) -> None:
        module = self.unit.module
        total_function(self.unit)
        for function in (
            self._reset(), self._put(), self._keep(), self._width(), name_here(self.unit, self.names), self._made_unseen(), self._passes(),
            self._totals(), self._margins(), self._rewards(), self._essence(), links_named(self.names, self.widths),
        ):  # fmt: skip
            module.add(function)
        module.further += [self._constants(), core()]

    def _constants(self) -> str:
        """The globals of `search.wat` that never change."""
        plan = self.plan
        places = self.places | {"rewards": self.rewards, "margins": self.margins} | {
            "rng": plan.rng, "seat": plan.seat, "pc": plan.pc, "bots": plan.bots,
        }  # fmt: skip
        numbers = {f"$at_{name}": at for name, at in places.items()} | {
            "$seats": self.seats, "$hides": int(has_secrets(self.unit.instance, self.unit.program)),
            "$size_of_position": self.plan.size,
        }  # fmt: skip
        found = [f"(global {name} i32 (i32.const {number}))" for name, number in numbers.items()]
        return "\n".join(found)

    # ------------------------------------------------------------ positions

    def _reset(self) -> Function:
        """What lists and trials have left is forgotten."""
        plan, fn = self.plan, Function("$reset")
        fn.body = [
            put_all("$count", i32(-1)),
            put_all("$number", i32(-1)),
            put_all("$trials", i32(0)),
            *([put_all("$trial_end", i32(HALT))] if "$trial_end" in self.unit.module.globals else []),
            put_all("$list_base", i32(plan.choices)),
            put_all("$list_next", i32(plan.choices)),
            put_all("$sets_base", i32(plan.sets)),
            put_all("$sets", i32(plan.sets)),
            put_all("$arena_base", i32(plan.arena)),
            put_all("$arena", i32(plan.arena)),
        ]
        return fn

    def _put(self) -> Function:
        fn = Function("$put_position", (("$world", "i32"),))
        fn.body = copied(self.plan, i32(self.plan.position), get("$world"))
        return fn

    def _keep(self) -> Function:
        fn = Function("$keep_position", (("$to", "i32"),))
        fn.body = copied(self.plan, get("$to"), i32(self.plan.position))
        return fn

    def _width(self) -> Function:
        """The bytes of a record of the list here."""
        fn = Function("$width_here", (), "i32")
        fn.body = [Node("i32.load", (f"offset={self.widths}",), (scaled(load(self.plan.pc), 4),))]
        return fn

    def _made_unseen(self) -> Function:
        """How many choices have been made of those that the others don't see for now; -1 where all is seen."""
        fn = Function("$made_unseen", (), "i64")
        pc = load(self.plan.pc)
        fn.body = [when(op("i32.eq", of_all("$kind"), i32(OVER)), [give(i64(-1))])]
        kept = {slot: name for name, slot in self.unit.program.slots.items()}
        for one in rounds_of(self.unit.program):
            inside = op("i32.and", op("i64.ge_s", pc, i64(one.since)), op("i64.le_s", pc, i64(one.until)))
            fn.body.append(when(inside, [give(rows_kept(self.plan.frame[kept[one.kept]]))]))
        fn.body.append(i64(-1))
        return fn

    def _passes(self) -> Function:
        """How many passes of its outermost steps the game has begun."""
        fn = Function("$passes", (), "i64")
        fn.body = [self.results.rounds() or i64(0)]
        return fn

    def _normal(self) -> str:
        unit = self.unit
        return unit.function("$normal", lambda: Normal(unit.instance, unit.program, unit.plan, unit.pool).written())

    def _essence(self) -> Function:
        """A number that is the same for positions from which nothing can come out differently."""
        fn = Function("$essence", (), "i64")
        plan, at, found = self.plan, fn.local("at", "i32"), fn.local("found")
        aside, pieces = of_all("$aside"), [(0, i32(plan.fixed))]

        def turn(end: Node, label: str) -> tuple[Node, ...]:
            return (
                branch_if(label, op("i32.ge_u", get(at), end)),
                put(found, call("$absorb", get(found), load(0, op("i32.add", aside, get(at))))),
                put(at, plus(get(at), ENTRY)),
                branch(f"{label}.next"),
            )

        fn.body = [call("$keep_position", aside), call(self._normal(), aside)]
        for field in plan.logs.values():
            offset = field.at - plan.position
            size = op("i32.shl", narrow(load(offset, aside)), i32(4))
            pieces.append((offset, op("i32.add", i32(offset + ENTRY), size)))
        for number, (start, end) in enumerate(pieces):
            label = f"$all{number}"
            fn.body += [put(at, i32(start)), block(label, [Node("loop", (f"{label}.next",), turn(end, label))])]
        fn.body.append(get(found))
        return fn

    # ------------------------------------------------------------ values

    def _totals(self) -> Function:
        fn = Function("$totals")
        fn.body = [put_all("$fuel", i32(MOST_STEPS))]
        fn.body += [store(self.margins + ENTRY * seat, call("$total", i64(seat))) for seat in range(self.seats)]
        return fn

    def _margins(self) -> Function:
        """For each seat its points above the best rival's; alone, above the level."""
        fn = Function("$margins")
        totals = [fn.local("total") for _ in range(self.seats)]
        best = fn.local("best")
        fn.body = [call("$totals"), *(put(name, load(self.margins + ENTRY * seat)) for seat, name in enumerate(totals))]
        for seat, total in enumerate(totals):
            fn.body.append(put(best, i64(NONE)))
            for rival, other in enumerate(totals):
                if rival != seat:
                    better = [put(best, call("$max", get(best), get(other)))]
                    fn.body += [when(op("i64.eqz", self._together(seat, rival)), better)] if self.has_teams else better
            rest = choose(op("i64.eq", get(best), i64(NONE)), of_all("$level"), op("f64.convert_i64_s", get(best)), "f64")
            fn.body.append(put_real(self.margins + ENTRY * seat, op("f64.sub", op("f64.convert_i64_s", get(total)), rest)))
        return fn

    def _together(self, seat: int, other: int) -> Node:
        """Whether two seats are partners, as a number."""
        return op("i64.and", op("i64.shr_u", call(self.results.standings.team(), i64(seat)), i64(other)), i64(1))

    def _rewards(self) -> Function:
        """What the position here is worth to each seat (see `interpreter/search/payoffs.py`)."""
        fn = Function("$rewards")
        won = [load(self.results.seat_at(seat) + ENTRY) for seat in range(self.seats)]
        alone, ended = fn.local("alone", "f64"), fn.local("ended", "f64")
        share = op("f64.div", real(1.0), op("f64.convert_i64_s", call("$max", i64(1), self._winners(won))))
        over = [call("$results"), put(alone, share)]
        for seat in range(self.seats):
            at = self.rewards + ENTRY * seat
            by_end = op("f64.mul", op("f64.sub", real(1.0), of_all("$by_margin")), get(ended))
            both = op("f64.add", by_end, op("f64.mul", of_all("$by_margin"), get_real(at)))
            over.append(put(ended, choose(narrow(won[seat]), get(alone), real(0.0), "f64")))
            over.append(put_real(at, choose(of_all("$race"), both, get(ended), "f64")))
        fn.body = [
            call("$margins"),
            when(
                op("f64.ne", of_all("$stake"), real(0.0)),
                [*(put_real(self.rewards + ENTRY * seat, self._staked(seat)) for seat in range(self.seats)), give()],
            ),
            *(put_real(self.rewards + ENTRY * seat, self._by_points(fn, seat)) for seat in range(self.seats)),
            when(op("i32.eq", of_all("$kind"), i32(OVER)), over),
        ]
        return fn

    def _winners(self, won: list[Node]) -> Node:
        """How many seats, or teams, have won: partners are counted once."""
        found: Node = i64(0)
        for seat, one in enumerate(won):
            is_counted = one
            for before in range(seat if self.has_teams else 0):
                is_counted = op("i64.and", is_counted, op("i64.xor", self._together(seat, before), i64(1)))
            found = op("i64.add", found, is_counted)
        return found

    def _staked(self, seat: int) -> Node:
        share = op("f64.div", op("f64.div", get_real(self.margins + ENTRY * seat), of_all("$stake")), real(2.0))
        return op("f64.add", real(0.5), op("f64.max", real(-0.5), op("f64.min", real(0.5), share)))

    def _by_points(self, fn: Function, seat: int) -> Node:
        ahead = fn.local("ahead", "f64")
        set_it = put(ahead, op("f64.div", get_real(self.margins + ENTRY * seat), of_all("$scale")))
        root = op("f64.sqrt", op("f64.add", real(1.0), op("f64.mul", get(ahead), get(ahead))))
        share = op("f64.add", real(0.5), op("f64.div", op("f64.mul", real(0.5), get(ahead)), root))
        return Node("block", ("(result f64)",), (set_it, share))


def real(number: float) -> Node:
    return Node("f64.const", (repr(float(number)),))


def get_real(at: int) -> Node:
    return Node("f64.load", (f"offset={at}",), (i32(0),))


def put_real(at: int, value: Node) -> Node:
    return Node("f64.store", (f"offset={at}",), (i32(0), value))


@cache
def core() -> str:
    return (Path(__file__).parents[1] / "search.wat").read_text(encoding="utf-8")
