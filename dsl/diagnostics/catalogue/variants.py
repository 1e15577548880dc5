"""Variants and their edits."""

from __future__ import annotations

from custumal.dsl.diagnostics.code import ERROR, WARNING, Code
from custumal.dsl.diagnostics.diagnostic import Problem

EDIT_MISSES = Code(
    "edit-misses",
    ERROR,
    "An edit names something that the game does not have; nothing would be changed.",
    form="variant",
    failing="""
        custumal: 1
        variant: few-cards
        of: example
        edits:
          fewer: {set: values.hand-limt, was: 3, to: 2}
        """,
    mended="""
        custumal: 1
        variant: few-cards
        of: example
        edits:
          fewer: {set: values.hand-limit, was: 3, to: 2}
        """,
)

EDIT_WAS = Code(
    "edit-was",
    ERROR,
    "`was` says what stood there when the variant was written, and now something else does.",
    reason="Look whether the edit still means the same.",
    form="variant",
    failing="""
        custumal: 1
        variant: few-cards
        of: example
        edits:
          fewer: {set: values.hand-limit, was: 4, to: 2}
        """,
    mended="""
        custumal: 1
        variant: few-cards
        of: example
        edits:
          fewer: {set: values.hand-limit, was: 3, to: 2}
        """,
)

EDIT_EXISTS = Code(
    "edit-exists",
    ERROR,
    "A variant adds what the game has already.",
    reason="Change it with `edits`.",
    form="variant",
    failing="""
        custumal: 1
        variant: few-cards
        of: example
        values:
          hand-limit: 2
        """,
    mended="""
        custumal: 1
        variant: few-cards
        of: example
        edits:
          fewer: {set: values.hand-limit, was: 3, to: 2}
        """,
)

EDIT_TWICE = Code(
    "edit-twice",
    ERROR,
    "Two edits of one variant change the same entry, or one inside the other.",
    form="variant",
    failing="""
        custumal: 1
        variant: few-cards
        of: example
        edits:
          fewer: {set: values.hand-limit, was: 3, to: 2}
          fewest: {set: values.hand-limit, was: 3, to: 1}
        """,
    mended="""
        custumal: 1
        variant: few-cards
        of: example
        edits:
          fewer: {set: values.hand-limit, was: 3, to: 2}
        """,
)

EDIT_CHANGES_NOTHING = Code(
    "edit-changes-nothing",
    WARNING,
    "An edit sets what is there already.",
    form="variant",
    failing="""
        custumal: 1
        variant: few-cards
        of: example
        edits:
          fewer: {set: values.hand-limit, was: 3, to: 3}
        """,
    mended="""
        custumal: 1
        variant: few-cards
        of: example
        edits:
          fewer: {set: values.hand-limit, was: 3, to: 2}
        """,
)

EDIT_WIPES = Code(
    "edit-wipes",
    ERROR,
    "An edit sets an entry, or a whole map of entries, to nothing.",
    reason="An empty value never wipes what is there; write `remove` if that is meant.",
    form="variant",
    failing="""
        custumal: 1
        variant: few-cards
        of: example
        edits:
          none-left:
            set: values
            to: {}
        """,
    mended="""
        custumal: 1
        variant: few-cards
        of: example
        edits:
          fewer: {set: values.hand-limit, was: 3, to: 2}
        """,
)

EDIT_DANGLES = Code(
    "edit-dangles",
    ERROR,
    "Something is removed, or made into something else, that rules or scenarios still name; all these places are listed.",
    reason="Change them too, or list the scenarios under `breaks`.",
    form="variant",
    failing="""
        custumal: 1
        variant: few-cards
        of: example
        edits:
          no-limit: {remove: values.hand-limit}
        """,
    mended="""
        custumal: 1
        variant: few-cards
        of: example
        edits:
          fewer: {set: values.hand-limit, was: 3, to: 2}
        """,
)

EDIT_SHADOWED = Code(
    "edit-shadowed",
    WARNING,
    "A variant that comes later replaces what is changed here, without saying by `was` that it knows of it.",
    form="variant",
    files=(
        (
            "variants/one-card",
            """
        custumal: 1
        variant: one-card
        of: example
        edits:
          one: {set: values.hand-limit, was: 3, to: 1}
        """,
        ),
    ),
    failing="""
        custumal: 1
        variant: few-cards
        of: example
        after: [one-card]
        edits:
          fewer: {set: values.hand-limit, to: 2}
        """,
    mended="""
        custumal: 1
        variant: few-cards
        of: example
        after: [one-card]
        edits:
          fewer: {set: values.hand-limit, was: 1, to: 2}
        """,
)

OVERLAY_CONFLICT = Code(
    "overlay-conflict",
    ERROR,
    "Two variants that are chosen together change the same entry.",
    reason="Choose one, or let one come `after` the other and give `was` its result. What should add up is a rule with `modify`.",
    form="variant",
    files=(
        (
            "variants/one-card",
            """
        custumal: 1
        variant: one-card
        of: example
        edits:
          one: {set: values.hand-limit, was: 3, to: 1}
        """,
        ),
    ),
    failing="""
        custumal: 1
        variant: few-cards
        of: example
        edits:
          fewer: {set: values.hand-limit, was: 3, to: 2}
        """,
    mended="""
        custumal: 1
        variant: few-cards
        of: example
        standing:
          fewer: {modify: values.hand-limit, add: -1}
        """,
)

ORDER_UNDECLARED = Code(
    "order-undeclared",
    WARNING,
    (
        "Two variants add steps (or choices, or what is compared) at the same place, and nothing says which comes first; it goes by "
        "their names."
    ),
    reason="Let one come `after` the other.",
    form="variant",
    files=(
        (
            "variants/late-guests",
            """
        custumal: 1
        variant: late-guests
        of: example
        edits:
          late: {add: play.round.late, after: turn, with: {each: s in seats, do: gain 1 coin for s}}
        """,
        ),
    ),
    failing="""
        custumal: 1
        variant: few-cards
        of: example
        edits:
          later: {add: play.round.later, after: turn, with: {each: s in seats, do: gain 1 hay for s}}
        """,
    mended="""
        custumal: 1
        variant: few-cards
        of: example
        after: [late-guests]
        edits:
          later: {add: play.round.later, after: late, with: {each: s in seats, do: gain 1 hay for s}}
        """,
)

VARIANTS_EXCLUDE = Code(
    "variants-exclude",
    ERROR,
    "Two variants are chosen of which one says that they don't go together.",
    form="variant",
    files=(
        (
            "variants/one-card",
            """
        custumal: 1
        variant: one-card
        of: example
        edits:
          one: {set: values.hand-limit, was: 3, to: 1}
        """,
        ),
    ),
    failing="""
        custumal: 1
        variant: few-cards
        of: example
        excludes: [one-card]
        standing:
          fewer: {modify: values.hand-limit, add: -1}
        """,
    mended="""
        custumal: 1
        variant: few-cards
        of: example
        standing:
          fewer: {modify: values.hand-limit, add: -1}
        """,
)

VARIANT_CYCLE = Code(
    "variant-cycle",
    ERROR,
    "Variants come after each other in a circle, or are variants of each other.",
    form="variant",
    failing="""
        custumal: 1
        variant: few-cards
        of: few-cards
        standing:
          fewer: {modify: values.hand-limit, add: -1}
        """,
    mended="""
        custumal: 1
        variant: few-cards
        of: example
        standing:
          fewer: {modify: values.hand-limit, add: -1}
        """,
)

MISSING_VARIANT = Code(
    "missing-variant",
    ERROR,
    "A variant needs another one that is not there.",
    form="variant",
    failing="""
        custumal: 1
        variant: few-cards
        of: example
        requires: [one-crad]
        standing:
          fewer: {modify: values.hand-limit, add: -1}
        """,
    mended="""
        custumal: 1
        variant: few-cards
        of: example
        standing:
          fewer: {modify: values.hand-limit, add: -1}
        """,
)

UNKNOWN_VARIANT = Code(
    "unknown-variant",
    WARNING,
    "`after`, `excludes` or `conflicts` names a variant that is nowhere; its name is probably misspelt.",
    form="variant",
    files=(
        (
            "variants/one-card",
            """
        custumal: 1
        variant: one-card
        of: example
        standing:
          one: {modify: values.hand-limit, add: -1}
        """,
        ),
    ),
    failing="""
        custumal: 1
        variant: few-cards
        of: example
        after: [one-crad]
        standing:
          fewer: {modify: values.hand-limit, add: -1}
        """,
    mended="""
        custumal: 1
        variant: few-cards
        of: example
        after: [one-card]
        standing:
          fewer: {modify: values.hand-limit, add: -1}
        """,
)

VARIANT_OF = Code(
    "variant-of",
    ERROR,
    "A variant is chosen for another game than the one that it changes, or what it changes is not there.",
    form="variant",
    failing="""
        custumal: 1
        variant: few-cards
        of: exampel
        standing:
          fewer: {modify: values.hand-limit, add: -1}
        """,
    mended="""
        custumal: 1
        variant: few-cards
        of: example
        standing:
          fewer: {modify: values.hand-limit, add: -1}
        """,
)


def belongs_to_no_game(why: str, near: str | None) -> Problem:
    """`why` may be empty."""
    return VARIANT_OF.says(why or "There is no game to which this belongs.", near)


VARIANT_TWICE = Code(
    "variant-twice",
    ERROR,
    "Two chosen files have the same id.",
    form="variant",
    files=(
        (
            "variants/one-card",
            """
        custumal: 1
        variant: one-card
        of: example
        standing:
          one: {modify: values.hand-limit, add: -1}
        """,
        ),
    ),
    failing="""
        custumal: 1
        variant: one-card
        of: example
        standing:
          fewer: {modify: values.hand-limit, add: -1}
        """,
    mended="""
        custumal: 1
        variant: few-cards
        of: example
        standing:
          fewer: {modify: values.hand-limit, add: -1}
        """,
)

VARIANT_VERSION = Code(
    "variant-version",
    ERROR,
    "A variant is written for another version of the game.",
    form="variant",
    failing="""
        custumal: 1
        variant: few-cards
        of: example
        of-version: "2.0"
        standing:
          fewer: {modify: values.hand-limit, add: -1}
        """,
    mended="""
        custumal: 1
        variant: few-cards
        of: example
        standing:
          fewer: {modify: values.hand-limit, add: -1}
        """,
)
