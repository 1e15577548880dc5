"""From the trees of the parser to the sentences of `dsl.syntax`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from custumal.dsl.base.limits import GREATEST_INTEGER
from custumal.dsl.diagnostics.catalogue.scalars import number_in_sentence_too_large
from custumal.dsl.diagnostics.catalogue.sentences import amount_stuck_to_word, not_decimal, only_in_a_word, several_in_parentheses
from custumal.dsl.diagnostics.catalogue.yaml import sentence_nested_too_deep
from custumal.dsl.diagnostics.diagnostic import Problem, Span
from custumal.dsl.sentences import syntax as sx
from custumal.dsl.sentences.chains import LINKED, Chain, chain_of
from custumal.dsl.sentences.parsing import Branch, Leaf
from custumal.dsl.yaml.tree import Scalar

# Deep enough for every sentence that somebody can read, and far from every limit of recursion in what works on the tree.
DEEPEST = 60


class BuildError(Exception):
    """A sentence that the grammar lets through but that says nothing; `start` and `end` are offsets in its text."""

    def __init__(self, start: int, end: int, problem: Problem) -> None:
        super().__init__(problem.message)
        self.start, self.end, self.problem = start, end, problem


class Builder:
    """Makes the nodes of one sentence; `scalar` says where in the file they stand."""

    __slots__ = ("_depth", "_scalar")

    def __init__(self, scalar: Scalar) -> None:
        self._scalar = scalar
        self._depth = 0

    def span(self, start: int, end: int) -> Span:
        return self._scalar.span_of(start, end)

    def span_of(self, tree: Branch) -> Span:
        return self._scalar.span_of(tree.start_pos, tree.end_pos)

    def name(self, token: Leaf) -> sx.Name:
        return sx.Name(str(token), self._scalar.span_of(token.start_pos, token.end_pos))

    def names(self, tokens: list[Leaf]) -> tuple[sx.Name, ...]:
        return tuple(self.name(token) for token in tokens)

    def expression(self, tree: Branch) -> sx.Expression:
        self.enter(tree)
        node = _EXPRESSIONS[tree.data](self, tree, self._scalar.span_of(tree.start_pos, tree.end_pos))
        self.leave()
        return node

    def enter(self, tree: Branch) -> None:
        """Goes one level deeper. Raises `BuildError` where that is too deep."""
        self._depth += 1
        if self._depth > DEEPEST:
            raise BuildError(tree.start_pos, tree.end_pos, sentence_nested_too_deep(DEEPEST))

    def leave(self) -> None:
        self._depth -= 1

    @contextmanager
    def deeper(self, tree: Branch) -> Iterator[None]:
        """While this lasts, everything is one level deeper."""
        self.enter(tree)
        yield
        self.leave()

    def expressions(self, trees: Sequence[Branch | None]) -> tuple[sx.Expression, ...]:
        return tuple(self.expression(tree) for tree in trees if tree is not None)

    def maybe(self, tree: Branch | None) -> sx.Expression | None:
        return None if tree is None else self.expression(tree)

    def orders(self, trees: list[Branch]) -> tuple[sx.Order, ...]:
        return tuple(
            sx.Order(tree.data.removeprefix("order_"), self.expression(tree.children[0]) if tree.children else None, self.span_of(tree))
            for tree in trees
        )


ExpressionMaker = Callable[[Builder, Branch, Span], sx.Expression]

# ---------------------------------------------------------------- atoms


def integer(token: Leaf) -> int:
    """The value of a number; larger ones than a 64-bit integer holds are refused, and those that begin with a nought as in YAML."""
    value = int(token)
    if token[0] == "0" != token:
        raise BuildError(token.start_pos, token.end_pos, not_decimal(_shortened(token), value))
    if value > GREATEST_INTEGER:
        raise BuildError(token.start_pos, token.end_pos, number_in_sentence_too_large(_shortened(token)))
    return value


def _shortened(text: str) -> str:
    return text if len(text) <= 24 else f"{text[:12]}…{text[-8:]}"


def _units(b: Builder, tree: Branch, span: Span) -> sx.Expression:
    amount, name = tree.children
    if amount.end_pos == name.start_pos:
        raise _stuck_together(amount, name)
    return sx.Units(integer(amount), b.name(name), span)


def _stuck_together(amount: Leaf, name: Leaf) -> BuildError:
    text = f"{amount}{name}"
    try:
        decimal: int | None = int(text, 0)
    except ValueError:
        decimal = None
    if decimal is not None:
        return BuildError(amount.start_pos, name.end_pos, not_decimal(text, decimal))
    return BuildError(amount.start_pos, name.end_pos, amount_stuck_to_word(text, str(amount), str(name)))


def _group(b: Builder, tree: Branch, _span: Span) -> sx.Expression:
    first, *others = tree.children
    if others:
        second = others[0]
        raise BuildError(second.start_pos, second.end_pos, several_in_parentheses())
    if first.data in ("each_of", "closure"):
        raise BuildError(first.start_pos, first.end_pos, only_in_a_word())
    return b.expression(first)


def _call(b: Builder, tree: Branch, span: Span) -> sx.Expression:
    word, *arguments = tree.children
    return sx.Apply(b.name(word), b.expressions(arguments), "call", span)


def _of(b: Builder, tree: Branch, span: Span) -> sx.Expression:
    word, argument = tree.children
    return sx.Apply(b.name(word), (b.expression(argument),), "of", span)


def _dot(b: Builder, tree: Branch, span: Span) -> sx.Expression:
    first, member, *others = tree.children
    return sx.Apply(b.name(member.children[0]), b.expressions([first, *others]), "dot", span)


def _my(b: Builder, tree: Branch, span: Span) -> sx.Expression:
    word, *others = tree.children
    start = tree.start_pos
    me = sx.Name("me", b.span(start, start + len("my")))
    return sx.Apply(b.name(word), (me, *b.expressions(others)), "my", span)


def _can(b: Builder, tree: Branch, span: Span) -> sx.Expression:
    action, *arguments, ignoring = tree.children
    return sx.Can(b.name(action), b.expressions(arguments) or None, () if ignoring is None else b.names(ignoring.children), span)


# ---------------------------------------------------------------- selections


def _selection(named: bool, where: bool) -> ExpressionMaker:
    def make(b: Builder, tree: Branch, span: Span) -> sx.Expression:
        children = tree.children
        name, children = (b.name(children[0]), children[1:]) if named else (None, children)
        source = b.expression(children[0])
        condition = b.expression(children[1]) if where else None
        return sx.Selection(name, source, condition, b.orders(children[1 + where :]), span)

    return make


def _range(b: Builder, tree: Branch, span: Span) -> sx.Expression:
    return sx.Range(b.expression(tree.children[0]), b.expression(tree.children[1]), span)


def _selected_range(b: Builder, tree: Branch, span: Span) -> sx.Expression:
    """`low to high`, which is a selection as soon as it has a `where` or an order."""
    low, high, *others = tree.children
    source = sx.Range(b.expression(low), b.expression(high), b.span(low.start_pos, high.end_pos))
    where = b.expression(others.pop(0)) if tree.data == "range_where" else None
    return sx.Selection(None, source, where, b.orders(others), span) if where is not None or others else source


def _quantified(kind: str) -> ExpressionMaker:
    def make(b: Builder, tree: Branch, span: Span) -> sx.Expression:
        source, *others = tree.children
        name, over = source.children if source.data == "named_source" else (None, source)
        has = b.expression(others.pop()) if kind == "every" else None
        where = b.maybe(others[0]) if others else None
        return sx.Quantified(kind, None if name is None else b.name(name), b.expression(over), where, has, span)

    return make


def _each_of(b: Builder, tree: Branch, span: Span) -> sx.Expression:
    return sx.EachOf(b.expression(tree.children[0]), b.expression(tree.children[1]), span)


def _closure(b: Builder, tree: Branch, span: Span) -> sx.Expression:
    name, source, through, within = tree.children
    return sx.Closure(b.name(name), b.expression(source), b.expression(through), b.maybe(within), span)


# ---------------------------------------------------------------- operators


def _fallback(b: Builder, tree: Branch, span: Span) -> sx.Expression:
    return sx.Fallback(b.expression(tree.children[0]), b.expression(tree.children[1]), span)


def _chain(b: Builder, tree: Branch, _span: Span) -> sx.Expression:
    chain = chain_of(tree)
    return _part(b, chain, 0, len(chain.links))


def _part(b: Builder, chain: Chain, start: int, end: int) -> sx.Expression:
    """Several links of a chain, joined."""
    cut = chain.cut(start, end)
    left, right = _half(b, chain, start, cut), _half(b, chain, cut, end)
    operator = chain.operators[cut - 1]
    span, is_flat = b.span(chain.links[start].start_pos, chain.links[end - 1].end_pos), end - cut > 1
    if operator in ("and", "or"):
        return (sx.Both if operator == "and" else sx.Either)(left, right, span, is_flat)
    return sx.Arithmetic(operator, left, right, span, is_flat)


def _arithmetic(operator: str) -> ExpressionMaker:
    return lambda b, tree, span: sx.Arithmetic(operator, b.expression(tree.children[0]), b.expression(tree.children[1]), span)


def _compare(operator: str) -> ExpressionMaker:
    return lambda b, tree, span: sx.Compare(operator, b.expression(tree.children[0]), b.expression(tree.children[1]), span)


def _half(b: Builder, chain: Chain, start: int, end: int) -> sx.Expression:
    """A part of a chain, one level deeper."""
    if end - start == 1:
        return b.expression(chain.links[start])
    with b.deeper(chain.links[start]):
        return _part(b, chain, start, end)


def _if_else(b: Builder, tree: Branch, span: Span) -> sx.Expression:
    condition, then, other = tree.children
    return sx.IfElse(b.expression(condition), b.expression(then), b.expression(other), span)


_EXPRESSIONS: dict[str, ExpressionMaker] = {
    "number": lambda _b, tree, span: sx.Number(integer(tree.children[0]), span),
    "units": _units,
    "name": lambda _b, tree, span: sx.Name(str(tree.children[0]), span),
    "true": lambda _b, _tree, span: sx.Truth(value=True, span=span),
    "false": lambda _b, _tree, span: sx.Truth(value=False, span=span),
    "nothing": lambda _b, _tree, span: sx.Nothing(span),
    "list": lambda b, tree, span: sx.ListOf(b.expressions(tree.children), span),
    "group": _group,
    "call": _call,
    "of": _of,
    "dot": _dot,
    "my": _my,
    "can": _can,
    "negative": lambda b, tree, span: sx.Negative(b.expression(tree.children[0]), span),
    **dict.fromkeys(LINKED, _chain),
    "times": _arithmetic("*"),
    "div": _arithmetic("div"),
    "mod": _arithmetic("mod"),
    "is_same": _compare("is"),
    "is_not": _compare("is not"),
    "is_in": _compare("is in"),
    "is_not_in": _compare("is not in"),
    "are_in": _compare("are in"),
    "less": _compare("<"),
    "at_most_as": _compare("<="),
    "more": _compare(">"),
    "at_least_as": _compare(">="),
    "negate": lambda b, tree, span: sx.Negate(b.expression(tree.children[0]), span),
    "fallback": _fallback,
    "if_else": _if_else,
    "some": _quantified("some"),
    "none_of": _quantified("no"),
    "every": _quantified("every"),
    "range": _range,
    "range_ordered": _selected_range,
    "range_where": _selected_range,
    "bare_where": _selection(named=False, where=True),
    "bare_ordered": _selection(named=False, where=False),
    "named_all": _selection(named=True, where=False),
    "named_where": _selection(named=True, where=True),
    "each_of": _each_of,
    "closure": _closure,
}
