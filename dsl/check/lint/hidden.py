"""What a seat may not see: which expressions read it, and where that would tell it."""

from __future__ import annotations

from custumal.dsl.check.entries.context import Context
from custumal.dsl.diagnostics.catalogue.hidden import leaks, menu_tells, open_from_hidden
from custumal.dsl.model import (
    Action,
    Decision,
    Expr,
    GameModel,
    Require,
    Rule,
    Select,
    Step,
    Text,
    Write,
)
from custumal.dsl.model.expression_walk import every_effect, every_step
from custumal.dsl.model.hidden_names import is_of_things, lent, picked
from custumal.dsl.model.hidden_reads import Hidden

_GRANTING = ("restrict", "waive", "offer", "accept")
"""Standing rules that change what can be chosen."""


def lint(cx: Context, game: GameModel) -> None:
    """Choices and sentences that would tell a seat what it may not see; open values set from hidden ones."""
    kinds = {one.visibility.kind for one in game.zones.values()} | {one.visibility.kind for one in game.kept.values()}
    if kinds <= {"all"}:
        return
    names = lent(game)
    hidden = Hidden(game, named=names)
    for kind in game.kinds.values():
        _text(cx, hidden, kind.source.say, frozenset())
    for action in game.actions.values():
        _action(cx, hidden, action)
    for rule in game.standing:
        _rule(cx, hidden, rule)
    for step in every_step(game):
        _step(cx, hidden, step)
    everybody = Hidden(game, me=False, named=names | picked(game))
    for act in every_effect(game):
        if isinstance(act, Write):
            _open_from_hidden(cx, everybody, act)


def _action(cx: Context, hidden: Hidden, action: Action) -> None:
    _decision(cx, hidden, action.decision, frozenset([action.actor.id]))
    for preference in action.prefer:
        _tells(cx, hidden, preference.value, frozenset([action.actor.id]), "what is preferred")
    _text(cx, hidden, action.source.say, frozenset([action.actor.id]))


def _step(cx: Context, hidden: Hidden, step: Step) -> None:
    if step.decision is not None and not step.chance:
        _decision(cx, hidden, step.decision, frozenset())
    _tells(cx, hidden, None if step.offer is None else step.offer.amount, frozenset(), "`pick`")


def _decision(cx: Context, hidden: Hidden, decision: Decision, mine: frozenset[str]) -> None:
    for entry in decision.entries:
        if entry.form != "let":
            _leaks(cx, hidden, _candidates(entry.among), mine, "what can be chosen")
            _leaks(cx, hidden, entry.amount, mine, "how much can be chosen")
        _text(cx, hidden, entry.source.say, mine)
    for require in (*decision.require, *decision.ensure):
        _text(cx, hidden, require.source.because, mine)
        _restriction(cx, hidden, require, mine)
    _tells(cx, hidden, None if decision.limit is None else decision.limit.count, mine, "this limit")
    _tells(cx, hidden, decision.cost, mine, "this cost")


def _rule(cx: Context, hidden: Hidden, rule: Rule) -> None:
    """What a standing rule restricts or grants, and what it has chosen."""
    owner = rule.carrier.owner if rule.carrier is not None and rule.concerns == "owner" else None
    mine = frozenset(local.id for local in (rule.actor, owner) if local is not None)
    if rule.decision is not None:
        _decision(cx, hidden, rule.decision, mine)
    if rule.head not in _GRANTING:
        return
    for asked in (rule.condition, rule.applies, rule.up_to):
        _tells(cx, hidden, asked, mine, "this rule")
    if rule.that is not None:
        _restriction(cx, hidden, rule.that, mine)


def _restriction(cx: Context, hidden: Hidden, require: Require, mine: frozenset[str]) -> None:
    for asked in (require.that, require.unless):
        _tells(cx, hidden, asked, mine, "this restriction")


def _tells(cx: Context, hidden: Hidden, expr: Expr | None, mine: frozenset[str], what: str) -> None:
    found = None if expr is None else hidden.read_by(expr, mine)
    if found is not None:
        span, read = found
        cx.report.tell(span, menu_tells(read, what))


def _candidates(among: Expr) -> Expr:
    return among.source if isinstance(among, Select) and among.where is None else among


def _text(cx: Context, hidden: Hidden, text: Text, mine: frozenset[str]) -> None:
    for _, pieces in text.by_language:
        for piece in pieces:
            if isinstance(piece, Expr):
                _leaks(cx, hidden, piece, mine, "this sentence")


def _leaks(cx: Context, hidden: Hidden, expr: Expr | None, mine: frozenset[str], where: str) -> None:
    found = None if expr is None else hidden.read_by(expr, mine)
    if found is not None:
        span, what = found
        cx.report.tell(span, leaks(what, where))


def _open_from_hidden(cx: Context, hidden: Hidden, act: Write) -> None:
    if act.value is None or hidden.game.kept[act.kept].visibility.kind != "all":
        return
    if any(is_of_things(one.type) and hidden.read_by(one, frozenset()) is not None for one in act.arguments):
        return  # what is kept of a thing is seen where the thing is
    found = hidden.read_by(act.value, frozenset())
    if found is not None:
        span, what = found
        cx.report.tell(span, open_from_hidden(act.kept, what))
