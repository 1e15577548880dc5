"""One edition of a rulebook: the game, its variants and the language, with the words for its ids and values."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from custumal.dsl.base.file_names import RULEBOOK
from custumal.dsl.diagnostics.diagnostic import Report
from custumal.dsl.documents.document import Document, Entry
from custumal.dsl.documents.game_files import is_of_neighbour
from custumal.dsl.documents.rule_files import read_file
from custumal.dsl.model import Expr, Text
from custumal.dsl.overlay.changes import changes, merged, without_variants
from custumal.dsl.overlay.combine import Combined
from custumal.dsl.overlay.diff import Difference, rules_of
from custumal.dsl.yaml import tree
from custumal.dsl.yaml.tree import Node, Scalar, Sequence
from custumal.interpreter.api import Game, load_game
from custumal.interpreter.explain.known_values import KnownValues, filled
from custumal.interpreter.keys.labels import Labels
from custumal.interpreter.keys.wording import describe
from custumal.interpreter.library import SelectedFiles, select
from custumal.interpreter.reference.evaluate import Evaluator
from custumal.interpreter.reference.instances import make_instance
from custumal.interpreter.setup.instance import Instance
from custumal.ui.text.rulebook_words import word

_CODE = re.compile(r"`([^`]*)`")
_OF = re.compile(r"-of\(([\w-]+)\)")


@dataclass(frozen=True)
class Edition:
    """A game as it is printed, in a language."""

    selection: SelectedFiles
    game: Game
    language: str

    @staticmethod
    def of(game: Game, language: str) -> Edition:
        """The edition of a game that has been loaded."""
        return Edition(select(game.files.get(game.id, game.id), [game.files.get(name, name) for name in game.variants]), game, language)

    # ------------------------------------------------------------ files

    @cached_property
    def merged(self) -> Combined | None:
        """The game merged with its variants; None without any."""
        game = self.selection.game
        return merged(game.path, game.name, self.selection.variants) if self.game.variants else None

    @cached_property
    def rulebook(self) -> Document | None:
        """The numbered rules, as the variants leave them."""
        if self.merged is not None:
            return self.merged.rulebook
        game = self.selection.game.path
        file = game.parent / RULEBOOK
        found = read_file(file, "rulebook", Report()) if file.is_file() else None
        return None if found is None or is_of_neighbour(found, self.game.model.id, game) else found

    @cached_property
    def rule_texts(self) -> dict[str, str]:
        """The text of each numbered rule, of a ruling the question and the answer, with the values in force."""
        texts = self.game.model.rulebook if self.rulebook is not None else {}
        return {rule: self._with_options(self.with_values(text)) for rule, text in texts.items()}

    def in_force(self, expr: Expr) -> str:
        """What an expression comes to all the time, perhaps another value for each number of players; empty where that is not known."""
        return by_players(self, self.known, expr)

    def was_in_force(self, expr: Expr) -> str:
        """The same in the game without its variants."""
        return by_players(self, self.known_before, expr)

    @cached_property
    def rules_before(self) -> frozenset[str]:
        """The numbered rules that the game follows without its variants."""
        base = self.merged.base if self.merged is not None else None
        return frozenset(rule for entry in base.addresses.values() for rule in rules_of(entry, base)) if base is not None else frozenset()

    @cached_property
    def differences(self) -> list[Difference]:
        """What the variants change."""
        if self.merged is None:
            return []
        return changes(without_variants(self.merged), self.merged)

    # ------------------------------------------------------------ words

    @cached_property
    def instances(self) -> dict[int, Instance]:
        """The game laid out for each number of players."""
        low, high = self.game.players
        return {players: make_instance(self.game.model, players, self.game.values) for players in range(low, high + 1)}

    @cached_property
    def known(self) -> dict[int, KnownValues]:
        """What is the same all the time, for each number of players."""
        return {players: KnownValues(instance) for players, instance in self.instances.items()}

    @cached_property
    def before(self) -> Game:
        """The game without its variants."""
        return load_game(str(self.selection.game.path))

    @cached_property
    def known_before(self) -> dict[int, KnownValues]:
        low, high = self.before.players
        wanted = [players for players in self.instances if low <= players <= high]
        return {players: KnownValues(make_instance(self.before.model, players, self.before.values)) for players in wanted}

    @cached_property
    def labels(self) -> Labels:
        instance = self.instances[self.game.players[0]]
        return Labels(instance, Evaluator(instance, {}))

    def word(self, key: str, **values: object) -> str:
        """A word of the book itself."""
        return word(key, self.language, **values)

    def name(self, id_: str) -> str:
        """An id for people."""
        return self.labels.name(id_, self.language)

    def said_with_names(self, text: Text) -> str:
        """A sentence of the game with the names of what will stand in its holes."""
        pieces = text.pieces(self.language, self.game.model.languages)
        return "".join(piece if isinstance(piece, str) else self._hole(piece) for piece in pieces)

    def with_values(self, text: Text) -> str:
        """A sentence of the game with the values in force in its holes."""
        return filled(text, self.labels, self.language, self.in_force)

    def _hole(self, expr: Expr) -> str:
        words = _OF.sub(r" of \1", describe(expr) or "…")
        return f"({self.name(words)})"

    def of_node(self, node: Node | None) -> str:
        """A text of a file, in this language or else in the first that is there."""
        if isinstance(node, tree.Mapping):
            found = node.get(self.language) or next((value for _, value in node), None)
            return self.of_node(found)
        return " ".join(node.text.split()) if isinstance(node, Scalar) else ""

    def of_entry(self, entry: Entry, slot: str) -> str:
        """The text under a key of an entry."""
        found = entry.slot(slot)
        return "" if found is None else self.of_node(found.node)

    def text_under(self, entry: Entry, slot: str) -> str:
        """The text under a key of a numbered rule."""
        return self._with_options(self.of_entry(entry, slot))

    def _with_options(self, text: str) -> str:
        """A text in which options that it names by their ids are told by what they say."""
        pieces = _CODE.split(" ".join(text.split()))
        return "".join(self._code(piece) if number % 2 else piece for number, piece in enumerate(pieces))

    def _code(self, text: str) -> str:
        option = self.game.model.options.get(text)
        said = "" if option is None else self.said_with_names(option.source.say)
        return self.word("quoted", text=said) if said else f"`{text}`"

    def count_of_players(self) -> str:
        """`1 to 4 players`."""
        return self.count(*self.game.players)

    def count(self, low: int, high: int) -> str:
        if high == 1:
            return self.word("one-player")
        return self.word("players", count=low if low == high else self.word("to", low=low, high=high))


def by_players(edition: Edition, known: Mapping[int, KnownValues], expr: Expr) -> str:
    """A value that is the same all the time, with its numbers of players where it is not the same for all; empty where it is not known."""
    said = {players: values.said(expr, edition.labels, edition.language) for players, values in known.items()}
    if not all(said.values()):
        return ""
    groups: list[tuple[str, list[int]]] = []
    for players, text in said.items():
        if not groups or groups[-1][0] != text:
            groups.append((text, []))
        groups[-1][1].append(players)
    if len(groups) == 1:
        return groups[0][0]
    return ", ".join(edition.word("for-these", value=text, players=edition.count(who[0], who[-1])) for text, who in groups)


def words_of(entry: Entry, slot: str) -> Iterator[str]:
    """The words of a list under a key, or the one word there."""
    found = entry.slot(slot)
    nodes = () if found is None else found.node if isinstance(found.node, Sequence) else (found.node,)
    yield from (node.text for node in nodes if isinstance(node, Scalar))
