"""Choice keys in scenarios: is there such a choice, and does every value fit what is chosen there?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from custumal.dsl.base.types import (
    NUMBER,
    Pose,
    bare,
)
from custumal.dsl.check.entries.context import Context
from custumal.dsl.check.rules.decisions import asks, is_half_read
from custumal.dsl.check.rules.key_spelling import is_written_otherwise, spelling, written
from custumal.dsl.check.rules.key_values import SCOPE, check_names, check_pose, check_size, check_value
from custumal.dsl.check.symbols.questions import Asked, ChoiceNames, asked_by, joined
from custumal.dsl.diagnostics.catalogue.names import no_choice
from custumal.dsl.diagnostics.catalogue.sentences import reserved_for_sentences
from custumal.dsl.diagnostics.catalogue.values import (
    chooses_otherwise,
    written_otherwise,
)
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
ANYTHING = Asked(0, None)
"""What an entry asks for that could not be read, which has been reported."""


def check_choice(cx: Context, key: sx.ChoiceKey, text: str = "", *, is_reasoned: bool = False) -> None:
    """Is there an action, step or rule that asks for such a choice, do its values fit, and are they written as keys have them? `text`: the
    key as it stands there. `is_reasoned`: it is said why it is none, which may be a pose that the thing can't have."""
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
    reports = [_tried(cx, key, each, is_reasoned=is_reasoned) for each in fitting]
    if all(reports):
        cx.report.extend(reports[0] if len(asked) == 1 else reports[0][:1])
    else:
        _check_spelling(cx, key, text)


def _check_spelling(cx: Context, key: sx.ChoiceKey, text: str) -> None:
    """Is everything in a key written in the one way in which keys are?"""
    spelt = [spelling(cx, argument) for argument in key.arguments]
    for argument, meant in zip(key.arguments, spelt, strict=True):
        if meant is None or meant != written(argument):
            cx.report.tell(argument.span, written_otherwise(meant))
            return
    if is_written_otherwise(text):
        values = ", ".join(each for each in spelt if each is not None)
        cx.report.tell(key.span, written_otherwise(f"{key.action.text}({values})" if values else key.action.text))


def _tried(cx: Context, key: sx.ChoiceKey, asked: Asked, *, is_reasoned: bool) -> list[Diagnostic]:
    """What is wrong with a choice if it is one of this decision."""
    report = Report()
    with cx.reporting_to(report):
        _check_values(cx, key, asked, is_reasoned=is_reasoned)
    return report.sorted()


def _check_values(cx: Context, key: sx.ChoiceKey, asked: Asked, *, is_reasoned: bool) -> None:
    if asked.types is not None:
        is_given = not asked.as_one and len(key.arguments) > len(asked.types)  # by a thing, which stands first
        for argument in key.arguments[:is_given]:
            check_names(cx, argument)
        for argument, of, size in zip(key.arguments[is_given:], asked.types, asked.sizes or [None] * len(asked.types), strict=False):
            check_value(cx, argument, of)
            check_size(cx, argument, size)
        if not is_reasoned:
            _check_poses(cx, key.arguments[is_given:], asked)
        for link in key.arguments[is_given + len(asked.types) :]:
            _link(cx, link, is_reasoned=is_reasoned)
    else:
        for argument in key.arguments:
            check_names(cx, argument)
            if key.action.text == "roll":
                cx.ex.check(argument, SCOPE, NUMBER)


def _check_poses(cx: Context, values: Sequence[sx.Expression], asked: Asked) -> None:
    """Can each pose be one of the thing that is chosen with it?"""
    for number, (value, of) in enumerate(zip(values, asked.types or (), strict=False)):
        if isinstance(pose := bare(of), Pose):
            thing = asked.placed[number] if asked.placed else None
            check_pose(cx, value, values[thing] if thing is not None and thing < len(values) else None, pose)


def _link(cx: Context, node: sx.Expression, *, is_reasoned: bool) -> None:
    """What is chosen in the course of an action: a choice key of its own."""
    if isinstance(node, sx.Name):
        check_choice(cx, sx.ChoiceKey(node, (), node.span), is_reasoned=is_reasoned)
    elif isinstance(node, sx.Apply):
        check_choice(cx, sx.ChoiceKey(node.word, node.arguments, node.span), is_reasoned=is_reasoned)
    else:
        check_names(cx, node)


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
