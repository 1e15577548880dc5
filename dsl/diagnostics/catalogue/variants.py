"""Variants and their edits."""

from __future__ import annotations

from collections.abc import Iterable

from custumal.dsl.diagnostics.code import ERROR, WARNING, Code
from custumal.dsl.diagnostics.diagnostic import Diagnostic, Problem, Related, Span
from custumal.dsl.diagnostics.wording import did_you_mean

OVERLAY_CONFLICT = Code("overlay-conflict", ERROR, "Two variants that are chosen together change the same entry.")


def overlay_conflict(target: str, earlier: str, later: str, said: str | None, there: Span) -> Problem:
    """`said` is what one of the variants says of such a conflict, `there` where the earlier one changes the target."""
    what = said or f"`{target}` is changed by `{earlier}` too."
    message = f"{what} Choose one, or say `after: [{earlier}]` in `{later}` and give `was` its value."
    return OVERLAY_CONFLICT.says(message, None, Related(there, f"`{earlier}` changes it here"))


def replaced_twice(deed: str, earlier: str, later: str, said: str | None, there: Span, *, at_times: bool) -> Problem:
    """Both variants have an `instead` for the deed, of the same rank; `at_times`: under a condition."""
    what = said or f"`{earlier}` and `{later}` {'may both' if at_times else 'both'} replace `{deed}`."
    message = f"{what} Choose one, say `after: [{earlier}]` in `{later}`, or give one of the two rules a higher `rank`."
    return OVERLAY_CONFLICT.says(message, None, Related(there, f"`{earlier}` replaces it here"))


def _replaces(at_times: bool) -> str:
    return "may replace" if at_times else "replaces"


def replaced_and_changed(deed: str, earlier: str, later: str, said: str | None, there: Span, *, at_times: bool) -> Problem:
    """One of them has an `instead` for the deed, of which nothing comes to pass then, and the other changes it."""
    what = said or f"Of `{earlier}` and `{later}` one {_replaces(at_times)} `{deed}`, and the other changes it."
    return OVERLAY_CONFLICT.says(f"{what} Choose one, or say `after: [{earlier}]` in `{later}`.", None, Related(there, f"`{earlier}` here"))


def replaced_around(deed: str, earlier: str, later: str, said: str | None, there: Span, *, at_times: bool) -> Problem:
    """One of them has a rule at the deed, which stands in one for which the other has an `instead`."""
    what = said or f"Of `{earlier}` and `{later}` one {_replaces(at_times)} that in which `{deed}` stands, where the other has a rule."
    return OVERLAY_CONFLICT.says(f"{what} Choose one, or say `after: [{earlier}]` in `{later}`.", None, Related(there, f"`{earlier}` here"))


def no_players_in_common(earlier: str, theirs: str, later: str, ours: str, said: str | None, there: Span) -> Problem:
    """The two are for different numbers of players."""
    what = said or f"No number of players suits both: `{later}` is for {ours}, `{earlier}` for {theirs}."
    return OVERLAY_CONFLICT.says(f"{what} Choose one.", None, Related(there, f"`{earlier}` says so here"))


ORDER_UNDECLARED = Code(
    "order-undeclared",
    WARNING,
    "Two variants add steps (or choices, or what is compared) at the same place, and nothing says which comes first; it goes by "
    "their names.",
)


def order_undeclared(first: str, entry: str, before: Span) -> Problem:
    """`first` is the variant that adds `entry`, which stands `before`."""
    help_ = f"say `after: [{first}]`, or `before` what it stands"
    message = f"`{first}` adds `{entry}` at the same place, and comes first only by its name; {help_}."
    return ORDER_UNDECLARED.says(message, None, Related(before, "the one before it"))


def hooks_unordered(deed: str, head: str, earlier: str, there: Span) -> Problem:
    """Two variants let something happen at the same time, by rules of the same rank."""
    help_ = f"say `after: [{earlier}]`, or give one a `rank`"
    message = f"`{earlier}` has a rule with `{head}: {deed}` too, and comes first only by its name; {help_}."
    return ORDER_UNDECLARED.says(message, None, Related(there, "the one before it"))


VARIANTS_EXCLUDE = Code("variants-exclude", ERROR, "Two variants are chosen of which one says that they don't go together.")


def variants_exclude(later: str, earlier: str, other: Span) -> Problem:
    return VARIANTS_EXCLUDE.says(f"`{later}` and `{earlier}` don't go together.", None, Related(other, "the other"))


VARIANT_CYCLE = Code("variant-cycle", ERROR, "Variants come after each other in a circle, or are variants of each other.")


def variants_in_a_circle(names: Iterable[str]) -> Problem:
    return VARIANT_CYCLE.says(f"Variants can't be built on each other: {' → '.join(names)}.")


def variants_after_each_other(waiting: Iterable[str]) -> Problem:
    return VARIANT_CYCLE.says(f"These variants all come after each other: {', '.join(waiting)}.")


MISSING_VARIANT = Code("missing-variant", ERROR, "A variant needs another one that is not there.")


def missing_variant(variant: str, needed: str, near: str | None) -> Problem:
    return MISSING_VARIANT.says(f"`{variant}` needs the variant `{needed}`, which is not there.", near)


UNKNOWN_VARIANT = Code(
    "unknown-variant", WARNING, "`after`, `excludes` or `conflicts` names a variant that is nowhere; its name is probably misspelt."
)


def no_variant_for_conflict(name: str, near: str | None) -> Problem:
    return UNKNOWN_VARIANT.says(f"There is no variant `{name}`.", near)


def no_variant(name: str, near: str | None) -> Problem:
    return UNKNOWN_VARIANT.says(f"There is no variant `{name}`{did_you_mean(near)}", near)


VARIANT_OF = Code(
    "variant-of", ERROR, "A variant is chosen for another game than the one that it changes, or what it changes is not there."
)


def belongs_to_no_game(why: str, near: str | None) -> Problem:
    """`why` may be empty."""
    return VARIANT_OF.says(why or "There is no game to which this belongs.", near)


def accepted_of_another(named: str, variant: str) -> Problem:
    """A file that stands beside another variant than the one that it names."""
    return VARIANT_OF.says(f"This says what is accepted of `{named}`, but stands beside `{variant}`.", variant)


def variant_beside_another(variant: str, named: str, there: Span) -> Problem:
    """A variant whose file, and the one beside it, go by another name than it has."""
    return VARIANT_OF.says(
        f"This is called `{variant}`, but its file, and the one of what is accepted beside it, `{named}`.",
        named,
        Related(there, "what is accepted"),
    )


def accepted_of_none(variant: str) -> Problem:
    """`variant` is the file that should stand there."""
    return VARIANT_OF.says(f"There is no variant beside this: `{variant}` is not there.")


def no_part_of_game(file: str, key: str | None, near: str | None) -> Problem:
    """`key` is one at the top of the file that is like `near`, which would say what the file is."""
    if key is None or near is None:
        return VARIANT_OF.says(
            f"`{file}` is no part of this game: none of its files includes it, and no `variant` or `scenarios` at its top says what it is."
        )
    return VARIANT_OF.says(f"`{file}` does not say what it is, so that nothing in it counts: it has `{key}`{did_you_mean(near)}", near)


def not_among_scenarios(kind: str, key: str, place: str) -> Problem:
    """A file among those of scenarios that is something else, which lies in `place`; `key` is the one at its top that says so, perhaps
    misspelt, or "" where the keys that it has only let one think so."""
    if key == kind:
        return VARIANT_OF.says(f"A {kind} lies in {place}, not among the files of scenarios.")
    seems = f"This seems to be a {kind}, which lies in {place}, not among the files of scenarios"
    if not key:
        return VARIANT_OF.says(f"{seems}; `{kind}` is missing.")
    return VARIANT_OF.says(f"{seems}: it has `{key}`{did_you_mean(kind)}", kind)


def variant_of_another_game(variant: str, of: str, game: str, near: str | None) -> Problem:
    return VARIANT_OF.says(f"`{variant}` is a variant of `{of}`, and this is `{game}`.", near)


VARIANT_TWICE = Code("variant-twice", ERROR, "Two chosen files have the same id.")


def variant_twice(name: str, other: Span) -> Problem:
    return VARIANT_TWICE.says(f"Two files are called `{name}`.", None, Related(other, "the other one"))


VARIANT_VERSION = Code("variant-version", ERROR, "A variant is written for another version of the game.")


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
