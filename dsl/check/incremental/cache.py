"""What was made of the entries of one game, kept for the checks of the same game with other rules."""

from __future__ import annotations

from collections.abc import Mapping

from custumal.dsl.base.frozen import dataclass
from custumal.dsl.check.incremental.findings import Findings
from custumal.dsl.check.incremental.tracking import UNSETTLED, Query, Question, Tracked
from custumal.dsl.diagnostics.diagnostic import Span
from custumal.dsl.documents.document import Document, Entry
from custumal.dsl.documents.game_files import GameFiles
from custumal.dsl.model import Text


@dataclass(frozen=True, slots=True)
class CheckedEntry:
    """An entry, or a part of it, about which nothing was said: its part of the model, what was found for others, and what that hangs on.

    `queries` have the answers that the cache has; those that may get another answer during one check stand in `unsettled` with theirs.
    """

    made: object
    findings: Findings
    queries: tuple[Query, ...]
    unsettled: tuple[tuple[Query, object], ...]


@dataclass(frozen=True, slots=True)
class RuleTexts:
    """The texts of a rulebook, in which nothing is wrong, by their numbers."""

    rulebook: Document
    languages: tuple[str, ...]
    texts: dict[str, Text]


class CheckCache:
    """The checked entries of one game. Its first check fills the cache, further ones take from it.

    `files` are those of the game, once they have been read, `texts` what its rulebook says, and `problems` those that the game has without
    variants, by code and place, once they are known; `answers` are those to all questions of the first check.

    Args:
        before: what a check of the game left before some edit; the first check takes from there what still holds.
    """

    def __init__(self, before: CheckCache | None = None) -> None:
        self.before = before
        self.files: GameFiles | None = None
        self.texts: RuleTexts | None = None
        self.problems: set[tuple[str, Span]] | None = None
        self.is_filled = False
        self.answers: dict[Query, object] = {}
        self._queries: dict[Question, Query] = {}
        self._entries: dict[tuple[Entry, str], CheckedEntry] = {}

    def for_other_texts(self) -> CheckCache:
        """The same for files with other texts: they are read again, and nothing is kept of what is made of them."""
        other = CheckCache(self)
        other.texts, other.problems, other.is_filled = self.texts, self.problems, self.is_filled
        other.answers, other._queries, other._entries = self.answers, self._queries, self._entries
        return other

    def find(self, entry: Entry, part: str) -> CheckedEntry | None:
        """What was made of this very entry, or of a part of it."""
        return self._entries.get((entry, part))

    def keep(self, entry: Entry, part: str, made: object, findings: Findings, answers: Mapping[Question, object]) -> None:
        """Keep what was made, with all that was asked for it; not if a question had another answer before, as happens in circles."""
        settled, unsettled = list[Query](), list[tuple[Query, object]]()
        for question, answer in answers.items():
            query = self._query(question)
            if query.look_up in UNSETTLED:
                unsettled.append((query, answer))
                continue
            known = self.answers.setdefault(query, answer)
            if known is not answer and known != answer:
                return
            settled.append(query)
        self._entries[entry, part] = CheckedEntry(made, findings, tuple(settled), tuple(unsettled))

    def carry(self, entry: Entry, part: str, checked: CheckedEntry, answers: Mapping[Query, object]) -> None:
        """Keep what was made for an earlier check and still holds; `answers` are those that the earlier check had."""
        for query in checked.queries:
            if self.answers.setdefault(query, answers[query]) != answers[query]:
                return
            self._queries.setdefault((query.look_up, query.words), query)
        self._entries[entry, part] = checked

    def _query(self, question: Question) -> Query:
        if question not in self._queries:
            self._queries[question] = Query(*question)
        return self._queries[question]


class Comparison:
    """Compares the answers of a further check with those of the first, each question once."""

    def __init__(self, cache: CheckCache, vocabulary: Tracked) -> None:
        self.cache = cache
        self._answers = cache.answers
        self._vocabulary = vocabulary
        self._same: set[Query] = set()
        self._other: set[Query] = set()

    def holds(self, checked: CheckedEntry) -> bool:
        """Has every question that was asked for an entry the answer that it had?"""
        if not self._same.issuperset(checked.queries) and not self._compare(checked.queries):
            return False
        return not checked.unsettled or all(query.answer(self._vocabulary) == before for query, before in checked.unsettled)

    def _compare(self, queries: tuple[Query, ...]) -> bool:
        return self._other.isdisjoint(queries) and all(self._is_same(query) for query in queries if query not in self._same)

    def _is_same(self, query: Query) -> bool:
        found = query.answer(self._vocabulary) == self._answers[query]
        (self._same if found else self._other).add(query)
        return found
