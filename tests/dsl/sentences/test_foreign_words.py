"""Words and signs of other languages get the one of this language."""

import pytest

from custumal.dsl.diagnostics.diagnostic import RuleFileError
from custumal.dsl.sentences.sentence import parse_text

WORDS = [
    ("a equals 3", "equals", "is"),
    ("x > 3 and b equal c", "equal", "is"),
    ("a isnt b", "isnt", "is not"),
    ("a plus 1 > 3", "plus", "+"),
    ("count(s) minus 1", "minus", "-"),
    ("a times b > 3", "times", "*"),
    ("(a modulo 2) is 0", "modulo", "mod"),
    ("all c in cells has c > 1", "all", "every"),
    ("b or exists c in s where c > 1", "exists", "some"),
    ("a == b", "==", "is"),
    ("a && b", "&&", "and"),
]


@pytest.mark.parametrize(("text", "word", "meant"), WORDS, ids=[word for _, word, _ in WORDS])
def test_the_native_word_is_told(text: str, word: str, meant: str) -> None:
    with pytest.raises(RuleFileError) as caught:
        parse_text("expression", text)
    (found,) = caught.value.diagnostics
    assert text[found.span.column - 1 : found.span.end_column - 1] == word
    assert found.suggestion == meant
    parse_text("expression", text.replace(word, meant, 1))


@pytest.mark.parametrize("text", ["all(c)", "plus > 1", "minus is times", "count(all(card)) + equals"])
def test_such_a_word_may_be_a_name(text: str) -> None:
    parse_text("expression", text)
