"""What is printed on cards for people to read: on the screen, in the words of the display, in the printed rulebook."""

from pathlib import Path

import pytest

from custumal.dsl.check.game import check_game
from custumal.interpreter.api import load_game
from custumal.ui.draw.detail import detail
from custumal.ui.draw.position import scene
from custumal.ui.rulebook.book import book_of
from custumal.ui.rulebook.edition import Edition
from custumal.ui.rulebook.markdown import markdown
from custumal.ui.scene.display_hints import hints_of
from custumal.ui.scene.look import Look
from custumal.ui.story.session import HUMAN, Session
from custumal.ui.terminal.wanted import Wanted
from custumal.ui.text.style import paint

GAME = """\
custumal: 1
game: spells
title: Spells
players: 2
languages: [en, fr]
kinds: {card: {printed: {cost: number}}}
components:
  cards:
    kind: card
    in: hand of first(seats)
    rows:
      spark: {cost: 1, text: {en: "Draw {bonus} cards.", fr: "Piochez {bonus} cartes."}}
      frog: {cost: 2, text: "You have {count(cellar)} in the cellar."}
      rock: {cost: 3}
  more: {kind: card, in: hand of last(seats), file: more.csv}
zones: {hand(seat): {holds: card, seen-by: owner}, cellar: {holds: card, seen-by: nobody}, attic: {holds: card, seen-by: nobody}}
values: {bonus: 2}
play: {turn: {players: seats, offer: acts}}
actions: {lay: {offered: acts, choose: {card: my hand}, do: move card to cellar}}
scoring: {p: "sum(cost for my hand) + bonus + count(attic)"}
ranking: {p: {most: my total}}
display: {things: {card: {text: "{name}{text:!}"}}}
"""
MORE = 'id,cost,text\nleaf,4,"Grows, and grows."\n'


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("spells")
    (made / "game.yaml").write_text(GAME, encoding="utf-8")
    (made / "more.csv").write_text(MORE, encoding="utf-8")
    return made


def look(folder: Path, language: str = "en") -> Look:
    session = Session(load_game(str(folder), cached=False), [HUMAN, HUMAN], 1)
    session.settle()
    return Look(session.engine, hints_of(session.game.model.display), session.position, 0, language)


def test_a_card_is_shown_with_its_text(folder: Path) -> None:
    seen = look(folder)
    assert [paint(row, color=False) for row in detail(seen, "spark")] == ["  spark  (cost 1)", "    Draw 2 cards."]
    assert [paint(row, color=False) for row in detail(seen, "rock")] == ["  rock  (cost 3)"]
    assert paint(detail(look(folder, "fr"), "spark")[1], color=False) == "    Piochez 2 cartes."
    # In a table of a spreadsheet commas and colons are no YAML.
    assert paint(detail(seen, "leaf")[1], color=False) == "    Grows, and grows."


def test_the_display_can_use_it(folder: Path) -> None:
    assert "spark! frog! rock" in "\n".join(paint(row, color=False) for row in scene(look(folder), 80))


def test_it_stands_in_the_tables_of_the_rulebook(folder: Path) -> None:
    wanted = Wanted(str(folder))
    rows = markdown(book_of(Edition(wanted.selection(), wanted.load(), "en"))).splitlines()
    assert "| name | cost | text | number |" in rows
    assert "| spark | 1 | Draw 2 cards. | 1 |" in rows
    assert "| rock | 3 |  | 1 |" in rows
    assert "| leaf | 4 | Grows, and grows. | 1 |" in rows


def test_what_stands_in_braces_is_checked(folder: Path) -> None:
    assert {found.code for found in check_game(folder / "game.yaml").diagnostics} == {"missing-translation"}
    broken = folder / "broken.yaml"
    broken.write_text(GAME.replace("{bonus} cards", "{bonsu} cards"), encoding="utf-8")
    (found,) = [found for found in check_game(broken).diagnostics if found.is_error]
    assert (found.code, found.suggestion) == ("unknown-name", "bonus")
