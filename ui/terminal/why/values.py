"""`why` of what is no choice: a numbered rule, a value or a word of the rulebook, what is kept for a player."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from custumal.dsl.base.types import Seat
from custumal.dsl.model import Definition, Kept
from custumal.interpreter.explain.origins import rules_behind
from custumal.interpreter.keys.labels import GAP
from custumal.interpreter.keys.syntax import Word, read_key
from custumal.interpreter.position.unseen import UNSEEN
from custumal.interpreter.program import Choosing
from custumal.ui.scene.describe import Describer
from custumal.ui.terminal.why.answer import MOST_RULES, Teller, Unknown
from custumal.ui.terminal.why.question import arguments_of
from custumal.ui.text.match import comparable
from custumal.ui.text.phrases import capital
from custumal.ui.text.rulebook_words import word
from custumal.ui.text.style import Piece

SCENARIOS = "scenarios."


def tell_rule(teller: Teller, text: str) -> bool:
    """A numbered rule, and which elements of the rule files follow it; whether the text is the id of one."""
    game, rule = teller.engine.instance.game, text.strip().upper()
    if rule not in game.rulebook:
        return False
    teller.say(f"{rule} {teller.rule_text(rule)}", "  ")
    teller.tell_marks(rule)
    followed = [address for address, source in game.sources.items() if rule in source.rules and not address.startswith(SCENARIOS)]
    for address in followed:
        teller.console.tell(Piece(f"  {address}", "dim"))
    for name, reason in game.unencoded:
        if name == rule and not followed:  # a variant may encode what the game leaves to it
            teller.say(f"  ({reason})")
    return True


def tell_value(teller: Teller, text: str, actions: Mapping[str, Choosing]) -> bool:
    """What makes a value or a word of the rulebook what it is: its name with its arguments, as in `wealth(p1)`; whether it is one.

    Raises:
        Unknown: its arguments are none that it could have.
    """
    node = read_key(text)
    name = node.name.rpartition(".")[2] if isinstance(node, Word) else text.strip().rpartition(".")[2]
    if comparable(text) in {comparable(teller.describer.action(teller.position, one)) for one in actions.values()}:
        return False
    definition = _definition(teller.describer, name)
    if definition is None or name in actions:
        return definition is None and _tell_kept(teller, text)
    given = arguments_of(text)
    args = _arguments(teller, definition, given)
    try:
        explanation = teller.engine.why.explain(teller.position, definition.name, args, teller.language)
    except ValueError as error:
        raise Unknown(str(error)) from None
    named = " - ".join([teller.describer.labels.name(definition.name, teller.language), *given])
    is_told = explanation.value is not None
    teller.say(capital(word("fact", teller.language, what=named, value=explanation.value if is_told else GAP)) + ".")
    for reason in explanation.reasons:
        # A value that no rule changes has been told already.
        teller.reason(reason, facts=True, sentence=len(explanation.reasons) > 1 or not is_told)
    return True


def _arguments(teller: Teller, definition: Definition, given: Sequence[str]) -> dict[str, object]:
    """The arguments by name; what is asked of one seat is asked of the one that decides if none is named."""
    names = [local.name for local in definition.parameters]
    if not given and [local.type for local in definition.parameters] == [Seat()] and teller.position.seat is not None:
        return {names[0]: teller.engine.keys.value(Seat(), teller.position.seat)}
    return dict(zip(names, given, strict=False))


def _definition(describer: Describer, name: str) -> Definition | None:
    """A value or word of the rulebook by its id, or by what people call it."""
    game, wanted = describer.engine.instance.game, comparable(name)
    if name in game.definitions:
        return game.definitions[name]
    labels = {id_: comparable(describer.labels.name(id_, describer.language)) for id_ in game.definitions if id_ in game.labels}
    called = [id_ for id_, label in labels.items() if label == wanted]
    called = called or [id_ for id_, label in labels.items() if set(wanted.split()) <= set(label.split())]
    return game.definitions[called[0]] if len(called) == 1 else None


def _tell_kept(teller: Teller, text: str) -> bool:
    """What is kept for the game, or for whoever asks, under a name for people: `movement points`; whether there is such a thing."""
    kept = next((one for one in teller.engine.instance.game.kept.values() if _is_meant(teller, one, comparable(text))), None)
    if kept is None:
        return False
    arguments = (teller.position.seat,) if kept.parameters else ()
    value = teller.engine.asked.kept(kept.name, arguments, teller.position)
    shown = GAP if value is UNSEEN else teller.describer.value(value, kept.type, teller.position)
    teller.say(capital(word("fact", teller.language, what=teller.describer.labels.name(kept.name, teller.language), value=shown)) + ".")
    rules = [rule for rule in rules_behind(teller.engine.instance.game, kept.source) if teller.rule_text(rule)]
    for rule in rules[:MOST_RULES]:
        teller.say(f"  {rule} {teller.rule_text(rule)}", "    ")
        teller.tell_marks(rule, "    ")
    return True


def _is_meant(teller: Teller, kept: Kept, wanted: str) -> bool:
    """Whether a kept value is called so, and is the game's or one of the seat that asks."""
    called = wanted in (comparable(teller.describer.labels.name(kept.name, teller.language)), comparable(kept.name))
    return called and (not kept.parameters or (kept.parameters == (Seat(),) and teller.position.seat is not None))
