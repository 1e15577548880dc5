"""Effects that move things: the state's lowest changes are called with what the rules say."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from custumal.dsl.base.types import Cell, Place, Pose, Set, Type, bare
from custumal.dsl.model import Draw, Expr, Local, Move, Reveal, Swap, Trade
from custumal.interpreter.codegen import nodes as n
from custumal.interpreter.codegen.core import branch, lower, lower_atom, may_be_none, when
from custumal.interpreter.codegen.helpers import OPENLY
from custumal.interpreter.codegen.paying import write_pay, write_trade
from custumal.interpreter.codegen.writer import Writer
from custumal.interpreter.position.contents import zone_of
from custumal.interpreter.position.open_order import is_in_open_order
from custumal.interpreter.program import Arrange, Pay
from custumal.interpreter.program.moved_openly import is_moved_openly


def write_move(w: Writer, effect: Any) -> None:
    """An effect: most movements are calls."""
    _EFFECTS[type(effect)](w, effect)


def _draw(w: Writer, effect: Draw) -> None:
    """From what is no bag: what lies first."""
    count, origin = lower_atom(w, effect.count), lower_atom(w, effect.origin)
    target = lower_atom(w, effect.target)
    tests = [n.is_some(node) for node, expr in ((origin, effect.origin), (target, effect.target)) if may_be_none(expr)]
    branch(w, n.both(*tests) if tests else n.const(True), lambda: _drawn(w, effect, count, origin, target))


def _drawn(w: Writer, effect: Draw, count: n.Node, origin: n.Node, target: n.Node) -> None:
    of = bare(effect.origin.type)
    helper = "things_in" if isinstance(of, Place) else "things_at"
    lying = n.call(helper, w.unit.pool.zone(zone_of(w.unit.instance, of).name), w.state, origin)
    moved = w.named(n.part(lying, None, n.call("max", count, n.const(0))), "m")
    # From a pile it is the top that is drawn.
    is_pile = w.unit.instance.layout.reveals and zone_of(w.unit.instance, of).ordered
    _put(w, effect.target, moved, target, single=False, bottom=False, openly=OPENLY if is_pile else "")


def _swap(w: Writer, effect: Swap) -> None:
    """Two things change places; of two sets each with the one that stands at the same position."""
    one, other = w.named(_things(w, effect.a), "m"), w.named(_things(w, effect.b), "m")
    openly = _suffix(w, effect.a) if _suffix(w, effect.a) == _suffix(w, effect.b) else ""
    w.emit(n.run(n.call(f"swap{openly}", w.state, one, other)))
    if not all(is_in_open_order(side, w.unit.instance) for side in (effect.a, effect.b)):
        _note_laid(w, one)
        _note_laid(w, other)


def _note_laid(w: Writer, things: n.Node) -> None:
    """Who may no longer know which of several things that were laid down together lies where."""
    if w.unit.instance.layout.reveals:
        w.emit(n.run(n.call("note_laid", w.state, things)))


def _reveal(w: Writer, effect: Reveal) -> None:
    """Things become known to seats; nothing is noted where no rule can tell."""
    if w.unit.instance.layout.reveals:
        seats = w.unit.pool.value(tuple(w.unit.instance.all_seats)) if effect.seats is None else lower(w, effect.seats)
        w.emit(n.run(n.call("reveal", w.state, _things(w, effect.things), seats)))


def _arrange(w: Writer, effect: Arrange) -> None:
    """One thing changes places with another in a pile that is shuffled."""
    of = bare(effect.place.type)
    assert isinstance(of, Place)
    zone = w.unit.instance.zones[of.zone]
    place = lower_atom(w, effect.place)
    pile = n.plus(place if zone.cells == 1 else n.binary(place, "*", n.const(zone.cells)), zone.piles)
    w.emit(n.run(n.call("arrange", w.state, pile, lower(w, effect.position), w.local(effect.local))))


def _things(w: Writer, things: Expr) -> n.Node:
    """A tuple of the things that an expression names."""
    of = bare(things.type)
    if isinstance(of, Place | Cell | Set):
        return _many(w, things, of)
    thing = lower_atom(w, things)
    return n.choose(n.is_none(thing), n.const(()), n.row(thing)) if may_be_none(things) else n.row(thing)


def _move(w: Writer, effect: Move) -> None:
    of = bare(effect.things.type)
    if isinstance(of, Place | Cell | Set):
        moved = w.named(_many(w, effect.things, of), "m")
        _to_target(w, effect, moved, single=False)
        return
    thing = lower_atom(w, effect.things)
    if may_be_none(effect.things):
        branch(w, n.is_some(thing), lambda: _to_target(w, effect, thing, single=True))
    else:
        _to_target(w, effect, thing, single=True)


def _many(w: Writer, things: Expr, of: Type) -> n.Node:
    """A tuple of what is moved."""
    if isinstance(of, Set):
        return lower(w, things)
    place = lower_atom(w, things)
    helper = "things_in" if isinstance(of, Place) else "things_at"
    zone = zone_of(w.unit.instance, of)
    found = n.call(helper, w.unit.pool.zone(zone.name), w.state, place)
    return n.choose(n.is_none(place), n.const(()), found) if may_be_none(things) else found


def _to_target(w: Writer, effect: Move, moved: n.Node, *, single: bool) -> None:
    if effect.target is None:
        _each(w, moved, single, lambda thing: n.call(f"discard{_suffix(w, effect.things)}", w.state, thing))
        return
    target = lower_atom(w, effect.target)
    if may_be_none(effect.target):
        branch(w, n.is_some(target), lambda: _lay(w, effect, moved, target, single=single))
    else:
        _lay(w, effect, moved, target, single=single)


def _lay(w: Writer, effect: Move, moved: n.Node, target: n.Node, *, single: bool) -> None:
    assert effect.target is not None
    of = bare(effect.target.type)
    if isinstance(of, Pose):
        zone, pose = w.unit.pool.zone(of.zone), f"pose{_suffix(w, effect.things)}"
        if single:
            w.emit(n.run(n.call(pose, w.state, moved, zone, target)))
        else:
            w.emit(n.if_(moved, [n.run(n.call(pose, w.state, n.index(moved, n.const(0)), zone, target))]))
        return
    layout = zone_of(w.unit.instance, of)
    if not single and layout.ordered and not effect.bottom:
        moved = w.named(n.part(moved, None, None, n.const(-1)), "m")
    _put(w, effect.target, moved, target, single=single, bottom=effect.bottom, openly=_suffix(w, effect.things))
    if (layout.ordered or layout.board is not None) and not is_in_open_order(effect.things, w.unit.instance):
        _note_laid(w, moved)


def _suffix(w: Writer, things: Expr) -> str:
    """What distinguishes the helper for things that are moved openly, where anybody has anything to know."""
    return OPENLY if w.unit.instance.layout.reveals and is_moved_openly(things, w.unit.open_names) else ""


def _put(
    w: Writer, where: Expr, moved: n.Node, target: n.Node, *, single: bool, bottom: bool, openly: str
) -> None:  # each is a part of one effect
    """Move one or all to a place or cell."""
    of = bare(where.type)
    layout = zone_of(w.unit.instance, of)
    if layout.board is not None and not isinstance(of, Cell):
        model = w.unit.pool.model(Local(of, where.span, "target", "@target"))
        _each(w, moved, single, lambda thing: n.call(f"put{openly}", w.state, thing, model, target, n.const(bottom)))
        return
    location = w.atom(n.plus(target, layout.base))
    _each(w, moved, single, lambda thing: n.call(f"move{openly}", w.state, thing, location, n.const(bottom)))


def _each(w: Writer, moved: n.Node, single: bool, make: Any) -> None:
    if single:
        w.emit(n.run(make(moved)))
    else:
        thing = w.fresh("x")
        w.emit(n.for_(thing, moved, [n.run(make(n.name(thing)))]))


_EFFECTS: dict[type[Any], Callable[[Writer, Any], None]] = {
    Arrange: _arrange,
    Draw: lambda w, effect: when(w, effect.condition, lambda: _draw(w, effect)),
    Move: lambda w, effect: when(w, effect.condition, lambda: _move(w, effect)),
    Pay: write_pay,
    Reveal: lambda w, effect: when(w, effect.condition, lambda: _reveal(w, effect)),
    Swap: lambda w, effect: when(w, effect.condition, lambda: _swap(w, effect)),
    Trade: write_trade,
}
