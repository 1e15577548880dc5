"""What holds in a scenario that fails with a variant, in the form in which the file beside the variant says it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from custumal.dsl.base.types import SEAT, Set, Type
from custumal.dsl.diagnostics.diagnostic import RuleFileError
from custumal.dsl.documents.document import Entry, Slot
from custumal.dsl.model import Expectation, Expr, Fold, Forbidden, GameModel, Op, Scenario
from custumal.dsl.sentences import syntax as sx
from custumal.dsl.sentences.sentence import parse_text
from custumal.dsl.sentences.syntax_tools import same
from custumal.dsl.sentences.unparse import CALLED, called_words, unparse
from custumal.dsl.yaml.tree import Scalar
from custumal.interpreter.engine import Engine
from custumal.interpreter.keys.names import value_name
from custumal.interpreter.position.unseen import UNSEEN
from custumal.interpreter.reference.evaluate import if_seen
from custumal.interpreter.runs.scenarios import Reached, Unplayable, acting, not_as_expected, reached, speaks_of_nobody
from custumal.interpreter.setup.errors import PlayError
from custumal.interpreter.setup.values import Env, Value

REFUSED = "refused"
"""The id of the line that says which choice can't be made any more."""

_OPPOSITES = {"is not": "is", "is not in": "is in"}
"""The words that say the opposite of a comparison that denies something."""

Line = dict[str, str]
"""An entry of `then`: the words of each of its keys."""


@dataclass(frozen=True, slots=True)
class Retelling:
    """A scenario as it is with a variant: where a choice can't be made, the choices up to it; and lines for its `then`."""

    scenario: str
    when: tuple[str, ...] | None
    then: tuple[tuple[str, Line], ...]

    def text(self, rule: str = "") -> str:
        """The entry of the file; `rule` is a line of it that is kept."""
        lines = [f"  {self.scenario}:", *([f"    {rule}"] if rule else [])]
        if self.when is not None:
            lines += ["    when:", *(f"      - {_quoted(key)}" for key in self.when)] if self.when else ["    when: []"]
        lines.append("    then:")
        for name, line in self.then:
            if tuple(line) == ("that",):
                lines.append(f"      {name}: {_quoted(line['that'])}")
                continue
            lines += [f"      {name}:", *(f"        {key}: {_quoted(words)}" for key, words in line.items())]
        return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def retelling(game: GameModel, scenario: Scenario, engines: dict[object, Engine], *, plain: bool = False) -> Retelling | None:
    """What holds in a scenario that fails; None where that can't be told: it does not come to what it says, an invariant is broken,
    or nobody acts of whom it speaks.

    With `plain` every truth that fails becomes its opposite; else what is compared is told with its value, as far as that can be said.
    """
    try:
        at = reached(game, scenario, engines)
    except (Unplayable, PlayError):
        return None
    name = scenario.source.id
    if at.refused is not None:
        if at.refused.because is None:
            return None
        return Retelling(name, scenario.when[: at.refused.made], ((REFUSED, _forbidden(at.refused.key, at.refused.because)),))
    failing = [one for one, _ in not_as_expected(at, scenario)]
    if any(speaks_of_nobody(scenario, at.state, one) for one in failing):
        return None
    told = _Told(at, scenario, plain)
    return Retelling(name, None, tuple((one.source.id, told.line(one)) for one in failing))


def without_gone(game: GameModel, scenario: str, entry: Entry, *, plain: bool = False) -> Retelling | None:
    """What holds in a scenario that can't be read only because restrictions are gone that forbid something in it: this is allowed now;
    or, with `plain`, forbidden all the same. None where there is no such line."""
    lines = [line for line in entry.entries("then") if "forbidden" in line.slots and _names_gone(game, line)]
    if not lines:
        return None
    told = ((line.id, {"forbidden" if plain else "allowed": _text(line.slots["forbidden"])}) for line in lines)
    return Retelling(scenario, None, tuple(told))


def _names_gone(game: GameModel, line: Entry) -> bool:
    slot = line.slot("because")
    return slot is not None and _text(slot) not in game.sources


def _text(slot: Slot) -> str:
    return slot.node.text if isinstance(slot.node, Scalar) else ""


def _forbidden(key: str, because: Sequence[str]) -> Line:
    return {"forbidden": key, **({"because": because[0]} if because else {})}


class _Told:
    """Tells what holds in a position.

    Args:
        at: where a scenario has led.
        scenario: which one.
        plain: whether values are not told.
    """

    def __init__(self, at: Reached, scenario: Scenario, plain: bool) -> None:
        self.engine = at.engine
        self.state = at.state
        self.env: Env = acting(scenario, at.state)
        self.plain = plain

    def line(self, expectation: Expectation) -> Line:
        """What holds instead of an expectation that fails."""
        that = expectation.that
        if isinstance(that, Forbidden):
            return self._choice(that)
        if isinstance(that, Op) and that.name == "eq" and not expectation.text:
            return {"winner": self._words(that.arguments[0])}
        words = expectation.text if self._holds(that) else self._instead(that, expectation.text)
        return {"that": words, **self._knowing(expectation, that)}

    def _choice(self, wanted: Forbidden) -> Line:
        if self.engine.find_any_copy(self.state, wanted.key) is not None:
            return {"allowed": wanted.key}
        return _forbidden(wanted.key, [reason.address for reason in self.engine.why_not(self.state, wanted.key)])

    def _knowing(self, expectation: Expectation, that: Expr) -> Line:
        """Which of the seats that are named know it, and which don't."""
        named = [seats for seats in (expectation.sees, expectation.unseen_by) if seats is not None]
        seats = sorted({seat for each in named for seat in self._value(each)})
        knowing = {seat: if_seen(self.engine.asked, that, self.engine.seen(self.state, seat), self.env) is not UNSEEN for seat in seats}
        sides = {"sees": [s for s in seats if knowing[s]], "unseen-by": [s for s in seats if not knowing[s]]}
        return {key: self._name(tuple(side), Set(SEAT)) for key, side in sides.items() if side}

    # ------------------------------------------------------------ truths

    def _instead(self, that: Expr, text: str) -> str:
        sentence = parse_text("expression", text)
        assert isinstance(sentence, sx.Expression)
        return unparse(self._now(that, sentence), calls=CALLED | called_words(sentence))

    def _now(self, that: Expr, sentence: sx.Expression) -> sx.Expression:
        """The truth that holds in the place of one that does not."""
        match that, sentence:
            case Op(name="and", arguments=(one, other)), sx.Both(left=left, right=right):
                return replace(sentence, left=self._kept(one, left), right=self._kept(other, right))
            case _, sx.Negate(operand=operand):
                return operand
            case _, sx.Compare(operator=operator) if operator in _OPPOSITES:
                return replace(sentence, operator=_OPPOSITES[operator])
            case Fold(kind="every"), sx.Quantified(has=has) if has is not None and not self.plain:
                alike = self._of_all(that, has)
                if alike is not None:
                    return replace(sentence, has=alike)
            case Op(arguments=(one, _)), sx.Compare(left=left) if not self.plain:
                value = self._spoken(one)
                if value is not None:
                    return replace(sentence, operator="is", left=left, right=value)
        if isinstance(sentence, sx.Compare) and sentence.operator in _OPPOSITES.values():
            return replace(sentence, operator=next(no for no, yes in _OPPOSITES.items() if yes == sentence.operator))
        return sx.Negate(sentence, sentence.span)

    def _of_all(self, every: Fold, has: sx.Expression) -> sx.Expression | None:
        """What holds of all members instead; None where it is not the same of all."""
        members, env = self._value(every.source), self.env
        assert every.value is not None
        found: list[sx.Expression] = []
        for member in members if isinstance(members, tuple) else ():
            self.env = {**env, every.var.id: member}
            if every.where is None or self._holds(every.where):
                found.append(self._kept(every.value, has))
        self.env = env
        return found[0] if found and all(same(found[0], other) for other in found) else None

    def _kept(self, that: Expr, sentence: sx.Expression) -> sx.Expression:
        return sentence if self._holds(that) else self._now(that, sentence)

    def _spoken(self, what: Expr) -> sx.Expression | None:
        """The value of an expression as one would write it; None where it has no name."""
        with suppress(RuleFileError):
            found = parse_text("expression", self._words(what))
            return found if isinstance(found, sx.Expression) else None
        return None

    def _words(self, what: Expr) -> str:
        return self._name(self._value(what), what.type)

    def _name(self, value: Value, of: Type) -> str:
        return "none" if value is None else value_name(self.engine.instance, of, value)

    def _value(self, what: Expr) -> Value:
        return self.engine.evaluator.value(what, self.state, self.env)

    def _holds(self, that: Expr) -> bool:
        return bool(self._value(that))


def retellings(game: GameModel, scenarios: Iterable[Scenario], plain: Iterable[str] = ()) -> tuple[list[Retelling], list[Scenario]]:
    """What holds in scenarios that fail, and those of which that can't be told; `plain` are those that are told without values."""
    engines: dict[object, Engine] = {}
    told: list[Retelling] = []
    untold: list[Scenario] = []
    simple = set(plain)
    for scenario in scenarios:
        found = retelling(game, scenario, engines, plain=scenario.source.id in simple)
        if found is None:
            untold.append(scenario)
        else:
            told.append(found)
    return told, untold
