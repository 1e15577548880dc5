"""What reads definitions that rules may modify at times: while none of these rules can be in force, it runs as if there were none.

A definition that can change is no longer known before play, and with it no table that is made of it. So what reads one is written twice,
and whether any of the rules can be in force is asked once, as far as that hangs on the position alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from custumal.dsl.model import Act, Call, Expr, Rule
from custumal.dsl.model.node_walk import locals_in, nodes
from custumal.interpreter.codegen import nodes as n
from custumal.interpreter.codegen.core import lower
from custumal.interpreter.codegen.ordering import stands_alone
from custumal.interpreter.codegen.unit import Unit
from custumal.interpreter.codegen.writer import Writer
from custumal.interpreter.program.trials import written


def as_modified(w: Writer, about: object, write: Callable[[], None]) -> None:
    """Write something that reads these nodes: as it is, and for when no rule modifies what it reads."""
    rules = _settled(w.unit, about)
    if not rules:
        write()
        return
    gates = [n.both(*(lower(w, asked) for asked in _asked(rule))) for rule in rules]
    with w.inside([]) as bound:
        write()
    with w.inside([]) as free:
        unit, w.unit = w.unit, w.unit.without(frozenset(rules))
        write()
        w.unit = unit
    if bound or free:
        w.emit(n.if_(n.either(*gates), bound, free))


def as_one_truth(w: Writer, condition: Expr) -> n.Node | None:
    """A condition that reads what is modified at times; None if it reads no such thing."""
    if not _settled(w.unit, condition):
        return None
    held = w.fresh()
    as_modified(w, condition, lambda: w.emit(n.assign(held, lower(w, condition))))
    return n.name(held)


def _settled(unit: Unit, about: object) -> list[Rule]:
    """The rules that modify what is read, of which it can be told beforehand when they are in force."""
    return [rule for rule in _modifying(unit, about) if _is_settled(unit, rule, about)] if unit.gated else []


def _modifying(unit: Unit, about: object) -> Iterable[Rule]:
    """The rules that modify what is read, and of which something can be asked that hangs on the position alone."""
    found: dict[Rule, None] = {}
    waiting, seen = [about], set[str]()
    while waiting:
        for node in nodes(waiting.pop()):
            if isinstance(node, Call) and node.definition not in seen:
                seen.add(node.definition)
                definition = unit.instance.game.definitions[node.definition]
                waiting += [definition.body, definition.low, definition.high]
                found.update(dict.fromkeys(rule for rule in unit.modifiers.get(definition.source.address, ()) if _asked(rule)))
    return found


def _asked(rule: Rule) -> tuple[Expr, ...]:
    """What must hold for a rule to modify anything, whatever it is asked about."""
    if rule.carrier is not None:
        return ()
    return tuple(
        asked
        for asked, alone in ((rule.condition, True), (rule.applies, rule.applies is not None and stands_alone(rule.applies)))
        if asked is not None and alone and not locals_in(asked)
    )


def _is_settled(unit: Unit, rule: Rule, about: object) -> bool:
    """Whether nothing that happens there changes whether the rule is in force."""
    if not any(isinstance(node, Act) for node in nodes(about)):
        return True
    changed = written(unit.trials.reads, unit.instance.game, about)
    found = unit.trials.hangs_on(_asked(rule))
    return found is not None and not found & changed
