"""One set of rules measured for itself, against what can be counted otherwise."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from custumal import load_game
from custumal.insight.measures.catalogue import RAN_OUT
from custumal.insight.play.alone import noted_games
from custumal.insight.summary.measured import Taken, measures_of
from custumal.interpreter.runs.simulate import Plan, simulate

pytestmark = pytest.mark.slow

pytest.importorskip("scipy", reason="intervals need scipy")
Cli = Callable[..., tuple[int, str, str]]

# Three rounds, in which each seat in turn takes one to three coins. A rule ends a round early where somebody takes three; nothing ends the
# game but that its rounds are over.
COINS = """\
custumal: 1
game: coins
players: 2
kept: {coins(seat): {is: 0 to 90, until: end}, last: {is: 0 to 3, until: end}}
play: {round: {repeat: 3, do: {turn: {players: seats, offer: turn}}}}
end: {three: {after: play.round.turn, if: last is 3, do: stop round}}
actions: {take: {offered: turn, choose: {n: 1 to 3}, do: [raise coins of me by n, set last to n]}}
scoring: {coins: coins of me}
ranking: {coins: {most: my total}}
"""


def by_id(taken: tuple[Taken, ...]) -> dict[str, Taken]:
    return {one.measure.id: one for one in taken}


@pytest.mark.parametrize("jobs", [1, 2])
def test_the_games_are_those_of_simulate(jobs: int) -> None:
    plan = Plan("pig", 2, 5)
    games = list(noted_games(plan, 30, jobs))
    assert [played.digest for played, _ in games] == [one.digest for one in simulate(plan, 30).games]
    assert [(facts.decisions, facts.scores, facts.winners, facts.rounds) for _, facts in games] == [
        (played.decisions, played.scores, played.winners, played.rounds) for played, _ in games
    ]


def test_tic_tac_toe_at_random_as_it_is_known() -> None:
    """Of all sequences of random marks the first wins 58.5 %, the second 28.8 %, and 12.7 % are draws, which fill the board."""
    games = [facts for _, facts in noted_games(Plan("tic-tac-toe", 2, 1), 1000)]
    taken = by_id(measures_of(games))
    draws = sum(len(game.winners) == 2 for game in games)
    assert taken["shared"].sample.mean == draws / 1000
    assert taken["end:board-full"].sample.mean == draws / 1000
    assert taken["end:three-in-a-row"].sample.mean == 1 - draws / 1000
    assert taken["end:board-full"].interval.holds(0.1270)
    assert taken["seat-1"].interval.holds(0.5849 + 0.1270 / 2)
    assert taken["taken:claim"].values == taken["decisions"].values
    assert taken["offered:claim"].values == taken["decisions"].values
    assert "line:win" in taken
    assert f"end:{RAN_OUT}" not in taken


def test_why_games_end_where_no_rule_ends_them(tmp_path: Path) -> None:
    """Whoever plays the first rounds without a three meets no end; the others met the one that there is."""
    (tmp_path / "game.yaml").write_text(COINS, encoding="utf-8")
    taken = by_id(measures_of([facts for _, facts in noted_games(Plan(str(tmp_path / "game.yaml"), 2, 1), 60)]))
    assert taken["end:three"].sample.mean + taken[f"end:{RAN_OUT}"].sample.mean == 1
    assert taken[f"end:{RAN_OUT}"].interval.holds((2 / 3) ** 6)


def test_what_is_printed_and_written(call: Cli, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="plots need matplotlib")
    table, page = tmp_path / "games.csv", tmp_path / "games.html"
    asked = ("simulate", "pig", "--games", "12", "--table", str(table), "--html", str(page), "--record", str(tmp_path / "records"))
    code, out, _ = call(*asked, "--measures", "--json")
    said = json.loads(out)
    measures = {one["measure"]: one for one in said["measures"]}
    assert code == 0
    assert said["digest"] == simulate(Plan("pig", 2, 1), 12).digest()
    assert measures["decisions"]["mean"] == pytest.approx(said["decisions"]["mean"], abs=1e-3)
    rows = list(csv.DictReader(table.read_text(encoding="utf-8").splitlines()))
    assert [int(row["game"]) for row in rows] == list(range(12))
    assert sum(int(row["decisions"]) for row in rows) == round(12 * measures["decisions"]["mean"])
    assert len(list((tmp_path / "records").iterdir())) == 12
    text = page.read_text(encoding="utf-8")
    assert "<script" not in text
    assert re.findall(r"""(?:src|href)=["'](?!#).*?["']""", text) == []
    assert f"custumal simulate pig --seat 1=random --seat 2=random --measures --games 12 --seed {said['seed']}" in text
    code, _, err = call(*asked)
    assert code == 1
    assert err == f"custumal: {table} is there already; --force replaces it.\n"


def test_lines_fit_the_screen(call: Cli) -> None:
    _, out, _ = call("simulate", "monastery", "--games", "3", "--measures")
    measured = out.split("\nmeasure ")[1]
    assert max(map(len, measured.splitlines())) <= 80
    names = {line.split()[0] for line in measured.splitlines() if line.startswith("line:")}
    assert names == {f"line:{one.source.id}" for one in load_game("monastery").model.scoring}
