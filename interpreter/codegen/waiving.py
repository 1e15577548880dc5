"""Plans with restrictions that rules may waive: while no such rule can be in force, they are listed as if there were none.

A restriction that may be waived is asked candidate by candidate, so it narrows nothing down beforehand. Whether any of the rules can be in
force is asked once, before anything is picked, as far as that hangs on nothing picked.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from custumal.dsl.model import Expr, Rule
from custumal.dsl.model.node_walk import locals_in
from custumal.interpreter.codegen import nodes as n
from custumal.interpreter.codegen.bindings import waived
from custumal.interpreter.codegen.ordering import hastened, stands_alone
from custumal.interpreter.codegen.writer import Writer
from custumal.interpreter.program import Part, Test, Use

Write = Callable[[tuple[Part, ...]], None]


def with_and_without(w: Writer, plan: tuple[Part, ...], seat: n.Node, write: Write) -> None:
    """Write a plan; twice if rules waive restrictions of it only at times: as it is, and for when none of these can be in force."""
    gates = {use.rule: gate for part in plan if isinstance(part, Test) for use in part.waived if (gate := _gate(use)) is not None}
    if not gates:
        write(hastened(plan))
        return
    freed = hastened(tuple(_without(part, gates) for part in plan))
    flag = w.fresh()
    before = len(w.block)
    waived(w, tuple(gates.values()), seat, flag)
    if len(w.block) == before:
        write(freed)
        return
    w.block.insert(before, n.assign(flag, n.const(False)))
    with w.inside([]) as free:
        write(freed)
    with w.inside([]) as bound:
        write(hastened(plan))
    w.emit(n.if_(n.name(flag), bound, free))


def _without(part: Part, gates: dict[Rule, Use]) -> Part:
    return replace(part, waived=tuple(use for use in part.waived if use.rule not in gates)) if isinstance(part, Test) else part


def _gate(use: Use) -> Use | None:
    """What has to hold, whatever is picked, for the rule to be in force; None if that is not known, or nothing.

    What `if` asks may rest on what has been tested before, so it is asked sooner only if it stands alone.
    """
    rule = use.rule
    condition = rule.condition if rule.condition is not None and _is_known(rule, rule.condition) else None
    applies = rule.applies if rule.applies is not None and _is_known(rule, rule.applies) and stands_alone(rule.applies) else None
    if rule.carrier is not None or (condition is None and applies is None):
        return None
    return Use(replace(rule, condition=condition, applies=applies, concerns="everyone", seats=None))


def _is_known(rule: Rule, asked: Expr) -> bool:
    """Whether it names nothing but who acts."""
    return locals_in(asked) <= {actor.id for actor in (rule.actor,) if actor is not None}
