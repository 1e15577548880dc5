"""Reasons in the words of players: the sentence, the facts, where it stands, and the numbered rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from custumal.dsl.base.frozen import dataclass
from custumal.dsl.base.types import Set
from custumal.interpreter.engine import Engine
from custumal.interpreter.explain.explanation import CANDIDATES, Evidence, Fact, Reason
from custumal.interpreter.explain.reasons import MOST_NAMED
from custumal.interpreter.position.state import Position
from custumal.ui.scene.describe import Describer
from custumal.ui.scene.facts import FactWording
from custumal.ui.terminal.screen.console import Console
from custumal.ui.text.phrases import capital, phrase
from custumal.ui.text.rulebook_words import word
from custumal.ui.text.style import Piece, folded, line

if TYPE_CHECKING:  # only a game with variants brings the printed rulebook
    from custumal.ui.rulebook.rule_marks import RuleMarks

MOST_RULES = 2
"""Of so many numbered rules behind a reason the text is told."""


class Unknown(Exception):
    """What was asked about is nothing in this game; the message says so to the player."""


@dataclass(frozen=True, slots=True)
class Teller:
    """Answers about one position on one console: as whoever asks sees it, and as it is, by which its choices are listed."""

    console: Console
    describer: Describer
    position: Position
    truth: Position
    marks: RuleMarks | None = None

    @property
    def language(self) -> str:
        return self.describer.language

    @property
    def engine(self) -> Engine:
        return self.describer.engine

    # ------------------------------------------------------------ lines

    def say(self, text: str, indent: str = "") -> None:
        """A text of any length."""
        self.console.tell_folded(text, indent)

    def phrase(self, key: str, **values: object) -> None:
        """A sentence of the terminal."""
        self.say(phrase(key, self.language, **values))

    def dim(self, text: str, indent: str) -> None:
        """A text that stands back."""
        self.console.show([line(Piece(row, "dim")) for row in folded(text, self.console.width, indent)])

    # ------------------------------------------------------------ reasons

    def reasons(self, reasons: Sequence[Reason], choice: str, *, facts: bool = True, is_known: bool = True) -> None:
        """Each reason with its sentence, the numbered rules and the place in the rule file, and perhaps the values that decided.
        `is_known`: that it can't be chosen; else whoever asks may not know whether it can.

        Raises:
            Unknown: there is none, so that the choice is nothing in this game.
        """
        if not reasons:
            raise Unknown(phrase("no-match", self.language, text=choice))
        self.phrase("not-legal" if is_known else "not-known")
        for reason in reasons:
            self.reason(reason, facts=facts)

    def reason(self, reason: Reason, *, facts: bool, sentence: bool = True) -> None:
        """The sentence, the facts behind it, where it stands, and the numbered rules in words."""
        if sentence:
            self.say(f"- {reason.text or reason.address}", "  ")
        known = self._known(reason)
        if facts and known:
            self.say(f"  {capital(known)}.", "    ")
        named = ", ".join((*reason.rules, reason.address))
        by = phrase("by-variant", self.language, variants=", ".join(reason.variants)) if reason.variants else ""
        self.dim(f"  [{named}{by}]", "   ")
        for rule in reason.rules[:MOST_RULES]:
            said = self.rule_text(rule)
            if said:
                self.dim(f"  {rule} {said}", "    ")
                self.tell_marks(rule, "    ")

    def passed(self, passed: Sequence[Reason]) -> None:
        """What a legal choice has met, with the values inside."""
        if passed:
            self.phrase("was-asked")
        for said in dict.fromkeys(self._met(reason) for reason in passed):
            self.say(f"- {said}", "    ")

    def _met(self, reason: Reason) -> str:
        """A restriction that is met: the first numbered rule behind it, and the values."""
        rule = next((rule for rule in reason.rules if self.rule_text(rule)), "")
        known = self._known(reason)
        return (f"{rule} {self.rule_text(rule)}" if rule else reason.address) + (f" ({known})" if known else "")

    def tell_marks(self, rule: str, indent: str = "  ") -> None:
        """What variants have changed in a numbered rule."""
        for mark in () if self.marks is None else self.marks.of(rule):
            self.dim(f"{indent}{mark}", f"{indent}  ")

    def rule_text(self, rule: str) -> str:
        """A numbered rule; options that it names by their ids are told by what they say. Empty where there is no such rule."""
        game, labels = self.engine.instance.game, self.describer.labels
        said = self.engine.known.text(game.rulebook[rule], labels, self.language) if rule in game.rulebook else ""
        for name, option in game.options.items():
            sentence = labels.whole(option.source.say, self.language)
            said = said.replace(f"`{name}`", word("quoted", self.language, text=sentence)) if sentence else said
        return said

    # ------------------------------------------------------------ facts

    def _known(self, reason: Reason) -> str:
        """The facts that have words for players, told one after the other."""
        facts = (self._fact(fact) for fact in reason.facts)
        return word("fact-joint", self.language).join(dict.fromkeys(text for text in facts if text))

    def _fact(self, fact: Fact) -> str | None:
        """A fact in the words of players; None for what has none, and for what the sentence of the reason says already."""
        found = fact.evidence
        if found is None:
            return None
        if found.expr is not None:
            return FactWording(self.describer, self.position, found.env).found(found.expr, found.value)
        if fact.what == CANDIDATES:
            return phrase("fact-candidates", self.language, value=self._listed(found))
        if fact.what in ("cost", "stock"):
            return word(f"fact-{fact.what}", self.language, value=self.describer.value(found.value, found.type, self.position))
        if fact.what.startswith("times in "):
            return word("fact-times", self.language, value=fact.value.replace(" of ", "/"))
        return None

    def _listed(self, found: Evidence) -> str:
        """Candidates in words, those that are called alike once."""
        inner = found.type.inner if isinstance(found.type, Set) else found.type
        words = list(dict.fromkeys(self.describer.value(member, inner, self.position) for member in found.value[: 4 * MOST_NAMED]))
        return ", ".join(words[:MOST_NAMED]) + (", …" if len(words) > MOST_NAMED else "")
