"""What to say about a sentence that can't be read."""

from __future__ import annotations

import re
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
    several_effects,
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
from custumal.dsl.sentences.words import (
    CLOSER,
    COMPARING,
    END,
    OPERANDS,
    RESERVED,
    RESERVED_WORDS,
    SIGNS,
    Word,
    expected_words,
    found_words,
)
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
    may_be_asked = found.kind == "NAME" and mistake.last == "NAME" and "AND" in mistake.accepts
    asked = before[-1].text if may_be_asked and before[-1].text not in foreign.NO_OPERAND else None
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
    is_set = mistake.start_rule == "effect" and bool(mistake.before) and mistake.before[0].text == "set"
    if is_set and mistake.text.startswith(":=", at):
        return Mend(at, at + 2, write_instead(":=", "to"))
    sign = foreign.sign_at(mistake.text, at)
    if sign is None:
        return Mend(at, at + 1, unknown_character(mistake.text[at]))
    is_set = is_set and sign == "="
    return Mend(at, at + len(sign), write_instead(sign, "to" if is_set else foreign.SIGNS[sign]))


_HOLE = re.compile(r"\{\s*([\w-]+)\s*\}")
_APOSTROPHE_S = re.compile("['\N{RIGHT SINGLE QUOTATION MARK}]s +([\\w-]+)")


def _sign_of_texts(mistake: Mistake) -> Mend | None:
    """`{card}`, `s's hand`."""
    found, last = mistake.found, mistake.before[-1] if mistake.before else None
    if found.kind:
        return None
    hole = _HOLE.match(mistake.text, found.start)
    if hole is not None:
        return Mend(found.start, hole.end(), write_instead(hole[0], hole[1]))
    owned = _APOSTROPHE_S.match(mistake.text, found.start)
    if owned is None or last is None or last.kind != "NAME" or last.end != found.start:
        return None
    return Mend(last.start, owned.end(), write_instead(mistake.text[last.start : owned.end()], f"{owned[1]} of {last.text}"))


def _per(mistake: Mistake) -> Mend | None:
    """`1/round`, `once a round`, `2 each turn`."""
    found = mistake.found
    if "PER" not in mistake.accepts or " per " in mistake.text[found.end :]:
        return None
    if not found.kind and mistake.text[found.start] == "/":
        return Mend(found.start, found.start + 1, replace(write_instead("/", "per"), suggestion=" per "))
    is_word = found.text in ("a", "an", "each", "every") and bool(mistake.text[found.end :].strip())
    return Mend(found.start, found.end, write_instead(found.text, "per")) if is_word else None


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
    if known is None:
        return None
    start, end, word = known
    may_be = word.upper() in mistake.accepts if word == "where" else "AND" in mistake.accepts or mistake.last in ("IS", "NOT", "AND", "OR")
    if not may_be:
        return None
    return Mend(start, end, write_instead(mistake.text[start:end], word))


def _in_capitals(mistake: Mistake) -> Mend | None:
    """`If a Then b Else c`."""
    for word in (*mistake.before[-1:], mistake.found):
        if word.kind == "NAME" and word.text != word.text.lower() and word.text.lower() in RESERVED_WORDS:
            return Mend(word.start, word.end, write_instead(word.text, word.text.lower()))
    return None


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
    if at is None and mistake.open_brackets() and "WHERE" in mistake.accepts:  # as in `count(c in S if P)`
        at = next(i for i, word in enumerate(mistake.before) if word is mistake.open_brackets()[-1])
    elif mistake.start_rule == "effect":
        return None
    if found.kind not in ("WITH", "IF") or at is None or "WHERE" in kinds[at:]:
        return None
    if found.kind == "IF" and re.search(r"\belse\b", mistake.text[found.end :]):
        return Mend(found.start, found.end, operator_written_otherwise("if", "a choice between values is written `if P then A else B`"))
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
    inner = re.compile(r"\[([^\[\]]*)\]").match(mistake.text, found.start)
    if inner is None:
        return Mend(found.start, found.end, write_instead("[", "("))
    return Mend(found.start, inner.end(), write_instead(inner[0], f"({inner[1]})"))


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
    if [each.kind for each in mistake.before[-3:-1]] == ["NAME", "LPAR"] and mistake.before[-3].text in foreign.FOLDS:
        named = mistake.text[start : mistake.found.end]  # `count(all c in S)`
        return Mend(start, mistake.found.end, write_instead(named, mistake.found.text))
    return Mend(start, end, write_instead(mistake.text[start:end], word))


_EACH_OF = re.compile(r"for(?: *each| +all| +every)\b")


def _for_each(mistake: Mistake) -> Mend | None:
    """`sum(E for each c in S)`, `sum(E foreach c in S)`; at the beginning `for every c in S has Q`."""
    starts = (mistake.found.start, *(word.start for word in mistake.before[-2:]))
    said = next((match for match in (_EACH_OF.match(mistake.text, start) for start in starts) if match), None)
    if said is None or mistake.start_rule == "effect":
        return None
    is_fold = any(word.start < said.start() and word.kind == "LPAR" for word in mistake.before)
    return Mend(said.start(), said.end(), write_instead(said[0], "for" if is_fold else "every"))


def _how_many(mistake: Mistake) -> Mend | None:
    """`number of c in S`, `how many c in S`."""
    words = [word.text for word in (*mistake.before, mistake.found)]
    if mistake.found.kind == "IN" and words[-4:-2] in (["number", "of"], ["amount", "of"]):
        first = mistake.before[-3]
    elif mistake.found.text == "many" and words[-2:-1] == ["how"]:
        first = mistake.before[-1]
    else:
        return None
    said = mistake.text[first.start : mistake.before[-2].end] if mistake.found.kind == "IN" else "how many"
    return Mend(first.start, mistake.found.end, operator_written_otherwise(said, "how many there are is written `count(x in S where P)`"))


def _full_stop(mistake: Mistake) -> Mend | None:
    """`raise pot by 1.`"""
    if mistake.found.kind != END or mistake.last != "DOT" or len(mistake.before) < 3:
        return None
    word, stop = mistake.before[-2:]
    return Mend(word.start, stop.end, write_instead(f"{word.text}.", word.text))


def _times(mistake: Mistake) -> Mend | None:
    """`n x coin`, `2 x my pot`, `twice my pot`."""
    found, last = mistake.found, mistake.before[-1] if mistake.before else None
    rest = mistake.text[found.end :].strip()
    if found.kind == "NAME" and found.text in ("x", "X") and "TIMES" in mistake.accepts and re.match(r"[\w(]", rest):
        return Mend(found.start, found.end, write_instead(found.text, "*"))
    if last is None or found.kind not in ("NAME", "MY", "INT", "LPAR"):
        return None
    if last.text in ("x", "X") and [word.kind for word in mistake.before[-2:-1]] == ["INT"]:
        return Mend(last.start, last.end, write_instead(last.text, "*"))
    if last.text in foreign.FACTORS:
        return Mend(last.start, last.end, write_instead(last.text, foreign.FACTORS[last.text]))
    return None


def _number_word(mistake: Mistake) -> Mend | None:
    """`gain two coin`."""
    last = mistake.before[-1] if mistake.before else None
    if last is None or mistake.found.kind != "NAME" or last.text not in foreign.NUMBERS:
        return None
    return Mend(last.start, last.end, write_instead(last.text, foreign.NUMBERS[last.text]))


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
    if mistake.before[0].text == "draw" and [word.kind for word in mistake.before[1:]] == ["NAME"] and found.text.endswith("s"):
        count = mistake.before[-1]  # `draw hand-size cards from deck`
        return Mend(count.start, found.end, write_instead(f"{count.text} {found.text}", count.text))
    is_next = found.kind == "THEN" and all(word.kind != "IF" for word in mistake.before)
    if is_next or (
        mistake.last == "NAME" and [word.kind for word in mistake.before[-2:-1]] == ["AND"] and _begins_effect(mistake.before[-1])
    ):
        joined = found if is_next else mistake.before[-2]
        return Mend(joined.start, joined.end, several_effects(joined.text))
    # `in` after `if` is a slip for `is in`, which another hint tells.
    if found.kind == "WHERE" or (found.kind == "IN" and all(word.kind != "IF" for word in mistake.before)):
        form = "(S where P)" if found.kind == "WHERE" else "(x in S where P)"
        return Mend(found.start, found.end, selection_in_effect(found.text, form))
    return None


def _begins_effect(word: Word) -> bool:
    """Whether a word may be the verb of an effect."""
    return word.text in foreign.VERBS or word.text in foreign.VERBS.values()


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
    _assignment, _marked_number, _sign_of_texts, _per, _foreign_sign, _written_otherwise, _possessive, _for_each, _foreign_quantifier,
    _how_many, _not_equal, _two_dots, _fraction, _full_stop, _half_an_if, _bracket, _empty_call, _times, _number_word, _effect_order,
    _foreign_word, _not_in_capitals, _in_capitals, _article, _square_brackets, _between_operands,
    _condition_of_selection, _doubled_comparison, _phrase_as_operand, _quantifier, _reserved, _membership, _listed, _worked_out,
    _ordered_before, _compared_selection,
)  # fmt: skip
