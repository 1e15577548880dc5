"""A whole rulebook: its chapters in order."""

from __future__ import annotations

from custumal.ui.rulebook.blocks import Book
from custumal.ui.rulebook.changes import changes_chapter, title_of
from custumal.ui.rulebook.components import components_chapter
from custumal.ui.rulebook.edition import Edition
from custumal.ui.rulebook.examples import Example, examples_chapter, examples_of
from custumal.ui.rulebook.options import options_chapter, solo_chapter, variants_chapter
from custumal.ui.rulebook.rules import rules_chapter


def book_of(edition: Edition) -> Book:
    """The rulebook of an edition."""
    examples = examples_of(edition)
    blocks = (
        *changes_chapter(edition),
        *rules_chapter(edition, _by_rule(examples)),
        *solo_chapter(edition),
        *components_chapter(edition),
        *options_chapter(edition),
        *variants_chapter(edition),
        *examples_chapter(edition, examples),
    )
    return Book(edition.game.title(edition.language), edition.language, _about(edition), edition.word("contents"), blocks)


def _by_rule(examples: list[Example]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for example in examples:
        for rule in example.rules:
            found.setdefault(rule, []).append(example.number)
    return found


def _about(edition: Edition) -> str:
    """`1 to 4 players, with One cube higher`."""
    variants = edition.merged.variants if edition.merged is not None else ()
    titles = ", ".join(title_of(edition, variant) for variant in variants)
    players = edition.count_of_players()
    return f"{players}, {edition.word('with', variants=titles)}" if titles else players
