"""Writing sentences: the canonical form, and that it says the same."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from ruamel.yaml import YAML

from custumal.dsl.diagnostics.diagnostic import RuleFileError, Span
from custumal.dsl.sentences import syntax as ast
from custumal.dsl.sentences.sentence import parse_text
from custumal.dsl.sentences.syntax_tools import same
from custumal.dsl.sentences.unparse import CALLED, called_words, unparse

CASES: dict[str, Any] = YAML(typ="safe").load(Path(__file__).parents[2] / "cases" / "sentences.yaml")
CANONICAL = [(start, *case) for start, cases in CASES["canonical"].items() for case in cases]


@pytest.mark.parametrize("case", CANONICAL, ids=lambda case: f"{case[0]}: {case[1]}")
def test_the_canonical_form(case: tuple[str, ...]) -> None:
    start, text, canonical = case[0], case[1], case[-1]
    assert unparse(parse_text(start, text)) == canonical
    assert unparse(parse_text(start, canonical)) == canonical


@pytest.mark.parametrize("start", CASES["corpus"])
def test_sentences_of_whole_games_come_back_the_same(start: str) -> None:
    for text in CASES["corpus"][start]:
        sentence = parse_text(start, text)
        written = unparse(sentence)
        assert same(parse_text(start, written), sentence), f"{text} -> {written}"
        assert unparse(parse_text(start, written)) == written
        kept = unparse(sentence, calls=CALLED | called_words(sentence))
        assert same(parse_text(start, kept), sentence)


def test_calls_of_the_author_can_be_kept() -> None:
    sentence = parse_text("expression", "has-row(me) and colour(stone) is red")
    assert called_words(sentence) == {"has-row", "colour"}
    assert unparse(sentence) == "my has-row and colour of stone is red"
    assert unparse(sentence, calls=CALLED | {"has-row"}) == "has-row(me) and colour of stone is red"


# ---------------------------------------------------------------- every tree

S = Span("<tree>", 1, 1, 1, 1)
WORDS = ["me", "it", "this", "colour", "stone", "count", "sum", "first-player", "heirs-of", "größe", "A"]
names = st.sampled_from(WORDS).map(lambda text: ast.Name(text, S))
members = st.sampled_from([*WORDS, "by", "to", "if", "is"]).map(lambda text: ast.Name(text, S))
numbers = st.integers(0, 2**63 - 1)

atoms = st.one_of(
    names,
    numbers.map(lambda value: ast.Number(value, S)),
    st.booleans().map(lambda value: ast.Truth(value, S)),
    st.just(ast.Nothing(S)),
    st.builds(ast.Units, numbers, names, st.just(S)),
    st.builds(ast.Can, names, st.none(), st.just(()), st.just(S)),
)


def orders(parts: st.SearchStrategy[Any], least: int) -> st.SearchStrategy[Any]:
    keyed = st.builds(ast.Order, st.sampled_from(["by", "from"]), parts, st.just(S))
    return st.lists(st.one_of(keyed, st.just(ast.Order("reversed", None, S))), min_size=least, max_size=2).map(tuple)


def larger(parts: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Every expression made of `parts`; what stands only in a call is made with its call."""
    span, maybe, no_orders = st.just(S), st.one_of(st.none(), parts), st.just(())
    some = st.lists(parts, min_size=1, max_size=3).map(tuple)
    each_of = st.builds(ast.EachOf, parts, parts, span)
    closure = st.builds(ast.Closure, names, parts, parts, maybe, span)
    style = st.just("call")
    return st.one_of(
        st.builds(ast.Apply, members, some, style, span),
        st.builds(ast.Apply, names, st.tuples(st.one_of(each_of, closure)), style, span),
        st.builds(ast.Can, names, some, st.lists(names, max_size=2).map(tuple), span),
        st.builds(ast.ListOf, st.lists(parts, max_size=3).map(tuple), span),
        st.builds(ast.Negative, parts, span),
        st.builds(ast.Arithmetic, st.sampled_from(["+", "-", "*", "div", "mod"]), parts, parts, span),
        st.builds(ast.Compare, st.sampled_from(["is", "is not", "is in", "is not in", "are in", "<", "<=", ">", ">="]), parts, parts, span),
        st.builds(ast.Both, parts, parts, span),
        st.builds(ast.Either, parts, parts, span),
        st.builds(ast.Negate, parts, span),
        st.builds(ast.Fallback, parts, parts, span),
        st.builds(ast.IfElse, parts, parts, parts, span),
        st.builds(ast.Range, parts, parts, span),
        st.builds(ast.Selection, names, parts, maybe, orders(parts, 0), span),
        st.builds(ast.Selection, st.none(), parts, parts, no_orders, span),
        st.builds(ast.Selection, st.none(), parts, maybe, orders(parts, 1), span),
        st.builds(ast.Quantified, st.sampled_from(["some", "no"]), st.one_of(st.none(), names), parts, maybe, st.none(), span),
        st.builds(ast.Quantified, st.just("every"), st.one_of(st.none(), names), parts, maybe, parts, span),
    )


expressions = st.recursive(atoms, larger, max_leaves=10)
types = st.recursive(
    st.builds(ast.TypeWord, st.just("simple"), names, *[st.none()] * 4, st.just(S)),
    lambda inner: st.one_of(
        st.builds(ast.TypeWord, st.just("of"), names, inner, *[st.none()] * 3, st.just(S)),
        st.builds(ast.TypeWord, st.just("maybe"), st.none(), inner, *[st.none()] * 3, st.just(S)),
    ),
    max_leaves=3,
)
parts_of_effects = st.builds(ast.Part, st.sampled_from(["to", "from", "by", "for", "with"]), expressions, st.just(S))
a_condition = st.one_of(st.none(), expressions)
some_expressions = st.lists(expressions, min_size=1, max_size=2).map(tuple)
effects = st.one_of(
    st.builds(ast.Effect, names, st.none(), st.just(()), a_condition, st.just(S)),
    st.builds(ast.Effect, names, expressions, st.lists(parts_of_effects, max_size=2).map(tuple), a_condition, st.just(S)),
    st.builds(ast.Effect, names, st.none(), st.just(()), a_condition, st.just(S), some_expressions),
)
choices = st.one_of(
    st.builds(ast.Choices, st.sampled_from(["one", "maybe", "any"]), st.none(), expressions, st.just(S)),
    st.builds(ast.Choices, st.sampled_from(["up-to", "exactly"]), expressions, expressions, st.just(S)),
)


def comes_back(start: str, sentence: ast.Sentence) -> None:
    text = unparse(sentence)
    try:
        again = parse_text(start, text)
    except RuleFileError as error:
        assume(error.diagnostics[0].code != "nested-too-deep")
        raise AssertionError(text) from error
    assert same(again, sentence), text
    assert unparse(again) == text


thorough = settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@thorough
@given(expressions)
def test_every_expression_comes_back_the_same(sentence: ast.Expression) -> None:
    comes_back("expression", sentence)


@thorough
@given(effects)
def test_every_effect_comes_back_the_same(sentence: ast.Effect) -> None:
    comes_back("effect", sentence)


@settings(deadline=None)
@given(choices)
def test_every_choice_comes_back_the_same(sentence: ast.Choices) -> None:
    comes_back("choices", sentence)


@settings(deadline=None)
@given(types)
def test_every_type_comes_back_the_same(sentence: ast.TypeWord) -> None:
    comes_back("type", sentence)


@settings(deadline=None)
@given(names, some_expressions)
def test_every_choice_key_comes_back_the_same(action: ast.Name, arguments: tuple[ast.Expression, ...]) -> None:
    comes_back("choice", ast.ChoiceKey(action, arguments, S))
