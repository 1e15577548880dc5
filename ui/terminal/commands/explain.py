"""`explain`: a numbered rule, a rule element by its address, or a choice in a saved game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from custumal.dsl.diagnostics.suggest import nearest
from custumal.dsl.diagnostics.wording import did_you_mean
from custumal.dsl.model import Source
from custumal.dsl.overlay.target import Addressed, find_target
from custumal.dsl.overlay.touched import around
from custumal.dsl.overlay.variant import RULEBOOK
from custumal.interpreter.api import Game, RuleEntry
from custumal.ui.rulebook.rule_marks import RuleMarks
from custumal.ui.scene.describe import Describer
from custumal.ui.story.session import Session
from custumal.ui.terminal.commands.diff import changes_of, combined
from custumal.ui.terminal.excerpt import excerpt
from custumal.ui.terminal.exit_codes import DONE, PROBLEMS
from custumal.ui.terminal.output import say, say_lines
from custumal.ui.terminal.problems import UsageProblem
from custumal.ui.terminal.recorded import replayed
from custumal.ui.terminal.screen.console import Console
from custumal.ui.terminal.wanted import Wanted
from custumal.ui.terminal.why.answer import Teller, Unknown
from custumal.ui.terminal.why.why import why
from custumal.ui.text.style import folded

_WIDTH = 100
_MOST_SCENARIOS = 8
_SCENARIOS = "scenarios."


def explain_choice(wanted: Wanted, choice: str, file: str, step: int | None) -> int:
    """Print whether a choice is legal in a position of a saved game, and what forbids it.

    Raises:
        UsageProblem: nothing is called so, or nobody decides there.
    """
    if not choice:
        raise UsageProblem("Which choice? An action or the key of a choice stands before --record.")
    _, session = replayed(Path(file), wanted.game, wanted.variants, to=step)
    if session.seat is None:
        raise UsageProblem(_undecided(session), PROBLEMS)
    try:
        marks = RuleMarks(session.game, "en")
        why(Teller(Console.standard("en"), Describer(session.engine, "en"), session.position, session.position, marks), choice)
    except Unknown as answer:
        raise UsageProblem(str(answer)) from None
    return DONE


def _undecided(session: Session) -> str:
    """Why there is no choice to explain in a position, and the last one where somebody had one."""
    what = "The game is over" if session.is_over else "Chance decides"
    last = max((number for number, event in enumerate(session.events) if event.seat is not None), default=None)
    return f"{what} in this position; " + ("nobody has decided before." if last is None else f"the last decision is at --step {last}.")


def explain_element(wanted: Wanted, element: str) -> int:
    """Print a numbered rule or a rule element of a game.

    Raises:
        UsageProblem: the game has none of this id or address.
    """
    game = wanted.load()
    rules = game.rules
    changed = changes_of(wanted) if game.variants else []
    marks = RuleMarks(game, "en")
    if element in rules:
        _rule(rules[element], marks, changed)
    elif element in game.model.sources:
        _element(game, game.model.sources[element], marks, _inside(changed, element))
    elif gone := [one for one in changed if one["kind"] == "removed" and one["address"] == element]:
        _tell_changes(gone, "")
    elif (place := _place(wanted, element)) is not None:
        _key(game, element, place, marks, _inside(changed, element))
    else:
        raise UsageProblem(f"{game.title()} has no rule and no element `{element}`{did_you_mean(_meant(game, element))}")
    return DONE


def _meant(game: Game, element: str) -> str | None:
    """The rule or address that was probably meant: one that ends so, or in something like it, or is like it as a whole."""
    addresses = [address for address in game.model.sources if not address.startswith(_SCENARIOS)]
    ends = {address.rpartition(".")[2]: address for address in reversed(addresses)}
    whole = next((address for address in addresses if address.endswith(f".{element}")), None)
    near = whole or nearest(element, [*game.rules, *addresses, *ends]) or nearest(element.upper(), game.rules)
    return ends.get(near, near) if near is not None else None


def _inside(changed: list[dict[str, Any]], address: str) -> list[dict[str, Any]]:
    """What variants changed of an element, or of what it stands in and came with."""
    around = [one for one in changed if one["kind"] != "moved" and f"{address}.".startswith(f"{one['address']}.")]
    return [*around, *(one for one in changed if one not in around and f"{one['address']}.".startswith(f"{address}."))]


def _quote(rule: str, marks: RuleMarks, indent: str = "") -> None:
    """The sentence of a numbered rule, and what variants have changed in it."""
    _say(f"{indent}{rule} {marks.edition.rule_texts.get(rule, '')}".rstrip())
    for mark in marks.of(rule):
        _say(f"{indent}  {mark}")


def _rule(rule: RuleEntry, marks: RuleMarks, changed: list[dict[str, Any]]) -> None:
    _quote(rule.id, marks)
    for address, span in zip(rule.addresses, rule.spans, strict=True):
        if not address.startswith(_SCENARIOS):
            say(f"  {address}  ({span.file}:{span.line})\n")
            _tell_changes(_inside(changed, address), "    ")
    shown = [address.removeprefix(_SCENARIOS) for address in rule.addresses if address.startswith(_SCENARIOS)]
    if shown:
        more = f" and {len(shown) - _MOST_SCENARIOS} more" if len(shown) > _MOST_SCENARIOS else ""
        _say(f"  shown by the scenario{'' if len(shown) == 1 else 's'} {', '.join(shown[:_MOST_SCENARIOS])}{more}")
    if rule.unencoded is not None and len(shown) == len(rule.addresses):  # a variant may encode what the game leaves to it
        _say(f"  It needs no code: {rule.unencoded}")


def _element(game: Game, source: Source, marks: RuleMarks, changed: list[dict[str, Any]]) -> None:
    """The address, the sentences for players, the text of the file, what variants changed, and the numbered rules behind it."""
    say(f"{source.address}  ({source.span.file}:{source.span.line})\n")
    for text in (source.say, source.because):
        for language, pieces in text.by_language:
            if all(isinstance(piece, str) for piece in pieces):
                _say(f"  {language}: {text.plain(language, ())}")
    say_lines(f"    {line}" for line in excerpt(source.span))
    _tell_changes(changed, "  ")
    _tell_contradicted(game, source)
    for other in game.model.standing:
        if source.address in other.targets:
            span = other.source.span
            say(f"  see also {other.source.address}  ({span.file}:{span.line}), which has `{other.head}` for this\n")
    for rule in source.rules:
        if rule in game.model.rulebook:
            _quote(rule, marks, "  ")
    say("\n")


def _place(wanted: Wanted, address: str) -> Addressed | None:
    """What stands at an address that is none of an element: a key, a piece of data, a text of the rulebook."""
    both = combined(wanted)
    document = both.rulebook if address.startswith(RULEBOOK) else both.document
    return None if document is None else find_target(document, address.removeprefix(RULEBOOK))


def _key(game: Game, address: str, place: Addressed, marks: RuleMarks, changed: list[dict[str, Any]]) -> None:
    """The address, the text of the file, what variants changed, and the numbered rules behind the element of which it is a part."""
    span = place.node.span if place.key is None or place.key.span.file != place.node.span.file else place.key.span.to(place.node.span)
    say(f"{address}  ({span.file}:{span.line})\n")
    say_lines(f"    {line}" for line in excerpt(span))
    _tell_changes(changed, "  ")
    element = next((each for each in around(address) if each in game.model.sources), None)
    for rule in () if element is None else game.model.sources[element].rules:
        if rule in game.model.rulebook:
            _quote(rule, marks, "  ")
    say("\n")


def _tell_contradicted(game: Game, source: Source) -> None:
    """What the game says of a scenario, or of a line of its `then`, that a variant tells otherwise."""
    accepted = {span for one in game.model.accepted for span in (one.source.span, *(line.span for line in one.lines))}
    if source.span not in accepted:
        return
    own = (each for scenario in game.model.scenarios for each in (scenario.source, *(one.source for one in scenario.then)))
    for before in own:
        if before.address == source.address and before.span.file not in game.model.variant_files:
            say(f"  instead of what the game says  ({before.span.file}:{before.span.line})\n")
            say_lines(f"    {line}" for line in excerpt(before.span))


def _tell_changes(changed: list[dict[str, Any]], indent: str) -> None:
    """What variants made of an element, and what it was before."""
    for one in changed:
        place = f"{one['kind']} at {one['file']}:{one['line']}: {one['address']}"
        now = f"{'stands' if one['kind'] == 'moved' else 'is'} {one['new']}" if one["new"] is not None else ""
        was = f"was {one['old']}" if one["old"] is not None else ""
        _say(f"{indent}{place}{',' if was and not now else ''} {', '.join(text for text in (now, was) if text)}")


def _say(text: str) -> None:
    indent = " " * (len(text) - len(text.lstrip()) + 2)
    say_lines(folded(text, _WIDTH, indent))
