"""What a verb takes, and a verb with what a sentence gives it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from custumal.dsl.base.frozen import dataclass
from custumal.dsl.check.entries.context import Context
from custumal.dsl.check.typing.scope import Scope
from custumal.dsl.diagnostics.catalogue.sentences import written_so
from custumal.dsl.diagnostics.diagnostic import Span
from custumal.dsl.model import Effect, Expr
from custumal.dsl.sentences import syntax as sx
from custumal.dsl.sentences.unparse import unparse


@dataclass(frozen=True, slots=True)
class Phrase:
    """A verb as it was said: its object, what stands after its prepositions, and where all that is understood."""

    cx: Context
    verb: sx.Name
    object: sx.Expression
    after: Mapping[str, sx.Expression]
    scope: Scope
    condition: Expr | None
    span: Span


@dataclass(frozen=True, slots=True)
class Verb:
    """How a verb is written, and what is made of it. Prepositions in `optional` may be missing."""

    build: Callable[[Phrase], Effect | None]
    shape: str
    prepositions: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()


def _without_parentheses(node: sx.Effect, missing: list[str]) -> str | None:
    """The effect as it is written, where its verb is written like a procedure: `shuffle(deck)`."""
    if missing or node.parts or node.arguments is None or len(node.arguments) != 1:
        return None
    return f"{node.verb.text} {unparse(node.arguments[0])}"


def phrase_of(cx: Context, node: sx.Effect, verb: Verb, scope: Scope, condition: Expr | None) -> Phrase | None:
    """The sentence with the parts that its verb takes; None after a report."""
    given = [part.preposition for part in node.parts]
    missing = [p for p in verb.prepositions if p not in given and p not in verb.optional]
    wrong = [p for p in node.parts if p.preposition not in verb.prepositions or given.count(p.preposition) > 1]
    if node.object is None or node.arguments is not None or missing or wrong:
        span = wrong[0].span if wrong else node.span
        cx.report.tell(span, written_so(node.verb.text, verb.shape, _without_parentheses(node, missing)))
        return None
    return Phrase(cx, node.verb, node.object, {part.preposition: part.value for part in node.parts}, scope, condition, node.span)
