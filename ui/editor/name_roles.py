"""The words of a sentence that name something, each with the role in which it does."""

from __future__ import annotations

from collections.abc import Iterator

from custumal.dsl.base.frozen import dataclass
from custumal.dsl.diagnostics.diagnostic import Span
from custumal.dsl.sentences import syntax as sx
from custumal.dsl.sentences.syntax_tools import SyntaxNode, walk


@dataclass(frozen=True, slots=True)
class Word:
    """`role` is "verb", "action", "step", "type", "kind", "choice", "binding", "path" or "value"; of a path `text` is all up to
    the word. `written`: an effect writes it."""

    text: str
    span: Span
    role: str
    written: bool = False


def words_of(sentence: sx.Sentence) -> Iterator[Word]:
    """The words of a sentence, outer before inner."""
    written = _written(sentence)
    for node in walk(sentence):
        yield from _of(node, written)


def _written(sentence: sx.Sentence) -> Span | None:
    """Where the word stands that an effect writes: the head of its object, behind `add … to` that of what is added to."""
    if not isinstance(sentence, sx.Effect) or sentence.object is None:
        return None
    verb, after = sentence.verb.text, {part.preposition: part.value for part in sentence.parts}
    if verb in ("add", "move", "deal", "place") and "to" in after:
        return _head(after["to"])
    return _head(sentence.object)


def _head(node: sx.Expression) -> Span | None:
    match node:
        case sx.Name():
            return node.span
        case sx.Apply():
            return node.word.span
        case sx.Units():
            return node.name.span
    return None


def _of(node: SyntaxNode, written: Span | None) -> Iterator[Word]:
    match node:
        case sx.Effect():
            yield Word(node.verb.text, node.verb.span, "verb")
        case sx.Can():
            yield Word(node.action.text, node.action.span, "action")
        case sx.ChoiceKey():
            yield Word(node.action.text, node.action.span, "choice")
        case sx.Limit():
            yield Word(node.step.text, node.step.span, "step")
        case sx.TypeWord() if node.word is not None:
            yield Word(node.word.text, node.word.span, "type")
        case sx.Contents():
            yield Word(node.kind.text, node.kind.span, "kind")
        case sx.Apply():
            yield Word(node.word.text, node.word.span, "value", node.word.span == written)
        case sx.Units():
            yield Word(node.name.text, node.name.span, "value", node.name.span == written)
        case sx.Selection() | sx.Quantified() | sx.Closure() if node.name is not None:
            yield Word(node.name.text, node.name.span, "binding")
        case sx.Path():
            steps = [step.text for step in node.steps]
            yield from (Word(".".join(steps[: i + 1]), step.span, "path") for i, step in enumerate(node.steps))
        case sx.Name():
            yield Word(node.text, node.span, "value", node.span == written)
