"""How a value comes about: what it begins as, then every rule that modifies it, in the order of the laws."""

from __future__ import annotations

from collections.abc import Iterator

from custumal.dsl.model import Definition, Rule
from custumal.interpreter.explain.explanation import Explanation, Fact, Reason
from custumal.interpreter.explain.obstacles import Explainer
from custumal.interpreter.explain.origins import rules_behind, variants_behind
from custumal.interpreter.explain.phrases import sentence
from custumal.interpreter.position.state import Position
from custumal.interpreter.position.unseen import Unseen
from custumal.interpreter.reference.evaluate import Evaluator
from custumal.interpreter.reference.modifiers import changed, clamped, following, modifications
from custumal.interpreter.setup.values import Env, Value


class ValueHistory:
    """Tells how a definition of one game gets its value.

    Args:
        explainer: of the game.
    """

    def __init__(self, explainer: Explainer) -> None:
        self.explainer = explainer
        self.evaluator: Evaluator = explainer.listing.evaluator
        self.game = explainer.instance.game

    def explanation(self, definition: Definition, arguments: tuple[Value, ...], state: Position, language: str) -> Explanation:
        """The value, and one reason for each step on the way to it; the last step has the value. None of it is told where some of
        it can't be known by what is seen."""
        try:
            return self._history(definition, arguments, state, language)
        except Unseen:
            return self._untold(definition, language)

    def _untold(self, definition: Definition, language: str) -> Explanation:
        source = definition.source
        variants = variants_behind(self.game, source.span, definition.body.span)
        return Explanation(
            legal=None, reasons=(Reason(source.address, rules_behind(self.game, source), sentence("unseen", language), (), variants),)
        )

    def _history(self, definition: Definition, arguments: tuple[Value, ...], state: Position, language: str) -> Explanation:
        env: Env = {local.id: value for local, value in zip(definition.parameters, arguments, strict=True)}
        value = self.evaluator.value(definition.body, state, env)
        source = definition.source
        facts = self.explainer.facts(definition.body, state, env)
        variants = variants_behind(self.game, source.span, definition.body.span)
        changes = list(self._changes(definition, value, env, state, language))
        text = sentence("base" if changes else "plain", language, value=self._shown(definition, value))
        steps = [Reason(source.address, rules_behind(self.game, source), text, facts, variants)]
        for reason, changed_to in changes:
            value = changed_to
            steps.append(reason)
        bounded = clamped(self.evaluator, definition, value, state, env)
        if bounded != value:
            value = bounded
            text = sentence("bounds", language, value=self._shown(definition, value))
            steps.append(Reason(source.address, rules_behind(self.game, source), text, (), variants))
        return Explanation(legal=True, reasons=tuple(steps), value=self._shown(definition, value))

    def _changes(self, definition: Definition, value: Value, env: Env, state: Position, language: str) -> Iterator[tuple[Reason, Value]]:
        rules = self.evaluator.modifiers.get(definition.source.address, ())
        found = list(modifications(self.evaluator, definition, rules, state, env))
        highest = max((rule.rank for rule, _, operation, _ in found if operation == "set"), default=0)
        taken = False
        for wanted in ("set", *following(definition)):
            for rule, binding, operation, expr in found:
                if operation != wanted:
                    continue
                amount = self.evaluator.value(expr, state, binding)
                by = self.explainer.shown(expr, amount)
                facts = (*self._condition(rule, state, binding), *self.explainer.facts(expr, state, binding))
                variants = variants_behind(self.game, rule.source.span, expr.span)
                if wanted == "set" and (taken or rule.rank < highest):
                    text = sentence("outranked", language, by=by)
                else:
                    taken = taken or wanted == "set"
                    before, value = value, amount if wanted == "set" else changed(wanted, value, amount)
                    if wanted != "set" and value == before:
                        # Nothing comes of it here: a bonus of 0, a bound that is kept.
                        continue
                    text = sentence(wanted, language, by=by, value=self._shown(definition, value))
                yield Reason(rule.source.address, rules_behind(self.game, rule.source), text, facts, variants), value

    def _condition(self, rule: Rule, state: Position, binding: Env) -> tuple[Fact, ...]:
        """The values for which the rule is in force."""
        asked = [expr for expr in (rule.condition, rule.applies) if expr is not None]
        return tuple(fact for expr in asked for fact in self.explainer.facts(expr, state, binding))

    def _shown(self, definition: Definition, value: Value) -> str:
        return self.explainer.shown(definition.body, value)
