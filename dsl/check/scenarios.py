"""Scenarios: positions, choices and expectations, checked as strictly as rules."""

from __future__ import annotations

from custumal.dsl import syntax as sx
from custumal.dsl.check.constants import constant_value
from custumal.dsl.check.context import Context
from custumal.dsl.check.effects import effect
from custumal.dsl.check.scope import Scope
from custumal.dsl.entry import Entry, Slot
from custumal.dsl.model import Effect, Expectation, Expr, Forbidden, Op, Scenario
from custumal.dsl.suggest import nearest
from custumal.dsl.tree import Scalar
from custumal.dsl.types import SEAT, TRUTH, Set

CHANCE_WORDS = ("draw", "roll", "shuffle", "pass", "yes", "no")


def scenarios(cx: Context, entries: tuple[Entry, ...]) -> tuple[Scenario, ...]:
    return tuple(_scenario(cx, entry) for entry in entries)


def _scenario(cx: Context, entry: Entry) -> Scenario:
    # p1 acts in `given`, so that `my` can be written there
    me = cx.ex.locals.new("me", SEAT, entry.key.span)
    scope = Scope(seats_by_number=True).bind(me)
    players = cx.number_of(entry.slot("players"))
    low, high = cx.words.players
    slot = entry.slot("players")
    if players is not None and slot is not None and not low <= players <= high:
        cx.report.error("out-of-range", slot.node.span, f"The game is for {low} to {high} players, not {players}.")
    start = entry.slot("from")
    address = cx.ex.step(str(start.sentence), start.node.span) if start is not None and isinstance(start.sentence, sx.Path) else None
    seed = cx.number_of(entry.slot("seed"))
    return Scenario(
        cx.source(entry),
        players,
        _options(cx, entry),
        1 if seed is None else seed,
        cx.flag(entry.slot("setup"), default=True),
        address,
        _given(cx, entry.slot("given"), scope),
        _when(cx, entry.slot("when")),
        _then(cx, entry.slot("then"), scope),
        me,
    )


def _options(cx: Context, entry: Entry) -> tuple[tuple[str, object], ...]:
    slot = entry.slot("options")
    found = []
    for setting in slot.entries if slot is not None else ():
        option = cx.words.options.get(setting.id)
        if option is None:
            cx.report.error(
                "unknown-option", setting.key.span, f"There is no option `{setting.id}`.", nearest(setting.id, cx.words.options)
            )
            continue
        value = cx.expression(setting.slot("is"), Scope(no_actor=True), option.type)
        found.append((setting.id, None if value is None else constant_value(cx, value)))
    return tuple(found)


def _given(cx: Context, slot: Slot | None, scope: Scope) -> tuple[Effect, ...]:
    found = []
    for part in (slot.items or (slot,)) if slot is not None else ():
        if isinstance(part.sentence, sx.Effect):
            made = effect(cx, part.sentence, scope, in_scenario=True)
            if made is not None:
                found.append(made)
    return tuple(found)


def _when(cx: Context, slot: Slot | None) -> tuple[str, ...]:
    found = []
    for part in slot.items if slot is not None else ():
        if isinstance(part.sentence, sx.ChoiceKey) and isinstance(part.node, Scalar):
            _known(cx, part.sentence)
            found.append(part.node.text)
    return tuple(found)


def _known(cx: Context, key: sx.ChoiceKey) -> None:
    """Is there an action, step or rule that asks for such a choice, and has it so many entries?"""
    word = key.action.text
    steps = {a.rsplit(".", 1)[-1] for a in cx.words.steps}
    rules = {e.id for e in cx.document.addresses.values() if e.form in ("standing", "ability")}
    known = {*cx.words.actions, *steps, *rules, *CHANCE_WORDS}
    if word not in known:
        guess = nearest(word, known)
        help_ = f"; did you mean `{guess}`?" if guess else "."
        cx.report.error("unknown-action", key.action.span, f"No action is called `{word}`{help_}", guess)
        return
    deed = cx.words.actions.get(word)
    if deed is None:
        return
    most = len([n for n in deed.entries if n not in deed.lets])
    if len(key.arguments) != most:
        cx.report.error("arity", key.span, f"`{word}` chooses {most} {'thing' if most == 1 else 'things'}, not {len(key.arguments)}.")
    for argument in key.arguments:
        _argument(cx, argument)


def _argument(cx: Context, node: sx.Expression) -> None:
    """Names inside a choice key: seats, words, rows, zones."""
    if isinstance(node, sx.Name):
        is_seat = node.text[:1] == "p" and node.text[1:].isdigit()
        known = {*cx.words.words(), "none"}
        if not is_seat and node.text not in known:
            cx.report.error("unknown-name", node.span, f"Nothing is called `{node.text}`.", nearest(node.text, known))
    elif isinstance(node, sx.Apply):
        heads = {*cx.words.words(), "at", "pose-at"}
        if node.word.text not in heads:
            cx.report.error("unknown-name", node.word.span, f"Nothing is called `{node.word.text}`.", nearest(node.word.text, heads))
        for argument in node.arguments:
            _argument(cx, argument)
    elif isinstance(node, sx.ListOf):
        for item in node.items:
            _argument(cx, item)


def _then(cx: Context, slot: Slot | None, scope: Scope) -> tuple[Expectation, ...]:
    found = []
    for entry in slot.entries if slot is not None else ():
        made = _expectation(cx, entry, scope)
        if made is not None:
            found.append(Expectation(cx.source(entry), made))
    return tuple(found)


def _expectation(cx: Context, entry: Entry, scope: Scope) -> Expr | Forbidden | None:
    for word in ("allowed", "forbidden"):
        slot = entry.slot(word)
        if slot is not None and isinstance(slot.node, Scalar):
            if isinstance(slot.sentence, sx.ChoiceKey):
                _known(cx, slot.sentence)
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
    wanted = found if isinstance(found.type, Set) else Op(Set(SEAT), found.span, "list", (cx.ex.require(found, SEAT),))
    return Op(TRUTH, found.span, "eq", (Op(Set(SEAT), found.span, "winners", ()), wanted))


def _reason(cx: Context, slot: Slot | None) -> str | None:
    if slot is None or not isinstance(slot.sentence, sx.Path):
        return None
    address = str(slot.sentence)
    known = _reasons(cx)
    if address in known:
        return address
    cx.report.error("unknown-address", slot.node.span, f"There is no restriction at `{address}`.", nearest(address, known))
    return None


def _reasons(cx: Context) -> set[str]:
    found = {a for a, e in cx.document.addresses.items() if e.form in ("require", "standing", "ability", "choice")}
    for deed in cx.words.actions.values():
        found |= {deed.address, *(f"{deed.address}.{part}" for part in ("cost", "limit", "consent", "offered", "best-only"))}
    return found
