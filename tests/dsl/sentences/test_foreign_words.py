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
    ("~ a", "~", "not"),
    ("a > = 3", "> =", ">="),
    ("a is in 1..3", "..", " to "),
    ("a > 3 AND b < 3", "AND", "and"),
    ("a > 3 OR b < 3", "OR", "or"),
    ("a or NOT b is 3", "NOT", "not"),
    ("a isn't 3", "isn't", "is not"),
    ("a is equal to 3", "is equal to", "is"),
    ("a is not equal to 3", "is not equal to", "is not"),
    ("a does not equal 3", "does not equal", "is not"),
    ("a is greater than 3", "is greater than", ">"),
    ("a more than 3", "more than", ">"),
    ("a exceeds 3", "exceeds", ">"),
    ("b and a is less than 3", "is less than", "<"),
    ("a is at least 3", "is at least", ">="),
    ("a at most 3", "at most", "<="),
    ("a is greater than or equal to 3", "is greater than or equal to", ">="),
    ("a is between 1 and 3", "is between 1 and 3", "is in 1 to 3"),
    ("a between 1 and b", "between 1 and b", "is in 1 to b"),
    ("a belongs to b", "belongs to", "is in"),
    ("a is the same as b", "is the same as", "is"),
    ("a > 3 but b < 5", "but", "and"),
    ("a unless b", "unless", "and not"),
    ("some c in s such that c > 1", "such that", "where"),
    ("some c in s if c > 1", "if", "where"),
    ("no c in s with c > 1", "with", "where"),
    ("count(the hand of s)", "the hand", "hand"),
    ("your pot > 1", "your pot", "my pot"),
    ("count(s where its pot > 1)", "its pot", "pot of it"),
    ("if a then b elif c then d else e", "elif", "else if"),
    ("cost of card < 2_500", "2_500", "2500"),
    ("1_000_000 > a", "1_000_000", "1000000"),
    ("a > 2'500", "2'500", "2500"),
    ("a === 3", "===", "is"),
    ("a // 3", "//", "div"),
    ("a > 3 and also b > 1", "and also", "and"),
    ("a > 3 or else b > 1", "or else", "or"),
    ("min(f(t) for each t in s)", "for each", "for"),
    ("min(f(t) foreach t in s)", "foreach", "for"),
    ("min(f(t) for all t in s)", "for all", "for"),
    ("for every c in s has c > 1", "for every", "every"),
    ("count(c in s if c > 1)", "if", "where"),
    ("count(c in s with c > 1)", "with", "where"),
    ("count(c in s such that c > 1)", "such that", "where"),
    ("count(all c in s where c > 1)", "all c", "c"),
    ("if a Then b else c", "Then", "then"),
    ("If a then b else c", "If", "if"),
    ("s's coin > 8", "s's coin", "coin of s"),
    ("2 x my pot", "x", "*"),
    ("count(s) x 3", "x", "*"),
    ("twice my pot", "twice", "2 *"),
    ("mine pot > 1", "mine pot", "my pot"),
    ("mark[c] is 3", "[c]", "(c)"),
    ("my pot.", "pot.", "pot"),
]
EFFECTS = [
    ("a = 3", "a = 3", "set a to 3"),
    ("mark of c := me", "mark of c := me", "set mark of c to me"),
    ("a += 1", "a += 1", "raise a by 1"),
    ("a -= b", "a -= b", "lower a by b"),
    ("set a = 3", "=", "to"),
    ("raise a 3", "3", "by 3"),
    ("move c into d", "into", "to"),
    ("move the c to d", "the c", "c"),
    ("raise a by 1 when b", "when", "if"),
    ("raise your pot by 2", "your pot", "my pot"),
    ("gain 1_000 coin", "1_000", "1000"),
    ("raise a by 1.", "1.", "1"),
    ("gain n x coin", "x", "*"),
    ("gain two coin", "two", "2"),
    ("draw size cards from deck to my hand", "size cards", "size"),
    ("draw size from the deck to my hand", "the deck", "deck"),
    ("set mark[c] to 3", "[c]", "(c)"),
    ("set a := a + 1", ":=", "to"),
    ("a++", "a++", "raise a by 1"),
    ("a of s--", "a of s--", "lower a of s by 1"),
    ("move {card} to d", "{card}", "card"),
    ("draw 2 from deck to s's hand", "s's hand", "hand of s"),
    ("discard (x in d if x > 2)", "if", "where"),
]
LIMITS = [("1/round", "/", " per "), ("once a round", "a", "per"), ("1 each round", "each", "per")]
WITHOUT_A_MENDING = [
    ("effect", "gain n * fish then gain 1 wood", "then", "several are a list"),
    ("effect", "gain n * fish and gain 1 wood", "and", "several are a list"),
    ("expression", "number of c in s", "number of c in", "count(x in S where P)"),
    ("expression", "how many c in s", "how many", "count(x in S where P)"),
    ("expression", "1 + (20 if a else 0)", "if", "if P then A else B"),
    ("expression", "hand size", "size", "`hand-size`"),
    ("effect", "draw hand size from deck to my hand", "size", "`hand-size`"),
]


@pytest.mark.parametrize(("text", "word", "meant"), WORDS, ids=[word for _, word, _ in WORDS])
def test_the_native_word_is_told(text: str, word: str, meant: str) -> None:
    with pytest.raises(RuleFileError) as caught:
        parse_text("expression", text)
    (found,) = caught.value.diagnostics
    assert text[found.span.column - 1 : found.span.end_column - 1] == word
    assert found.suggestion == meant
    parse_text("expression", text.replace(word, meant, 1))


@pytest.mark.parametrize(("text", "word", "meant"), EFFECTS, ids=[text for text, *_ in EFFECTS])
def test_the_native_effect_is_told(text: str, word: str, meant: str) -> None:
    with pytest.raises(RuleFileError) as caught:
        parse_text("effect", text)
    (found,) = caught.value.diagnostics
    assert text[found.span.column - 1 : found.span.end_column - 1] == word
    assert found.suggestion == meant
    parse_text("effect", text.replace(word, meant, 1))


@pytest.mark.parametrize(("text", "word", "meant"), LIMITS, ids=[text for text, *_ in LIMITS])
def test_the_native_limit_is_told(text: str, word: str, meant: str) -> None:
    with pytest.raises(RuleFileError) as caught:
        parse_text("limit", text)
    (found,) = caught.value.diagnostics
    assert text[found.span.column - 1 : found.span.end_column - 1] == word
    assert found.suggestion == meant
    parse_text("limit", text.replace(word, meant, 1))


@pytest.mark.parametrize(("start", "text", "word", "told"), WITHOUT_A_MENDING, ids=[text for _, text, *_ in WITHOUT_A_MENDING])
def test_how_it_is_written_is_told(start: str, text: str, word: str, told: str) -> None:
    with pytest.raises(RuleFileError) as caught:
        parse_text(start, text)
    (found,) = caught.value.diagnostics
    assert text[found.span.column - 1 : found.span.end_column - 1] == word
    assert found.suggestion is None
    assert told in found.message


@pytest.mark.parametrize("text", ["all(c)", "plus > 1", "minus is times", "count(all(card)) + equals"])
def test_such_a_word_may_be_a_name(text: str) -> None:
    parse_text("expression", text)
