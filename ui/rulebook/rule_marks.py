"""What variants do to numbered rules, for whoever quotes one: told as the printed rulebook tells it."""

from __future__ import annotations

from functools import cached_property

from custumal.interpreter.api import Game
from custumal.ui.rulebook.changes import marks_of
from custumal.ui.rulebook.edition import Edition


class RuleMarks:
    """The marks of the numbered rules of one game in one language; its files are read only for rules that have any.

    Args:
        game: the game with its variants.
        language: of the sentences.
    """

    def __init__(self, game: Game, language: str) -> None:
        self.game = game
        self.language = language

    @cached_property
    def edition(self) -> Edition:
        return Edition.of(self.game, self.language)

    def of(self, rule: str) -> tuple[str, ...]:
        """What variants have changed in a rule, each in a sentence."""
        model = self.game.model
        return marks_of(self.edition, rule) if rule in model.rule_changes or rule in model.reworded else ()
