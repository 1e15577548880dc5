"""Scenarios: positions, choices and expectations, checked as strictly as rules."""

from __future__ import annotations

from functools import partial

from custumal.dsl.base.types import SEAT, TRUTH, Set
from custumal.dsl.check.declarations.nouns import value_of_option
from custumal.dsl.check.entries.context import Context
from custumal.dsl.check.rules.choice_keys import check_choice, collect
from custumal.dsl.check.rules.effects import effect
from custumal.dsl.check.rules.recorded_games import Beginning, beginning
from custumal.dsl.check.typing import coercion
from custumal.dsl.check.typing.scope import Scope
from custumal.dsl.diagnostics.catalogue.names import no_option, no_restriction_at
from custumal.dsl.diagnostics.catalogue.values import players_between
from custumal.dsl.diagnostics.suggest import nearest
from custumal.dsl.documents.document import Entry, Slot
from custumal.dsl.model import Effect, Expectation, Expr, Forbidden, Op, Scenario
from custumal.dsl.sentences import syntax as sx
from custumal.dsl.yaml.tree import Scalar


def scenarios(cx: Context, entries: tuple[Entry, ...]) -> tuple[Scenario, ...]:
    collect(cx)
    return tuple(cx.memoised(entry, partial(_scenario, cx, entry)) for entry in entries)


def _scenario(cx: Context, entry: Entry) -> Scenario:
    # p1 acts in `given`, so that `my` can be written there; in `then` it is the seat that acts
    me = cx.ex.locals.new("me", SEAT, entry.key.span)
    scope = Scope(seats_by_number=True).bind(me)
    players = entry.number("players")
    low, high = cx.words.players()
    slot = entry.slot("players")
    if players is not None and slot is not None and not low <= players <= high:
        cx.report.tell(slot.node.span, players_between(low, high, players))
    start = entry.slot("from")
    address = cx.ex.step(str(start.sentence), start.node.span) if start is not None and isinstance(start.sentence, sx.Path) else None
    seed = entry.number("seed")
    begun = beginning(cx, entry.slot("record")) or Beginning(
        players, _options(cx, entry, players), 1 if seed is None else seed, _when(cx, entry.slot("after"))
    )
    return Scenario(
        cx.source(entry),
        begun.players,
        begun.options,
        begun.seed,
        entry.is_true("setup", default=True),
        address,
        _given(cx, entry.parts("given"), scope),
        _when(cx, entry.slot("when")),
        _then(cx, entry.slot("then"), scope),
        me,
        begun.choices,
        entry.text("example-from") or "ours",
    )


def _options(cx: Context, entry: Entry, players: int | None) -> tuple[tuple[str, object], ...]:
    found = []
    for setting in entry.entries("options"):
        option = cx.words.meaning(setting.id).option
        if option is None:
            cx.report.tell(setting.key.span, no_option(setting.id, nearest(setting.id, cx.words.option_names())))
            continue
        seated = cx.words.players()[0] if players is None else players
        found.append((setting.id, value_of_option(cx, setting.slot("is"), option, seated)))
    return tuple(found)


def _given(cx: Context, parts: tuple[Slot, ...], scope: Scope) -> tuple[Effect, ...]:
    found = []
    for part in parts:
        if isinstance(part.sentence, sx.Effect):
            made = effect(cx, part.sentence, scope, in_scenario=True)
            if made is not None:
                found.append(made)
    return tuple(found)


def _when(cx: Context, slot: Slot | None) -> tuple[str, ...]:
    found = []
    for part in slot.items if slot is not None else ():
        if isinstance(part.sentence, sx.ChoiceKey) and isinstance(part.node, Scalar):
            check_choice(cx, part.sentence, part.node.text)
            found.append(part.node.text)
    return tuple(found)


def _then(cx: Context, slot: Slot | None, scope: Scope) -> tuple[Expectation, ...]:
    found = []
    for entry in slot.entries if slot is not None else ():
        made = _expectation(cx, entry, scope)
        if made is not None:
            knowing = (_seats(cx, entry.slot(key), scope) for key in ("sees", "unseen-by"))
            found.append(Expectation(cx.source(entry), made, entry.text("that") or "", *knowing))
    return tuple(found)


def _expectation(cx: Context, entry: Entry, scope: Scope) -> Expr | Forbidden | None:
    for word in ("allowed", "forbidden"):
        slot = entry.slot(word)
        if slot is not None and isinstance(slot.node, Scalar):
            if isinstance(slot.sentence, sx.ChoiceKey):
                check_choice(cx, slot.sentence, slot.node.text, is_reasoned=entry.slot("because") is not None)
            return Forbidden(slot.node.text, word == "allowed", _reason(cx, entry.slot("because")))
    winner = entry.slot("winner")
    if winner is not None:
        return _wins(cx, winner, scope)
    return cx.expression(entry.slot("that"), scope, TRUTH)


def _wins(cx: Context, slot: Slot, scope: Scope) -> Expr | None:
    """`winner: p2`: these seats, and no others, would win."""
    found = cx.expression(slot, scope)
    if found is None or found.type == TRUTH:
        return found
    wanted = _set_of_seats(cx, found)
    return Op(TRUTH, found.span, "eq", (Op(Set(SEAT), found.span, "winners", ()), wanted))


def _seats(cx: Context, slot: Slot | None, scope: Scope) -> Expr | None:
    found = None if slot is None else cx.expression(slot, scope)
    return None if found is None else _set_of_seats(cx, found)


def _set_of_seats(cx: Context, found: Expr) -> Expr:
    """A seat as the set of it."""
    return found if isinstance(found.type, Set) else coercion.just(cx.ex.require(found, SEAT))


def _reason(cx: Context, slot: Slot | None) -> str | None:
    if slot is None or not isinstance(slot.sentence, sx.Path):
        return None
    address = str(slot.sentence)
    if cx.words.may_forbid(address):
        return address
    cx.report.tell(slot.node.span, no_restriction_at(address, nearest(address, cx.words.restrictions())))
    return None
