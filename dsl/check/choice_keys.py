"""Choice keys in scenarios: is there such a choice, and does every value fit what is chosen there?"""

from __future__ import annotations

from custumal.dsl import syntax as sx
from custumal.dsl.check.context import ChoiceNames, Context
from custumal.dsl.check.scope import Scope
from custumal.dsl.suggest import nearest
from custumal.dsl.types import NUMBER, SEAT, Anything, Bundle, Cell, Column, Empty, Line, Maybe, Pose, Set, Table, Thing, Type, bare

CHANCE_WORDS = ("draw", "roll", "shuffle", "pass", "yes", "no")
_SCOPE = Scope(seats_by_number=True, no_actor=True)


def check_choice(cx: Context, key: sx.ChoiceKey) -> None:
    """Is there an action, step or rule that asks for such a choice, and do its values fit?"""
    word = key.action.text
    known = _names_of(cx).known
    if word not in known:
        guess = nearest(word, known)
        help_ = f"; did you mean `{guess}`?" if guess else "."
        cx.report.error("unknown-action", key.action.span, f"No action is called `{word}`{help_}", guess)
        return
    wanted = _wanted(cx, word)
    if wanted is None:
        for argument in key.arguments:
            _names(cx, argument)
            if word == "roll":
                cx.ex.check(argument, _SCOPE, NUMBER)
        return
    most = len(wanted)
    if len(key.arguments) < most or (len(key.arguments) > most and not _names_of(cx).splits):
        cx.report.error("arity", key.span, f"`{word}` chooses {most} {'thing' if most == 1 else 'things'}, not {len(key.arguments)}.")
        return
    for argument, of in zip(key.arguments, wanted, strict=False):
        _value(cx, argument, of)


def _names_of(cx: Context) -> ChoiceNames:
    if cx.choosable is None:
        entries = cx.document.addresses.values()
        steps = {a.rsplit(".", 1)[-1] for a in cx.words.steps}
        rules = {e.id for e in entries if e.form in ("standing", "ability")}
        known = {*cx.words.actions, *steps, *rules, *_offers_of_several(cx), *CHANCE_WORDS}
        carried = frozenset(e.id for e in entries if e.form == "ability")
        cx.choosable = ChoiceNames(frozenset(known), carried, any("accept" in e.slots for e in entries))
    return cx.choosable


def _offers_of_several(cx: Context) -> set[str]:
    """What a rule offers that offers several actions: its own name and that of the action."""
    found = set()
    for entry in cx.document.addresses.values():
        slot = entry.slot("offer") if entry.form in ("standing", "ability") else None
        targets = [str(item.sentence).rsplit(".", 1)[-1] for item in slot.items] if slot is not None else []
        found |= {f"{entry.id}-{target}" for target in targets if len(targets) > 1}
    return found


def _wanted(cx: Context, word: str) -> tuple[Type, ...] | None:
    """The types of what is chosen under this word; None where several decisions bear it or a thing stands before the values."""
    found = [decision for address, decision in cx.decisions.items() if address.rsplit(".", 1)[-1] == word]
    if word in CHANCE_WORDS or word in _names_of(cx).carried or len(found) != 1:
        return None
    return tuple(entry.local.type for entry in found[0].entries if entry.form != "let")


# ---------------------------------------------------------------- values


def _value(cx: Context, node: sx.Expression, wanted: Type) -> None:
    """One value of a key against the type of the entry."""
    of = bare(wanted)
    if isinstance(node, sx.Nothing) and (isinstance(wanted, Maybe) or isinstance(of, Empty)):
        return
    match of:
        case Thing(kind):
            _thing(cx, node, kind.split("|"))
        case Set(inner) | Table(_, inner) if isinstance(node, sx.ListOf):
            for item in node.items:
                _value(cx, item, inner)
        case Line(zone) if isinstance(node, sx.ListOf):
            for item in node.items:
                _value(cx, item, Cell(zone))
        case Pose(zone) if cx.words.zones[zone].shape.form != "cubes":
            _names(cx, node)
        case Anything() | Bundle() | Column() | Line():
            _names(cx, node)
        case _:
            cx.ex.check(node, _SCOPE, of)


def _thing(cx: Context, node: sx.Expression, kinds: list[str]) -> None:
    """`row`, `row(for-each values)`, `row(for-each values, copy)`."""
    word = node if isinstance(node, sx.Name) else node.word if isinstance(node, sx.Apply) and node.style == "call" else None
    if word is None:
        cx.report.error("type-mismatch", node.span, f"A thing is named here by its row: {' or '.join(f'`{kind}`' for kind in kinds)}.")
        return
    found = [(kind, index) for kind, index in cx.words.rows_named(word.text) if kind in kinds]
    if not found:
        rows = [row.name for kind in kinds for row in cx.words.kinds[kind].rows]
        guess = nearest(word.text, rows)
        help_ = f"; did you mean `{guess}`?" if guess else "."
        code = "type-mismatch" if word.text in set(cx.words.words()) else "unknown-name"
        message = f"`{word.text}` is no row of {' or '.join(f'`{kind}`' for kind in kinds)}{help_}"
        cx.report.error(code, word.span, message, guess)
        return
    _copies(cx, node, *found[0])


def _copies(cx: Context, node: sx.Expression, kind: str, index: int) -> None:
    """The values that tell the things of one row apart, and perhaps the number of the copy."""
    given = node.arguments if isinstance(node, sx.Apply) else ()
    info = cx.words.kinds[kind]
    columns = _for_each(cx, info.rows[index].entry.address)
    if not len(columns) <= len(given) <= len(columns) + 1:
        shape = f"{info.rows[index].name}({', '.join([*columns, 'copy'])})"
        message = f"A thing is named `{shape}`, where the copy may be left out; here are {len(given)} values."
        cx.report.error("arity", node.span, message)
        return
    types = [SEAT if name == "owner" else info.printed.get(name, Anything()) for name in columns]
    for value, of in zip(given, [*types, NUMBER], strict=False):
        _value(cx, value, of)


def _for_each(cx: Context, address: str) -> list[str]:
    table = cx.document.entry(".".join(address.split(".")[:2]))
    slot = table.slot("for-each") if table is not None else None
    return [entry.id for entry in slot.entries] if slot is not None else []


def _names(cx: Context, node: sx.Expression) -> None:
    """Only the names inside a value: seats, words, rows, zones."""
    if isinstance(node, sx.Name):
        is_seat = node.text[:1] == "p" and node.text[1:].isdigit()
        known = {*cx.words.words(), "none"}
        if not is_seat and node.text not in known:
            cx.report.error("unknown-name", node.span, f"Nothing is called `{node.text}`.", nearest(node.text, known))
    elif isinstance(node, sx.Apply):
        heads = {*cx.words.words(), "at", "pose-at", "column"}
        if node.word.text not in heads:
            cx.report.error("unknown-name", node.word.span, f"Nothing is called `{node.word.text}`.", nearest(node.word.text, heads))
        for argument in node.arguments:
            _names(cx, argument)
    elif isinstance(node, sx.ListOf):
        for item in node.items:
            _names(cx, item)
