"""`why` of what is no choice: a numbered rule, a value or a word of the rulebook, what is kept for a player."""

from __future__ import annotations

from collections.abc import Mapping

from custumal.dsl.model import Definition
from custumal.dsl.types import Seat
from custumal.interpreter.flow import Choosing
from custumal.interpreter.keysyntax import Word, read_key
from custumal.interpreter.origins import rules_behind
from custumal.interpreter.state import State
from custumal.terminal.console import Console
from custumal.terminal.describe import Describer
from custumal.terminal.match import plain
from custumal.terminal.rulebook.edition import capital
from custumal.terminal.rulebook.words import word
from custumal.terminal.style import Piece
from custumal.terminal.why_meant import arguments_of
from custumal.terminal.why_told import MOST_RULES, rule_text, tell_reason

SCENARIOS = "scenarios."


def tell_rule(console: Console, describer: Describer, text: str) -> bool:
    """A numbered rule, and which elements of the rule files follow it; whether the text is the id of one."""
    game, rule = describer.table.instance.game, text.strip().upper()
    if rule not in game.rulebook:
        return False
    console.tell_folded(f"{rule} {rule_text(describer, rule)}", "  ")
    for address in (address for address, source in game.sources.items() if rule in source.rules and not address.startswith(SCENARIOS)):
        console.tell(Piece(f"  {address}", "dim"))
    for reason in (reason for name, reason in game.unencoded if name == rule):
        console.tell_folded(f"  ({reason})")
    return True


def tell_value(console: Console, describer: Describer, position: State, text: str, actions: Mapping[str, Choosing]) -> bool:
    """What makes a value or a word of the rulebook what it is: its name with its arguments, as in `wealth(p1)`; whether it is one."""
    node = read_key(text)
    name = node.name.rpartition(".")[2] if isinstance(node, Word) else text.strip().rpartition(".")[2]
    if plain(text) in {plain(describer.action(position, one)) for one in actions.values()}:
        return False
    definition = _definition(describer, name)
    if definition is None or name in actions:
        return definition is None and _tell_kept(console, describer, position, text)
    given = text.partition("(")[2].rpartition(")")[0] if "(" in text else ""
    names = [local.name for local in definition.parameters]
    args = dict(zip(names, arguments_of(given), strict=False))
    if not args and [local.type for local in definition.parameters] == [Seat()] and position.seat is not None:
        args = {names[0]: describer.table.reference.keys.value(Seat(), position.seat)}
    try:
        told = describer.table.explain(position, definition.name, args, describer.language)
    except ValueError as error:
        console.tell_folded(str(error))
        return True
    named = " - ".join([describer.labels.name(definition.name, describer.language), *arguments_of(given)])
    console.tell_folded(capital(word("fact", describer.language, what=named, value=told.value)) + ".")
    for reason in told.reasons:
        # A value that no rule changes has been told already.
        tell_reason(console, describer, position, reason, facts=True, sentence=len(told.reasons) > 1)
    return True


def _definition(describer: Describer, name: str) -> Definition | None:
    """A value or word of the rulebook by its id, or by what people call it."""
    definitions = describer.table.instance.game.definitions
    if name in definitions:
        return definitions[name]
    labels = {
        id_: plain(describer.labels.name(id_, describer.language)) for id_ in definitions if id_ in describer.labels.instance.game.labels
    }
    called = [id_ for id_, label in labels.items() if label == plain(name)]
    called = called or [id_ for id_, label in labels.items() if set(plain(name).split()) <= set(label.split())]
    return definitions[called[0]] if len(called) == 1 else None


def _tell_kept(console: Console, describer: Describer, position: State, text: str) -> bool:
    """What is kept for the game, or for whoever asks, under a name for people: `movement points`; whether there is such a thing."""
    table, wanted = describer.table, plain(text)
    for name, kept in table.instance.game.kept.items():
        own = kept.parameters in ((), (Seat(),)) and wanted in (plain(describer.labels.name(name, describer.language)), plain(name))
        if own and (not kept.parameters or position.seat is not None):
            value = table.evaluator.kept(name, (position.seat,) if kept.parameters else (), position)
            shown = describer.value(value, kept.type, position)
            console.tell_folded(capital(word("fact", describer.language, what=text.strip(), value=shown)) + ".")
            rules = [rule for rule in rules_behind(table.instance.game, kept.source) if rule_text(describer, rule)]
            for rule in rules[:MOST_RULES]:
                console.tell_folded(f"  {rule} {rule_text(describer, rule)}", "    ")
            return True
    return False
