"""One thing that happens: a verb with what it takes, or a procedure that is carried out."""

from __future__ import annotations

from collections.abc import Callable

from custumal.dsl.check.declarations.kept import GAME
from custumal.dsl.check.entries.context import Context
from custumal.dsl.check.rules.giving import GIVING
from custumal.dsl.check.rules.moving import MOVING
from custumal.dsl.check.rules.verbs import Phrase, Verb, phrase_of
from custumal.dsl.check.rules.writing import WRITING
from custumal.dsl.check.symbols.signatures import ActionInfo
from custumal.dsl.check.typing.functions import dotted
from custumal.dsl.check.typing.scope import Scope, facts_of
from custumal.dsl.diagnostics.catalogue.actors import nobody_to_leave
from custumal.dsl.diagnostics.catalogue.names import no_verb, takes_a_step
from custumal.dsl.diagnostics.catalogue.turns import not_in_given
from custumal.dsl.diagnostics.catalogue.values import carried_out_as
from custumal.dsl.diagnostics.suggest import nearest
from custumal.dsl.model import Effect, Exit, Expr, Perform
from custumal.dsl.sentences import foreign
from custumal.dsl.sentences import syntax as sx

ONLY_IN_SCENARIOS = "build"
COURSE_OF_PLAY = ("roll", "shuffle", "leave", "finish", "stop", "give")
"""Verbs that need the course of play: chance decides, a step ends, or it shows only then whether anything happens."""


def effect(cx: Context, node: sx.Effect, scope: Scope, *, in_scenario: bool = False) -> Effect | None:
    """The typed effect, or None after a report."""
    condition = None if node.condition is None else cx.ex.truth(node.condition, scope)
    inside = scope if condition is None else scope.knowing(facts_of(condition))
    word = node.verb.text
    procedure = cx.words.procedure(word)
    if in_scenario and (procedure is not None or word in COURSE_OF_PLAY):
        cx.report.tell(node.span, not_in_given(word))
        return None
    if procedure is not None:
        return _perform(cx, node, procedure, inside, condition)
    verb = VERBS.get(word)
    if verb is None or (word == ONLY_IN_SCENARIOS and not in_scenario):
        _unknown(cx, node)
        return None
    phrase = phrase_of(cx, node, verb, inside, condition)
    return None if phrase is None else verb.build(phrase)


_OF_BUNDLES = {"raise": "gain", "lower": "lose"}


def _of_bundles(node: sx.Effect) -> str | None:
    """The verb for what is called by the word of another language for more or less, where nothing is said by how much: `add 2 coin`."""
    is_amount = isinstance(node.object, sx.Units | sx.Arithmetic) and not node.parts
    return _OF_BUNDLES.get(foreign.VERBS.get(node.verb.text, "")) if is_amount else None


def _unknown(cx: Context, node: sx.Effect) -> None:
    verb, procedures = node.verb, cx.words.procedure_names()
    near = nearest(verb.text, procedures)
    if near is not None and node.arguments is None:  # with arguments in parentheses only procedures stand
        near = nearest(verb.text, (*VERBS, *procedures))
    guess = near or _of_bundles(node) or foreign.VERBS.get(verb.text) or nearest(verb.text, VERBS)
    cx.report.tell(verb.span, no_verb(verb.text, guess, [v for v in VERBS if v != ONLY_IN_SCENARIOS]))


def _perform(cx: Context, node: sx.Effect, action: ActionInfo, scope: Scope, condition: Expr | None) -> Effect | None:
    cx.ex.note_use(node.verb.text)
    given = node.arguments or ()
    if node.object is not None or node.parts or len(given) != len(action.parameters):
        shape = f"{node.verb.text}({', '.join(p.name for p in action.parameters)})" if action.parameters else node.verb.text
        cx.report.tell(node.span, carried_out_as(shape))
        return None
    arguments = tuple(cx.ex.check(g, scope, p.type) for g, p in zip(given, action.parameters, strict=True))
    return Perform(condition, node.span, node.verb.text, arguments)


def _exit(mode: str) -> Callable[[Phrase], Effect | None]:
    def build(phrase: Phrase) -> Effect | None:
        word = dotted(phrase.object)
        if word is None:
            phrase.cx.report.tell(phrase.object.span, takes_a_step(mode))
            return None
        is_game = mode == "stop" and word == GAME
        if is_game:
            phrase.cx.ex.not_a_step(word, phrase.object.span, "the whole game")
        address = COURSE if is_game else phrase.cx.ex.step(word, phrase.object.span, (GAME,) if mode == "stop" else (), phrase.scope.step)
        if address is None:
            return None
        phrase.cx.findings.exits.add((mode, address))
        if mode == "leave" and not _leaves(phrase, address):
            return None
        return Exit(phrase.condition, phrase.span, mode, address)

    return build


def _leaves(phrase: Phrase, step: str) -> bool:
    """Whether there is somebody to leave a step; False after a report."""
    phrase.cx.findings.rounds.append((step, phrase.object.span))
    if "me" not in phrase.scope.names:
        phrase.cx.report.tell(phrase.span, nobody_to_leave(step.rpartition(".")[2]))
        return False
    return True


COURSE = "play"
"""What is stopped where the game is: all steps of `play`."""

VERBS: dict[str, Verb] = {
    **MOVING,
    **WRITING,
    **GIVING,
    "leave": Verb(_exit("leave"), "leave STEP"),
    "finish": Verb(_exit("finish"), "finish STEP"),
    "stop": Verb(_exit("stop"), "stop STEP, or stop game"),
}
