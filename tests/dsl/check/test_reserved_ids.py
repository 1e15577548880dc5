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
