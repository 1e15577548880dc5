"""What variants change of their game."""

from __future__ import annotations

from collections.abc import Iterable

from custumal.dsl.diagnostics.code import ERROR, NOTE, WARNING, Code
from custumal.dsl.diagnostics.diagnostic import Diagnostic, Problem, Related, Span
from custumal.dsl.diagnostics.wording import did_you_mean, every

EDIT_MISSES = Code("edit-misses", ERROR, "An edit names something that the game does not have; nothing would be changed.")


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


EDIT_WAS = Code("edit-was", ERROR, "`was` says what stood there when the variant was written, and now something else does.")


def not_as_it_was(target: str, there: Span) -> Problem:
    return EDIT_WAS.says(
        f"`{target}` is not this any more; look whether the edit still means the same.", None, Related(there, "what stands there now")
    )


EDIT_EXISTS = Code("edit-exists", ERROR, "A variant adds what the game has already.")


def add_exists(target: str, there: Span) -> Problem:
    return EDIT_EXISTS.says(f"There is `{target}` already; change it with `set` or `replace`.", None, Related((there), "here"))


def addition_exists(address: str, there: Span) -> Problem:
    return EDIT_EXISTS.says(f"There is `{address}` already; change it with `edits`.", None, Related(there, "here"))


def section_exists(section: str) -> Problem:
    return EDIT_EXISTS.says(f"The game has `{section}` already; change it with `edits`.")


EDIT_TWICE = Code("edit-twice", ERROR, "Two edits of one variant change the same entry, or one inside the other.")


def changed_already(other: str, there: Span) -> Problem:
    return EDIT_TWICE.says(f"Another edit of this variant changes `{other}` already.", None, Related(there, "the other edit"))


def made_already(address: str, there: Span) -> Problem:
    return EDIT_TWICE.says(f"An edit of this variant makes `{address}` already.", None, Related(there, "the edit"))


EDIT_CHANGES_NOTHING = Code("edit-changes-nothing", WARNING, "An edit sets what is there already.")


def is_this_already(target: str, there: Span) -> Problem:
    return EDIT_CHANGES_NOTHING.says(f"`{target}` is this already.", None, Related(there, "here"))


EDIT_WIPES = Code("edit-wipes", ERROR, "An edit sets an entry, or a whole map of entries, to nothing.")


def never_wiped(target: str) -> Problem:
    return EDIT_WIPES.says(f"An empty value never wipes what is there; write `remove: {target}` if that is meant.")


EDIT_DANGLES = Code(
    "edit-dangles",
    ERROR,
    "Something is removed, or made into something else, that rules or scenarios still name; all these places are listed.",
)


def edit_dangles(needed: list[Diagnostic]) -> Problem:
    """`needed` are the problems of what still names the old."""
    places = list(dict.fromkeys(f"{each.span.file}:{each.span.line}" for each in needed))
    more = f" and {len(places) - _MOST_PLACES} more" if len(places) > _MOST_PLACES else ""
    message = f"What is changed here is still needed as it was, at {', '.join(places[:_MOST_PLACES])}{more}."
    return EDIT_DANGLES.says(message, None, *(Related(each.span, each.message) for each in needed))


_MOST_PLACES = 3


EDIT_SHADOWED = Code(
    "edit-shadowed", WARNING, "An edit replaces what another variant has changed before it, without saying by `was` that it knows of it."
)


def edit_shadowed(earlier: str, target: str, there: Span) -> Problem:
    return EDIT_SHADOWED.says(
        f"Nothing is left of what `{earlier}` changes at `{target}`; `was` with its value says that this is meant.",
        None,
        Related(there, f"`{earlier}` changes it here"),
    )


NOT_REWORDED = Code(
    "not-reworded",
    NOTE,
    "Numbered rules rest on what is changed here, and no rule tells of the change: the printed rulebook marks them as changed, but their "
    "sentences say what was before.",
)


def not_reworded(variant: str, rules: list[str], address: str) -> Problem:
    """`address` is that of the text of the first of the rules."""
    named = ", ".join(f"`{rule}`" for rule in rules)
    whose = "This numbered rule rests" if len(rules) == 1 else "These numbered rules rest"
    which = "it" if len(rules) == 1 else "them"
    help_ = f"Word {which} anew (`set: {address}`), or name under `stands` what is still right as it stands."
    return NOT_REWORDED.says(f"{whose} on what `{variant}` changes here: {named}. {help_}")


STANDS_ANYWAY = Code("stands-anyway", WARNING, "Under `stands` there is a numbered rule that needs no word of it.")


def stands_anyway(rule: str) -> Problem:
    return STANDS_ANYWAY.says(f"`{rule}` does not rest on anything that this variant changes without a rule that tells of it.")
