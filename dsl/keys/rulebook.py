"""Keys of the rulebook: numbered rules, and rulings where they are silent."""

from __future__ import annotations

import re

from custumal.dsl.keys.common import VERSION_KEY, WHOSE_EXAMPLE
from custumal.dsl.keys.form import Form, Key, form
from custumal.dsl.keys.holds import EXAMPLE_FROM, ID, RULES, TEXT, TEXTS, entries

RULEBOOK = form(
    "rulebook",
    "a rulebook",
    "The numbered rules of a game in our own words, and rulings where they are silent.",
    VERSION_KEY,
    Key("rulebook", ID, "The game.", "sample", required=True),
    Key(
        "rules",
        entries("numbered-rule", "a map of numbered rules", "rule"),
        "The numbered rules.",
        {"R-1": {"section": "Play", "text": "Draw a card."}},
        required=True,
    ),
    Key(
        "rulings",
        entries("ruling", "a map of rulings", "rule"),
        "Decisions where the rules are silent.",
        {"R-RULING-1": {"question": "And ties?", "ruling": "Shared.", "affects": "R-1"}},
        "none",
    ),
    Key(
        "sections",
        entries("label", "a map of sections and texts", "any"),
        "What the sections are called in each language.",
        {"Play": {"en": "Course of play", "fr": "Déroulement"}},
        "as the rules name them",
    ),
)

NUMBERED_RULE = form(
    "numbered-rule",
    "a numbered rule",
    "One rule of the rulebook.",
    Key("section", TEXT, "Where in the rules it stands.", "Play", required=True),
    Key("text", TEXTS, "The rule.", "Draw a card.", required=True),
    Key("example", TEXTS, "An example.", "With two cards in hand you draw one.", "none"),
    Key("example-from", EXAMPLE_FROM, WHOSE_EXAMPLE, "rulebook", "`ours`"),
    Key("kind", TEXT, "What sort of rule it is.", "limit", "an ordinary rule"),
)

RULING = form(
    "ruling",
    "a ruling",
    "A decision where the rules are silent.",
    Key("question", TEXTS, "What is unclear.", "Who wins a tie?", required=True),
    Key("ruling", TEXTS, "How it is decided.", "The place is shared.", required=True),
    Key("affects", RULES, "The rules that it is about.", ["R-1"], "none"),
)

FORMS: tuple[Form, ...] = (RULEBOOK, NUMBERED_RULE, RULING)

_INSIDE = "|".join(dict.fromkeys(name for each in (NUMBERED_RULE, RULING) for name in each.keys))
_ADDRESS = re.compile(rf"rulebook\.(?P<section>\w+)\.(?P<number>.+?)(?:\.(?P<inside>(?:{_INSIDE})(?:\..*)?))?")


def numbered(address: str) -> tuple[str, str, tuple[str, ...]]:
    """What an address in a rulebook speaks of: the section, the number of the rule, which may have dots in it, and the keys inside it.

    Raises:
        ValueError: it is the address of no rule.
    """
    found = _ADDRESS.fullmatch(address)
    if found is None:
        raise ValueError(address)
    return found["section"], found["number"], tuple((found["inside"] or "").split(".")) if found["inside"] else ()
