"""The words of the language as people see them."""

from __future__ import annotations

from custumal.dsl.base.frozen import dataclass

END = "$END"
"""The kind that stands for the end of the sentence."""

_WORDS = (
    "if", "then", "else", "otherwise", "or", "and", "not", "in", "is", "are", "has", "where", "every", "some", "no", "for", "each",
    "by", "to", "from", "of", "my", "with", "reversed", "div", "mod", "can", "ignoring", "through", "within", "true", "false", "none",
    "maybe", "up", "among", "exactly", "any", "once", "per",
)  # fmt: skip

RESERVED = {word.upper(): word for word in _WORDS}
"""The words of the grammar by their kind; they can't be names, except after a dot and as ids."""

RESERVED_WORDS = frozenset(RESERVED.values())

SIGNS = {
    "LE": "<=", "GE": ">=", "LT": "<", "GT": ">", "PLUS": "+", "MINUS": "-", "TIMES": "*",
    "LPAR": "(", "RPAR": ")", "LSQB": "[", "RSQB": "]", "COMMA": ",", "DOT": ".",
}  # fmt: skip

_SPELLING = SIGNS | RESERVED


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a sentence: its kind (the name of its terminal, `END`, or "" for an unknown character), text and offsets."""

    kind: str
    text: str
    start: int
    end: int


OPERANDS = frozenset({"INT", "NAME", "LSQB"})
_OPERAND_STARTS = OPERANDS | {"MY", "CAN", "TRUE", "FALSE", "NONE", "LPAR", "MINUS", "IF", "SOME", "NO", "EVERY", "NOT"}
_PREPOSITIONS = frozenset({"TO", "FROM", "BY", "FOR", "WITH"})
_SELECTING = frozenset({"WHERE", "BY", "FROM", "REVERSED", "TO", "IN"})
COMPARING = frozenset({"IS", "ARE", "LT", "LE", "GT", "GE"})
_OPERATORS = COMPARING | {"PLUS", "MINUS", "TIMES", "DIV", "MOD", "AND", "OR", "OTHERWISE", "OF", "DOT", "LPAR"}
CLOSER = {"LPAR": "RPAR", "LSQB": "RSQB"}


def found_words(word: Word) -> str:
    """What stands at a place."""
    return "the end of the sentence" if word.kind == END else f"`{word.text}`"


def expected_words(accepts: frozenset[str], start_rule: str = "expression") -> str:
    """What could stand at a place, as people say it: groups of words by what they are for, never a list of everything."""
    left = set(accepts)
    groups: list[str] = []

    def take(words: frozenset[str], name: str) -> None:
        left.difference_update(words)
        groups.append(name)

    if RESERVED.keys() <= left:
        take(frozenset(RESERVED) | {"NAME"}, "a word")
    if left >= OPERANDS:
        take(_OPERAND_STARTS, "an expression")
    if start_rule == "effect" and left >= _PREPOSITIONS:
        take(_PREPOSITIONS, "a preposition (`to`, `from`, `by`, `for`, `with`)")
    if left >= {"INT", "MAYBE", "NAME"}:
        take(frozenset({"INT", "MAYBE", "NAME", "MINUS"}), "a type")
    if "PLUS" in left:
        take(_OPERATORS | _SELECTING | {"NAME"}, "an operator")
    if "NAME" in left:
        take(frozenset({"NAME"}), "a name")
    if "INT" in left:
        take(frozenset({"INT"}), "a number")
    exact = [f"`{spelling}`" for kind, spelling in _SPELLING.items() if kind in left]
    end = ["the end of the sentence"] if END in left else []
    return alternatives(exact + groups + end)


def alternatives(words: list[str], join: str = "or") -> str:
    """Words as people list them: `a, b or c`."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {join} {words[-1]}"
