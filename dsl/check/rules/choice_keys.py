"""Choice keys in scenarios: is there such a choice, and does every value fit what is chosen there?"""

from __future__ import annotations

from collections.abc import Iterator

from custumal.dsl.base.types import (
    NUMBER,
    SEAT,
    Anything,
    Border,
    Bundle,
    Cell,
    Column,
    Corner,
    Empty,
    Half,
    Line,
    Maybe,
    Number,
    Set,
    Table,
    Thing,
    Type,
    bare,
)
from custumal.dsl.check.entries.context import Context
from custumal.dsl.check.rules.decisions import asks, is_half_read
from custumal.dsl.check.symbols.questions import Asked, ChoiceNames, asked_by, joined
from custumal.dsl.check.symbols.vocabulary import seat_number
from custumal.dsl.check.typing.intervals import is_empty
from custumal.dsl.check.typing.names import resource
from custumal.dsl.check.typing.scope import Scope
from custumal.dsl.diagnostics.catalogue.names import no_choice, nothing_called, unknown_row
from custumal.dsl.diagnostics.catalogue.sentences import reserved_for_sentences
from custumal.dsl.diagnostics.catalogue.types import not_a_row, thing_by_its_row
from custumal.dsl.diagnostics.catalogue.values import chooses_otherwise, not_within, thing_named_as
from custumal.dsl.diagnostics.diagnostic import Diagnostic, Report
from custumal.dsl.diagnostics.suggest import nearest
from custumal.dsl.documents.document import Entry, Slot
from custumal.dsl.sentences import syntax as sx
from custumal.dsl.sentences.words import RESERVED_WORDS

DECLINED = "pass"
CHANCES = ("draw", "roll", "shuffle")
"""The verbs by which chance decides; its outcomes are called like them, with one value."""
ANSWERS = ("yes", "no")
ASKED = ("may", "consent")
"""The keys of what is answered by yes or no."""
SPLIT = "pay"
"""How a cost is shared between resources of which each can pay it."""
HEADS = ("at", "pose-at", "column", "border", "corner", "half")
ANYTHING = Asked(0, None)
"""What an entry asks for that could not be read, which has been reported."""
_SCOPE = Scope(seats_by_number=True, no_actor=True)


def check_choice(cx: Context, key: sx.ChoiceKey) -> None:
    """Is there an action, step or rule that asks for such a choice, and do its values fit?"""
    word = key.action.text
    asked = cx.words.choice(word)
    if asked is None and cx.words.has_torn_steps():
        return
    if asked is None:
        words = cx.words.choice_words()
        whole = next((each for each in words if each.startswith(f"{word}-")), None)
        cx.report.tell(key.action.span, no_choice(word, whole or nearest(word, words)))
        return
    fitting = [each for each in asked if each.fits(len(key.arguments))]
    if not fitting:
        cx.report.tell(key.span, chooses_otherwise(word, str(joined(asked)), len(key.arguments)))
        return
    reports = [_tried(cx, key, each) for each in fitting]
    if all(reports):
        cx.report.extend(reports[0] if len(asked) == 1 else reports[0][:1])


def _tried(cx: Context, key: sx.ChoiceKey, asked: Asked) -> list[Diagnostic]:
    """What is wrong with a choice if it is one of this decision."""
    report = Report()
    with cx.reporting_to(report):
        _check_values(cx, key, asked)
    return report.sorted()


def _check_values(cx: Context, key: sx.ChoiceKey, asked: Asked) -> None:
    if asked.types is not None:
        is_given = not asked.as_one and len(key.arguments) > len(asked.types)  # by a thing, which stands first
        for argument in key.arguments[:is_given]:
            _names(cx, argument)
        for argument, of in zip(key.arguments[is_given:], asked.types, strict=False):
            _value(cx, argument, of)
        for link in key.arguments[is_given + len(asked.types) :]:
            _link(cx, link)
    else:
        for argument in key.arguments:
            _names(cx, argument)
            if key.action.text == "roll":
                cx.ex.check(argument, _SCOPE, NUMBER)


def _link(cx: Context, node: sx.Expression) -> None:
    """What is chosen in the course of an action: a choice key of its own."""
    if isinstance(node, sx.Name):
        check_choice(cx, sx.ChoiceKey(node, (), node.span))
    elif isinstance(node, sx.Apply):
        check_choice(cx, sx.ChoiceKey(node.word, node.arguments, node.span))
    else:
        _names(cx, node)


def collect(cx: Context) -> None:
    """Find out under which words there is something to choose, now that all that asks is known."""
    found = _without_names(tuple(cx.document.addresses.values()))
    for word in cx.declared.actions:
        found.setdefault(word, [])
    decisions = cx.findings.decisions
    for address, entry in cx.document.addresses.items():
        if entry.form in ("standing", "ability"):
            _of_rule(cx, entry, found)
        elif address in decisions or (address in cx.declared.steps and asks(entry)):
            _sayable(cx, entry)
            words = found.setdefault(address.rsplit(".", 1)[-1], [])
            as_one = entry.form == "action" and cx.declared.actions[entry.id].as_one
            words += [asked_by(decisions[address], with_carrier=False, as_one=as_one)] if address in decisions else []
            words += [ANYTHING] if is_half_read(entry) else []
    cx.declared.choices = ChoiceNames({word: tuple(asked) for word, asked in found.items()})


def _sayable(cx: Context, entry: Entry) -> None:
    """What asks for something is said in choice keys, by its id alone."""
    if entry.id in RESERVED_WORDS and entry.form != "action":
        cx.report.tell(entry.key.span, reserved_for_sentences(entry.id))


def _without_names(entries: tuple[Entry, ...]) -> dict[str, list[Asked]]:
    """What is asked for under words of the language, in a game with these entries: to pass, to answer, what chance brings."""
    found = {DECLINED: [Asked(0, 0)]}
    if any(key in entry.slots for entry in entries for key in ASKED):
        found |= {answer: [Asked(0, 0)] for answer in ANSWERS}
    doing = (slot for entry in entries for slot in entry.slots.values() if slot.items or isinstance(slot.sentence, sx.Effect))
    verbs = {verb for slot in doing for verb in _verbs(slot)}
    return found | {verb: [Asked(1, 1)] for verb in CHANCES if verb in verbs}


def _verbs(slot: Slot) -> Iterator[str]:
    if isinstance(slot.sentence, sx.Effect):
        yield slot.sentence.verb.text
    for item in slot.items:
        yield from _verbs(item)


def _of_rule(cx: Context, entry: Entry, found: dict[str, list[Asked]]) -> None:
    """What a rule asks for itself, or offers, then behind what the action asks for: under its own name, with that of the action
    behind it where it offers several."""
    with_carrier, decisions = entry.form == "ability", cx.findings.decisions
    targets = _offered(entry)
    asks_itself = asks(entry) or "offered" in entry.slots or "any-time" in entry.slots
    is_said = len(targets) == 1 or (asks_itself and not targets)
    words = found.setdefault(entry.id, []) if is_said else []
    words += [ANYTHING] if is_half_read(entry) else []
    if is_said:
        _sayable(cx, entry)
    if "accept" in entry.slots:
        found.setdefault(SPLIT, [])
    own = (decisions[entry.address],) if entry.address in decisions else ()
    if own and not targets:
        words.append(asked_by(*own, with_carrier=with_carrier))
    for target in targets:
        offered = words if len(targets) == 1 else found.setdefault(f"{entry.id}-{target}", [])
        if f"actions.{target}" in decisions:
            as_one = cx.declared.actions[target].as_one
            offered.append(asked_by(decisions[f"actions.{target}"], *own, with_carrier=with_carrier, as_one=as_one))


def _offered(entry: Entry) -> list[str]:
    """The actions that a rule offers."""
    return [str(part.sentence).rsplit(".", 1)[-1] for part in entry.parts("offer") if isinstance(part.sentence, sx.Path)]


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
        case Anything() | Bundle() | Column() | Line() | Border() | Corner() | Half():
            _names(cx, node)
        case Number(low, high) if isinstance(node, sx.Number):
            # a range without numbers is told where it stands, and that the choice is none where the scenario is run
            if not is_empty(of) and ((low is not None and node.value < low) or (high is not None and node.value > high)):
                cx.report.tell(node.span, not_within(node.value, low, high))
        case _:
            cx.ex.check(node, _SCOPE, of)


def _thing(cx: Context, node: sx.Expression, kinds: list[str]) -> None:
    """`row`, `row(for-each values)`, `row(for-each values, copy)`."""
    word = node if isinstance(node, sx.Name) else node.word if isinstance(node, sx.Apply) and node.style == "call" else None
    if word is None:
        cx.report.tell(node.span, thing_by_its_row(kinds))
        return
    found = [(kind, index) for kind, index in cx.words.rows_named(word.text) if kind in kinds]
    if not found and not cx.words.is_lost(word.text):
        rows = [row.name for kind in kinds for row in cx.words.rows(kind)]
        guess = nearest(word.text, rows)
        no_such_row = not_a_row if cx.words.has_word(word.text) else unknown_row
        cx.report.tell(word.span, no_such_row(word.text, kinds, guess))
    if not found:
        return
    _copies(cx, node, *found[0])


def _copies(cx: Context, node: sx.Expression, kind: str, index: int) -> None:
    """The values that tell the things of one row apart, and perhaps the number of the copy."""
    given = node.arguments if isinstance(node, sx.Apply) else ()
    row = cx.words.rows(kind)[index]
    columns = row.for_each
    if columns is None:
        return
    if not len(columns) <= len(given) <= len(columns) + 1:
        shape = f"{row.name}({', '.join([*columns, 'copy'])})"
        cx.report.tell(node.span, thing_named_as(shape, len(given)))
        return
    printed = cx.words.kind(kind).printed
    types = [SEAT if name == "owner" else printed.get(name, Anything()) for name in columns]
    for value, of in zip(given, [*types, NUMBER], strict=False):
        _value(cx, value, of)


def _names(cx: Context, node: sx.Expression) -> None:
    """Only the names inside a value: seats, words, rows, zones, resources."""
    if isinstance(node, sx.Name):
        if seat_number(node.text) is None and node.text != "none" and not cx.words.has_word(node.text):
            guess = nearest(node.text, {*cx.words.words(), "none"})
            cx.report.tell(node.span, nothing_called(node.text, guess))
    elif isinstance(node, sx.Apply):
        if node.word.text not in HEADS and not cx.words.has_word(node.word.text):
            guess = nearest(node.word.text, {*cx.words.words(), *HEADS})
            cx.report.tell(node.word.span, nothing_called(node.word.text, guess))
        for argument in node.arguments:
            _names(cx, argument)
    elif isinstance(node, sx.ListOf):
        for item in node.items:
            _names(cx, item)
    elif isinstance(node, sx.Units):
        resource(cx.ex, node.name.text, node.name.span)
    elif isinstance(node, sx.Arithmetic):  # `2 wood + 1 stone`
        _names(cx, node.left)
        _names(cx, node.right)
