"""The values that keys hold, each named once."""

from __future__ import annotations

from custumal.dsl.keys.form import Anything, Entries, Holds, Literal, One, Sentence, Steps, Words

EXPRESSION = Holds("an expression", Sentence("expression"), deep=True)
TRUTH = Holds("a truth", Sentence("expression"))
AMOUNT = Holds("an expression", Sentence("expression"))
LOOP = Holds("a loop `x in S`", Sentence("loop"))
TYPE = Holds("a type", Sentence("type"))
CONTENTS = Holds("`one KIND` or `KIND`", Sentence("contents"))
LIMIT = Holds("a limit such as `once per turn`", Sentence("limit"))
PICK = Holds("`any`, `up to E` or a number", Sentence("pick"))
PATH = Holds("an address", Sentence("path"))
STEP = Holds("a step", Sentence("path"))
ADDRESSES = Holds("an address or a list of addresses", Sentence("path"), items=PATH)
WINDOW = Holds("a window", Sentence("path"))
WINDOWS = Holds("a window or a list of windows", Sentence("path"), items=WINDOW)
CHOICE = Holds("a choice key", Sentence("choice"))
CHOICE_KEYS = Holds("a list of choice keys", items=CHOICE)
CANDIDATES = Holds("a choice such as `my hand`", Sentence("choices"), deep=True)

EFFECT = Holds("an effect", Sentence("effect"))
EFFECTS = Holds("an effect or a list of effects", Sentence("effect"), items=EFFECT)
ITEM = Holds("an effect or a step", Sentence("effect"), map=One("step"))
BODY = Holds("an effect, a list of effects, a step or named steps", Sentence("effect"), items=ITEM, map=Steps())

NUMBER = Holds("a number", Literal("number"))
FLAG = Holds("`true` or `false`", Literal("truth"))
TEXT = Holds("a text", Literal("text"))
TEXTS = Holds("a text, or a map of texts by language", Literal("text"), map=Entries("translation", "language"))
ID = Holds("an id", Literal("id"))
IDS = Holds("a list of ids", items=ID)
NAME = Holds("an id", Literal("name"))
POINTS = Holds("a list of ids", items=NAME)
NAMES = Holds("a name or a list of names", Literal("id"), items=ID)
ID_ROWS = Holds("a list of lists of ids", items=IDS)
RULE_ID = Holds("the id of a numbered rule", Literal("rule"))
RULES = Holds("the id of a numbered rule, or a list of such", Literal("rule"), items=RULE_ID)
DATA = Holds("data", Literal("any"), deep=True, map=Anything())
TEXT_LIST = Holds("a list of texts", items=TEXT)


def words(*choices: str) -> Holds:
    """One of these words."""
    quoted = [f"`{word}`" for word in choices]
    return Holds(", ".join(quoted[:-1]) + " or " + quoted[-1] if len(quoted) > 1 else quoted[0], Words(choices))


def entries(form: str, what: str, ids: str = "id") -> Holds:
    """A map of entries; `ids` as in `Entries`."""
    return Holds(what, map=Entries(form, ids))


SEEN_BY = Holds("`all`, `owner`, `nobody` or a set of seats", Sentence("expression"), deep=True)
COST = Holds("a bundle, or a map of resources and amounts", Sentence("expression"), map=Entries("amount"))
LETS = entries("name", "a map of names and expressions", "name")
OF_VARIANT = "variant"
"""Where a value comes from that a variant wrote without saying where from."""
SOURCE = words("rulebook", "deduced", "public", "reconstructed", OF_VARIANT)
PROVENANCE = Holds(f"{SOURCE.what}, or a map of columns and these", SOURCE.scalar, map=Entries("column-source"))
ROW_PROVENANCE = Holds(f"{SOURCE.what}, or a map of rows and these", SOURCE.scalar, map=Entries("column-source", "number"))
EXAMPLE_FROM = words("rulebook", "completed", "ours")
SIZES = Holds("a list of sizes", items=AMOUNT)
