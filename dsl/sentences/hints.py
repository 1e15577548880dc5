"""What to say about a sentence that can't be read."""

from __future__ import annotations

from collections.abc import Callable

from custumal.dsl.base.frozen import dataclass, replace
from custumal.dsl.diagnostics.catalogue.sentences import (
    bracket_is_opened,
    cannot_be_read,
    closed_at_last,
    closed_by_another,
    compared_selection,
    condition_comes_last,
    every_without_has,
    half_an_if,
    in_parentheses,
    joined_by_and,
    loop_is_a_step,
    multiplied_by_resource,
    negated_selection,
    never_closed,
    no_bracket_open,
    no_fractions,
    one_sign,
    only_digits,
    operator_written_otherwise,
    ordered_before,
    ordered_branch,
    reserved_for_sentences,
    reserved_word,
    selection_in_effect,
    several_are_a_list,
    stands_between,
    takes_nothing,
    unknown_character,
    whose_it_is,
    word_is_here,
    write_instead,
    write_is_in,
    write_is_not_in,
)
from custumal.dsl.diagnostics.diagnostic import Problem, Report
from custumal.dsl.sentences import foreign, parsing
from custumal.dsl.sentences.words import CLOSER, COMPARING, END, OPERANDS, RESERVED, SIGNS, Word, expected_words, found_words
from custumal.dsl.yaml.tree import Scalar


@dataclass(frozen=True, slots=True)
class Mistake:
    """The first word `found` that can't stand where it is, the kinds that could (`accepts`), and the words `before` it."""

    start_rule: str
    text: str
    found: Word
    accepts: frozenset[str]
    before: tuple[Word, ...]

    @property
    def last(self) -> str:
        """The kind of the word before the mistake, "" at the beginning."""
        return self.before[-1].kind if self.before else ""

    def open_brackets(self) -> list[Word]:
        """The brackets that are not closed where the mistake is, outermost first."""
        found: list[Word] = []
        for word in self.before:
            if word.kind in CLOSER:
                found.append(word)
            elif word.kind in CLOSER.values():
                found.pop()
        return found


def report_mistake(start_rule: str, text: str, mistake: parsing.Mistake, scalar: Scalar, report: Report) -> None:
    """Say what is wrong with a text that can't be read."""
    mend = explain(Mistake(start_rule, text, mistake.found, mistake.accepts, mistake.before))
    problem = mend.problem
    if mend.note is not None:
        start, end, note = mend.note
        problem = problem.beside(scalar.span_of(start, end), note)
    report.tell(scalar.span_of(mend.start, mend.end), problem)


@dataclass(frozen=True, slots=True)
class Mend:
    """What to report of the text from `start` to `end`; `note` is what to say of another stretch of it."""

    start: int
    end: int
    problem: Problem
    note: tuple[int, int, str] | None = None


def explain(mistake: Mistake) -> Mend:
    """The most helpful thing to say about a mistake."""
    for hint in _HINTS:
        mend = hint(mistake)
        if mend is not None:
            return mend
    found, before = mistake.found, mistake.before
    asked = before[-1].text if found.kind == "NAME" and mistake.last == "NAME" and "AND" in mistake.accepts else None
    wanted = expected_words(mistake.accepts, mistake.start_rule)
    return Mend(found.start, found.end, cannot_be_read(found_words(found), wanted, None if asked is None else (asked, found.text)))


# ---------------------------------------------------------------- hints
# Each looks at one mistake and knows what to say, or gives None. The first that knows is heard.


def _marked_number(mistake: Mistake) -> Mend | None:
    """`2_500`."""
    around = None if mistake.found.kind else foreign.marked_number(mistake.text, mistake.found.start)
    return None if around is None else Mend(*around, only_digits(mistake.text[slice(*around)]))


def _foreign_sign(mistake: Mistake) -> Mend | None:
    if mistake.found.kind:
        return None
    at, last = mistake.found.start, mistake.before[-1] if mistake.before else None
    if last is not None and last.kind in ("LT", "GT") and mistake.text[at] == "=":
        return Mend(last.start, at + 1, write_instead(mistake.text[last.start : at + 1], f"{last.text}="))
    sign = foreign.sign_at(mistake.text, at)
    if sign is None:
        return Mend(at, at + 1, unknown_character(mistake.text[at]))
    is_set = mistake.start_rule == "effect" and sign == "=" and mistake.before[0].text == "set" if mistake.before else False
    return Mend(at, at + len(sign), write_instead(sign, "to" if is_set else foreign.SIGNS[sign]))


def _assignment(mistake: Mistake) -> Mend | None:
    """`x = 3`, `x += 1` as an effect."""
    effect = foreign.assignment(mistake.text) if mistake.start_rule == "effect" else None
    return None if effect is None else Mend(0, len(mistake.text), write_instead(mistake.text.strip(), effect))


_REACH = 4
"""So many words before the mistake may belong to the operator of another language."""


def _foreign_word(mistake: Mistake) -> Mend | None:
    """Words of another language where an operator could stand."""
    starts = [*(word.start for word in mistake.before[-_REACH:]), mistake.found.start]
    known = foreign.operator_around(mistake.text, starts, mistake.found.start)
    if known is None or ("AND" not in mistake.accepts and mistake.last not in ("IS", "NOT")):
        return None
    start, end, word = known
    return Mend(start, end, write_instead(mistake.text[start:end], word))


def _not_in_capitals(mistake: Mistake) -> Mend | None:
    """`NOT x`."""
    last = mistake.before[-1] if mistake.before else None
    if last is None or last.text not in ("NOT", "Not") or mistake.found.kind not in ("NAME", "INT", "MY", "CAN"):
        return None
    return Mend(last.start, last.end, write_instead(last.text, "not"))


def _two_dots(mistake: Mistake) -> Mend | None:
    """`1..3`."""
    found = mistake.found
    if found.kind != "DOT" or mistake.last != "DOT" or mistake.start_rule == "path":
        return None
    return Mend(found.start - 1, found.end, replace(write_instead("..", "to"), suggestion=" to "))


def _condition_of_selection(mistake: Mistake) -> Mend | None:
    """`some x in S if P`, `every x in S with P`."""
    found, kinds = mistake.found, [word.kind for word in mistake.before]
    at = max((i for i, kind in enumerate(kinds) if kind in ("SOME", "NO", "EVERY")), default=None)
    if found.kind not in ("WITH", "IF") or at is None or "WHERE" in kinds[at:] or mistake.start_rule == "effect":
        return None
    return Mend(found.start, found.end, write_instead(found.text, "where"))


def _article(mistake: Mistake) -> Mend | None:
    """`the deck`, `a card`."""
    found, last = mistake.found, mistake.before[-1] if mistake.before else None
    if last is None or found.kind != "NAME" or last.text not in ("a", "an", "the", "each"):
        return None
    return Mend(last.start, found.end, write_instead(f"{last.text} {found.text}", found.text))


def _between_operands(mistake: Mistake) -> Mend | None:
    """`mod(a, b)`."""
    found = mistake.found
    if found.kind not in ("MOD", "DIV") or not mistake.accepts >= OPERANDS or not mistake.text.startswith("(", found.end):
        return None
    return Mend(found.start, found.end, stands_between(found.text))


def _square_brackets(mistake: Mistake) -> Mend | None:
    """`mark[cell]`."""
    found = mistake.found
    if found.kind != "LSQB" or mistake.last != "NAME" or mistake.before[-1].end != found.start:
        return None
    return Mend(found.start, found.end, write_instead("[", "("))


def _written_otherwise(mistake: Mistake) -> Mend | None:
    """`a xor b`, `S contains x`, `else if` in one word."""
    for word in (*mistake.before[-1:], mistake.found):
        if word.kind == "NAME" and word.text in foreign.WRITTEN_OTHERWISE:
            return Mend(word.start, word.end, operator_written_otherwise(word.text, foreign.WRITTEN_OTHERWISE[word.text]))
    found = mistake.found
    if found.text in foreign.ELSE_IF and "ELSE" in mistake.accepts:
        return Mend(found.start, found.end, write_instead(found.text, "else if"))
    return None


def _possessive(mistake: Mistake) -> Mend | None:
    """`your pot`, `its colour`."""
    found, last = mistake.found, mistake.before[-1] if mistake.before else None
    if last is None or found.kind != "NAME" or last.text not in foreign.POSSESSIVES:
        return None
    form = foreign.POSSESSIVES[last.text]
    if form is None:
        return Mend(last.start, last.end, whose_it_is(last.text))
    return Mend(last.start, found.end, write_instead(f"{last.text} {found.text}", form.format(found.text)))


def _foreign_quantifier(mistake: Mistake) -> Mend | None:
    """`all c in S`, `exists c in S`."""
    word = foreign.QUANTIFIERS.get(mistake.before[-1].text) if mistake.before else None
    if word is None or mistake.found.kind != "NAME" or mistake.text[mistake.found.end :].split()[:1] != ["in"]:
        return None
    start, end = mistake.before[-1].start, mistake.before[-1].end
    return Mend(start, end, write_instead(mistake.text[start:end], word))


def _not_equal(mistake: Mistake) -> Mend | None:
    """`<>`, whose halves are both words of the language."""
    found = mistake.found
    if found.kind != "GT" or mistake.last != "LT" or mistake.before[-1].end != found.start:
        return None
    return Mend(found.start - 1, found.end, write_instead("<>", "is not"))


def _fraction(mistake: Mistake) -> Mend | None:
    found = mistake.found
    if found.kind != "INT" or [word.kind for word in mistake.before[-2:]] != ["INT", "DOT"]:
        return None
    start = mistake.before[-2].start
    return Mend(start, found.end, no_fractions(mistake.text[start : found.end]))


def _half_an_if(mistake: Mistake) -> Mend | None:
    found = mistake.found
    if found.kind not in (END, "RPAR", "RSQB", "COMMA") or mistake.accepts >= RESERVED.keys():
        return None
    if "THEN" in mistake.accepts:
        problem, opener = half_an_if(found_words(found), "then"), "IF"
    elif "ELSE" in mistake.accepts:
        problem, opener = half_an_if(found_words(found), "else"), "IF"
    elif "HAS" in mistake.accepts:
        problem, opener = every_without_has(found_words(found)), "EVERY"
    else:
        return None
    opening = next(word for word in reversed(mistake.before) if word.kind == opener)
    return Mend(found.start, found.end, problem, (opening.start, opening.end, word_is_here(opening.text)))


def _bracket(mistake: Mistake) -> Mend | None:
    """A bracket that is never closed, closed by the wrong one, or never opened."""
    found, opened = mistake.found, mistake.open_brackets()
    if found.kind in CLOSER.values() and not opened:
        return Mend(found.start, found.end, no_bracket_open(found.text))
    if not opened or CLOSER[opened[-1].kind] not in mistake.accepts:
        return None
    opening = opened[-1]
    closer = SIGNS[CLOSER[opening.kind]]
    if found.kind == END:
        return Mend(opening.start, opening.end, never_closed(opening.text, closer), (found.start, found.end, closed_at_last(closer)))
    if found.kind in CLOSER.values():
        opened_here = (opening.start, opening.end, bracket_is_opened())
        return Mend(found.start, found.end, closed_by_another(found.text, opening.text, closer), opened_here)
    return None


def _empty_call(mistake: Mistake) -> Mend | None:
    found = mistake.found
    if found.kind != "RPAR" or [word.kind for word in mistake.before[-2:]] != ["NAME", "LPAR"]:
        return None
    name = mistake.before[-2]
    return Mend(name.start, found.end, takes_nothing(name.text))


def _membership(mistake: Mistake) -> Mend | None:
    found = mistake.found
    if found.kind == "IN":
        return Mend(found.start, found.end, write_is_in())
    if found.kind == "NOT" and mistake.accepts & COMPARING and mistake.text[found.end :].split()[:1] == ["in"]:
        end = mistake.text.index("in", found.end) + 2
        return Mend(found.start, end, write_is_not_in())
    return None


def _doubled_comparison(mistake: Mistake) -> Mend | None:
    found = mistake.found
    if found.kind not in COMPARING:
        return None
    if mistake.last in ("IS", "ARE"):
        start = mistake.before[-1].start
        return Mend(start, found.end, one_sign(mistake.text[start : found.end], found.text))
    if "AND" in mistake.accepts:
        return Mend(found.start, found.end, joined_by_and(found.text))
    return None


def _phrase_as_operand(mistake: Mistake) -> Mend | None:
    found = mistake.found
    if found.kind not in ("IF", "SOME", "NO", "EVERY", "NOT") or not mistake.accepts >= OPERANDS:
        return None
    return Mend(found.start, found.end, in_parentheses(found.text))


def _quantifier(mistake: Mistake) -> Mend | None:
    word = {"EACH": "every", "ANY": "some"}.get(mistake.found.kind)
    if word is None or not mistake.accepts >= OPERANDS or "EVERY" not in mistake.accepts:
        return None
    found = mistake.found
    return Mend(found.start, found.end, write_instead(found.text, word))


def _effect_order(mistake: Mistake) -> Mend | None:
    found = mistake.found
    if mistake.start_rule != "effect":
        return None
    if not mistake.before:
        problem = {"IF": condition_comes_last(), "FOR": loop_is_a_step(), "EACH": loop_is_a_step()}.get(found.kind)
        return None if problem is None else Mend(found.start, found.end, problem)
    if (mend := _other_preposition(mistake)) is not None:
        return mend
    # `in` after `if` is a slip for `is in`, which another hint tells.
    if found.kind == "WHERE" or (found.kind == "IN" and all(word.kind != "IF" for word in mistake.before)):
        form = "(S where P)" if found.kind == "WHERE" else "(x in S where P)"
        return Mend(found.start, found.end, selection_in_effect(found.text, form))
    return None


_TOWARD = ("into", "onto", "on")
_CONDITIONS = {"when": "if", "unless": "if not"}
_BEFORE_NUMBERS = {"raise": "by", "lower": "by", "set": "to"}


def _other_preposition(mistake: Mistake) -> Mend | None:
    """`move card into P`, `raise x 3`, `move card to P when Q`."""
    found, verb = mistake.found, mistake.before[0].text
    for word in (mistake.before[-1], found):
        if word.kind == "NAME" and word.text in _CONDITIONS:
            return Mend(word.start, word.end, write_instead(word.text, _CONDITIONS[word.text]))
    if found.text in _TOWARD and "TO" in mistake.accepts:
        return Mend(found.start, found.end, write_instead(found.text, "to"))
    if found.kind == "INT" and verb in _BEFORE_NUMBERS and "TO" in mistake.accepts:
        return Mend(found.start, found.end, write_instead(found.text, f"{_BEFORE_NUMBERS[verb]} {found.text}"))
    return None


def _listed(mistake: Mistake) -> Mend | None:
    found = mistake.found
    if found.kind != "COMMA" or mistake.open_brackets() or "PLUS" not in mistake.accepts:
        return None
    return Mend(found.start, found.end, several_are_a_list())


def _ordered_before(mistake: Mistake) -> Mend | None:
    """`S from x where P`: the order stands behind the condition, or in parentheses with what is ordered."""
    found, opened = mistake.found, mistake.open_brackets()
    inside = [word for word in mistake.before if not opened or word.start > opened[-1].start]
    order = next((word for word in inside if word.kind in ("FROM", "BY", "REVERSED")), None)
    if found.kind != "WHERE" or order is None or mistake.start_rule == "effect":
        return None
    return Mend(found.start, found.end, ordered_before(order.text), (order.start, order.end, word_is_here(order.text)))


def _compared_selection(mistake: Mistake) -> Mend | None:
    """`A is S where P`, whose selection would end the comparison."""
    found = mistake.found
    kinds = [word.kind for word in mistake.before]
    if found.kind in ("BY", "FROM", "REVERSED") and "THEN" in kinds and "WHERE" in kinds[kinds.index("THEN") :]:
        return Mend(found.start, found.end, ordered_branch(found.text))
    if found.kind not in ("WHERE", "BY", "REVERSED"):
        return None
    if any(kind in COMPARING for kind in kinds):
        return Mend(found.start, found.end, compared_selection(found.text))
    return Mend(found.start, found.end, negated_selection(found.text)) if "NOT" in kinds else None


_NEVER_OPERATORS = frozenset({"UP", "PER", "ONCE", "MAYBE", "AMONG", "EXACTLY", "ANY", "EACH", "WITH", "IGNORING", "THROUGH", "WITHIN"})


def _reserved(mistake: Mistake) -> Mend | None:
    """A word of the language where only a name can stand, or one that could be nothing but a name."""
    found, accepts = mistake.found, mistake.accepts
    if found.kind not in RESERVED or "NAME" not in accepts:
        return None
    if mistake.start_rule == "signature" and not mistake.before:
        return Mend(found.start, found.end, reserved_for_sentences(found.text))
    if accepts <= {"NAME", "MAYBE"} or (accepts >= OPERANDS and found.kind in _NEVER_OPERATORS):
        return Mend(found.start, found.end, reserved_word(found.text))
    return None


def _worked_out(mistake: Mistake) -> Mend | None:
    """An amount that is worked out, with its resource behind it as behind a number."""
    found = mistake.found
    verb = mistake.before[0].text if mistake.before else ""
    if found.kind != "NAME" or verb not in ("gain", "lose", "give") or mistake.last not in ("RPAR", "NAME"):
        return None
    return Mend(found.start, found.end, multiplied_by_resource(found.text))


_HINTS: tuple[Callable[[Mistake], Mend | None], ...] = (
    _assignment, _marked_number, _foreign_sign, _written_otherwise, _possessive, _foreign_quantifier, _not_equal, _two_dots, _fraction,
    _half_an_if, _bracket, _empty_call, _effect_order, _foreign_word, _not_in_capitals, _article, _square_brackets, _between_operands,
    _condition_of_selection, _doubled_comparison, _phrase_as_operand, _quantifier, _reserved, _membership, _listed, _worked_out,
    _ordered_before, _compared_selection,
)  # fmt: skip
