"""The order in which things happen: what is never reached, what is read too late, what comes after a stop."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from custumal.dsl.check.entries.context import Context
from custumal.dsl.check.lint.reads import Keys, Reads
from custumal.dsl.check.typing.equality import shape
from custumal.dsl.diagnostics.catalogue.turns import (
    asks_for_a_whole,
    endless_choice,
    ensure_behind_stop,
    exit_comes_first,
    free_within_action,
    never_reached,
    no_rounds,
    nothing_ends,
    nothing_ends_alone,
    stale_read,
    whole_stops,
)
from custumal.dsl.diagnostics.diagnostic import Span
from custumal.dsl.model import Act, Action, Call, Can, Decision, Draw, Exit, Expr, GameModel, LoopHead, Perform, Roll, Rule, Shuffle, Step
from custumal.dsl.model.expression_walk import Body, bodies, effects_in, every_expression, every_step, parts, sequences, steps_in
from custumal.dsl.model.memo import memoised
from custumal.dsl.model.node_walk import nodes


def lint(cx: Context, game: GameModel) -> None:
    """All checks of one thing after another."""
    reads = Reads(game)
    for body in bodies(game):
        for sequence in sequences(body):
            _unreachable(cx, sequence)
            _stale(cx, reads, game, sequence, {})
    for action in game.actions.values():
        _stale(cx, reads, game, action.body, _seen(action))
        _ensure_behind_stop(cx, reads, action)
    _asks_for_wholes(cx, game)
    _left_by_nobody(cx, game)
    _endless(cx, game)
    _endless_menus(cx, reads, game)
    _free_within_actions(cx, game)


# ---------------------------------------------------------------- never reached


def _unreachable(cx: Context, sequence: Body) -> None:
    for item, following in itertools.pairwise(sequence):
        why = _never_passes(cx, item)
        if why is not None:
            place = following.source.span if isinstance(following, Step) else following.span
            cx.report.tell(place, never_reached(why, _span(item)))
            return


def _span(item: Step | Act) -> Span:
    return item.source.span if isinstance(item, Step) else item.span


def _never_passes(cx: Context, item: Step | Act) -> str | None:
    """Why nothing after an item of a list happens; None if it does."""
    if isinstance(item, Act):
        ends = isinstance(item, Exit) and item.condition is None and item.mode in ("stop", "leave")
        return exit_comes_first(item.mode) if ends and isinstance(item, Exit) else None
    if item.condition is not None or item.until is not None:
        return None
    if item.loop is None:
        return next((why for inner in item.body if (why := _never_passes(cx, inner)) is not None), None)
    ended = any(address == item.known_as for _, address in cx.findings.exits)
    return nothing_ends_alone(item.source.id) if item.loop.kind == "endless" and not ended else None


# ---------------------------------------------------------------- read too late


def _seen(action: Action) -> dict[object, Span]:
    """The definitions that an action's decision reads, with their operands."""
    return {key: call.span for call, key in memoised(action.decision, _asked)}


def _asked(decision: Decision) -> Calls:
    return tuple((e, shape(e)) for e in every_expression(decision) if isinstance(e, Call))


def _stale(cx: Context, reads: Reads, game: GameModel, sequence: Body, seen: dict[object, Span]) -> None:
    """A definition that is read, then changed by what happens, then read again as if it were the same."""
    course = list(_in_order(sequence))
    asked = [*seen, *(key for calls, _ in course for _, key in calls)]
    if len(set(asked)) == len(asked):
        return  # nothing is read again
    seen = dict(seen)
    since: dict[object, Keys] = dict.fromkeys(seen, frozenset())
    for calls, item in course:
        for call, key in calls:
            changed = reads.definition(call.definition) & since.setdefault(key, frozenset())
            if changed and not game.definitions[call.definition].is_value:
                _report_stale(cx, call, changed, seen[key])
            seen.setdefault(key, call.span)
        if item is not None:
            written = reads.item(item)
            since = {key: before | written for key, before in since.items()}


def _report_stale(cx: Context, call: Call, changed: Keys, first: Span) -> None:
    what = ", ".join(sorted(k.partition(":")[2] for k in changed))
    cx.report.tell(call.span, stale_read(call.definition, what, first))


Calls = tuple[tuple[Call, object], ...]
"""Definitions that are read, each with the shape of the call."""


def _in_order(sequence: Body) -> Iterator[tuple[Calls, Step | Act | None]]:
    """What is read and then done, one after another; plain steps are the list of what is in them."""
    for item in sequence:
        calls = memoised(item, _calls)
        if isinstance(item, Step) and item.loop is None and item.decision is None and item.offer is None:
            yield calls, None
            yield from _in_order(item.body)
        else:
            yield calls, item


def _calls(item: Step | Act) -> Calls:
    """What an effect reads, or a step before anything happens in it."""
    if isinstance(item, Act):
        heads: tuple[Expr | None, ...] = parts(item)
    else:
        heads = (item.until, item.condition, item.seat, *(value for _, value in item.lets))
    found = (e for head in heads if head is not None for e in (head, *every_expression(head)) if isinstance(e, Call))
    return tuple((call, shape(call)) for call in found)


# ---------------------------------------------------------------- again and again


def _endless(cx: Context, game: GameModel) -> None:
    """An endless loop that nothing can end."""
    left = {address for _, address in cx.findings.exits}
    for step in every_step(game):
        if not _is_endless(step):
            continue
        around = {a for a in left if step.source.address == a or step.source.address.startswith(a + ".")}
        if not around:
            name = step.source.id or step.source.address
            cx.report.tell(step.source.span, nothing_ends(name))


def _left_by_nobody(cx: Context, game: GameModel) -> None:
    """Only of a table that is gone round can a seat be left out from now on."""
    rounds = {step.known_as for step in every_step(game) if step.loop is not None and step.loop.kind == "rounds"}
    for address, span in cx.findings.rounds:
        if address not in rounds:
            cx.report.tell(span, no_rounds(address))


def _is_endless(step: Step) -> bool:
    loop = step.loop
    return isinstance(loop, LoopHead) and loop.kind in ("endless", "rounds") and step.until is None


def _endless_menus(cx: Context, reads: Reads, game: GameModel) -> None:
    """What can be picked any number of times must cost something, be limited, or change what it can be picked for."""
    unbounded = {s.offer.window for b in bodies(game) for s in steps_in(b) if s.offer is not None and s.offer.pick == "any"}
    free = {t for r in game.standing if r.head in ("restrict", "modify") for t in r.targets}
    for action in game.actions.values():
        decision = action.decision
        offered = bool(unbounded & set(action.windows)) or action.any_time is not None
        if not offered or decision.cost is not None or decision.limit is not None or action.source.address in free:
            continue
        decides = frozenset[str]().union(*(reads.of(e) for e in parts(decision)))
        if not decides & reads.body(action.body):
            cx.report.tell(action.source.span, endless_choice(action.source.id))


# ---------------------------------------------------------------- never asked


def _free_within_actions(cx: Context, game: GameModel) -> None:
    """Free actions never interrupt what somebody has chosen to do, so a menu of only these is always empty there."""
    within = [action.body for action in game.actions.values()]
    within += [rule.body for rule in game.standing if rule.head in ("action", "offer") or _hooks_actions(rule)]
    for step in (step for body in within for step in steps_in(body)):
        if step.offer is not None and step.offer.window is None:
            cx.report.tell(step.source.span, free_within_action())


def _hooks_actions(rule: Rule) -> bool:
    return rule.head in ("before", "after", "instead") and all(target.startswith("actions.") for target in rule.targets)


# ---------------------------------------------------------------- tried out too early


def _ensure_behind_stop(cx: Context, reads: Reads, action: Action) -> None:
    """`ensure` is tried on what happens up to the first stop; what it reads must have happened by then."""
    if action.as_one:
        _ensure_of_whole(cx, reads.game, action)
        return
    late = _behind_stop(reads, action.body)
    for require in action.decision.ensure:
        behind = reads.of(require.that) & late
        if behind:
            what = ", ".join(sorted(k.partition(":")[2] for k in behind))
            cx.report.tell(require.that.span, ensure_behind_stop(what))


def _ensure_of_whole(cx: Context, game: GameModel, action: Action) -> None:
    """What is chosen as one is tried to its end; where it may stop a step around it, it does not come there."""
    stops = next((act for act in _all_effects(game, action) if isinstance(act, Exit) and act.mode == "stop"), None)
    if stops is not None and action.decision.ensure:
        cx.report.tell(stops.span, whole_stops(action.source.id))


def _asks_for_wholes(cx: Context, game: GameModel) -> None:
    """Whether something can be chosen is asked of its first choice, so it is not known of what has to ensure something as a whole."""
    wholes = {name for name, action in game.actions.items() if action.as_one and action.decision.ensure}
    for node in nodes(game) if wholes else ():
        if isinstance(node, Can) and (name := node.action.rsplit(".", 1)[-1]) in wholes:
            cx.report.tell(node.span, asks_for_a_whole(name))


def _all_effects(game: GameModel, action: Action) -> Iterator[Act]:
    """The effects of an action, of the procedures that it carries out, and of what rules do at these."""
    waiting, seen = [(action.source.address, action.body)], set[str]()
    while waiting:
        address, body = waiting.pop()
        if address in seen:
            continue
        seen.add(address)
        hooks = (rule for rule in game.standing if rule.head in ("before", "after", "instead") and address in rule.targets)
        for act in effects_in((*body, *(item for rule in hooks for item in rule.body))):
            yield act
            if isinstance(act, Perform):
                procedure = game.procedures[act.procedure]
                waiting.append((procedure.source.address, procedure.body))


def _behind_stop(reads: Reads, body: Body) -> Keys:
    """What is written behind the first choice or chance of a body; what comes with that itself only if nothing before has written it."""
    at = next((position for position, item in enumerate(body) if _stops(item)), None)
    if at is None:
        return frozenset()
    item = body[at]
    if isinstance(item, Step) and not _asks(item):
        own = frozenset().union(*(_behind_stop(reads, part) for part in (item.body, item.other, item.passing)))
    else:
        own = reads.item(item)
    return reads.body(body[at + 1 :]) | (own - reads.body(body[:at]))


def _asks(item: Step | Act) -> bool:
    """Whether it begins with a choice or with chance."""
    if not isinstance(item, Step):
        return isinstance(item, Draw | Shuffle | Roll)
    return item.offer is not None or item.chance or (item.decision is not None and bool(item.decision.entries or item.decision.consent))


def _stops(item: Step | Act) -> bool:
    """Whether a choice or chance comes in its course."""
    within = (item.body, item.other, item.passing) if isinstance(item, Step) else ()
    return _asks(item) or any(_stops(inner) for body in within for inner in body)
