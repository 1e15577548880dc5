"""Values that are the same at every moment of a game, with all rules that always modify them; and texts with such values in them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from custumal.dsl.model import Expr, Rule, Text
from custumal.interpreter.keys.labels import Labels
from custumal.interpreter.keys.wording import describe
from custumal.interpreter.lowering.assembly.statics import Statics
from custumal.interpreter.reference.evaluate import Evaluator
from custumal.interpreter.setup.instance import Instance
from custumal.interpreter.setup.values import NO_STATE, Value


class KnownValues(Statics):
    """Knows what is fixed for a number of players and options, also where rules modify it that hold all the time.

    Args:
        instance: the game laid out.
    """

    def __init__(self, instance: Instance) -> None:
        super().__init__(instance)
        self.evaluator = Evaluator(instance, {})
        found: dict[str, list[Rule]] = {}
        for rule in instance.game.standing:
            for target in rule.targets if rule.head == "modify" and self.truth(rule.condition) is not False else ():
                found.setdefault(target, []).append(rule)
        self.modified = {target for target, rules in found.items() if not all(self._holds(rule) for rule in rules)}
        self._fixed_definitions.clear()

    def _holds(self, rule: Rule) -> bool:
        parts = (rule.applies, rule.seats, rule.carrier)
        return self.truth(rule.condition) is True and parts == (None,) * 3 and all(self.fixed(expr, {}) for _, expr in rule.changes)

    def value(self, expr: Expr, known: Mapping[str, Value]) -> Value:
        return self.evaluator.value(expr, NO_STATE, dict(known))

    def text(self, text: Text, labels: Labels, language: str) -> str:
        """A text with the values in force in its `{…}`; what is not the same all the time goes by its name."""
        return filled(text, labels, language, lambda expr: self.said(expr, labels, language))

    def said(self, expr: Expr, labels: Labels, language: str) -> str:
        """The value of an expression for people; empty where it is not the same all the time."""
        return labels.value(self.value(expr, {}), expr.type, language) if self.fixed(expr, {}) else ""


def for_all(instances: Sequence[Instance], text: Text, language: str) -> str:
    """A text with those values that are the same for all numbers of players."""
    known = [(KnownValues(instance), Labels(instance, Evaluator(instance, {}))) for instance in instances]

    def said(expr: Expr) -> str:
        found = {values.said(expr, labels, language) for values, labels in known}
        return found.pop() if len(found) == 1 else ""

    return filled(text, known[0][1], language, said)


def filled(text: Text, labels: Labels, language: str, known: Callable[[Expr], str]) -> str:
    """A text with a value, or else a name, for each of its `{…}`."""
    pieces = text.pieces(language, labels.instance.game.languages)
    return "".join(
        piece if isinstance(piece, str) else known(piece) or f"({labels.name(describe(piece) or '…', language)})" for piece in pieces
    )
