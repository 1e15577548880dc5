"""What to say about a sentence that can't be read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from custumal.dsl.diagnostics.catalogue.sentences import (
    bracket_is_opened,
    cannot_be_read,
    closed_by_another,
    compared_selection,
    condition_comes_last,
    every_without_has,
    half_an_if,
    in_parentheses,
    joined_by_and,
    multiplied_by_resource,
    never_closed,
    no_bracket_open,
    no_fractions,
    one_sign,
    reserved_word,
    selection_in_effect,
    several_are_a_list,
    takes_nothing,
    unknown_character,
    word_is_here,
    write_instead,
    write_is_in,
    write_is_not_in,
)
from custumal.dsl.diagnostics.diagnostic import Problem, Report
from custumal.dsl.sentences import parsing
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
    found = mistake.found
    return Mend(found.start, found.end, cannot_be_read(found_words(found), expected_words(mistake.accepts, mistake.start_rule)))


# ---------------------------------------------------------------- hints
# Each looks at one mistake and knows what to say, or gives None. The first that knows is heard.

_FOREIGN = {
    "==": "is", "=": "is", "!==": "is not", "!=": "is not", "<>": "is not", "≠": "is not", "∈": "is in",
    "=>": ">=", "=<": "<=", "≤": "<=", "≥": ">=",
    "&&": "and", "&": "and", "∧": "and", "||": "or", "|": "or", "\N{LOGICAL OR}": "or", "!": "not", "¬": "not",
    "/": "div", "÷": "div", "%": "mod", "\N{MULTIPLICATION SIGN}": "*", "·": "*", "\N{MINUS SIGN}": "-", "\N{EN DASH}": "-",
}  # fmt: skip


def _foreign_sign(mistake: Mistake) -> Mend | None:
    if mistake.found.kind:
        return None
    at = mistake.found.start
    for sign in sorted(_FOREIGN, key=len, reverse=True):
        if mistake.text.startswith(sign, at):
            word = _FOREIGN[sign]
            return Mend(at, at + len(sign), write_instead(sign, word))
    return Mend(at, at + 1, unknown_character(mistake.text[at]))


_FOREIGN_WORDS = {
    "equals": "is", "equal": "is", "isnt": "is not", "plus": "+", "minus": "-", "times": "*", "modulo": "mod"
}  # fmt: skip


def _foreign_word(mistake: Mistake) -> Mend | None:
    """A word of another language where an operator could stand."""
    found = mistake.found
    if found.kind != "NAME" or found.text not in _FOREIGN_WORDS or "AND" not in mistake.accepts:
        return None
    return Mend(found.start, found.end, write_instead(found.text, _FOREIGN_WORDS[found.text]))


def _foreign_quantifier(mistake: Mistake) -> Mend | None:
    """`all c in S`, `exists c in S`."""
    word = {"all": "every", "forall": "every", "exists": "some"}.get(mistake.before[-1].text) if mistake.before else None
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
    opened_here = (opening.start, opening.end, bracket_is_opened())
    if found.kind == END:
        return Mend(found.start, found.end, never_closed(opening.text, closer), opened_here)
    if found.kind in CLOSER.values():
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
    if found.kind == "IF" and not mistake.before:
        return Mend(found.start, found.end, condition_comes_last())
    # `in` after `if` is a slip for `is in`, which another hint tells.
    if found.kind == "WHERE" or (found.kind == "IN" and all(word.kind != "IF" for word in mistake.before)):
        form = "(S where P)" if found.kind == "WHERE" else "(x in S where P)"
        return Mend(found.start, found.end, selection_in_effect(found.text, form))
    return None


def _listed(mistake: Mistake) -> Mend | None:
    found = mistake.found
    if found.kind != "COMMA" or mistake.open_brackets() or "PLUS" not in mistake.accepts:
        return None
    return Mend(found.start, found.end, several_are_a_list())


def _compared_selection(mistake: Mistake) -> Mend | None:
    """`A is S where P`, whose selection would end the comparison."""
    found = mistake.found
    if found.kind not in ("WHERE", "BY", "REVERSED") or not any(word.kind in COMPARING for word in mistake.before):
        return None
    return Mend(found.start, found.end, compared_selection(found.text))


_NEVER_OPERATORS = frozenset({"UP", "PER", "ONCE", "MAYBE", "AMONG", "EXACTLY", "ANY", "EACH", "WITH", "IGNORING", "THROUGH", "WITHIN"})


def _reserved(mistake: Mistake) -> Mend | None:
    """A word of the language where only a name can stand, or one that could be nothing but a name."""
    found, accepts = mistake.found, mistake.accepts
    if found.kind not in RESERVED or "NAME" not in accepts:
        return None
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
    _foreign_sign, _foreign_word, _foreign_quantifier,
    _not_equal, _fraction, _half_an_if, _bracket, _empty_call, _effect_order, _doubled_comparison,
    _phrase_as_operand, _quantifier, _reserved, _membership, _listed, _worked_out, _compared_selection,
)  # fmt: skip
