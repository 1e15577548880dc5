"""Rulebooks that are cited, labels, translations."""

from __future__ import annotations

from collections.abc import Iterable

from custumal.dsl.diagnostics.code import ERROR, NOTE, WARNING, Code
from custumal.dsl.diagnostics.diagnostic import Problem, Related, Span
from custumal.dsl.diagnostics.wording import did_you_mean, every

UNKNOWN_RULE = Code("unknown-rule", ERROR, "A rule is cited that the rulebook does not have.")


def no_rule(rule: str, near: str | None) -> Problem:
    return UNKNOWN_RULE.says(f"The rulebook has no rule `{rule}`.", near)


ANOTHER_GAME = Code(
    "another-game",
    ERROR,
    "A rulebook or a file of scenarios says that it is about another game than the one whose folder it stands in, and no such game "
    "lies there.",
)


def another_game(named: str, game: str) -> Problem:
    return ANOTHER_GAME.says(f"This file says that it is about `{named}`, but the game beside it is `{game}`.", game)


def known_by_another_name(game: str, named: str, there: Span) -> Problem:
    """All files beside a game, of which one is `there`, call it `named`."""
    message = f"This game is called `{game}`, but all files beside it say that they are about `{named}`."
    return ANOTHER_GAME.says(message, named, Related(there, "such as here"))


UNKNOWN_LABEL = Code("unknown-label", WARNING, "`names` gives a label to something that is not there; the id is probably misspelt.")


def no_rule_in_section(section: str, near: str | None) -> Problem:
    return UNKNOWN_LABEL.says(f"No rule stands in a section `{section}`{did_you_mean(near)}", near)


def labels_nothing(name: str, near: str | None) -> Problem:
    return UNKNOWN_LABEL.says(f"Nothing of the game is called `{name}`{did_you_mean(near)}", near)


UNCITED_RULE = Code("uncited-rule", WARNING, "The rulebook has a rule that no entry cites, and `unencoded` gives no reason.")


def uncited_rule() -> Problem:
    return UNCITED_RULE.says("No entry cites this rule, and `unencoded` gives no reason.")


MISSING_PROVENANCE = Code(
    "missing-provenance",
    WARNING,
    "In a game that cites a rulebook every printed value says where it comes from: `rulebook`, `deduced`, `public` or `reconstructed`.",
)


def missing_provenance(columns: Iterable[str], table: str) -> Problem:
    return MISSING_PROVENANCE.says(f"Where do {every(columns)} of `{table}` come from? Say `provenance`.")


MISSING_TRANSLATION = Code(
    "missing-translation", NOTE, "A sentence lacks one of the languages of the game; it is shown in the first of them."
)


def missing_translation(languages: Iterable[str], instead: str) -> Problem:
    return MISSING_TRANSLATION.says(f"This sentence is missing in {', '.join(languages)}; it is shown in `{instead}` instead.")
