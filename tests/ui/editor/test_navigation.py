"""From words to what they name and back, what they are, and what a file is made of."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from custumal.dsl.diagnostics.diagnostic import Span
from custumal.interpreter.library import shipped
from custumal.ui.editor.features.folding import folds
from custumal.ui.editor.features.formatting import formatted
from custumal.ui.editor.features.hover import hover
from custumal.ui.editor.features.navigation import definition, references
from custumal.ui.editor.features.symbols import Symbol, outline, search
from custumal.ui.editor.leaves import leaves
from custumal.ui.editor.view import View, view_of
from custumal.ui.editor.workspace import Workspace

FILES = dict(shipped())
GAME = FILES["tic-tac-toe"]


def view(path: Path = GAME, text: str | None = None) -> View:
    """A file in an editor."""
    workspace = Workspace({path: path.read_text("utf-8") if text is None else text})
    found = view_of(workspace, path)
    assert found is not None
    return found


def place(of: View, line: str, word: str) -> tuple[int, int]:
    """Where a word stands in the first line that has a text."""
    lines = of.source.text.splitlines()
    number = next(i for i, each in enumerate(lines, start=1) if line in each)
    return number, lines[number - 1].index(line) + line.index(word) + 1


def text_at(of: View, span: Span) -> str:
    return of.source.line(span.line)[span.column - 1 : span.end_column - 1]


@pytest.mark.parametrize(
    ("line", "word", "declared"),
    [
        ("that: mark of cell is none", "mark", "mark(cell of board): maybe seat"),
        ("that: mark of cell is none", "cell", "cell: cells of board"),
        ("cell: cells of board", "board", "board: {shape"),
        ("victor to me", "victor", "victor: maybe seat"),
        ("every c in line has mark of c", "c in", "c in line"),
        ('{en: "Mark {cell}"', "cell", "cell: cells of board"),
    ],
)
def test_a_word_leads_to_where_it_is_declared(line: str, word: str, declared: str) -> None:
    here = view()
    found = definition(here, *place(here, line, word))
    assert found is not None
    assert here.source.line(found.line)[found.column - 1 :].startswith(declared)


def test_words_of_the_language_lead_nowhere() -> None:
    here = view()
    assert definition(here, *place(here, "is none", "none")) is None


VARIANTS = ("monolyth/variants/gentle-giants.yaml", "kings-abbey/variants/quick-game.yaml", "kings-abbey/variants/holy-relics.yaml")

EDITED = ("set", "replace", "remove", "move")


@pytest.mark.slow
@pytest.mark.parametrize("name", VARIANTS)
def test_every_part_of_an_address_leads_to_what_it_is(name: str) -> None:
    """Sections, keys and what a variant replaces, too: there stands the word, or the entry that the variant makes."""
    game, _, file = name.partition("/")
    here = view(FILES[game].parent / file)
    addresses = [leaf for leaf in leaves(here.own) if leaf.role == "value" and leaf.key in EDITED and leaf.address.startswith("edits.")]
    assert addresses
    for leaf in addresses:
        at = 0
        for word in leaf.scalar.text.split("."):
            span = leaf.scalar.span_of(at, at + len(word))
            found, told = definition(here, span.line, span.column), hover(here, span.line, span.column + 1)
            assert found is not None, (leaf.scalar.text, word)
            assert word in here.workspace.line(found.file, found.line), (leaf.scalar.text, word)
            assert told is not None, (leaf.scalar.text, word)
            at += len(word) + 1


@pytest.mark.slow
def test_a_window_is_known_by_who_opens_it() -> None:
    """Monolyth has one, in which stones are placed or thrown away and prophecies are made."""
    here = view(FILES["monolyth"])
    line, column = place(here, "offer: action", "action")
    told = hover(here, line, column + 1)
    assert told is not None
    assert told[1].startswith("**action**: a window")
    assert all(f"`actions.{name}`" in told[1] for name in ("place-stone", "prophesy", "throw-away"))
    found = definition(here, line, column + 1)
    assert found is not None
    assert "offer: action" in here.source.line(found.line)


def test_all_places_that_name_something() -> None:
    here = view()
    found = references(here, *place(here, "mark(cell of board)", "mark"))
    assert len(found) == len(re.findall(r"\bmark( of|\()", here.source.text)) + here.source.text.count("\n  mark: {")
    assert {text_at(here, span) for span in found} == {"mark"}


def test_what_a_word_is() -> None:
    here = view()
    told = hover(here, *place(here, "that: mark of cell is none", "mark"))
    assert told is not None
    assert "maybe seat" in told[1]
    assert "`kept.mark`" in told[1]
    assert "Written by `actions.claim.mark`" in told[1]


@pytest.mark.slow
def test_bounds_and_the_text_of_the_rule_that_is_cited() -> None:
    here = view(FILES["monolyth"])
    told = hover(here, *place(here, "longest-walk:", "longest-walk"))
    assert told is not None
    assert "**MLY-MOVE-01**" in told[1]
    assert "number from" in told[1]


@pytest.mark.slow
def test_a_rule_is_told_as_the_variant_has_it() -> None:
    """Monoliths are one cube higher in this one."""
    here = view(FILES["monolyth"].parent / "variants" / "gentle-giants.yaml")
    told = hover(here, *place(here, "set: values.height-limit", "height-limit"))
    assert told is not None
    assert "A monolith may be 4 cubes high with 3-4 players" in told[1]


def test_a_key_has_its_sentence_and_its_example() -> None:
    here = view()
    told = hover(here, *place(here, "offered: turn", "offered"))
    assert told is not None
    assert "```yaml\noffered:" in told[1]


def flat(symbols: list[Symbol]) -> list[str]:
    return [address for symbol in symbols for address in (symbol.address, *flat(symbol.inner))]


def test_the_outline_has_every_entry_under_its_address() -> None:
    here = view()
    assert set(here.own.addresses) <= {*flat(outline(here)), "title.en", "title.fr"}


def test_addresses_are_found_by_their_letters() -> None:
    here = view()
    assert ("actions.claim.require.unmarked" in dict(search(here.documents, "clmunm"))) is True
    assert search(here.documents, "qqq") == []


def test_what_is_folded_ends_with_what_is_in_it() -> None:
    here = view()
    lines = here.source.text.splitlines()
    for first, last, _ in folds(here):
        assert first < last
        assert lines[last - 1].strip()
    assert any(lines[first - 1].startswith("actions:") for first, _, _ in folds(here))


def test_a_file_is_formatted_as_fmt_does_it() -> None:
    assert formatted(view()) is None
    changed = view(text=GAME.read_text("utf-8").replace("offered: turn   ", "offered:    turn   "))
    assert formatted(changed) is not None


def test_what_cannot_be_read_is_not_formatted() -> None:
    assert formatted(view(text=GAME.read_text("utf-8") + "\n  : [")) is None


@pytest.mark.slow
@pytest.mark.parametrize("game", ["monolyth", "monastery", "kings-abbey"])
def test_every_word_leads_to_a_place_that_has_this_word(game: str) -> None:
    here = view(FILES[game])
    index, wrong = here.index, []
    for name, uses in index.uses.items():
        source = here.workspace.source(name)
        assert source is not None
        for use in uses:
            found = index.definition(use.target)
            there = None if found is None else here.workspace.source(found.file)
            if found is None or there is None:
                continue
            word = source.line(use.span.line)[use.span.column - 1 : use.span.end_column - 1]
            if there.line(found.line)[found.column - 1 : found.end_column - 1].strip("'\"") != word.strip("'\""):
                wrong.append((word, use.span.line, found.line))
    assert wrong == []
