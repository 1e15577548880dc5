"""The one table of what may stand where: the reader, the JSON Schemas and the reference of keys are made from it.

Knows each key with its form, a sentence and an example; does not know what the entries of a game mean. Enter at `form.py` for what a key
is, at the file of the section for one of them.
"""

from __future__ import annotations

from custumal.dsl.keys import actions, common, files, nouns, rulebook, rules, scenarios
from custumal.dsl.keys.actions import STEP_NAMES
from custumal.dsl.keys.files import SECTIONS
from custumal.dsl.keys.form import Anything, Entries, Form, Head, Holds, Key, Layout, Leaf, Literal, One, Sentence, Steps, Words

__all__ = [
    "ABOUT_NAMES",
    "FILES",
    "FORMS",
    "SECTION_NAMES",
    "STEP_NAMES",
    "Anything",
    "Entries",
    "Form",
    "Head",
    "Holds",
    "Key",
    "Layout",
    "Leaf",
    "Literal",
    "One",
    "Sentence",
    "Steps",
    "Words",
    "homes",
]

_TABLE = (files, scenarios, rulebook, nouns, actions, rules, common)

FORMS: dict[str, Form] = {form.name: form for part in _TABLE for form in part.FORMS}
"""Every form by name."""

FILES: dict[str, Form] = {
    "game": files.GAME,
    "components": files.COMPONENTS,
    "variant": files.VARIANT,
    "scenario": scenarios.SCENARIOS,
    "accepted": scenarios.ACCEPTED,
    "rulebook": rulebook.RULEBOOK,
}
"""The forms of whole files by kind."""

SECTION_NAMES: tuple[str, ...] = tuple(key.name for key in SECTIONS)
"""The sections of a game in reading order."""


ABOUT_NAMES: tuple[str, ...] = tuple(key.name for key in common.ABOUT)
"""The keys that every entry may have."""


def homes(key: str) -> tuple[Form, ...]:
    """The forms that have this key, in the order of the table."""
    return tuple(form for form in FORMS.values() if key in form.keys)
