"""Variants and their edits."""

from __future__ import annotations

from collections.abc import Iterable

from custumal.dsl.diagnostics.code import ERROR, WARNING, Code
from custumal.dsl.diagnostics.diagnostic import Diagnostic, Problem, Related, Span
from custumal.dsl.diagnostics.wording import did_you_mean, every

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


def no_key_to_change(entry: str, key: str, target: str) -> Problem:
    return EDIT_MISSES.says(f"`{entry}` has no `{key}` that could be changed; write `add: {target}` and `with`.")


def no_neighbour(target: str, wanted: str, near: str | None) -> Problem:
    return EDIT_MISSES.says(f"`{target}` has no neighbour `{wanted}`.", near)


def no_named_steps(entry: str) -> Problem:
    return EDIT_MISSES.says(
        f"`{entry}` has no steps with names between which another could stand; `set: {entry}` or a standing rule can do it."
    )


def all_of_its_entry(target: str, entry: str) -> Problem:
    return EDIT_MISSES.says(f"`{target}` is all that its entry says; remove `{entry}`, or `set` it.")


def several_keys(target: str, keys: Iterable[str]) -> Problem:
    own = every(f"{target}.{key}" for key in keys)
    return EDIT_MISSES.says(f"`{target}` has several keys; set one of {own}, or write `replace`.")


def no_rulebook() -> Problem:
    return EDIT_MISSES.says("The game has no rulebook.")


def no_scenario(scenario: str, near: str | None) -> Problem:
    return EDIT_MISSES.says(f"The game has no scenario `{scenario}`{did_you_mean(near)}", near)


def nothing_there(what: str, target: str, near: str | None) -> Problem:
    """`what` is not there: nothing, no entry, no place."""
    return EDIT_MISSES.says(f"There is {what} at `{target}`{did_you_mean(near)}", near)


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


def not_as_it_was(target: str, there: Span) -> Problem:
    return EDIT_WAS.says(
        f"`{target}` is not this any more; look whether the edit still means the same.", None, Related(there, "what stands there now")
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


def add_exists(target: str, there: Span) -> Problem:
    return EDIT_EXISTS.says(f"There is `{target}` already; change it with `set` or `replace`.", None, Related((there), "here"))


def addition_exists(address: str, there: Span) -> Problem:
    return EDIT_EXISTS.says(f"There is `{address}` already; change it with `edits`.", None, Related(there, "here"))


def section_exists(section: str) -> Problem:
    return EDIT_EXISTS.says(f"The game has `{section}` already; change it with `edits`.")


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


def changed_already(other: str, there: Span) -> Problem:
    return EDIT_TWICE.says(f"Another edit of this variant changes `{other}` already.", None, Related(there, "the other edit"))


def made_already(address: str, there: Span) -> Problem:
    return EDIT_TWICE.says(f"An edit of this variant makes `{address}` already.", None, Related(there, "the edit"))


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


def is_this_already(target: str, there: Span) -> Problem:
    return EDIT_CHANGES_NOTHING.says(f"`{target}` is this already.", None, Related(there, "here"))


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


def never_wiped(target: str) -> Problem:
    return EDIT_WIPES.says(f"An empty value never wipes what is there; write `remove: {target}` if that is meant.")


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


def edit_dangles(needed: list[Diagnostic]) -> Problem:
    """`needed` are the problems of what still names the old."""
    places = list(dict.fromkeys(f"{each.span.file}:{each.span.line}" for each in needed))
    more = f" and {len(places) - _MOST_PLACES} more" if len(places) > _MOST_PLACES else ""
    message = f"What is changed here is still needed as it was, at {', '.join(places[:_MOST_PLACES])}{more}."
    return EDIT_DANGLES.says(message, None, *(Related(each.span, each.message) for each in needed))


_MOST_PLACES = 3


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


def edit_shadowed(later: str, over: Span) -> Problem:
    return EDIT_SHADOWED.says(
        f"`{later}` replaces what is changed here; nothing of it is left.", None, Related(over, f"`{later}` does it here")
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


def overlay_conflict(target: str, earlier: str, later: str, said: str | None, there: Span) -> Problem:
    """`said` is what one of the variants says of such a conflict, `there` where the earlier one changes the target."""
    what = said or f"`{target}` is changed by `{earlier}` too."
    message = f"{what} Choose one, or say `after: [{earlier}]` in `{later}` and give `was` its value."
    return OVERLAY_CONFLICT.says(message, None, Related(there, f"`{earlier}` changes it here"))


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


def order_undeclared(first: str, entry: str, before: Span) -> Problem:
    """`first` is the variant that adds `entry`, which stands `before`."""
    help_ = f"say `after: [{first}]`, or `before` what it stands"
    message = f"`{first}` adds `{entry}` at the same place, and comes first only by its name; {help_}."
    return ORDER_UNDECLARED.says(message, None, Related(before, "the one before it"))


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


def variants_exclude(later: str, earlier: str, other: Span) -> Problem:
    return VARIANTS_EXCLUDE.says(f"`{later}` and `{earlier}` don't go together.", None, Related(other, "the other"))


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


def variants_in_a_circle(names: Iterable[str]) -> Problem:
    return VARIANT_CYCLE.says(f"Variants can't be built on each other: {' → '.join(names)}.")


def variants_after_each_other(waiting: Iterable[str]) -> Problem:
    return VARIANT_CYCLE.says(f"These variants all come after each other: {', '.join(waiting)}.")


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


def missing_variant(variant: str, needed: str, near: str | None) -> Problem:
    return MISSING_VARIANT.says(f"`{variant}` needs the variant `{needed}`, which is not there.", near)


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


def no_variant_for_conflict(name: str, near: str | None) -> Problem:
    return UNKNOWN_VARIANT.says(f"There is no variant `{name}`.", near)


def no_variant(name: str, near: str | None) -> Problem:
    return UNKNOWN_VARIANT.says(f"There is no variant `{name}`{did_you_mean(near)}", near)


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


def variant_of_another_game(variant: str, of: str, game: str, near: str | None) -> Problem:
    return VARIANT_OF.says(f"`{variant}` is a variant of `{of}`, and this is `{game}`.", near)


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


def variant_twice(name: str, other: Span) -> Problem:
    return VARIANT_TWICE.says(f"Two files are called `{name}`.", None, Related(other, "the other one"))


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


def written_for_version(variant: str, wanted: str, game: str | None, version: str) -> Problem:
    return VARIANT_VERSION.says(f"`{variant}` is written for version {wanted} of `{game}`, and this is {version}.", version)


def written_for_other_rules(game: str | None, variant: str, hash_: str) -> Problem:
    return VARIANT_VERSION.says(f"The rules of `{game}` are not those for which `{variant}` is written.", hash_)


# ---------------------------------------------------------------- problems with variants, told at the change that causes them


def changed_by(variant: str, change: Span) -> Related:
    """What is said of the change, at a problem of another variant."""
    return Related(change, f"`{variant}` changes what this needs")


def of_all_changes(found: Diagnostic, variant: str) -> Problem:
    """A problem that several changes cause together, told at the variant."""
    message = f"With the changes of `{variant}`: {found.message}"
    return Problem(found.code, found.severity, message, None, (Related(found.span, "here"), *found.related))


def consequence(problems: list[Diagnostic]) -> Problem:
    """Problems of one sort as one, told at the change."""
    first, *others = problems
    message = f"This change has a consequence at {first.span.file}:{first.span.line}: {first.message}"
    message += f" ({len(others)} more of the sort)" if others else ""
    return Problem(first.code, first.severity, message, None, tuple(Related(each.span, each.message) for each in problems))
