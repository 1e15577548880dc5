"""The page of `coverage`: every rule element stands there with its counts, and what never mattered is listed."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from pathlib import Path

import pytest

from custumal.cli import run

# A restriction that nothing ever fails, an action that can never be chosen, and one that plays.
GAME = """\
custumal: 1
game: idle
players: 2
kept:
  pot: {is: 0 to 20, until: end}
play:
  turn: {rounds: seats, offer: turn}
actions:
  add:
    offered: turn
    require:
      below: {that: pot < 20, because: The pot is full.}
    do: {more: raise pot by 1}
  boast:
    offered: turn
    require:
      rich: {that: pot > 5, because: The pot is too small.}
    do: raise pot by 2
end:
  full: {after: play.turn, if: pot >= 3, do: stop turn}
scoring: {pot: pot}
ranking: {pot: {most: my total}}
"""


class Rows(HTMLParser):
    """The class and the cells of each row of the rule files."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[tuple[str, list[str]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "tr":
            self.rows.append((dict(attrs).get("class") or "", []))
        elif tag == "td":
            self.rows[-1][1].append("")

    def handle_data(self, data: str) -> None:
        if self.rows and self.rows[-1][1]:
            self.rows[-1][1][-1] += data


@pytest.fixture
def page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> tuple[str, dict[str, object]]:
    (tmp_path / "game.yaml").write_text(GAME, encoding="utf-8")
    target = tmp_path / "page.html"
    assert run(["coverage", str(tmp_path), "--games", "2", "--html", str(target), "--json"]) == 0
    return target.read_text(encoding="utf-8"), json.loads(capsys.readouterr().out)


def test_lines_have_the_colour_of_what_became_of_them(page: tuple[str, dict[str, object]]) -> None:
    reader = Rows()
    reader.feed(page[0])
    by_line = {cells[1].strip(): (kind, cells[2]) for kind, cells in reader.rows if len(cells) == 3}
    assert by_line["below: {that: pot < 20, because: The pot is full.}"][0] == "idle"
    kind, counts = by_line["full: {after: play.turn, if: pot >= 3, do: stop turn}"]
    assert kind == "games"
    assert "true\N{NO-BREAK SPACE}2" in counts
    assert by_line["do: raise pot by 2"][0] == "never"


def test_what_never_mattered_is_listed(page: tuple[str, dict[str, object]]) -> None:
    text, data = page
    assert data["never"] == ["actions.boast"]
    assert "Never asked (1)" in text
    assert "actions.add.require.below</a> - asked" in text


def test_the_page_is_not_written_over_another_file(tmp_path: Path) -> None:
    target = tmp_path / "page.html"
    target.write_text("mine", encoding="utf-8")
    assert run(["coverage", "tic-tac-toe", "--games", "0", "--html", str(target)]) == 1
    assert target.read_text(encoding="utf-8") == "mine"


@pytest.mark.slow
def test_what_scenarios_show_is_drawn(tmp_path: Path) -> None:
    target = tmp_path / "page.html"
    assert run(["coverage", "nine-mens-morris", "--games", "1", "--html", str(target)]) == 0
    text = target.read_text(encoding="utf-8")
    shown = text.count("<details>")
    assert shown > 0
    assert f"<h2>What scenarios show ({shown})</h2>" in text
    assert text.count("<svg") >= shown
    assert "<script" not in text
