"""The printed rulebook: everything is in it, nothing leads nowhere, and what is not the publisher's is marked."""

from __future__ import annotations

import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest

from custumal.cli import run
from custumal.ui.rulebook.blocks import Book, BookTable, BulletList, Heading, NumberedRule
from custumal.ui.rulebook.book import book_of
from custumal.ui.rulebook.edition import Edition
from custumal.ui.rulebook.markdown import markdown
from custumal.ui.rulebook.page import page
from custumal.ui.terminal.wanted import Wanted

pytestmark = pytest.mark.slow

VOID = frozenset(("meta", "br", "link", "img"))


def edition(game: str, *variants: str, language: str = "en") -> Edition:
    wanted = Wanted(game, variants)
    return Edition(wanted.selection(), wanted.load(), language)


@cache
def printed(game: str, *variants: str, language: str = "en") -> Book:
    return book_of(edition(game, *variants, language=language))


@pytest.fixture(scope="module")
def whole() -> Edition:
    return edition("monolyth", language="fr")


@pytest.fixture(scope="module")
def book(whole: Edition) -> Book:
    return book_of(whole)


class Balanced(HTMLParser):
    """Every element is closed, and in order."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.targets: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self.open.append(tag)
        found = dict(attrs)
        self.ids += [found["id"] or ""] if "id" in found else []
        self.targets += [found["href"] or ""] if "href" in found else []
        assert "src" not in found

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_every_numbered_rule_is_there_in_its_language(whole: Edition, book: Book) -> None:
    printed = {block.id: block.text for block in book.blocks if isinstance(block, NumberedRule)}
    model = whole.game.model
    assert set(printed) == set(model.rulebook)
    for rule, text in model.rulebook.items():
        # an option that a ruling names is told by what it says
        said = re.split("`[^`]+`", " ".join(text.plain("fr", ()).split()))
        assert re.search(".+".join(map(re.escape, said)), printed[rule])


def test_a_page_is_whole_and_all_its_links_lead_somewhere(book: Book) -> None:
    reader = Balanced()
    reader.feed(page(book))
    assert reader.open == []
    assert len(set(reader.ids)) == len(reader.ids)
    assert {target for target in reader.targets if target.removeprefix("#") not in reader.ids} == set()


def test_links_of_markdown_lead_somewhere(book: Book) -> None:
    text = markdown(book)
    anchors = set(re.findall(r'<a id="([^"]+)">', text))
    assert set(re.findall(r"\]\(#([^)]+)\)", text)) <= anchors


def test_what_is_reconstructed_is_marked(whole: Edition, book: Book) -> None:
    kinds = whole.game.model.kinds.values()
    wanted = sum(origin == "reconstructed" and value is not None for k in kinds for r in k.rows for value, origin in _origins(r))
    grids = [block for block in book.blocks if isinstance(block, BookTable)]
    assert sum(cell.mark == "†" for grid in grids for row in grid.rows for cell in row) == wanted > 0


def _origins(row: object) -> list[tuple[object, str]]:
    return list(zip(row.values, row.provenance, strict=True))  # type: ignore[attr-defined]  # a row of the model


def test_the_numbers_of_things_are_those_of_the_box(book: Book) -> None:
    # MLY-COMP-01: 80 stones, of which those of one cube are a class of their own
    at = next(n for n, block in enumerate(book.blocks) if isinstance(block, Heading) and block.anchor == "components-1")
    grid = next(block for block in book.blocks[at:] if isinstance(block, BookTable))
    assert sum(int(row[-1].lines[0]) for row in grid.rows) + 15 == 80


def test_examples_say_what_is_forbidden_and_why(book: Book) -> None:
    text = markdown(book)
    assert "Une encoche reçoit une seule prophétie" in text or "Interdit" in text
    assert "```text" in text


def test_what_holds_in_an_example_is_said_in_words(book: Book) -> None:
    text = markdown(book)
    assert "- Alors " in text
    for expression in ("running(round)", "count(", " is filled", "sum("):
        assert expression not in text
    # MLY-REFILL-02: with an empty lid the slot from which the crystal came stays empty
    refill = markdown(printed("monolyth"))
    assert "- Then empty (ring 1: empty)" in refill
    assert "- Then over (game: over)" in refill


def test_what_a_variant_adds_is_told_by_its_numbered_rules_and_what_it_removes_by_name() -> None:
    blocks = printed("monastery", "paired").blocks
    changes = next(block for block in blocks if isinstance(block, BulletList))
    assert changes.texts[0].startswith("MON-PAIR-01 Paired game for four players")
    assert not any("{" in text for text in changes.texts)
    popped = markdown(printed("connect-four", "pop-out"))
    assert "- No longer: board full - A full board can still be popped." in popped
    assert "- Pop - new: Take your disc out below column (column)" in popped
    # What has neither a sentence nor a name for people is for authors: helpers of the rule file.
    assert "has run" not in popped.partition("## Examples")[0]


def test_the_reason_of_an_edit_and_what_a_new_rule_makes_of_a_value_are_told() -> None:
    dice = markdown(printed("pig", "two-dice"))
    assert "Two 1s lose what was saved, too." in dice
    assert "- New: dice - number: 2" in dice
    walk = markdown(printed("monolyth", "long-walk"))
    assert "slots that the crystal may move: 2 more - Thirteen slots are many." in walk
    french = markdown(printed("monolyth", "long-walk", language="fr"))
    assert "- Nouveau : cases que le cristal peut parcourir : 2 de plus - " in french


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", ["tic-tac-toe", "kuhn-poker", "pig", "reversi", "monastery", "kings-abbey", "monolyth"])
def test_no_example_shows_a_sentence_of_the_rule_files(game: str, language: str) -> None:
    book = printed(game, *(["two-dice"] if game == "pig" else []), language=language)
    at = next(number for number, block in enumerate(book.blocks) if isinstance(block, Heading) and block.anchor == "examples")
    texts = [text for block in book.blocks[at:] if isinstance(block, BulletList) for text in block.texts]
    assert texts
    assert not [text for text in texts if "`" in text]


def test_who_has_won_and_what_lies_nowhere_are_told_in_words() -> None:
    text = markdown(printed("tic-tac-toe"))
    assert "- Then both (player 1: has won; player 2: has won)" in text
    assert "- Then second (player 2: has not won)" in text


def test_a_ruling_names_the_option_in_words() -> None:
    text = markdown(printed("monastery"))
    assert "option “A tile must connect to a constructed or full tile”" in text
    assert "connect-to-settled" not in text


def test_a_variant_comes_first_and_is_marked() -> None:
    found = printed("monolyth", "gentle-giants")
    first = next(block for block in found.blocks if isinstance(block, Heading))
    assert first.anchor == "changes"
    marked = {block.id for block in found.blocks if isinstance(block, NumberedRule) and block.changes}
    assert marked == {"MLY-PLACE-04", "MLY-LEVEL-05", "MLY-END-01", "MLY-SOLO-05", "MLY-R-01"}
    text = markdown(found)
    assert "Greatest height - was 4 (1 to 2 players), 3 (3 to 4 players), is 5 (1 to 2 players), 4 (3 to 4 players)" in text
    assert "Reworded by One cube higher; before: “It also ends when the fourth level is finished.”" in text
    assert "with One cube higher" in text


def test_what_is_changed_speaks_one_language() -> None:
    text = markdown(printed("kings-abbey", "holy-relics", language="fr"))
    assert "ressources (ressources pour l'allié)(la relique si elle est offerte) »" in text
    assert "In return for dice" not in text
    assert "- Nouveau : À qui revient la relique" in text
    assert ", ," not in text


def test_what_is_changed_is_called_as_players_call_it() -> None:
    text = markdown(printed("monastery", "own-box", language="fr"))
    assert "- Tuiles du sac - Moulin - valeur dans le cercle - était 3, est 4" in text
    assert "- Tuiles du sac - Chemin droit - nombre - était 5, est 4" in text
    assert "- Joueurs - était `2 to 4`, est 4" in markdown(printed("monastery", "paired", language="fr"))


@pytest.mark.parametrize("game", ["kuhn-poker", "pig"])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_games_without_a_rulebook_have_one_all_the_same(game: str, language: str) -> None:
    found = page(printed(game, language=language))
    reader = Balanced()
    reader.feed(found)
    assert reader.open == []


def test_the_command_writes_what_the_name_says(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "rules.html"
    assert run(["rulebook", "pig", "-o", str(target)]) == 0
    assert target.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert run(["rulebook", "pig", "-o", str(target)]) == 1
    assert run(["rulebook", "pig", "-o", str(target), "--force", "--format", "md"]) == 0
    assert target.read_text(encoding="utf-8").startswith("# Pig")
    capsys.readouterr()
    assert run(["rulebook", "pig", "--language", "xx"]) == 2
    assert "no texts in the language `xx`" in capsys.readouterr().err
