"""How the game ends and who has won: ends, score lines, ranking, ladder, teams, invariants."""

from __future__ import annotations

from functools import partial

from custumal.dsl.base.frozen import replace
from custumal.dsl.base.types import NUMBER, SEAT, TRUTH
from custumal.dsl.check.entries.context import Context
from custumal.dsl.check.rules.effects import effect
from custumal.dsl.check.typing.scope import Scope, facts_of
from custumal.dsl.diagnostics.catalogue.sentences import end_only_says
from custumal.dsl.diagnostics.suggest import nearest
from custumal.dsl.documents.document import Entry, Slot
from custumal.dsl.model import End, Exit, Invariant, Ladder, RankKey, ScoreLine, Teams, Text
from custumal.dsl.sentences import syntax as sx


def ends(cx: Context) -> tuple[End, ...]:
    return tuple(e for entry in cx.document.section("end") if (e := _end(cx, entry)) is not None)


def _end(cx: Context, entry: Entry) -> End | None:
    after = entry.slot("after")
    if after is None or not isinstance(after.sentence, sx.Path):
        return None
    address = cx.ex.step(str(after.sentence), after.sentence.span)
    actor = cx.ex.locals.new("me", SEAT, entry.key.span)
    lent = cx.words.lent(address or "")
    scope = Scope(no_actor=True) if address is not None and not lent.has_actor else Scope().bind(actor)
    scope = replace(scope, step=address or "")
    names = {each.name: cx.ex.locals.new(each.name, each.type, each.span) for each in lent.names if each.name not in ("me", "it")}
    scope = scope.bind(*names.values())
    applies = cx.expression(entry.slot("if"), scope, TRUTH)
    inside = scope if applies is None else scope.knowing(facts_of(applies))
    exits = _exits(cx, entry.parts("do"), inside)
    if address is None:
        return None
    return End(cx.source(entry, scope), address, actor, tuple(names.items()), applies, exits)


def _exits(cx: Context, parts: tuple[Slot, ...], scope: Scope) -> tuple[Exit, ...]:
    found: list[Exit] = []
    for part in parts:
        if not isinstance(part.sentence, sx.Effect):
            continue
        verb = part.sentence.verb
        if verb.text not in ("finish", "stop"):
            guess = nearest(verb.text, ("finish", "stop"))
            span = part.sentence.span if guess is None else verb.span
            cx.report.tell(span, end_only_says(guess))
            continue
        made = effect(cx, part.sentence, scope)
        if isinstance(made, Exit):
            found.append(made)
    return tuple(found)


def scoring(cx: Context) -> tuple[ScoreLine, ...]:
    return tuple(
        line for entry in cx.document.section("scoring") if (line := cx.memoised(entry, partial(_score_line, cx, entry))) is not None
    )


def _score_line(cx: Context, entry: Entry) -> ScoreLine | None:
    actor = cx.ex.locals.new("me", SEAT, entry.key.span)
    points = cx.expression(entry.slot("points"), Scope().bind(actor), NUMBER)
    return None if points is None else ScoreLine(cx.source(entry), actor, points)


def ranking(cx: Context) -> tuple[RankKey, ...]:
    found = []
    for entry in cx.document.section("ranking"):
        actor = cx.ex.locals.new("me", SEAT, entry.key.span)
        scope, slot = Scope().bind(actor), entry.slot("that")
        needed, is_least = slot is not None, entry.slot("least") is not None
        value = cx.expression(slot or entry.slot("most") or entry.slot("least"), scope, TRUTH if needed else NUMBER)
        if value is not None:
            join = entry.text("join") or "sum"
            found.append(RankKey(cx.source(entry, scope), actor, value, not is_least, join, needed))
    return tuple(found)


def ladder(cx: Context) -> Ladder | None:
    for entry in cx.document.section("ladder"):
        actor = cx.ex.locals.new("me", SEAT, entry.key.span)
        condition = cx.expression(entry.slot("if"), Scope(no_actor=True), TRUTH)
        value = cx.expression(entry.slot("of"), Scope().bind(actor), NUMBER)
        steps: list[tuple[int, Text]] = []
        for grade in entry.entries("steps"):
            if isinstance(grade.key.value, int):
                steps.append((grade.key.value, cx.text(grade.slot("is"), Scope())))
        if value is not None:
            return Ladder(cx.source(entry), actor, condition, value, tuple(sorted(steps, key=lambda s: s[0])))
    return None


def teams(cx: Context) -> Teams | None:
    for entry in cx.document.section("teams"):
        seat = cx.ex.locals.new("s", SEAT, entry.key.span)
        condition = cx.expression(entry.slot("if"), Scope(no_actor=True), TRUTH)
        partners = cx.set_of(entry.slot("of"), Scope(no_actor=True).bind(seat), SEAT)
        if partners is not None:
            return Teams(cx.source(entry), seat, condition, partners)
    return None


def invariants(cx: Context) -> tuple[Invariant, ...]:
    return tuple(
        line for entry in cx.document.section("invariants") if (line := cx.memoised(entry, partial(_invariant, cx, entry))) is not None
    )


def _invariant(cx: Context, entry: Entry) -> Invariant | None:
    that = cx.expression(entry.slot("that"), Scope(no_actor=True), TRUTH)
    return None if that is None else Invariant(cx.source(entry), that)
