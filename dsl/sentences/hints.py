"""What to say about a sentence that can't be read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from custumal.dsl.sentences.words import CLOSER, COMPARING, END, OPERANDS, RESERVED, SIGNS, Word, expected_words, found_words


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


@dataclass(frozen=True, slots=True)
class Mend:
    """What to report: code, message, the text from `start` to `end` that is wrong, what should stand there instead."""

    code: str
    message: str
    start: int
    end: int
    suggestion: str | None = None
    related: tuple[tuple[int, int, str], ...] = ()


def explain(mistake: Mistake) -> Mend:
    """The most helpful thing to say about a mistake."""
    for hint in _HINTS:
        mend = hint(mistake)
        if mend is not None:
            return mend
    found = mistake.found
    message = f"found {found_words(found)}, expected {expected_words(mistake.accepts, mistake.start_rule)}"
    return Mend("syntax", message, found.start, found.end)


# ---------------------------------------------------------------- hints
# Each looks at one mistake and knows what to say, or gives None. The first that knows is heard.

_FOREIGN = {
    "==": "is", "=": "is", "!==": "is not", "!=": "is not", "<>": "is not", "≠": "is not", "∈": "is in",
    "=>": ">=", "=<": "<=", "≤": "<=", "≥": ">=",
    "&&": "and", "&": "and", "∧": "and", "||": "or", "|": "or", "\N{LOGICAL OR}": "or", "!": "not", "¬": "not",
    "/": "div", "÷": "div", "%": "mod", "\N{MULTIPLICATION SIGN}": "*", "·": "*", "\N{MINUS SIGN}": "-", "\N{EN DASH}": "-",
}  # fmt: skip

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


def _foreign_sign(mistake: Mistake) -> Mend | None:
    if mistake.found.kind:
        return None
    at = mistake.found.start
    for sign in sorted(_FOREIGN, key=len, reverse=True):
        if mistake.text.startswith(sign, at):
            word = _FOREIGN[sign]
            return Mend("syntax", f"found `{sign}`; write `{word}`", at, at + len(sign), word)
    character = mistake.text[at]
    why = _WHY_NOT.get(character, "this character means nothing in a sentence")
    return Mend("unknown-character", f"found `{character}`; {why}", at, at + 1, "-" if character == "_" else None)


def _not_equal(mistake: Mistake) -> Mend | None:
    """`<>`, whose halves are both words of the language."""
    found = mistake.found
    if found.kind != "GT" or mistake.last != "LT" or mistake.before[-1].end != found.start:
        return None
    return Mend("syntax", "found `<>`; write `is not`", found.start - 1, found.end, "is not")


def _fraction(mistake: Mistake) -> Mend | None:
    found = mistake.found
    if found.kind != "INT" or [word.kind for word in mistake.before[-2:]] != ["INT", "DOT"]:
        return None
    start = mistake.before[-2].start
    message = f"found `{mistake.text[start : found.end]}`; all numbers are whole, and `div` divides them"
    return Mend("syntax", message, start, found.end)


def _half_an_if(mistake: Mistake) -> Mend | None:
    found = mistake.found
    if found.kind not in (END, "RPAR", "RSQB", "COMMA") or mistake.accepts >= RESERVED.keys():
        return None
    if "THEN" in mistake.accepts:
        what, closer = "`if` has no `then`; it is written `if P then A else B`", "IF"
    elif "ELSE" in mistake.accepts:
        what, closer = "`if` has no `else`; it is written `if P then A else B`", "IF"
    elif "HAS" in mistake.accepts:
        what, closer = "`every` has no `has`; it is written `every x in S has Q` or `every x in S where P has Q`", "EVERY"
    else:
        return None
    opening = next(word for word in reversed(mistake.before) if word.kind == closer)
    return Mend("syntax", f"found {found_words(found)}, but {what}", found.start, found.end, None, (_here(opening),))


def _here(opening: Word) -> tuple[int, int, str]:
    return opening.start, opening.end, f"`{opening.text}` is here"


def _bracket(mistake: Mistake) -> Mend | None:
    """A bracket that is never closed, closed by the wrong one, or never opened."""
    found, opened = mistake.found, mistake.open_brackets()
    if found.kind in CLOSER.values() and not opened:
        return Mend("unopened-bracket", f"found `{found.text}`, but no bracket is open here", found.start, found.end)
    if not opened or CLOSER[opened[-1].kind] not in mistake.accepts:
        return None
    opening = opened[-1]
    closer = SIGNS[CLOSER[opening.kind]]
    related = ((opening.start, opening.end, "the bracket is opened here"),)
    if found.kind == END:
        return Mend("unclosed-bracket", f"`{opening.text}` is never closed, expected `{closer}`", found.start, found.end, closer, related)
    if found.kind in CLOSER.values():
        message = f"found `{found.text}`, but `{opening.text}` is closed by `{closer}`"
        return Mend("unclosed-bracket", message, found.start, found.end, closer, related)
    return None


def _empty_call(mistake: Mistake) -> Mend | None:
    found = mistake.found
    if found.kind != "RPAR" or [word.kind for word in mistake.before[-2:]] != ["NAME", "LPAR"]:
        return None
    name = mistake.before[-2]
    return Mend("syntax", f"`{name.text}` takes nothing here; leave out the parentheses", name.start, found.end, name.text)


def _membership(mistake: Mistake) -> Mend | None:
    found = mistake.found
    if found.kind == "IN":
        return Mend("syntax", "found `in`; whether something is a member is written `is in`", found.start, found.end, "is in")
    if found.kind == "NOT" and mistake.accepts & COMPARING and mistake.text[found.end :].split()[:1] == ["in"]:
        end = mistake.text.index("in", found.end) + 2
        return Mend("syntax", "found `not in`; that something is no member is written `is not in`", found.start, end, "is not in")
    return None


def _doubled_comparison(mistake: Mistake) -> Mend | None:
    found = mistake.found
    if found.kind not in COMPARING:
        return None
    if mistake.last in ("IS", "ARE"):
        start = mistake.before[-1].start
        message = f"found `{mistake.text[start : found.end]}`; a comparison has one sign, write `{found.text}`"
        return Mend("syntax", message, start, found.end, found.text)
    if "AND" in mistake.accepts:
        return Mend("syntax", f"found `{found.text}` after a comparison; two comparisons are joined by `and`", found.start, found.end)
    return None


def _phrase_as_operand(mistake: Mistake) -> Mend | None:
    found = mistake.found
    if found.kind not in ("IF", "SOME", "NO", "EVERY", "NOT") or not mistake.accepts >= OPERANDS:
        return None
    return Mend("syntax", f"found `{found.text}`; as a part of an operation it stands in parentheses", found.start, found.end)


def _quantifier(mistake: Mistake) -> Mend | None:
    word = {"EACH": "every", "ANY": "some"}.get(mistake.found.kind)
    if word is None or not mistake.accepts >= OPERANDS or "EVERY" not in mistake.accepts:
        return None
    found = mistake.found
    return Mend("syntax", f"found `{found.text}`; write `{word}`", found.start, found.end, word)


def _effect_order(mistake: Mistake) -> Mend | None:
    found = mistake.found
    if mistake.start_rule != "effect":
        return None
    if found.kind == "IF" and not mistake.before:
        return Mend("syntax", "found `if`; an effect begins with its verb, and its condition comes last", found.start, found.end)
    # `in` after `if` is a slip for `is in`, which another hint tells.
    if found.kind == "WHERE" or (found.kind == "IN" and all(word.kind != "IF" for word in mistake.before)):
        form = "(S where P)" if found.kind == "WHERE" else "(x in S where P)"
        message = f"found `{found.text}`; in an effect a selection stands in parentheses, as in `discard {form}`"
        return Mend("syntax", message, found.start, found.end)
    return None


def _listed(mistake: Mistake) -> Mend | None:
    found = mistake.found
    if found.kind != "COMMA" or mistake.open_brackets() or "PLUS" not in mistake.accepts:
        return None
    return Mend("syntax", "found `,`; several things are a list, written `[a, b]`", found.start, found.end)


def _compared_selection(mistake: Mistake) -> Mend | None:
    """`A is S where P`, whose selection would end the comparison."""
    found = mistake.found
    if found.kind not in ("WHERE", "BY", "REVERSED") or not any(word.kind in COMPARING for word in mistake.before):
        return None
    message = f"found `{found.text}`; a selection that is compared stands in parentheses, as in `A is (S where P)`"
    return Mend("syntax", message, found.start, found.end)


_NEVER_OPERATORS = frozenset({"UP", "PER", "ONCE", "MAYBE", "AMONG", "EXACTLY", "ANY", "EACH", "WITH", "IGNORING", "THROUGH", "WITHIN"})


def _reserved(mistake: Mistake) -> Mend | None:
    """A word of the language where only a name can stand, or one that could be nothing but a name."""
    found, accepts = mistake.found, mistake.accepts
    if found.kind not in RESERVED or "NAME" not in accepts:
        return None
    if accepts <= {"NAME", "MAYBE"} or (accepts >= OPERANDS and found.kind in _NEVER_OPERATORS):
        message = f"found `{found.text}`, expected a name; `{found.text}` is a word of the language and can be a name only after a dot"
        return Mend("reserved-word", message, found.start, found.end)
    return None


def _worked_out(mistake: Mistake) -> Mend | None:
    """An amount that is worked out, with its resource behind it as behind a number."""
    found = mistake.found
    if found.kind != "NAME" or not mistake.before or mistake.before[0].text not in ("gain", "lose") or mistake.last not in ("RPAR", "NAME"):
        return None
    message = f"found `{found.text}`; an amount that is worked out is multiplied by its resource: `* {found.text}`"
    return Mend("syntax", message, found.start, found.end, f"* {found.text}")


_HINTS: tuple[Callable[[Mistake], Mend | None], ...] = (
    _foreign_sign, _not_equal, _fraction, _half_an_if, _bracket, _empty_call, _effect_order, _doubled_comparison,
    _phrase_as_operand, _quantifier, _reserved, _membership, _listed, _worked_out, _compared_selection,
)  # fmt: skip
