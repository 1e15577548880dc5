"""A word of the grammar is no id where sentences say the bare id, since none could; behind a dot and in addresses it is one."""

from pathlib import Path

import pytest

from custumal.dsl.sentences.words import RESERVED_WORDS
from tests.support.game_frames import check_text, framed

REFUSED = {
    "a list": "lists:\n  {word}: [pine, oak]",
    "a word of a list": "lists:\n  tree: [pine, {word}]",
    "a word with attributes": "lists:\n  tree: {{pine: {{height: 1}}, {word}: {{height: 2}}}}",
    "an option": "options:\n  {word}: {{is: truth, default: true}}",
    "a table of numbers": "tables:\n  {word}: {{0: 0, 5: 2}}",
    "a graph": "graphs:\n  {word}: {{nodes: [a, b], edges: [[a, b]]}}",
    "a node": "graphs:\n  path: {{nodes: [a, {word}], edges: [[a, {word}]]}}",
    "a resource": "resources:\n  {word}: {{}}",
    "a house seat": "house-seats:\n  {word}: {{}}",
    "a kind": "kinds:\n  {word}: {{}}",
    "a table of things": "components:\n  {word}: {{kind: card, in: deck, rows: {{one: {{price: 2}}}}}}",
    "a row": "components:\n  more: {{kind: card, in: deck, rows: {{{word}: {{price: 2}}}}}}",
    "a zone": "zones:\n  {word}: card",
    "a zone of each seat": "zones:\n  {word}(seat): card",
    "a kept value": "kept:\n  {word}: {{is: 0 to 3, until: end}}",
    "a value": "values:\n  {word}: 3",
    "a definition": "define:\n  {word}(s seat): coin of s",
    "a parameter": "define:\n  rich({word} seat): coin of first(seats) > 1",
    "a procedure": "procedures:\n  {word}: {{do: set starter to first(seats)}}",
    "a step that asks": "setup:\n  {word}: {{players: seats, choose: {{s: seats}}, do: set guest of me to s}}",
    "an action": "actions:\n  {word}: {{offered: turn, do: set guest of me to none}}",
    "what is chosen": "actions:\n  put-down: {{offered: turn, choose: {{{word}: my hand}}, do: set guest of me to none}}",
    "a name": "setup:\n  deal: {{let: {{{word}: first(seats)}}, do: set starter to first(seats)}}",
    "the name of a loop": "setup:\n  deal: {{each: {word} in seats, do: set starter to first(seats)}}",
    "a standing rule that offers": "standing:\n  {word}: {{any-time: round, limit: once per round, do: set starter to me}}",
}
TAKEN = {
    "a printed column": """
kinds:
  plaque: {{printed: {{{word}: number}}}}
components:
  plaques: {{kind: plaque, in: wall-of, rows: {{brass: {{{word}: 3}}}}}}
zones:
  wall-of: plaque
define:
  height(plaque): plaque.{word}
""",
    "an attribute": "lists:\n  tree: {{pine: {{{word}: 1}}, oak: {{{word}: 2}}}}\ndefine:\n  height(tree): tree.{word}\n",
    "a step": "setup:\n  {word}: set starter to first(seats)",
    "a standing rule": "standing:\n  {word}: {{after: actions.put, do: set starter to me}}",
    "an end": "end:\n  {word}: {{after: round, if: starter is none, do: finish round}}",
    "a line of the score": "scoring:\n  {word}: coin of me",
    "a restriction": """
actions:
  rest: {{offered: turn, require: {{{word}: {{that: my coin > 0, because: No.}}}}, do: set guest of me to none}}
define:
  tired(s seat): coin of s > 1 and can rest ignoring [{word}]
""",
}
EVERYWHERE = ("me", "it", "this", "owner", "seats", "players")
MEANT = {
    "an option": (
        "options:\n  {word}: {{is: 1 to 3, default: 1}}\nsetup:\n  begin: {{do: raise steps of first(seats) by {word}}}",
        EVERYWHERE,
    ),
    "a house seat": ("house-seats:\n  {word}: {{}}\nsetup:\n  begin: {{do: gain 1 coin for {word}}}", EVERYWHERE),
    "a resource": ("resources:\n  {word}: {{}}\nactions:\n  sell: {{offered: turn, do: gain 1 {word}}}", EVERYWHERE),
    "a zone": ("zones:\n  {word}: card\nactions:\n  lay: {{offered: turn, do: [draw 1 from deck to {word}, gain 1 coin]}}", EVERYWHERE),
    "a kept value": ("kept:\n  {word}: {{is: 0 to 9}}\nactions:\n  wait: {{offered: turn, do: raise {word} by {word}}}", EVERYWHERE),
    "a value": ("values:\n  {word}: 3\nactions:\n  wait: {{offered: turn, do: raise my steps by {word}}}", EVERYWHERE),
    "a word of a list": (
        "lists:\n  tree: [oak, {word}]\nkept:\n  old: {{is: tree, start: oak}}\nactions:\n  wait: {{offered: turn, do: set old to {word}}}",
        (*EVERYWHERE, "p1", "p4"),
    ),
    "a row": (
        (
            "components:\n  more: {{kind: card, in: deck, rows: {{{word}: {{price: 2, cost: {{coin: 1}}}}}}}}\nactions:\n"
            "  find: {{offered: turn, do: move {word} to shelf of me}}"
        ),
        (*EVERYWHERE, "p1", "p4"),
    ),
    "a table of numbers": (
        "tables:\n  {word}: {{0: 0, 5: 2}}\ndefine:\n  much(n number): {word}(n) otherwise 0",
        ("count", "sum", "supply"),
    ),
    "what is known where somebody gains": (
        "kept:\n  {word}: 0 to 9\nstanding:\n  more: {{after: gain, do: raise {word} by 1}}",
        ("resource", "amount", "who"),
    ),
    "what is known where a thing moves": (
        "kept:\n  {word}: 0 to 9\nstanding:\n  more: {{after: move, do: raise {word} by 1}}",
        ("thing",),
    ),
    "a step": (
        "play:\n  round: {{repeat: 3, do: {{turn: {{players: seats, do: {{{word}: {{offer: turn}}}}}}}}}}",
        ("pass", "players", "seat"),
    ),
}
"""Words that sentences give a meaning although they are none of the grammar: what could not be said if it were called so, and is."""
FREE = {
    "a kept value": "kept:\n  {word}: {{is: 0 to 3, until: end}}\nsetup:\n  begin: {{do: raise {word} by count(deck)}}",
    "a zone": "zones:\n  {word}: card\nsetup:\n  begin: {{do: draw count(all(card)) from deck to {word}}}",
    "a value": "values:\n  {word}: 3\nsetup:\n  begin: {{do: raise steps of first(seats) by {word}}}",
    "a word": "lists:\n  tree: [pine, {word}]\ndefine:\n  tall(tree): tree is {word} and count(deck) > 1",
    "what is told of deeds": "kept:\n  {word}: 0 to 9\nstanding:\n  more: {{after: actions.ride, do: raise {word} by 1}}",
}


def refused(piece: str, word: str, folder: Path) -> set[str]:
    found = check_text(framed(piece.format(word=word)).text, folder).diagnostics
    return {each.code for each in found if each.is_error}


@pytest.mark.slow
@pytest.mark.parametrize("piece", REFUSED.values(), ids=REFUSED)
def test_a_word_of_the_grammar_is_refused_where_no_sentence_could_say_it(piece: str, tmp_path: Path) -> None:
    for word in ("no", "up", "in"):
        assert refused(piece, word, tmp_path) == {"reserved-word"}, word
    assert refused(piece, "zebra", tmp_path) == set()


@pytest.mark.parametrize("word", sorted(RESERVED_WORDS - {"true", "false"}))
def test_every_word_of_the_grammar_is_refused(word: str, tmp_path: Path) -> None:
    assert "reserved-word" in refused(REFUSED["a resource"], word, tmp_path)


@pytest.mark.parametrize("piece", TAKEN.values(), ids=TAKEN)
def test_a_word_of_the_grammar_is_taken_where_sentences_can_say_it(piece: str, tmp_path: Path) -> None:
    for word in ("no", "up", "in"):
        assert refused(piece, word, tmp_path) == set(), word


@pytest.mark.parametrize(("piece", "words"), MEANT.values(), ids=MEANT)
def test_a_word_that_means_something_is_refused_once_where_it_is_given(piece: str, words: tuple[str, ...], tmp_path: Path) -> None:
    for word in words:
        whole = framed(piece.format(word=word))
        found = [each for each in check_text(whole.text, tmp_path).diagnostics if each.is_error]
        assert [each.code for each in found] in (["reserved-word"], ["step-mixture"]), word
        line = whole.text.splitlines()[found[0].span.line - 1]
        assert line[found[0].span.column - 1 : found[0].span.end_column - 1] == word, word
    assert refused(piece, "zebra", tmp_path) == set()


@pytest.mark.parametrize("piece", FREE.values(), ids=FREE)
def test_a_word_that_means_something_elsewhere_can_be_said(piece: str, tmp_path: Path) -> None:
    for word in ("count", "first", "amount", "thing"):
        assert refused(piece, word, tmp_path) == set(), word
