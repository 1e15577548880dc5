"""From the trees of the parser to the sentences that are more than an expression."""

from __future__ import annotations

from collections.abc import Callable

from custumal.dsl.diagnostics.catalogue.sentences import contents_of_zone
from custumal.dsl.diagnostics.diagnostic import Span
from custumal.dsl.sentences import syntax as sx
from custumal.dsl.sentences.build import Builder, BuildError, integer
from custumal.dsl.sentences.parsing import Branch, Children, Leaf
from custumal.dsl.yaml.tree import Scalar


def build(tree: Branch, scalar: Scalar) -> sx.Sentence:
    """The sentence of a parsed text. Raises `BuildError` for what the grammar can't refuse."""
    builder = Builder(scalar)
    return _SENTENCES[tree.data](builder, tree.children, builder.span_of(tree))


# ---------------------------------------------------------------- effects and choices


def _plain_effect(b: Builder, children: Children, span: Span) -> sx.Effect:
    return sx.Effect(b.name(children[0]), None, (), b.maybe(children[1]), span)


def _effect_on(b: Builder, children: Children, span: Span) -> sx.Effect:
    """`verb object`; a bracket that touches the verb makes it a procedure with arguments."""
    verb, thing, condition = children
    if thing.data == "group" and thing.start_pos == verb.end_pos:
        return sx.Effect(b.name(verb), None, (), b.maybe(condition), span, b.expressions(thing.children))
    return sx.Effect(b.name(verb), b.expression(thing), (), b.maybe(condition), span)


def _effect_with(b: Builder, children: Children, span: Span) -> sx.Effect:
    verb, thing, *parts, condition = children
    return sx.Effect(b.name(verb), b.expression(thing), tuple(_part(b, part) for part in parts), b.maybe(condition), span)


def _part(b: Builder, tree: Branch) -> sx.Part:
    preposition, value = tree.children
    return sx.Part(str(preposition), b.expression(value), b.span_of(tree))


def _choices(form: str) -> SentenceMaker:
    def make(b: Builder, children: Children, span: Span) -> sx.Choices:
        *amount, among = children
        return sx.Choices(form, b.expression(amount[0]) if amount else None, b.expression(among), span)

    return make


def _loop(b: Builder, children: Children, span: Span) -> sx.Loop:
    name, source, where, *orders = children
    selection = sx.Selection(b.name(name), b.expression(source), b.maybe(where), b.orders(orders), span)
    return sx.Loop(b.name(name), selection, span)


# ---------------------------------------------------------------- declarations


def _signature(b: Builder, children: Children, span: Span) -> sx.Signature:
    name, *parameters = children
    return sx.Signature(b.name(name), tuple(_parameter(b, tree) for tree in parameters if tree is not None), span)


def _parameter(b: Builder, tree: Branch) -> sx.Parameter:
    span = b.span_of(tree)
    first, second = tree.children
    if tree.data == "named":
        return sx.Parameter(b.name(first), _type(b, second.children[0]), span)
    if second is None:
        return sx.Parameter(None, _simple(b, first), span)
    return sx.Parameter(None, sx.TypeWord("of", b.name(first), _type(b, second.children[0]), None, None, None, span), span)


def _simple(b: Builder, token: Leaf) -> sx.TypeWord:
    name = b.name(token)
    return sx.TypeWord("simple", name, None, None, None, None, name.span)


def _type(b: Builder, tree: Branch) -> sx.TypeWord:
    b.enter(tree)
    word = _type_word(b, tree)
    b.leave()
    return word


def _type_word(b: Builder, tree: Branch) -> sx.TypeWord:
    span, children = b.span_of(tree), tree.children
    match tree.data:
        case "type_of":
            return sx.TypeWord("of", b.name(children[0]), _type(b, children[1]), None, None, None, span)
        case "type_of_name":
            return sx.TypeWord("of", b.name(children[0]), _simple(b, children[1]), None, None, None, span)
        case "maybe_type":
            return sx.TypeWord("maybe", None, _type(b, children[0]), None, None, None, span)
        case "interval":
            return sx.TypeWord("interval", None, None, None, _bound(b, children[0]), _bound(b, children[1]), span)
        case "table_type":
            return sx.TypeWord("per", None, _type(b, children[0]), _type(b, children[1]), None, None, span)
        case _:
            return _simple(b, children[0])


def _bound(b: Builder, tree: Branch) -> sx.Number | sx.Name:
    token = tree.children[0]
    if tree.data == "name":
        return b.name(token)
    value = integer(token)
    return sx.Number(-value if tree.data == "negative_bound" else value, b.span_of(tree))


def _contents(b: Builder, children: Children, span: Span) -> sx.Contents:
    first, second = children
    if second is None:
        return sx.Contents(one=False, kind=b.name(first), span=span)
    if first != "one":
        raise BuildError(first.start_pos, first.end_pos, contents_of_zone(str(first), str(second)))
    return sx.Contents(one=True, kind=b.name(second), span=span)


def _step_name(b: Builder, tree: Branch) -> sx.Name:
    """A step, also by a longer address where its id alone is not unique; the dots are then part of the name."""
    words = [part if isinstance(part, str) else part.children[0] for part in tree.children]
    return sx.Name(".".join(words), b.span_of(tree))


def _once_per(b: Builder, children: Children, span: Span) -> sx.Limit:
    step, each = children
    return sx.Limit(None, _step_name(b, step), b.names(each.children) if each else (), span)


def _times_per(b: Builder, children: Children, span: Span) -> sx.Limit:
    count, step, each = children
    return sx.Limit(b.expression(count), _step_name(b, step), b.names(each.children) if each else (), span)


def _choice(b: Builder, children: Children, span: Span) -> sx.ChoiceKey:
    action, *arguments = children
    return sx.ChoiceKey(b.name(action), b.expressions(arguments), span)


SentenceMaker = Callable[[Builder, Children, Span], sx.Sentence]

_SENTENCES: dict[str, SentenceMaker] = {
    "expression": lambda b, children, _span: b.expression(children[0]),
    "one_of": _choices("one"),
    "one_or_none": _choices("maybe"),
    "up_to": _choices("up-to"),
    "exactly": _choices("exactly"),
    "any_number": _choices("any"),
    "loop": _loop,
    "plain_effect": _plain_effect,
    "effect_on": _effect_on,
    "effect_with": _effect_with,
    "signature": _signature,
    "type": lambda b, children, _span: _type(b, children[0]),
    "contents": _contents,
    "once_per": _once_per,
    "times_per": _times_per,
    "any_times": lambda _b, _children, span: sx.Pick("any", None, span),
    "at_most": lambda b, children, span: sx.Pick("up-to", b.expression(children[0]), span),
    "fixed": lambda b, children, span: sx.Pick("fixed", b.expression(children[0]), span),
    "path": lambda b, children, span: sx.Path(b.names(children), span),
    "choice": _choice,
}
