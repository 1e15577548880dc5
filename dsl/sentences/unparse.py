"""From syntax back to text, in the one form in which `fmt` writes every sentence."""

from __future__ import annotations

from collections.abc import Callable, Container
from typing import Any

from custumal.dsl.sentences import syntax as sx
from custumal.dsl.sentences.syntax_tools import SyntaxNode, walk
from custumal.dsl.sentences.words import RESERVED_WORDS

CALLED = frozenset({
    "all", "amount", "at", "best", "count", "first", "last", "leading", "lines", "max", "min", "occurrences", "only", "parts", "passes",
    "poses", "position", "reach", "running", "staying", "sum", "supply", "symmetries", "turns", "union", "wall", "worst",
})  # fmt: skip
"""The words that read as functions: they stand before parentheses also with one argument, all others before `of`."""

_PREPOSITIONS = frozenset({"at", "by", "for", "from", "in", "of", "on", "to", "with"})

# How strongly a phrase holds together; one that holds less than its place demands stands in parentheses.
# No phrase is a SPAN; places that demand one also take a range.
_ITEM, _EXPR, _OR, _AND, _NOT, _SPAN, _SUM, _PRODUCT, _UNARY, _APPLICATION, _ATOM = range(11)


def unparse(sentence: SyntaxNode, *, calls: Container[str] = CALLED) -> str:
    """The canonical text of a sentence, or of a part of one; a sentence parses from it again.

    `calls` are the words that keep their parentheses with one argument (`count(x)`); `CALLED | called_words(sentence)`
    keeps all that the author wrote.
    """
    writer = Writer(calls)
    if isinstance(sentence, sx.Expression):
        return writer.write(sentence, _ITEM)
    return _SENTENCES[type(sentence)](writer, sentence)


def called_words(sentence: SyntaxNode) -> frozenset[str]:
    """The words that the author of a sentence wrote with parentheses."""
    return frozenset(node.word.text for node in walk(sentence) if isinstance(node, sx.Apply) and node.style == "call")


class Writer:
    """Writes the parts of one sentence; `calls` as for `unparse`."""

    __slots__ = ("calls",)

    def __init__(self, calls: Container[str]) -> None:
        self.calls = calls

    def write(self, node: sx.Expression, least: int, *, shut: bool = False) -> str:
        """The text of a part whose place demands strength `least`.

        No phrase that runs to the end of the sentence (`if`, `every`, `some … where`) can end a `shut` place.
        """
        if least == _SPAN and isinstance(node, sx.Range):
            least = _ITEM
        loose = _strength(node) < least or (shut and _is_open(node))
        text = _EXPRESSIONS[type(node)](self, node, shut and not loose)
        return f"({text})" if loose else text

    def items(self, nodes: tuple[sx.Expression, ...]) -> str:
        return ", ".join(self.write(node, _ITEM) for node in nodes)

    def call(self, word: str, arguments: tuple[sx.Expression, ...]) -> str:
        return f"{word}({self.items(arguments)})" if arguments else word

    def where(self, condition: sx.Expression | None) -> str:
        return "" if condition is None else f" where {self.write(condition, _OR)}"

    def orders(self, orders: tuple[sx.Order, ...]) -> str:
        return "".join(f" {_order(self, order)}" for order in orders)


# ---------------------------------------------------------------- expressions


def _strength(node: sx.Expression) -> int:
    match node:
        case sx.Arithmetic(operator="+" | "-"):
            return _SUM
        case sx.Number(value=value) if value < 0:
            return _UNARY
    return _STRENGTHS.get(type(node), _ATOM)


_STRENGTHS: dict[type, int] = {
    sx.Range: _ITEM,
    sx.Selection: _ITEM,
    sx.EachOf: _ITEM,
    sx.Closure: _ITEM,
    sx.Fallback: _EXPR,
    sx.Either: _OR,
    sx.Both: _AND,
    sx.Negate: _NOT,
    sx.Compare: _NOT,
    sx.Quantified: _NOT,
    sx.IfElse: _NOT,
    sx.Arithmetic: _PRODUCT,
    sx.Negative: _UNARY,
    sx.Apply: _APPLICATION,
}


def _is_open(node: sx.Expression) -> bool:
    """Whether this is a phrase that runs to the end of the sentence."""
    return isinstance(node, sx.IfElse) or (isinstance(node, sx.Quantified) and not (node.where is None and node.has is None))


def _apply(w: Writer, node: sx.Apply, _shut: bool) -> str:
    base, steps = _path(w, node)
    return f"{steps[0]} of {base}" if len(steps) == 1 else ".".join([base, *steps])


def _path(w: Writer, node: sx.Expression) -> tuple[str, list[str]]:
    """A thing, written as an atom, and the words that are applied to it one after the other."""
    if not isinstance(node, sx.Apply):
        return w.write(node, _ATOM), []
    word, (first, *others) = node.word.text, node.arguments
    if word in RESERVED_WORDS:  # such a word can be a name only after a dot
        base, steps = _path(w, first)
        return ".".join([base, *steps, w.call(word, tuple(others))]), []
    if others or word in w.calls or _ends_in_preposition(word) or _strength(first) < _APPLICATION:  # the last have parentheses anyway
        return w.call(word, node.arguments), []
    if isinstance(first, sx.Name) and first.text == "me":
        return f"my {word}", []
    base, steps = _path(w, first)
    return base, [*steps, word]


def _ends_in_preposition(word: str) -> bool:
    """`heirs-of`, `value-at`: such words want parentheses, since `heirs-of of x` reads badly."""
    return "-" in word and word.rpartition("-")[2] in _PREPOSITIONS


def _can(w: Writer, node: sx.Can, _shut: bool) -> str:
    ignoring = f" ignoring [{', '.join(name.text for name in node.ignoring)}]" if node.ignoring else ""
    return f"can {w.call(node.action.text, node.arguments or ())}{ignoring}"


def _arithmetic(w: Writer, node: sx.Arithmetic, _shut: bool) -> str:
    strength, left = _strength(node), node.left
    mixed = strength == _PRODUCT and isinstance(left, sx.Arithmetic) and left.operator != node.operator
    first = w.write(left, _UNARY if mixed else strength)  # nobody knows by heart what `a mod b * c` is
    return f"{first} {node.operator} {w.write(node.right, strength if node.is_flat else strength + 1)}"


def _compare(w: Writer, node: sx.Compare, _shut: bool) -> str:
    least = _SPAN if node.operator.endswith("in") else _SUM
    return f"{w.write(node.left, _SUM)} {node.operator} {w.write(node.right, least)}"


def _joined(word: str, strength: int) -> ExpressionWriter:
    def write(w: Writer, node: sx.Both | sx.Either, shut: bool) -> str:
        right = w.write(node.right, strength if node.is_flat else strength + 1, shut=shut)
        return f"{w.write(node.left, strength, shut=True)} {word} {right}"

    return write


def _negate(w: Writer, node: sx.Negate, shut: bool) -> str:
    least = _SUM if isinstance(node.operand, sx.Compare) else _NOT  # parentheses only for people, who read `not a is b` in two ways
    return f"not {w.write(node.operand, least, shut=shut)}"


def _if_else(w: Writer, node: sx.IfElse, _shut: bool) -> str:
    return f"if {w.write(node.condition, _EXPR)} then {_branch(w, node.then, _EXPR)} else {_branch(w, node.other, _OR)}"


def _branch(w: Writer, node: sx.Expression, least: int) -> str:
    """A branch of `if`, which takes a range, and a selection that has a `where` and no order."""
    bare = isinstance(node, sx.Range) or (isinstance(node, sx.Selection) and node.where is not None and not node.orders)
    return w.write(node, _ITEM if bare else least)


def _quantified(w: Writer, node: sx.Quantified, _shut: bool) -> str:
    name = f"{node.name.text} in " if node.name else ""
    has = "" if node.has is None else f" has {w.write(node.has, _OR)}"
    return f"{node.kind} {name}{w.write(node.source, _SPAN)}{w.where(node.where)}{has}"


def _range(w: Writer, node: sx.Range, _shut: bool) -> str:
    return f"{w.write(node.low, _SUM)} to {w.write(node.high, _SUM)}"


def _selection(w: Writer, node: sx.Selection, _shut: bool) -> str:
    name = f"{node.name.text} in " if node.name else ""
    return f"{name}{w.write(node.source, _SPAN)}{w.where(node.where)}{w.orders(node.orders)}"


def _each_of(w: Writer, node: sx.EachOf, _shut: bool) -> str:
    least = _ITEM if isinstance(node.over, (sx.Selection, sx.Range)) else _SUM
    return f"{w.write(node.value, _ITEM)} for {w.write(node.over, least)}"


def _closure(w: Writer, node: sx.Closure, _shut: bool) -> str:
    within = "" if node.within is None else f" within {w.write(node.within, _SUM)}"
    return f"{node.name.text} in {w.write(node.source, _SPAN)} through {w.write(node.through, _ITEM)}{within}"


ExpressionWriter = Callable[[Writer, Any, bool], str]

_EXPRESSIONS: dict[type, ExpressionWriter] = {
    sx.Number: lambda _w, node, _shut: str(node.value),
    sx.Truth: lambda _w, node, _shut: "true" if node.value else "false",
    sx.Nothing: lambda _w, _node, _shut: "none",
    sx.Name: lambda _w, node, _shut: node.text,
    sx.Units: lambda _w, node, _shut: f"{node.amount} {node.name.text}",
    sx.Apply: _apply,
    sx.ListOf: lambda w, node, _shut: f"[{w.items(node.items)}]",
    sx.Negative: lambda w, node, _shut: f"-{w.write(node.operand, _UNARY)}",
    sx.Arithmetic: _arithmetic,
    sx.Compare: _compare,
    sx.Both: _joined("and", _AND),
    sx.Either: _joined("or", _OR),
    sx.Negate: _negate,
    sx.Fallback: lambda w, node, _shut: f"{w.write(node.main, _OR)} otherwise {w.write(node.other, _EXPR)}",
    sx.IfElse: _if_else,
    sx.Range: _range,
    sx.Selection: _selection,
    sx.Quantified: _quantified,
    sx.EachOf: _each_of,
    sx.Closure: _closure,
    sx.Can: _can,
}

# ---------------------------------------------------------------- the other sentences


def _order(w: Writer, node: sx.Order) -> str:
    return node.kind if node.key is None else f"{node.kind} {w.write(node.key, _SUM)}"


def _part(w: Writer, node: sx.Part) -> str:
    return f"{node.preposition} {w.write(node.value, _EXPR)}"


def _effect(w: Writer, node: sx.Effect) -> str:
    words = [w.call(node.verb.text, node.arguments or ())]
    if node.object is not None:
        words.append(w.write(node.object, _SUM if node.parts else _EXPR))
    words.extend(f"{part.preposition} {w.write(part.value, _SUM)}" for part in node.parts[:-1])
    words.extend(_part(w, part) for part in node.parts[-1:])
    if node.condition is not None:
        words.append(f"if {w.write(node.condition, _EXPR)}")
    return " ".join(words)


def _choices(w: Writer, node: sx.Choices) -> str:
    among = w.write(node.among, _ITEM)
    if node.amount is not None:
        return f"{node.form.replace('-', ' ')} {w.write(node.amount, _SUM)} among {among}"
    return {"one": among, "maybe": f"maybe {among}", "any": f"any among {among}"}[node.form]


def _type(w: Writer, node: sx.TypeWord) -> str:
    match node:
        case sx.TypeWord(form="of", word=sx.Name(text), inner=sx.TypeWord() as inner):
            return f"{text} of {_type(w, inner)}"
        case sx.TypeWord(form="maybe", inner=sx.TypeWord() as inner):
            return f"maybe {_type(w, inner)}"
        case sx.TypeWord(form="per", inner=sx.TypeWord() as inner, key=sx.TypeWord() as key):
            return f"{_type(w, inner)} per {_type(w, key)}"
        case sx.TypeWord(form="interval", low=(sx.Number() | sx.Name()) as low, high=(sx.Number() | sx.Name()) as high):
            return f"{w.write(low, _UNARY)} to {w.write(high, _UNARY)}"
        case _:
            return node.word.text if node.word else ""


def _parameter(w: Writer, node: sx.Parameter) -> str:
    return _type(w, node.type) if node.name is None else f"{node.name.text} {_type(w, node.type)}"


def _signature(w: Writer, node: sx.Signature) -> str:
    parameters = ", ".join(_parameter(w, parameter) for parameter in node.parameters)
    return f"{node.name.text}({parameters})" if parameters else node.name.text


def _limit(w: Writer, node: sx.Limit) -> str:
    count = "once" if node.count is None else w.write(node.count, _SUM)
    each = f" for each {', '.join(name.text for name in node.each)}" if node.each else ""
    return f"{count} per {node.step.text}{each}"


def _pick(w: Writer, node: sx.Pick) -> str:
    if node.amount is None:
        return "any"
    amount = w.write(node.amount, _SUM)
    return f"up to {amount}" if node.form == "up-to" else amount


_SENTENCES: dict[type, Callable[[Writer, Any], str]] = {
    sx.Order: _order,
    sx.Part: _part,
    sx.Parameter: _parameter,
    sx.Effect: _effect,
    sx.Choices: _choices,
    sx.Loop: lambda w, node: w.write(node.selection, _ITEM),
    sx.TypeWord: _type,
    sx.Signature: _signature,
    sx.Contents: lambda _w, node: f"one {node.kind.text}" if node.one else node.kind.text,
    sx.Limit: _limit,
    sx.Pick: _pick,
    sx.Path: lambda _w, node: str(node),
    sx.ChoiceKey: lambda w, node: w.call(node.action.text, node.arguments),
}
