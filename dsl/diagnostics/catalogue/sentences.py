"""Sentences that can't be read."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable

from custumal.dsl.diagnostics.code import ERROR, Code
from custumal.dsl.diagnostics.diagnostic import Diagnostic, Problem

_FOUND = re.compile(r"(?:found )?`([^`]+)`")
SYNTAX = Code("syntax", ERROR, "A sentence can't be read.")


def amount_stuck_to_word(found: str, amount: str, word: str) -> Problem:
    return SYNTAX.says(f"found `{found}`; an amount stands apart from its word, write `{amount} {word}`", f"{amount} {word}")


def not_decimal(found: str, decimal: int) -> Problem:
    return SYNTAX.says(f"found `{found}`; numbers are decimal, write `{decimal}`", str(decimal))


def several_in_parentheses() -> Problem:
    return SYNTAX.says("only one thing can stand in parentheses; several are a list, written `[a, b]`")


def only_in_a_word() -> Problem:
    return SYNTAX.says("this can stand only in the parentheses of a word, as in `sum(E for S)` and `reach(x in S through E)`")


def contents_of_zone(first: str, second: str) -> Problem:
    return SYNTAX.says(f"found `{first} {second}`, expected the name of a kind, or `one` and the name of a kind", "one")


def cannot_be_read(found: str, wanted: str, beside: tuple[str, str] | None = None) -> Problem:
    """`beside` are two names one after the other, of which the first may be asked of the second."""
    hint = "" if beside is None else "; if it is asked of something, `{0} of {1}`; if it is one name, `{0}-{1}`".format(*beside)
    return SYNTAX.says(f"found {found}, expected {wanted}{hint}")


def write_instead(found: str, word: str) -> Problem:
    return SYNTAX.says(f"found `{found}`; write `{word}`", word)


def no_fractions(found: str) -> Problem:
    return SYNTAX.says(f"found `{found}`; all numbers are whole, and `div` divides them")


def takes_nothing(name: str) -> Problem:
    return SYNTAX.says(f"nothing stands in the parentheses of `{name}`; what is asked of nothing has none", name)


def in_parentheses(found: str) -> Problem:
    return SYNTAX.says(f"found `{found}`; as a part of an operation it stands in parentheses")


def several_are_a_list() -> Problem:
    return SYNTAX.says("found `,`; several things are a list, written `[a, b]`")


def several_effects(found: str) -> Problem:
    return SYNTAX.says(f"found `{found}`; an effect says one thing, several are a list, written `[EFFECT, EFFECT]`, or named steps")


def compared_selection(found: str) -> Problem:
    return SYNTAX.says(f"found `{found}`; a selection that is compared stands in parentheses, as in `A is (S where P)`")


def ordered_before(order: str) -> Problem:
    """`order` is what stands before the condition: `from`, `by` or `reversed`."""
    shape = order if order == "reversed" else f"{order} …"
    return SYNTAX.says(f"found `where` behind `{order}`; write `S where P {shape}`, or `(S {shape}) where P` if the order is to come first")


def multiplied_by_resource(found: str) -> Problem:
    return SYNTAX.says(f"found `{found}`; an amount that is worked out is multiplied by its resource: `* {found}`", f"* {found}")


def operator_written_otherwise(found: str, how: str) -> Problem:
    return SYNTAX.says(f"found `{found}`; {how}")


def whose_it_is(found: str) -> Problem:
    return SYNTAX.says(f"found `{found}`; what is somebody's is written `x of y`, or `my x` for the seat that acts")


def write_is_in() -> Problem:
    return SYNTAX.says("found `in`; whether something is a member is written `is in`", "is in")


def write_is_not_in() -> Problem:
    return SYNTAX.says("found `not in`; that something is no member is written `is not in`", "is not in")


def one_sign(found: str, sign: str) -> Problem:
    return SYNTAX.says(f"found `{found}`; a comparison has one sign, write `{sign}`", sign)


def joined_by_and(found: str) -> Problem:
    return SYNTAX.says(f"found `{found}` after a comparison; two comparisons are joined by `and`")


def stands_between(word: str) -> Problem:
    return SYNTAX.says(f"found `{word}`; it stands between its numbers: `a {word} b`")


def loop_is_a_step() -> Problem:
    return SYNTAX.says("an effect begins with its verb; what happens for each of several is a step: `{each: x in S, do: EFFECT}`")


def ordered_branch(found: str) -> Problem:
    message = f"found `{found}`; a selection with an order stands in parentheses behind `then` and `else`, as in `then (S where P by E)`"
    return SYNTAX.says(message)


def negated_selection(found: str) -> Problem:
    return SYNTAX.says(
        f"found `{found}`; `not` takes a truth, and a selection in it stands in parentheses, as in `not A is in (S where P)`"
    )


def condition_comes_last() -> Problem:
    return SYNTAX.says("found `if`; an effect begins with its verb, and its condition comes last")


def selection_in_effect(found: str, form: str) -> Problem:
    return SYNTAX.says(f"found `{found}`; in an effect a selection stands in parentheses, as in `discard {form}`")


def half_an_if(found: str, lacks: str) -> Problem:
    return SYNTAX.says(f"found {found}, but `if` has no `{lacks}`; it is written `if P then A else B`")


def every_without_has(found: str) -> Problem:
    form = "`every x in S has Q` or `every x in S where P has Q`"
    return SYNTAX.says(f"found {found}, but `every` has no `has`; it is written {form}")


def word_is_here(word: str) -> str:
    """A note where the word stands to which what is missing belongs."""
    return f"`{word}` is here"


UNKNOWN_CHARACTER = Code("unknown-character", ERROR, "A sign that means nothing in a sentence.")


def unknown_character(character: str) -> Problem:
    why = _WHY_NOT.get(character, "this character means nothing in a sentence")
    return UNKNOWN_CHARACTER.says(f"found `{character}`; {why}", "-" if character == "_" else None)


def only_digits(found: str) -> Problem:
    digits = "".join(sign for sign in found if sign.isdigit())
    return UNKNOWN_CHARACTER.says(f"found `{found}`; a number is written with its digits alone, `{digits}`", digits)


_WHY_NOT = {
    '"': "a sentence has no texts; words stand without quotation marks",
    "'": "a sentence has no texts; words stand without quotation marks",
    "\N{LEFT DOUBLE QUOTATION MARK}": "a sentence has no texts; words stand without quotation marks",
    "_": "the parts of a name are joined by a hyphen, not by `_`",
    "?": "a choice between values is written `if P then A else B`",
    ":": "there is no `:` in a sentence; after `every x in S` the condition begins with `has`, after `some` or `no` with `where`",
    "{": "a list is written `[a, b]`; braces belong to YAML",
    "}": "a list is written `[a, b]`; braces belong to YAML",
    ";": "a sentence says one thing; several are a YAML list or named steps",
    "#": "a comment stands after a blank, outside of the sentence",
}


UNCLOSED_BRACKET = Code("unclosed-bracket", ERROR, "A bracket of a sentence is not closed.")


def never_closed(opening: str, closer: str) -> Problem:
    return UNCLOSED_BRACKET.says(f"`{opening}` is never closed, expected `{closer}`")


def closed_at_last(closer: str) -> str:
    """A note where the sentence ends."""
    return f"`{closer}` stands here at the latest"


def closed_by_another(found: str, opening: str, closer: str) -> Problem:
    return UNCLOSED_BRACKET.says(f"found `{found}`, but `{opening}` is closed by `{closer}`", closer)


def bracket_is_opened() -> str:
    """A note where the bracket is opened."""
    return "the bracket is opened here"


UNOPENED_BRACKET = Code("unopened-bracket", ERROR, "A bracket is closed that was never opened.")


def no_bracket_open(found: str) -> Problem:
    return UNOPENED_BRACKET.says(f"found `{found}`, but no bracket is open here")


OF_SENTENCES = frozenset({SYNTAX.id, UNKNOWN_CHARACTER.id, UNCLOSED_BRACKET.id, UNOPENED_BRACKET.id})
"""What says that a sentence can't be read."""


RESERVED_WORD = Code("reserved-word", ERROR, "A word of the language stands where a name is needed.")


def reserved_for_sentences(name: str) -> Problem:
    return RESERVED_WORD.says(f"`{name}` is a word of the language, so no sentence could read this; take another name.")


def given_meaning(name: str, meaning: str) -> Problem:
    """The word means something in every sentence, although it is none of the grammar."""
    return RESERVED_WORD.says(f"in sentences `{name}` is {meaning}, so none could say this; take another name.")


def asked_in_every_game(name: str) -> Problem:
    return RESERVED_WORD.says(
        f"in every game something else is asked by `{name}(…)`, so no sentence could ask this table; take another name."
    )


def reserved_in(found: Iterable[Diagnostic]) -> set[str]:
    """The words of the language by which something is called, which is told where it is."""
    told = (one.message for one in found if one.code == RESERVED_WORD.id)
    names = (_FOUND.search(message) for message in told if not message.startswith("found"))
    return {name[1] for name in names if name is not None}


def is_stopped_at(one: Diagnostic, words: Container[str]) -> bool:
    """Whether a sentence can't be read because one of these words stands in it."""
    found = _FOUND.match(one.message)
    return one.code in (SYNTAX.id, RESERVED_WORD.id) and found is not None and one.message.startswith("found") and found[1] in words


def reserved_word(found: str) -> Problem:
    return RESERVED_WORD.says(f"found `{found}`, expected a name; `{found}` is a word of the language and can be a name only after a dot")


EMPTY_SENTENCE = Code("empty-sentence", ERROR, "A sentence is expected, and there is none.")


def nothing_to_yaml(found: str) -> Problem:
    return EMPTY_SENTENCE.says(f"found `{found}`, which is nothing to YAML; write `none`", "none")


def empty_sentence() -> Problem:
    return EMPTY_SENTENCE.says("there is no sentence here")


SENTENCE_TOO_LONG = Code("sentence-too-long", ERROR, "A sentence has more than 4 000 characters.")


def sentence_too_long(length: int, most: int) -> Problem:
    return SENTENCE_TOO_LONG.says(f"this sentence has {length} characters, more than {most}; give parts of it names of their own")


WRONG_PHRASE = Code("wrong-phrase", ERROR, "An effect has other parts than its verb takes.")


def end_only_says(near: str | None) -> Problem:
    return WRONG_PHRASE.says("An end only says `finish STEP` or `stop STEP`.", near)


def written_so(verb: str, shape: str, near: str | None = None) -> Problem:
    """`near` is the effect that was probably meant."""
    instead = f"; did you mean `{near}`?" if near else "."
    return WRONG_PHRASE.says(f"`{verb}` is written `{shape}`{instead}", near)


def given_from_a_place() -> Problem:
    return WRONG_PHRASE.says("Things are given from a place to a place, `give X from P to Q`; a bundle is given to a seat.")


def roll_gives() -> Problem:
    return WRONG_PHRASE.says("`roll F of S` gives F, a number from … to …, a chance value for every thing of S.")


MISPLACED_FOR = Code("misplaced-for", ERROR, "`E for S` stands only inside the parentheses of `sum`, `max`, `min`, `union`, `only`.")


def misplaced_for(near: str | None = None) -> Problem:
    """`near` is one of these words, where another stands."""
    instead = f"; did you mean `{near}`?" if near else "."
    return MISPLACED_FOR.says(f"`… for …` stands only inside sum(…), max(…), min(…), union(…) or only(…){instead}", near)


def first_of_values(word: str) -> Problem:
    """`word` is `first` or `last`."""
    return MISPLACED_FOR.says(f"`{word}` takes a member of a set: write `E of {word}(S)`; the value that all have is `only(E for S)`.")


MISPLACED_THROUGH = Code("misplaced-through", ERROR, "`x in S through E` stands only inside `reach(…)`.")


def misplaced_through() -> Problem:
    return MISPLACED_THROUGH.says("`… through …` stands only inside reach(…).")


BEST_WITHOUT_BY = Code("best-without-by", ERROR, "`best` and `worst` need to know by what: `best(S by E)`.")


def best_without_by(word: str) -> Problem:
    return BEST_WITHOUT_BY.says(f"`{word}(S by E)` needs `by` and what is compared.")


UNION_WITHOUT_FOR = Code("union-without-for", ERROR, "`union(E for S)` joins a set for each member of S.")


def union_without_for() -> Problem:
    return UNION_WITHOUT_FOR.says("`union(E for S)` joins a set for each member of S.")


REACH_WITHOUT_THROUGH = Code("reach-without-through", ERROR, "`reach(x in S through E)` needs the step from x to the next.")


def reach_without_through() -> Problem:
    return REACH_WITHOUT_THROUGH.says("`reach(x in S through E)` needs the step from x to the next after `through`.")
