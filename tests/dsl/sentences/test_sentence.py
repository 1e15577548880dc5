"""Reading sentences: what parses, and what is said where it doesn't."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lark import Lark
from ruamel.yaml import YAML

from custumal.dsl.base.cache_folder import cache_folder
from custumal.dsl.diagnostics.diagnostic import Diagnostic, Report, RuleFileError, Span
from custumal.dsl.sentences import syntax as ast
from custumal.dsl.sentences.build import DEEPEST
from custumal.dsl.sentences.grammar import STARTS
from custumal.dsl.sentences.sentence import LONGEST, parse, parse_text
from custumal.dsl.sentences.syntax_tools import children, same, walk
from custumal.dsl.sentences.words import RESERVED_WORDS
from custumal.dsl.yaml.tree import Scalar

CASES: dict[str, Any] = YAML(typ="safe").load(Path(__file__).parents[2] / "cases" / "sentences.yaml")
GRAMMAR = files("custumal.dsl.sentences").joinpath("grammar.lark").read_text(encoding="utf-8")


def mistake(start: str, text: str) -> Diagnostic:
    with pytest.raises(RuleFileError) as caught:
        parse_text(start, text)
    (diagnostic,) = caught.value.diagnostics
    return diagnostic


def expression(text: str) -> Any:
    return parse_text("expression", text)


# ---------------------------------------------------------------- mistakes


@pytest.mark.parametrize("case", CASES["mistakes"], ids=lambda case: f"{case['start']}: {case['text']}")
def test_a_mistake_is_explained_where_it_is(case: dict[str, Any]) -> None:
    found = mistake(case["start"], case["text"])
    first, last = case["columns"]
    assert (found.code, found.span.line, found.span.column) == (case["code"], 1, first), found.message
    assert found.span.end_column in (last, last + 1), found
    assert found.suggestion == case.get("suggestion")
    assert case.get("says", "") in found.message
    related = [column for place in found.related for column in (place.span.column, max(place.span.column, place.span.end_column - 1))]
    assert related == case.get("related", [])


@given(st.sampled_from(STARTS), st.lists(st.sampled_from([*"aé牌 3.,()[]+-*<>=!_\n\x00", " is ", " if ", " in ", " where ", " of "])))
def test_every_text_gives_a_sentence_or_one_diagnostic(start: str, pieces: list[str]) -> None:
    text = "".join(pieces)
    report = Report()
    scalar = Scalar(text, text, Span("f", 1, 1, 1, len(text) + 1))
    sentence = parse(start, scalar, report)
    assert len(report.sorted()) == (sentence is None)


@given(st.sampled_from(STARTS), st.lists(st.sampled_from(sorted(RESERVED_WORDS | {"a", "b", "3", "(", ")", "[", "]", ",", ".", "-", "<"}))))
def test_messages_name_words_and_no_terminals(start: str, words: list[str]) -> None:
    try:
        parse_text(start, " ".join(words))
    except RuleFileError as error:
        (found,) = error.diagnostics
        for terminal in ("$END", "ANON", "INT", "NAME", "LPAR", "RSQB", "COMMA"):
            assert terminal not in found.message


def test_what_is_expected_after_an_operand_is_grouped() -> None:
    assert mistake("expression", "f(a 3)").message == "found `3`, expected `)`, `,`, `for` or an operator"


@pytest.mark.parametrize(
    "text", ["a" + " - a" * 900, "(" * 900 + "a" + ")" * 900, "-" * 3000 + "a", "a of " * 700 + "a", "a" + ".a" * 1500, "not " * 900 + "a",
             "[" * 900 + "]" * 900, "a" + " otherwise a" * 300, "if a then b else " * 200 + "a"],
)  # fmt: skip
def test_deeper_trees_than_people_write_are_refused(text: str) -> None:
    assert mistake("expression", text).code == "nested-too-deep"


def test_deep_types_are_refused() -> None:
    assert mistake("type", "set of " * 500 + "a").code == "nested-too-deep"


def test_the_deepest_sentence_parses() -> None:
    assert isinstance(expression("(" * (DEEPEST - 1) + "a" + ")" * (DEEPEST - 1)), ast.Name)
    assert mistake("expression", "(" * DEEPEST + "a" + ")" * DEEPEST).code == "nested-too-deep"


def test_a_long_sentence_is_a_diagnostic() -> None:
    assert mistake("expression", "a" * (LONGEST + 1)).code == "sentence-too-long"
    assert isinstance(expression("a" * LONGEST), ast.Name)


# ---------------------------------------------------------------- trees


def test_three_ways_to_apply_a_word_are_one_node() -> None:
    of, dot, call = (expression(text) for text in ("colour of stone", "stone.colour", "colour(stone)"))
    assert [of.style, dot.style, call.style] == ["of", "dot", "call"]
    assert same(of, dot)
    assert same(of, call)
    assert same(expression("my hand"), expression("hand of me"))
    assert same(expression("me.price(c)"), expression("price(me, c)"))
    assert not same(of, expression("colour of tile"))


def test_my_stands_for_me_at_its_own_place() -> None:
    node = expression("a + my hand")
    assert node.right.style == "my"
    (me,) = node.right.arguments
    assert (me.text, me.span.column, me.span.end_column) == ("me", 5, 7)


def test_of_reaches_right() -> None:
    assert same(expression("owner of tile of m"), expression("owner of (tile of m)"))


def test_an_open_phrase_runs_to_the_end_or_to_the_bracket() -> None:
    assert isinstance(expression("some x in s where p or q"), ast.Quantified)
    assert isinstance(expression("(some x in s where p) or q"), ast.Either)
    assert isinstance(expression("some s or q"), ast.Either)
    assert isinstance(expression("q and if a then b else c or d"), ast.Both)


def test_a_bracket_that_touches_a_verb_holds_arguments() -> None:
    effect = parse_text("effect", "elect([abbey, this]) if p")
    assert isinstance(effect, ast.Effect)
    assert effect.object is None
    assert [type(argument) for argument in effect.arguments or ()] == [ast.ListOf]
    discard = parse_text("effect", "discard (x)")
    assert isinstance(discard, ast.Effect)
    assert isinstance(discard.object, ast.Name)
    assert discard.arguments is None
    gain = parse_text("effect", "gain(a + b) * wood")
    assert isinstance(gain, ast.Effect)
    assert isinstance(gain.object, ast.Arithmetic)


def test_effects_keep_their_prepositions_in_order() -> None:
    effect = parse_text("effect", "draw 1 from deck to hand of s if p")
    assert isinstance(effect, ast.Effect)
    assert [part.preposition for part in effect.parts] == ["from", "to"]
    assert isinstance(effect.condition, ast.Name)


def test_folds_and_closures_have_their_own_nodes() -> None:
    (fold,) = expression("sum(a of x for x in s where p)").arguments
    assert isinstance(fold, ast.EachOf)
    assert isinstance(fold.over, ast.Selection)
    (plain,) = expression("sum(value for table)").arguments
    assert isinstance(plain.over, ast.Name)
    (closure,) = expression("reach(x in s through n of x within 3)").arguments
    assert isinstance(closure, ast.Closure)
    assert isinstance(closure.within, ast.Number)
    (ties,) = expression("best(s by e)").arguments
    assert [order.kind for order in ties.orders] == ["by"]


def test_a_range_is_a_selection_only_with_more() -> None:
    assert isinstance(expression("1 to 4"), ast.Range)
    assert isinstance(expression("1 to 4 reversed"), ast.Selection)
    (argument,) = expression("f(1 to 4)").arguments
    assert isinstance(argument, ast.Range)


def test_orders_are_applied_left_to_right() -> None:
    selection = expression("s in seats where bought of s from first-player reversed")
    assert [order.kind for order in selection.orders] == ["from", "reversed"]
    assert selection.name.text == "s"


def test_types_say_their_form() -> None:
    table = parse_text("type", "mark per column of monolith")
    assert isinstance(table, ast.TypeWord)
    assert table.inner
    assert table.key
    assert (table.form, table.inner.form, table.key.form) == ("per", "simple", "of")
    interval = parse_text("type", "-3 to height-limit")
    assert isinstance(interval, ast.TypeWord)
    assert isinstance(interval.low, ast.Number)
    assert isinstance(interval.high, ast.Name)
    assert interval.low.value == -3


def test_a_parameter_may_be_named_by_its_type() -> None:
    signature = parse_text("signature", "rests(c cell of monolith, pose of monolith, tile)")
    assert isinstance(signature, ast.Signature)
    assert [parameter.name and parameter.name.text for parameter in signature.parameters] == ["c", None, None]
    assert [parameter.type.form for parameter in signature.parameters] == ["of", "of", "simple"]


def test_names_join_hyphens_only_before_letters() -> None:
    assert isinstance(expression("limit-1"), ast.Arithmetic)
    assert isinstance(expression("STR-A"), ast.Name)
    assert isinstance(expression("iffy"), ast.Name)
    assert isinstance(expression("is-done"), ast.Name)


@pytest.mark.parametrize("word", sorted(RESERVED_WORDS))
def test_every_word_of_the_language_is_free_after_a_dot_and_nowhere_else(word: str) -> None:
    node = expression(f"a.{word}")
    assert node.word.text == word
    assert str(parse_text("path", f"a.{word}")) == f"a.{word}"
    assert mistake("signature", word).code == "reserved-word"


# ---------------------------------------------------------------- places


def test_spans_cover_parentheses_of_the_parts_but_not_their_own() -> None:
    node = expression("(a + b) * c")
    assert (node.span.column, node.span.end_column) == (1, 12)
    assert (node.left.span.column, node.left.span.end_column) == (2, 7)


def test_spans_are_those_of_the_file() -> None:
    # `key: "a\u0020+ bb"`: the escape makes the file longer than the text
    columns = [7, 8, 14, 15, 16, 17]
    scalar = Scalar("a + bb", "a + bb", Span("f.yaml", 3, 6, 3, 19), tuple((3, column) for column in [*columns, 18]), "double")
    node = parse("expression", scalar, Report())
    assert isinstance(node, ast.Arithmetic)
    assert node.right.span == Span("f.yaml", 3, 16, 3, 18)
    assert node.span == Span("f.yaml", 3, 7, 3, 18)


def test_spans_of_a_text_with_lines() -> None:
    node = expression("a\n  + bb")
    assert node.right.span == Span("<text>", 2, 5, 2, 7)
    found = mistake("expression", "a +\n  and b\n")
    assert found.span == Span("<text>", 2, 3, 2, 6)


def test_the_end_of_the_sentence_is_after_its_last_character() -> None:
    found = mistake("expression", "a +\n b +\n")
    assert (found.span.line, found.span.column) == (2, 5)


# ---------------------------------------------------------------- scalars


@pytest.mark.parametrize(
    ("value", "text", "node"), [(3, "3", ast.Number), (-3, "-3", ast.Negative), (True, "True", ast.Truth), (False, "false", ast.Truth)]
)
def test_numbers_and_truths_of_yaml_are_literals(value: int, text: str, node: type) -> None:
    sentence = parse("expression", Scalar(value, text, Span("f", 1, 1, 1, len(text) + 1)), Report())
    assert type(sentence) is node


def test_nothing_of_yaml_is_not_none() -> None:
    report = Report()
    assert parse("expression", Scalar(None, "~", Span("f", 1, 1, 1, 2)), report) is None
    (found,) = report.sorted()
    assert (found.code, found.suggestion) == ("empty-sentence", "none")


# ---------------------------------------------------------------- grammar and cache


def test_the_grammar_has_no_conflict() -> None:
    Lark(GRAMMAR, parser="lalr", lexer="basic", strict=True, start=list(STARTS))


def test_every_word_of_the_grammar_is_reserved() -> None:
    terminals = Lark(GRAMMAR, parser="lalr", lexer="basic", start=list(STARTS)).terminals
    assert {terminal.pattern.value for terminal in terminals if terminal.pattern.value.isalpha()} == RESERVED_WORDS


def in_a_new_process(code: str, home: Path) -> str:
    environment = os.environ | {"CUSTUMAL_HOME": str(home)}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert not done.stderr
    return done.stdout.strip()


PARSES = "from custumal.dsl.sentences.sentence import parse_text; print(parse_text('expression', 'a + 1').right.value)"


def test_importing_the_parser_does_not_import_lark(tmp_path: Path) -> None:
    assert in_a_new_process("import sys, custumal.dsl.sentences.sentence; print('lark' in sys.modules)", tmp_path) == "False"


def test_only_the_first_sentence_of_all_waits_for_the_grammar(tmp_path: Path) -> None:
    for expected in ("True", "False", "False"):
        assert in_a_new_process(PARSES + "; import sys; print('lark' in sys.modules)", tmp_path).split() == ["1", expected]


def test_what_is_wrong_with_a_sentence_is_known_without_lark(tmp_path: Path) -> None:
    in_a_new_process(PARSES, tmp_path)
    code = "import sys; from custumal.dsl.sentences.sentence import tables, parsing; "
    code += "print(parsing.first_mistake(tables(), 'expression', 'a + (').found.start, 'lark' in sys.modules)"
    assert in_a_new_process(code, tmp_path).split() == ["5", "False"]


@pytest.mark.slow
def test_a_bad_cache_is_built_again(tmp_path: Path) -> None:
    assert in_a_new_process(PARSES, tmp_path) == "1"
    (tables,) = (tmp_path / "cache").iterdir()
    good = tables.read_bytes()
    for bad in (b"", b"nonsense", good[: len(good) // 2], good.split(b"\n", 1)[0] + b"\nnonsense"):
        tables.write_bytes(bad)
        assert in_a_new_process(PARSES, tmp_path) == "1"
        assert len(tables.read_bytes()) > len(good) // 2 + 1


def test_a_home_that_is_no_folder_is_no_problem(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / "file"
    home.write_text("")
    monkeypatch.setenv("CUSTUMAL_HOME", str(home))
    assert cache_folder() is None
    assert in_a_new_process(PARSES, home) == "1"


def test_the_cache_folder_moves_with_the_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUSTUMAL_HOME", str(tmp_path / "new"))
    assert cache_folder() == tmp_path / "new" / "cache"
    assert (tmp_path / "new" / "cache").is_dir()


# ---------------------------------------------------------------- tools


def test_walk_meets_every_node_outer_first() -> None:
    effect = parse_text("effect", "move a to b of c if d")
    names = [node.text for node in walk(effect) if isinstance(node, ast.Name)]
    assert names == ["move", "a", "b", "c", "d"]
    assert [type(node) for node in children(effect)] == [ast.Name, ast.Name, ast.Part, ast.Name]


def test_same_sees_every_difference_but_places_and_styles() -> None:
    assert same(expression("a  +  b"), expression("(a + b)"))
    assert not same(expression("a + b"), expression("a - b"))
    assert not same(expression("1"), expression("true"))
    assert not same(expression("f(a)"), expression("f(a, b)"))
    assert not same(expression("some s"), expression("no s"))
